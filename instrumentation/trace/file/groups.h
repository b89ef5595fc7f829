// Finds the groups of blocks in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::file {

// What the table says about blocks that are compressed together.
struct Group {
  std::size_t first_block = 0;
  std::uint32_t blocks = 0;
  std::uint64_t events = 0;
  std::vector<std::size_t> chunks;
  std::vector<std::size_t> clock_chunks;
};
// Checks that the groups are consecutive, and that they contain as many blocks as the launch and its fault require.
[[nodiscard]] std::vector<Group> find_groups(const ChunkReader& file, const Launch& launch, bool has_fault);

}  // namespace tilescope::file
