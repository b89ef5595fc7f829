// One warp in one step, as the app shows it.
#include <algorithm>

#include "instrumentation/analysis/warps.h"

namespace tilescope {

namespace {

void add_lane(WarpAccess& access, Asked& asked, std::uint32_t lane, const ThreadAccess& part, const Column& events) {
  LaneAccess& own = access.lanes[lane];
  own.active = true;
  own.stray = part.performed == 0;
  own.event = part.event;
  own.index = events[part.event].index;
  asked.widest = std::max<std::uint32_t>(asked.widest, part.elements);
  for (std::uint32_t n = 0; n < part.elements; ++n) {
    if ((part.performed >> n & 1) == 0) continue;
    asked.add(events[part.event + n].index, lane);
    ++own.elements;
  }
}

void place_in_sectors(WarpAccess& access, const Asked& asked) {
  access.global = global_cost(asked);
  for (LaneAccess& lane : access.lanes)
    if (lane.elements > 0) lane.place = lane.index / sector_elements;
}

void place_in_banks(WarpAccess& access, const Asked& asked, std::uint32_t first_word) {
  access.shared = shared_cost(asked, first_word);
  std::vector<Banks> banks(asked.parts());
  for (std::uint32_t n = 0; n < asked.count; ++n) {
    LaneAccess& lane = access.lanes[asked.lane[n]];
    lane.part = asked.part_of(asked.lane[n]);
    lane.place = (first_word + lane.index) % bank_count;
    lane.turn = std::max(lane.turn, banks[lane.part].turn_of(first_word + asked.index[n]));
  }
}

}  // namespace

std::uint32_t warps_per_block(const Trace& trace) { return (trace.threads_per_block() + warp_lanes - 1) / warp_lanes; }

WarpStep warp_step(const Trace& trace, const Order& order, std::size_t block, std::uint32_t warp, std::uint32_t step) {
  WarpStep result;
  result.line = order.step(step).line;
  result.first_thread = warp * warp_lanes;
  const std::uint32_t lanes = std::min(warp_lanes, trace.threads_per_block() - result.first_thread);
  result.takes_part.resize(lanes);
  std::vector<ThreadAccess> found;
  std::vector<Asked> asked;  // by access
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t thread = result.first_thread + lane;
    const Path& path = order.paths()[order.path_of(block, thread)];
    const std::uint32_t first = step == 0 ? 0 : path.events[step - 1], end = path.events[step];
    if (first == end) continue;
    result.takes_part[lane] = true;
    const Column events = trace.events(block, thread);
    found.clear();
    find_accesses(trace.arrays(), events, first, end, found);
    for (const ThreadAccess& part : found) {
      auto access = std::find_if(result.accesses.begin(), result.accesses.end(),
                                 [&](const WarpAccess& one) { return one.name == part.name; });
      if (access == result.accesses.end()) {
        access = result.accesses.emplace(result.accesses.end());
        access->name = part.name;
        access->lanes.resize(lanes);
        asked.emplace_back();
      }
      add_lane(*access, asked[static_cast<std::size_t>(access - result.accesses.begin())], lane, part, events);
    }
  }
  for (std::size_t n = 0; n < asked.size(); ++n) {
    WarpAccess& access = result.accesses[n];
    if (access.name.is_global())
      place_in_sectors(access, asked[n]);
    else
      place_in_banks(access, asked[n], first_shared_word(trace.arrays(), access.name.array));
  }
  return result;
}

}  // namespace tilescope
