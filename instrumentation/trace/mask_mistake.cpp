#include "instrumentation/trace/mask_mistake.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace tilescope {

std::string_view name_of(WarpKind kind) {
  static constexpr std::array<std::string_view, 17> names{
      "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",  "__shfl_xor_sync",  "__all_sync",
      "__any_sync",        "__ballot_sync",     "__activemask",      "__syncwarp",       "__reduce_add_sync",
      "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync",
      "__match_any_sync",  "__match_all_sync"};
  static_assert(!names.back().empty());
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(MaskMistake::Kind kind) {
  static constexpr std::array<std::string_view, 4> names{"caller_unnamed", "named_missing", "asked_unnamed",
                                                         "asked_missing"};
  static_assert(!names.back().empty());
  return names[static_cast<std::size_t>(kind)];
}

void add_mask_mistake(std::vector<MaskMistake>& known, const MaskMistake& more) {
  const auto same =
      std::find_if(known.begin(), known.end(), [&](const MaskMistake& one) { return one.cause() == more.cause(); });
  if (same == known.end()) {
    known.push_back(more);
    return;
  }
  MaskMistake both = same->place() <= more.place() ? *same : more;
  both.times = same->times + more.times;
  both.blocks = same->blocks + more.blocks;
  both.intervals.clear();
  std::set_union(same->intervals.begin(), same->intervals.end(), more.intervals.begin(), more.intervals.end(),
                 std::back_inserter(both.intervals));
  *same = std::move(both);
}

}  // namespace tilescope
