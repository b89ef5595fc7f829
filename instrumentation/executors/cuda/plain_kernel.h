// Runs a kernel's plain source on the GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/plain_task.h"

namespace tilescope::cuda {

class PlainKernel {
 public:
  // The module of a source is loaded once.
  PlainKernel(const std::string& name, const std::shared_ptr<const machine::Prepared>& prepared,
              const machine::Launch& launch);
  explicit PlainKernel(PlainTask task);

  [[nodiscard]] Function function();
  // Returns before the kernel is done. `arrays`: in device memory, by the machine's number; those that are not
  // parameters are copied to the source's variables, and back. Null: unchanged.
  void start(std::span<void* const> arrays);

 private:
  void copy_globals(std::span<void* const> arrays, bool there);

  PlainTask task_;
  std::shared_ptr<Module> module_;
  Function function_ = nullptr;
  std::uint32_t generation_ = 0;
  std::vector<Address> globals_;  // addresses of the task's variables
};

// For its resource usage; a source is compiled once.
[[nodiscard]] Function plain_function(const std::string& name,
                                      const std::shared_ptr<const machine::Prepared>& prepared);

}  // namespace tilescope::cuda
