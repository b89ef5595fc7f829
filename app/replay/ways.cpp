#include "app/replay/ways.h"

#include <algorithm>
#include <tuple>

namespace tilescope {

namespace {

std::vector<Slot>::const_iterator place_of(const std::vector<Slot>& slots, const Event& sum) {
  return std::lower_bound(slots.begin(), slots.end(), sum, [](const Slot& slot, const Event& event) {
    return std::tuple(slot.array, slot.index) < std::tuple(event.array(), event.index);
  });
}

std::vector<Slot> slots_of(const Column& events, const Scenery& scenery) {
  std::vector<Slot> slots;
  for (const Event& event : events) {
    if (event.kind() != Kind::partial_sum || scenery.is_global(event.array())) continue;
    auto place = slots.begin() + (place_of(slots, event) - slots.cbegin());
    if (place == slots.end() || !place->is_of(event)) place = slots.insert(place, {event.array(), event.index, false});
    place->adds = place->adds || adds_to_what_was(event.sum_form());
  }
  return slots;
}

Way way_of(const Path& path, const Column& events, const Scenery& scenery) {
  Way way{slots_of(events, scenery), {}, {}, {}, false};
  const std::size_t columns = way.slots.size() + 1;
  const bool by_visit = scenery.order().is_of_turns();
  way.is_by_visit = by_visit;
  if (by_visit) way.visits = path.steps;
  way.last.resize(columns * (by_visit ? path.visits.size() + 1 : scenery.order().step_count()));
  for (std::size_t visit = 0; visit < path.visits.size(); ++visit)
    for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) {
      const Event& event = events[n];
      if (event.kind() == Kind::partial_sum) {
        const std::size_t row = columns * (by_visit ? visit + 1 : path.steps[visit]);
        const std::int32_t slot = way.slot_of(event);
        way.last[row + way.all_slots()] = n + 1;
        if (slot >= 0) way.last[row + static_cast<std::size_t>(slot)] = n + 1;
      } else if (event.kind() == Kind::global_store ||
                 (event.kind() == Kind::atomic && scenery.is_global(event.array()))) {
        // An atomic adds a sum to the value in memory, so the sum is not the stored value.
        const bool is_sum =
            event.kind() == Kind::global_store && event.origin < n && events[event.origin].kind() == Kind::partial_sum;
        way.results.push_back({scenery.is_written(event.array()) ? event.array() : no_array, n,
                               is_sum ? way.slot_of(events[event.origin]) : -1});
      }
    }
  for (std::size_t n = columns; n < way.last.size(); ++n) way.last[n] = std::max(way.last[n], way.last[n - columns]);
  return way;
}

}  // namespace

const std::uint32_t* Way::last_at(std::uint32_t step) const {
  const std::size_t columns = slots.size() + 1;
  if (!is_by_visit) return &last[step * columns];
  const auto behind = std::upper_bound(visits.begin(), visits.end(), step);
  return &last[static_cast<std::size_t>(behind - visits.begin()) * columns];
}

std::int32_t Way::slot_of(const Event& sum) const {
  const auto place = place_of(slots, sum);
  return place != slots.end() && place->is_of(sum) ? static_cast<std::int32_t>(place - slots.begin()) : -1;
}

Ways ways_of(const Trace& trace, const Scenery& scenery) {
  const Order& order = scenery.order();
  Ways ways;
  for (const Path& path : order.paths())
    ways.of_path.push_back(way_of(path, trace.events(path.block, path.thread), scenery));
  for (const std::size_t block : scenery.blocks())
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      for (const Result& result : ways.of_path[order.path_of(block, thread)].results)
        ways.elements.push_back(events.index_of(result.event));
    }
  return ways;
}

}  // namespace tilescope
