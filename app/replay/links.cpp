#include "app/replay/links.h"

#include <algorithm>
#include <functional>

#include "instrumentation/analysis/element_events.h"
#include "instrumentation/analysis/warps.h"

namespace tilescope {

namespace {

bool is_access(const Event& event) { return !event.is_barrier() && event.kind() != Kind::out_of_bounds; }

template <class Item>
void sort_once(std::vector<Item>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

using Wanted = std::function<bool(std::size_t access, std::uint32_t lane, const LaneAccess&)>;

// The threads and elements of the chosen lanes in this step.
WarpLinks lanes_in_step(const WarpStep& step, const Wanted& wanted) {
  WarpLinks links;
  for (std::size_t n = 0; n < step.accesses.size(); ++n)
    for (std::uint32_t lane = 0; lane < step.accesses[n].lanes.size(); ++lane) {
      const LaneAccess& own = step.accesses[n].lanes[lane];
      if (own.elements == 0 || !wanted(n, lane, own)) continue;
      links.threads.push_back(step.first_thread + lane);
      for (std::uint32_t element = 0; element < own.elements; ++element)
        links.elements.push_back({step.accesses[n].name.array, own.index + element});
    }
  sort_once(links.threads);
  sort_once(links.elements);
  return links;
}

}  // namespace

std::vector<ElementOf> elements_of_line(const Replay& replay, const Frame& frame, std::uint32_t line) {
  std::vector<ElementOf> found;
  if (frame.steps == 0) return found;
  const Order& order = replay.order();
  std::uint32_t first = order.first_step(frame.interval), end = order.first_step(frame.interval + 1);
  if (frame.phase) {
    first = order.phases()[*frame.phase].first_step;
    end = order.phases()[*frame.phase].end_step;
  }
  const Trace& trace = replay.trace();
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    const Path& path = order.paths()[order.path_of(frame.block, thread)];
    const Column events = trace.events(frame.block, thread);
    for (std::size_t n = 0; n < path.visits.size(); ++n) {
      const Visit& visit = path.visits[n];
      if (visit.line != line || path.steps[n] < first || path.steps[n] >= end) continue;
      for (std::uint32_t event = visit.first; event < visit.end; ++event)
        if (is_access(events[event]) && events[event].kind() != Kind::partial_sum)
          found.push_back({events[event].array(), events[event].index});
    }
  }
  sort_once(found);
  return found;
}

std::vector<std::uint32_t> lines_of_element(const Replay& replay, std::size_t block, ElementOf element) {
  std::vector<std::uint32_t> lines;
  const Trace& trace = replay.trace();
  if (!trace.block(block).recorded()) return lines;
  for (const EventRef& ref : accesses_of_element(trace, element.array, element.element, block))
    lines.push_back(event_at(trace, ref).line());
  sort_once(lines);
  return lines;
}

WarpLinks links_of_lane(const Replay& replay, const Frame& frame, std::uint32_t thread) {
  const std::uint32_t warp = thread / warp_lanes;
  if (frame.steps == 0 || frame.at_begin || warp >= warps_per_block(replay.trace())) return {};
  return lanes_in_step(warp_step(replay.trace(), replay.order(), frame.block, warp, frame.step),
                       [&](std::size_t, std::uint32_t lane, const LaneAccess&) { return lane == thread % warp_lanes; });
}

WarpLinks links_of_bank(const Frame& frame, std::size_t access, std::uint32_t bank) {
  if (frame.at_begin) return {};
  return lanes_in_step(frame.warp, [&](std::size_t of, std::uint32_t, const LaneAccess& lane) {
    return of == access && lane.place == bank;
  });
}

}  // namespace tilescope
