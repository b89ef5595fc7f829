// The writable global memory that several blocks of a launch share.
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
