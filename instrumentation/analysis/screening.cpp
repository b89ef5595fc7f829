#include "instrumentation/analysis/screening.h"

#include <algorithm>
#include <array>
#include <map>

namespace tilescope {

BlocksToLookAt blocks_to_look_at(std::span<const BlockReport> reports, std::size_t most, bool may_be_alike) {
  // Blocks that did the same, by the first of them.
  std::map<std::array<std::uint64_t, Print::words>, std::size_t> first_with;
  std::vector<std::size_t> first_of(reports.size());
  std::vector<std::uint64_t> alike(reports.size());
  for (std::size_t block = 0; block < reports.size(); ++block) {
    const auto print = std::to_array(reports[block].print);
    first_of[block] = may_be_alike ? first_with.try_emplace(print, block).first->second : block;
    ++alike[first_of[block]];
  }
  BlocksToLookAt choice;
  choice.stands_for.resize(reports.size());
  std::vector<bool> chosen(reports.size());
  const auto choose = [&](std::size_t block) {
    if (chosen[block]) return true;
    if (choice.blocks.size() == most) return false;
    choice.blocks.push_back(block);
    chosen[block] = true;
    return true;
  };
  for (std::size_t block = 0; block < reports.size(); ++block)
    if (alike[block] > 0 && (reports[block].flags & BlockReport::suspicious) != 0 && choose(block))
      choice.stands_for[block] = alike[block];
  for (std::size_t block = 0; block < reports.size(); ++block) {
    const std::uint32_t flags = reports[block].flags;
    const bool shared_is_known = (flags & BlockReport::suspicious) == 0 || chosen[first_of[block]];
    const bool global_is_known = (flags & (BlockReport::strayed | BlockReport::store_conflict)) == 0 || choose(block);
    if (shared_is_known && global_is_known) ++choice.looked_at;
  }
  std::sort(choice.blocks.begin(), choice.blocks.end());
  return choice;
}

}  // namespace tilescope
