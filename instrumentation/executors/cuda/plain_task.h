// A launch of a kernel's plain source, independent of a GPU: a value that can be passed to another process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

struct PlainTask {
  // An array that is a parameter, or part of one.
  struct ArrayArgument {
    std::uint32_t array = 0, argument = 0;
    std::uint64_t offset = 0;
  };
  // An array that is a variable of the file: it is copied there and back.
  struct Global {
    std::uint32_t array = 0, named = 0;
    std::uint64_t bytes = 0;
    bool is_written = false;
    std::string name;
  };

  std::string name;
  Text text;  // names the kernel first, then those variables
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::vector<std::byte>> arguments;  // by the kernel's parameters, scalars filled in
  std::vector<ArrayArgument> given;
  std::vector<Global> globals;

  [[nodiscard]] std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
};

// The source alone, compiled with NVRTC's defaults, which are nvcc's.
[[nodiscard]] Text plain_text(const std::string& name, const machine::Prepared& prepared);
// A launch without the contents of its arrays.
[[nodiscard]] PlainTask plain_task(const std::string& name, const machine::Prepared& prepared,
                                   const machine::Launch& launch);

// A task, and the contents of its arrays.
struct PackedTask {
  PlainTask task;
  std::vector<std::vector<std::byte>> arrays;
};
[[nodiscard]] std::vector<std::byte> pack(const PackedTask& all);
// Throws an Error if the bytes are not from `pack`.
[[nodiscard]] PackedTask unpack(std::span<const std::byte> packed);

}  // namespace tilescope::cuda
