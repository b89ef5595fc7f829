// Runs a kernel's plain text on the GPU.
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
  // For one text, the module is loaded once.
  PlainKernel(const std::string& name, const std::shared_ptr<const machine::Prepared>& prepared,
              const machine::Launch& launch);
  explicit PlainKernel(PlainTask task);

  [[nodiscard]] Function function();
  // Comes back before the kernel is done. The arrays in the GPU's memory, by the machine's number; those that are no
  // parameters are copied to where the text has them, and back. Null: as the text has it.
  void start(std::span<void* const> arrays);

 private:
  void copy_globals(std::span<void* const> arrays, bool there);

  PlainTask task_;
  std::shared_ptr<Module> module_;
  Function function_ = nullptr;
  std::uint32_t generation_ = 0;
  std::vector<Address> globals_;  // where those of the task are
};

// For what it takes; of the same text it is compiled once.
[[nodiscard]] Function plain_function(const std::string& name,
                                      const std::shared_ptr<const machine::Prepared>& prepared);

}  // namespace tilescope::cuda
