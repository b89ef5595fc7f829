#include "instrumentation/executors/cuda/outlines.h"

#include <span>

#include "instrumentation/executors/cuda/compiled.h"

namespace tilescope::cuda {

Outlines::Outlines() : there_(PathTable::places), known_(PathTable::places) {}

void Outlines::add(const Paths& paths, const SiteWord* sites) {
  std::vector<PathToOutline> found;
  std::uint64_t room = 0;
  for (std::uint32_t place = 0; place < PathTable::places; ++place) {
    if (known_[place] || paths.events(place) == nullptr) continue;
    known_[place] = true;
    found.push_back({paths.events(place), paths.made(place), place, nullptr});
    room += paths.made(place);
  }
  if (found.empty()) return;
  Memory<OutlinedEvent> events(room);
  OutlinedEvent* to = events.data();
  for (PathToOutline& path : found) {
    path.to = to;
    to += path.count;
  }
  const Memory<PathToOutline> found_there{std::span<const PathToOutline>(found)};
  start(own_function("outlines", "outline"), {static_cast<unsigned>(found.size())}, {PathToOutline::threads}, 0,
        "starting to outline paths", found_there.data(), sites, there_.data());
  wait("outlining paths");
  events_.push_back(std::move(events));
}

}  // namespace tilescope::cuda
