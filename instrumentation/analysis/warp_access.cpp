#include "instrumentation/analysis/warp_access.h"

#include <algorithm>

namespace tilescope {

namespace {

bool is_access(std::span<const ArrayInfo> arrays, const Event& event) {
  if (event.kind() <= Kind::shared_store) return true;
  return event.kind() == Kind::out_of_bounds && event.array() < arrays.size() &&
         arrays[event.array()].space != Space::local;
}

AccessName name_of(std::span<const ArrayInfo> arrays, const Event& event) {
  AccessName name{event.kind(), event.array(), event.operand(), event.at->bytes};
  if (event.kind() == Kind::out_of_bounds) {
    const bool global = arrays[event.array()].space == Space::global;
    if (event.stray_store()) name.kind = global ? Kind::global_store : Kind::shared_store;
    if (!event.stray_store()) name.kind = global ? Kind::global_load : Kind::shared_load;
  }
  return name;
}

std::uint32_t elements_of(Width width) { return width == Width::four ? 4 : width == Width::two ? 2 : 1; }

}  // namespace

void find_accesses(std::span<const ArrayInfo> arrays, const Column& events, std::uint32_t first, std::uint32_t end,
                   std::vector<ThreadAccess>& found) {
  for (std::uint32_t n = first; n < end;) {
    const Event& event = events[n];
    if (!is_access(arrays, event)) {
      ++n;
      continue;
    }
    ThreadAccess access{name_of(arrays, event), n, 0, 0};
    const std::uint32_t elements = std::min(elements_of(event.width()), end - n);
    for (; access.elements < elements; ++access.elements, ++n) {
      const Event& part = events[n];
      const bool belongs = access.elements == 0 || (part.width() == Width::rest && is_access(arrays, part) &&
                                                    name_of(arrays, part) == access.name);
      if (!belongs) break;
      if (part.kind() != Kind::out_of_bounds)
        access.performed = static_cast<std::uint8_t>(access.performed | 1U << access.elements);
    }
    found.push_back(access);
  }
}

GlobalCost global_cost(const Asked& asked) {
  if (asked.count == 0) return {};
  std::array<std::uint32_t, std::size_t{warp_lanes} * widest_access> sorted;
  const std::uint32_t* index = asked.index.data();
  if (!std::is_sorted(index, index + asked.count)) {
    std::copy_n(index, asked.count, sorted.begin());
    std::sort(sorted.begin(), sorted.begin() + asked.count);
    index = sorted.data();
  }
  GlobalCost cost{1, 1, 0};
  const std::uint32_t in_sector = sector_bytes / asked.step, in_line = line_bytes / asked.step;
  std::uint32_t elements = 1;
  for (std::uint32_t n = 1; n < asked.count; ++n) {
    const std::uint32_t now = index[n], before = index[n - 1];
    elements += now != before ? 1 : 0;
    cost.sectors += now / in_sector != before / in_sector ? 1 : 0;
    cost.lines += now / in_line != before / in_line ? 1 : 0;
  }
  cost.ideal_sectors = (elements * asked.bytes + sector_bytes - 1) / sector_bytes;
  return cost;
}

SharedCost shared_cost(const Asked& asked, std::uint32_t first_word) {
  SharedCost cost;
  for (std::uint32_t n = 0; n < asked.count;) {
    const std::uint32_t part = asked.part_of(asked.lane[n]);
    Banks banks;
    for (; n < asked.count && asked.part_of(asked.lane[n]) == part; ++n)
      for (std::uint32_t word = asked.first_word(n); word <= asked.last_word(n); ++word)
        banks.turn_of(first_word + word);
    ++cost.parts;
    cost.wavefronts += banks.ways();
    cost.ways = std::max(cost.ways, banks.ways());
  }
  return cost;
}

std::uint32_t first_shared_word(std::span<const ArrayInfo> arrays, std::size_t array) {
  constexpr std::int64_t bytes_apart = 16;
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < array; ++n)
    if (arrays[n].space == Space::shared)
      bytes += (arrays[n].elements() * arrays[n].element_bytes + bytes_apart - 1) / bytes_apart * bytes_apart;
  return static_cast<std::uint32_t>(bytes / word_bytes);
}

}  // namespace tilescope
