#include "instrumentation/trace/file/groups.h"

#include <fmt/format.h>

namespace tilescope::file {

std::vector<Group> find_groups(const ChunkReader& file, const Launch& launch, bool has_fault) {
  std::vector<Group> groups;
  std::uint64_t blocks = 0;
  const std::vector<Entry>& entries = file.entries();
  for (const std::size_t chunk : file.chunks_of(Section::blocks)) {
    const Entry& entry = entries[chunk];
    if (entry.blocks != 0) {
      groups.push_back({static_cast<std::size_t>(blocks), entry.blocks, entry.events, {}, {}});
      blocks += entry.blocks;
    }
    if (groups.empty()) throw file.table_error(chunk, "blocks that continue before they begin");
    groups.back().chunks.push_back(chunk);
  }
  auto group = groups.begin();
  for (const std::size_t chunk : file.chunks_of(Section::clocks)) {
    const Entry& entry = entries[chunk];
    if (entry.blocks != 0) {
      while (group != groups.end() && group->first_block < entry.events) ++group;
      if (group == groups.end() || group->first_block != entry.events || group->blocks != entry.blocks ||
          !group->clock_chunks.empty())
        throw file.table_error(chunk, "clocks of blocks that do not exist");
    } else if (group == groups.end() || group->clock_chunks.empty()) {
      throw file.table_error(chunk, "clocks that continue before they begin");
    }
    group->clock_chunks.push_back(chunk);
  }
  const std::uint64_t grid = launch.grid.count();
  if (blocks > grid || (blocks < grid && !has_fault))
    throw file.header_error(fmt::format("{} blocks, but the grid has {}", blocks, grid));
  if (blocks > free_blocks && (blocks - free_blocks) * room_per_block > file.file_bytes())
    throw file.header_error(fmt::format("the file is too small for {} blocks", blocks));
  return groups;
}

}  // namespace tilescope::file
