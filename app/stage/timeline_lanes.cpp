#include "app/stage/timeline_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/stage/words.h"

namespace tilescope {

namespace {

TimelineLane own_lane(const Scenery& scenery, std::uint32_t thread) {
  return {{thread}, thread_name(scenery.launch(), thread), false};
}

Fold that_fits(const Scenery& scenery, Fold fold) {
  if (fold != Fold::as_fits) return fold;
  if (scenery.threads_per_block() <= warp_lanes) return Fold::threads;
  return scenery.order().is_of_turns() ? Fold::warps : Fold::paths;
}

// Groups in the order of their first threads.
std::vector<std::vector<std::uint32_t>> groups_of(const Scenery& scenery, std::size_t block, Fold fold) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::map<std::uint32_t, std::size_t> known;
  for (std::uint32_t thread = 0; thread < scenery.threads_per_block(); ++thread) {
    const std::uint32_t key = fold == Fold::warps ? thread / warp_lanes : scenery.order().path_of(block, thread);
    const auto [group, is_new] = known.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(thread);
  }
  return groups;
}

}  // namespace

bool TimelineLane::holds(std::uint32_t thread) const {
  return std::binary_search(threads.begin(), threads.end(), thread);
}

std::vector<TimelineLane> timeline_lanes(const Scenery& scenery, std::size_t block, Fold fold,
                                         const std::vector<std::uint32_t>& open) {
  fold = that_fits(scenery, fold);
  std::vector<TimelineLane> lanes;
  if (fold == Fold::threads) {
    for (std::uint32_t thread = 0; thread < scenery.threads_per_block(); ++thread)
      lanes.push_back(own_lane(scenery, thread));
    return lanes;
  }
  for (std::vector<std::uint32_t>& group : groups_of(scenery, block, fold)) {
    if (group.size() == 1) {
      lanes.push_back(own_lane(scenery, group.front()));
      continue;
    }
    const bool is_open = std::find(open.begin(), open.end(), group.front()) != open.end();
    std::string name = fold == Fold::warps
                           ? fmt::format("warp {}", group.front() / warp_lanes)
                           : fmt::format("{} ×{}", thread_name(scenery.launch(), group.front()), group.size());
    lanes.push_back({group, std::move(name), is_open});
    if (!is_open) continue;
    for (const std::uint32_t thread : group) lanes.push_back(own_lane(scenery, thread));
  }
  return lanes;
}

std::uint32_t lane_of(const std::vector<TimelineLane>& lanes, std::uint32_t thread) {
  std::uint32_t found = 0;
  for (std::uint32_t n = 0; n < lanes.size(); ++n) {
    if (!lanes[n].holds(thread)) continue;
    found = n;
    if (!lanes[n].is_open) break;
  }
  return found;
}

}  // namespace tilescope
