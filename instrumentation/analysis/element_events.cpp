#include "instrumentation/analysis/element_events.h"

#include <algorithm>
#include <tuple>

#include "instrumentation/analysis/provenance.h"

namespace tilescope {

namespace {

void add_sums(std::vector<EventRef>& found, const Trace& trace, std::size_t first, std::size_t block) {
  std::vector<EventRef> stores;
  std::copy_if(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(), std::back_inserter(stores),
               [&](const EventRef& ref) { return event_at(trace, ref).kind() == Kind::global_store; });
  if (stores.empty()) return;
  const BlockStores of_block(trace, block);
  for (const EventRef& store : stores) {
    const std::vector<EventRef> sums = products_behind(of_block, store).sums;
    found.insert(found.end(), sums.begin(), sums.end());
  }
}

}  // namespace

std::vector<EventRef> accesses_of_element(const Trace& trace, std::uint8_t array, std::uint32_t element,
                                          std::size_t block) {
  std::vector<EventRef> found;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    std::uint32_t number = 0;
    for (const Event& event : trace.events(block, thread)) {
      if (event.array() == array && event.index == element && event.kind() != Kind::out_of_bounds)
        found.push_back({block, thread, number});
      ++number;
    }
  }
  return found;
}

std::vector<EventRef> events_of_element(const Trace& trace, std::uint8_t array, std::uint32_t element,
                                        std::size_t block) {
  std::vector<EventRef> found;
  const bool is_global = trace.arrays()[array].space == Space::global;
  for (std::size_t each = 0; each < trace.block_count(); ++each) {
    if (!trace.block(each).recorded() || (!is_global && each != block)) continue;
    const std::size_t first = found.size();
    const std::vector<EventRef> accesses = accesses_of_element(trace, array, element, each);
    found.insert(found.end(), accesses.begin(), accesses.end());
    if (is_global) add_sums(found, trace, first, each);
  }
  std::sort(found.begin(), found.end(), [](const EventRef& a, const EventRef& b) {
    return std::tie(a.block, a.thread, a.event) < std::tie(b.block, b.thread, b.event);
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace tilescope
