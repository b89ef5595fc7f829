#include "app/replay/links.h"

#include <algorithm>

namespace tilescope {

namespace {

bool is_access(const Event& event) { return !event.is_barrier() && event.kind() != Kind::out_of_bounds; }

template <class Item>
void sort_once(std::vector<Item>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
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
  if (!trace.block(block).recorded) return lines;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    for (const Event& event : trace.events(block, thread))
      if (event.array() == element.array && event.index == element.element && is_access(event))
        if (lines.empty() || lines.back() != event.line()) lines.push_back(event.line());
  sort_once(lines);
  return lines;
}

}  // namespace tilescope
