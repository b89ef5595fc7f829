#include "instrumentation/trace/trace.h"

#include <algorithm>
#include <numeric>

namespace tilescope {

std::int64_t ArrayInfo::elements() const {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

bool Trace::has_masks() const {
  return std::any_of(sites().begin(), sites().end(), [](const Site& site) {
    return site.kind == Kind::shuffle ||
           (site.kind == Kind::vote && static_cast<WarpKind>(site.operand) != WarpKind::active);
  });
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

namespace {

double number_in(const ArrayInfo& array, const Buffer& buffer, std::span<const std::byte> bytes,
                 std::uint64_t element) {
  if (array.part_kinds.empty()) return buffer.in(bytes, element);
  const PartOfArray part = array.part_of(element);
  return number_at(bytes, element * array.element_bytes, part.number, part.bytes, part.is_unsigned);
}

}  // namespace

double Trace::given(std::uint8_t array, std::uint32_t element) const {
  if (array >= launch().buffers.size()) return 0;
  const Buffer& buffer = launch().buffers[array];
  return number_in(arrays()[array], buffer, buffer.bytes, element);
}

double Trace::left(std::size_t array, std::uint64_t element) const {
  if (array >= launch().buffers.size()) return 0;
  const Buffer& buffer = launch().buffers[array];
  return number_in(arrays()[array], buffer, left(array).empty() ? buffer.bytes.all() : left(array), element);
}

}  // namespace tilescope
