// Runs a kernel's plain text, compiled with NVRTC's defaults, which are nvcc's.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

class PlainKernel {
 public:
  // Of the launch, all but what its arrays hold.
  PlainKernel(std::string name, std::shared_ptr<const machine::Prepared> prepared, const machine::Launch& launch);

  [[nodiscard]] Function function();
  // Comes back before the kernel is done. The arrays in the GPU's memory, by the machine's number; those that are no
  // parameters are copied to where the text has them, and back. Null: as the text has it.
  void start(std::span<void* const> arrays);

 private:
  void give(std::span<void* const> arrays);
  void copy_globals(std::span<void* const> arrays, bool there);

  // A variable of the file's.
  struct Global {
    std::size_t array = 0, named = 0;
    Address address = 0;
  };

  std::string name_;
  std::shared_ptr<const machine::Prepared> prepared_;
  machine::Launch launch_;
  std::shared_ptr<Module> module_;
  Function function_ = nullptr;
  std::uint32_t generation_ = 0;
  std::vector<Global> globals_;
  std::vector<std::vector<std::byte>> arguments_;  // by the kernel's parameters
};

// For what it takes; of the same text it is compiled once.
[[nodiscard]] Function plain_function(const std::string& name,
                                      const std::shared_ptr<const machine::Prepared>& prepared);

}  // namespace tilescope::cuda
