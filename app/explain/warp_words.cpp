#include "app/explain/warp_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace tilescope {

namespace {

std::uint32_t elements_of(const WarpAccess& access) {
  std::uint32_t sum = 0;
  for (const LaneAccess& lane : access.lanes) sum += lane.elements;
  return sum;
}

// Counts an element of several lanes once.
std::uint32_t different_elements_of(const WarpAccess& access) {
  std::set<std::uint32_t> elements;
  for (const LaneAccess& lane : access.lanes)
    for (std::uint32_t n = 0; n < lane.elements; ++n) elements.insert(lane.index + n);
  return static_cast<std::uint32_t>(elements.size());
}

// Why the banks of shared memory serve an access at once.
std::string served_words(const WarpAccess& access, std::uint32_t elements) {
  const std::uint32_t different = different_elements_of(access);
  if (access.name.kind != Kind::shared_load || different == elements) return "no bank serves two words at a time";
  if (different == 1) return fmt::format("one element for {}, a broadcast", many(elements, "lane"));
  return fmt::format("{} for {}, a broadcast", many(different, "element"), many(elements, "lane"));
}

}  // namespace

std::string percent_words(double part) {
  const std::string number = fmt::format("{:.1f}", 100 * part);
  return (number.ends_with(".0") ? number.substr(0, number.size() - 2) : number) + " %";
}

std::string used_words(const WarpAccess& access, const std::vector<ArrayInfo>& arrays) {
  const ArrayInfo& array = arrays[access.name.array];
  if (!access.name.is_global() || array.is_constant || array.element_bytes != access.name.bytes) return "";
  const std::uint32_t in_sector = sector_bytes / array.element_bytes;
  std::map<std::uint32_t, std::set<std::uint32_t>> used;  // by sector
  for (const LaneAccess& lane : access.lanes)
    for (std::uint32_t n = 0; n < lane.elements; ++n)
      used[(lane.index + n) * array.element_bytes / sector_bytes].insert(lane.index + n);
  if (in_sector < 2 || used.empty()) return "";
  const std::size_t each = used.begin()->second.size();
  for (const auto& [sector, elements] : used)
    if (elements.size() != each) return "";
  return each < in_sector ? fmt::format("{} of {} used", each, in_sector) : "";
}

std::string access_words(const Scenery& scenery, const AccessName& name) {
  const bool stores = name.kind == Kind::global_store || name.kind == Kind::shared_store;
  return fmt::format("{} {}", stores ? "store" : "load", scenery.arrays()[name.array].name);
}

std::string cost_words(const WarpAccess& access, const std::vector<ArrayInfo>& arrays) {
  const std::uint32_t elements = elements_of(access);
  if (elements == 0) return "no lane accesses an element";
  if (arrays[access.name.array].is_constant) {
    const std::uint32_t different = different_elements_of(access);
    return different == 1 ? fmt::format("constant memory: one broadcast serves {}", many(elements, "lane"))
                          : fmt::format("constant memory: {}, one after another", many(different, "element"));
  }
  if (access.name.is_global()) {
    const GlobalCost& cost = access.global;
    if (const std::uint32_t different = different_elements_of(access); different < elements)
      return fmt::format(
          "{} share {}: {} of 32 bytes (minimum {})",
          many(static_cast<std::uint64_t>(std::count_if(access.lanes.begin(), access.lanes.end(),
                                                        [](const LaneAccess& lane) { return lane.elements > 0; })),
               "lane"),
          many(different, "element"), many(cost.sectors, "sector"), cost.ideal_sectors);
    return fmt::format("{} in {} of 32 bytes (minimum {}): {} efficient", many(elements, "element"),
                       many(cost.sectors, "sector"), cost.ideal_sectors,
                       percent_words(static_cast<double>(elements * access.name.bytes) /
                                     static_cast<double>(cost.sectors * sector_bytes)));
  }
  if (access.shared.ways <= 1) return "no bank conflict: " + served_words(access, elements);
  return fmt::format("{}-way bank conflict: one bank serves {} words in turn", access.shared.ways, access.shared.ways);
}

std::string contention_words(const WarpAtomic& atomic, const std::vector<ArrayInfo>& arrays) {
  const ArrayInfo& array = arrays[atomic.array];
  const std::string who = fmt::format("{} {}: {}", function_name(atomic.kind), array.name, many(atomic.lanes, "lane"));
  if (atomic.most <= 1) return atomic.lanes == 1 ? who : who + ", each at its own cell";
  return fmt::format("{} at {}; {} want {}, one after another", who, many(atomic.cells, "cell"), atomic.most,
                     element_name(array, atomic.wanted));
}

}  // namespace tilescope
