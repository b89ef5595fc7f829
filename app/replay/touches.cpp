#include "app/replay/touches.h"

#include <algorithm>

#include "instrumentation/analysis/element_events.h"

namespace tilescope {

std::vector<Touch> touches_of(const Replay& replay, std::uint8_t array, std::uint32_t element, std::size_t block) {
  std::vector<Touch> touches;
  for (const EventRef& ref : events_of_element(replay.trace(), array, element, block))
    touches.push_back({replay.moments().after(ref.block, ref.thread, ref.event), ref.block, ref.thread, ref.event});
  std::stable_sort(touches.begin(), touches.end(), [](const Touch& a, const Touch& b) { return a.moment < b.moment; });
  return touches;
}

}  // namespace tilescope
