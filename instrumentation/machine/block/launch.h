// A launch of a program's kernel: its inputs, and how it runs. Any number of arrays, by number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/machine/code/code.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::machine {

struct Launch {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::vector<std::byte>> arrays;  // by number; only of arrays with inputs
  std::vector<std::uint64_t> scalars;          // in the order of Code::scalars: 32 bits in the lower half, or 64
  OutOfBounds out_of_bounds = OutOfBounds::poison;
  Schedule schedule;
  bool together = false;  // ignores the schedule: all threads in lockstep
  // The initial contents of shared memory, and of threads' uninitialized variables.
  std::uint32_t unset = poison_bits, unset_own = poison_bits;
  std::uint64_t most_rounds = 0;  // of all loops of a thread together

  [[nodiscard]] std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
  [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
};

}  // namespace tilescope::machine
