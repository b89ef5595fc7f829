#include "app/replay/footprint.h"

#include <set>
#include <utility>

namespace tilescope {

std::vector<Footprint> footprint_of(const Trace& trace, std::size_t block, std::uint32_t thread) {
  std::vector<Footprint> loads;
  const Column events = trace.events(block, thread);
  for (std::uint32_t n = 0; n < events.size(); ++n)
    if (events[n].kind() == Kind::global_load) loads.push_back({events[n].array(), events[n].index, n});
  return loads;
}

SharedLoads loads_in_common(const std::vector<Footprint>& one, const std::vector<Footprint>& other) {
  SharedLoads common;
  std::set<std::pair<std::uint8_t, std::uint32_t>> theirs, seen;
  for (const Footprint& load : one) seen.insert({load.array, load.element});
  for (const Footprint& load : other) {
    if (!seen.count({load.array, load.element})) continue;
    ++common.duplicates;
    theirs.insert({load.array, load.element});
  }
  for (const Footprint& load : one)
    if (theirs.erase({load.array, load.element}) > 0) common.elements.push_back(load);
  return common;
}

}  // namespace tilescope
