// One warp in one step, as the app shows it.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

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
  asked.bytes = part.name.bytes;
  for (std::uint32_t n = 0; n < part.elements; ++n) {
    if ((part.performed >> n & 1) == 0) continue;
    asked.add(events[part.event + n].index, lane);
    ++own.elements;
  }
}

void place_in_sectors(WarpAccess& access, const Asked& asked) {
  access.global = global_cost(asked);
  for (LaneAccess& lane : access.lanes)
    if (lane.elements > 0) lane.place = lane.index / (sector_bytes / asked.step);
}

void place_in_banks(WarpAccess& access, const Asked& asked, std::uint32_t first_word) {
  access.shared = shared_cost(asked, first_word);
  std::vector<Banks> banks(asked.parts());
  for (std::uint32_t n = 0; n < asked.count; ++n) {
    LaneAccess& lane = access.lanes[asked.lane[n]];
    lane.part = asked.part_of(asked.lane[n]);
    lane.place = (first_word + lane.index * asked.step / word_bytes) % bank_count;
    for (std::uint32_t word = asked.first_word(n); word <= asked.last_word(n); ++word)
      lane.turn = std::max(lane.turn, banks[lane.part].turn_of(first_word + word));
  }
}

// By the atomics of a step: the cells that were wanted, by how many.
using Wishes = std::vector<std::pair<WarpAtomic, std::map<std::uint32_t, std::uint32_t>>>;

void add_atomics(Wishes& wishes, std::uint32_t lane, const Column& events, std::uint32_t first, std::uint32_t end) {
  for (std::uint32_t n = first; n < end; ++n) {
    const Event event = events[n];
    if (event.kind() != Kind::atomic) continue;
    auto of = std::find_if(wishes.begin(), wishes.end(), [&](const auto& one) { return one.first.site == event.site; });
    if (of == wishes.end()) {
      wishes.emplace_back();
      of = std::prev(wishes.end());
      of->first.array = event.array();
      of->first.kind = static_cast<AtomicKind>(event.operand());
      of->first.site = event.site;
    }
    ++of->first.lanes;
    of->first.wishes.push_back({lane, event.index});
    ++of->second[event.index];
  }
}

WarpAtomic summed_up(const Wishes::value_type& wishes) {
  WarpAtomic atomic = wishes.first;
  atomic.cells = static_cast<std::uint32_t>(wishes.second.size());
  for (const auto& [cell, lanes] : wishes.second) {
    if (lanes <= atomic.most) continue;
    atomic.most = lanes;
    atomic.wanted = cell;
  }
  return atomic;
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
  Wishes wishes;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t thread = result.first_thread + lane;
    const Path& path = order.paths()[order.path_of(block, thread)];
    const std::uint32_t first = step == 0 ? 0 : path.done_by(step - 1), end = path.done_by(step);
    if (first == end) continue;
    result.takes_part[lane] = true;
    const Column events = trace.events(block, thread);
    add_atomics(wishes, lane, events, first, end);
    found.clear();
    find_accesses(trace.arrays(), events, first, end, found);
    for (const ThreadAccess& part : found) {
      auto access = std::find_if(result.accesses.begin(), result.accesses.end(),
                                 [&](const WarpAccess& one) { return one.name == part.name; });
      if (access == result.accesses.end()) {
        access = result.accesses.emplace(result.accesses.end());
        access->name = part.name;
        access->lanes.resize(lanes);
        asked.emplace_back().step = trace.arrays()[part.name.array].element_bytes;
      }
      add_lane(*access, asked[static_cast<std::size_t>(access - result.accesses.begin())], lane, part, events);
    }
  }
  for (const auto& one : wishes) result.atomics.push_back(summed_up(one));
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
