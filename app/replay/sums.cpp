#include "app/replay/sums.h"

#include <map>
#include <utility>

namespace tilescope {

std::vector<SumNow> sums_of(const Replay& replay, const Frame& frame, std::uint32_t thread) {
  const Column events = replay.trace().events(frame.block, thread);
  std::map<std::pair<std::uint8_t, std::uint32_t>, float> newest;
  for (std::uint32_t n = 0; n < frame.threads[thread].done; ++n)
    if (events[n].kind() == Kind::partial_sum) newest[{events[n].array(), events[n].index}] = events[n].value;
  std::vector<SumNow> sums;
  for (const auto& [place, value] : newest) sums.push_back({place.first, place.second, value});
  return sums;
}

}  // namespace tilescope
