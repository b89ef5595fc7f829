// What a device can tell of a block's shared memory from its events one by one, in any order of threads between two
// barriers: whether a hazard is possible there at all, and whether another block did the very same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/screened.h"

namespace tilescope {

// Which blocks' events have to be looked at to know all hazards of a launch.
struct BlocksToLookAt {
  std::vector<std::size_t> blocks;        // in their order
  std::vector<std::uint64_t> stands_for;  // see KnownBlocks
  std::size_t looked_at = 0;              // of how many blocks all is known then
};
// At most so many: those that stand for others come first. Not `alike`: none stands for another, since values count as
// well, of which a print says nothing.
[[nodiscard]] BlocksToLookAt blocks_to_look_at(std::span<const BlockReport> reports, std::size_t most,
                                               bool alike = true);

}  // namespace tilescope
