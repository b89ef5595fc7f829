#include "app/replay/touches.h"

#include <algorithm>

namespace tilescope {

namespace {

void add_touches(std::vector<Touch>& touches, const Replay& replay, std::uint8_t array, std::uint32_t element,
                 std::size_t block, std::uint32_t thread) {
  const Column events = replay.trace().events(block, thread);
  const bool is_global = replay.trace().arrays()[array].space == Space::global;
  std::uint32_t number = 0;
  const std::size_t first = touches.size();
  bool stores = false;
  std::uint8_t sum_array = no_array;
  std::uint32_t sum_index = 0;
  for (const Event& event : events) {
    if (event.array() == array && event.index == element && event.kind() != Kind::out_of_bounds) {
      touches.push_back({replay.moments().after(block, thread, number), block, thread, number});
      if (event.kind() == Kind::global_store && event.origin < number) {
        const Event& origin = events[event.origin];
        stores = origin.kind() == Kind::partial_sum;
        sum_array = origin.array();
        sum_index = origin.index;
      }
    }
    ++number;
  }
  if (!is_global || !stores || sum_array == array) return;
  for (std::uint32_t n = 0; n < events.size(); ++n)
    if (events[n].kind() == Kind::partial_sum && events[n].array() == sum_array && events[n].index == sum_index)
      touches.push_back({replay.moments().after(block, thread, n), block, thread, n});
  std::sort(touches.begin() + static_cast<std::ptrdiff_t>(first), touches.end(),
            [](const Touch& a, const Touch& b) { return a.event < b.event; });
}

}  // namespace

std::vector<Touch> touches_of(const Replay& replay, std::uint8_t array, std::uint32_t element, std::size_t block) {
  std::vector<Touch> touches;
  const bool is_global = replay.trace().arrays()[array].space == Space::global;
  for (const std::size_t each : replay.blocks()) {
    if (!is_global && each != block) continue;
    for (std::uint32_t thread = 0; thread < replay.trace().threads_per_block(); ++thread)
      add_touches(touches, replay, array, element, each, thread);
  }
  std::stable_sort(touches.begin(), touches.end(),
                   [](const Touch& a, const Touch& b) { return a.moment < b.moment; });
  return touches;
}

}  // namespace tilescope
