#include "instrumentation/trace/trace.h"

#include <algorithm>
#include <numeric>

namespace tilescope {

std::int64_t ArrayInfo::elements() const {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

bool Trace::fully_recorded() const {
  return std::all_of(parts_.blocks.begin(), parts_.blocks.end(),
                     [](const BlockTrace& block) { return block.recorded() && block.lost == 0; });
}

std::uint64_t Trace::kept_events() const {
  std::uint64_t sum = 0;
  for (const BlockTrace& block : parts_.blocks)
    if (block.recorded())
      for (std::uint32_t thread = 0; thread < threads_per_block(); ++thread)
        sum += block.record->count(block.first_lane + thread);
  return sum;
}

std::uint64_t Trace::lost_events() const {
  std::uint64_t sum = 0;
  for (const BlockTrace& block : parts_.blocks) sum += block.lost;
  return sum;
}

double Trace::given(std::uint8_t array, std::uint32_t element) const {
  return array < launch().buffers.size() ? launch().buffers[array].at(element) : 0;
}

double Trace::left(std::size_t array, std::uint64_t element) const {
  if (array >= launch().buffers.size()) return 0;
  const Buffer& buffer = launch().buffers[array];
  return left(array).empty() ? buffer.at(element) : buffer.in(left(array), element);
}

}  // namespace tilescope
