// Global memory that several blocks of a launch have in common, as far as they may write to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilescope::machine {

struct MemoryOfBlocks {
  std::vector<std::vector<std::byte>> arrays;  // by number; empty: never written
  std::uint64_t changes = 0;
};

}  // namespace tilescope::machine
