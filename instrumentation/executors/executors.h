// The executors of this machine, and which of them runs a launch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/executors/executor.h"

namespace tilescope {

class Executors {
 public:
  using Work = std::function<void(const Executor&)>;

  // Does the work on the GPU, where it was asked for ("cuda"), or may be ("auto") and can; otherwise on the CPU. Gives
  // why it was not the GPU, if that is worth a word. Throws where the GPU was asked for by name and cannot.
  std::string run(std::string_view backend, const Launch& launch, const Work& on_gpu, const Work& on_cpu);

  // The GPU that it uses; nothing if there is none. Looks for it, the first time.
  [[nodiscard]] std::optional<GpuInfo> gpu();

 private:
  const CudaExecutor& cuda();

  std::unique_ptr<Executor> cpu_ = make_cpu_executor();
  std::optional<CudaExecutor> cuda_;  // looked for once
};

}  // namespace tilescope
