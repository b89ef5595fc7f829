// The executors of this machine, and the choice among them for a launch.
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

  // Does the work on the GPU if that was requested ("cuda"), or is allowed ("auto") and possible; otherwise on the CPU.
  // Returns why it was not the GPU, if that is worth mentioning. Throws if the GPU was requested but cannot do it.
  std::string run(std::string_view backend, const Launch& launch, const Work& on_gpu, const Work& on_cpu);

  // The GPU in use; none if there is none. Searches for it on the first call.
  [[nodiscard]] std::optional<GpuInfo> gpu();

 private:
  const CudaExecutor& cuda();

  std::unique_ptr<Executor> cpu_ = make_cpu_executor();
  std::optional<CudaExecutor> cuda_;  // searched for once
};

}  // namespace tilescope
