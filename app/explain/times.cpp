#include "app/explain/times.h"

#include <fmt/format.h>

namespace tilescope {

std::string KnownTable::source() const {
  return fmt::format("{} {}", is_own ? "measured here" : "recorded", table.date.substr(0, 10));
}

std::string Times::kernel_of_widths() const {
  for (const std::string* const name : {&kernel, &beside})
    if (known != nullptr && !widths_of(known->table, *name).empty()) return *name;
  if (known == nullptr || known->table.rows.empty()) return "";
  return known->table.rows[ranked(known->table).front().row].kernel;
}

std::string barrier_words(const Times& times) {
  if (!times.has_clock) return "The cost of barriers is unknown: a CPU trace has no clock.";
  if (!times.waits) return "This kernel has no barriers.";
  const auto share = times.waits->all.share();
  if (!share) return "This kernel has one barrier, whose cost is unknown.";
  return fmt::format(
      "Barriers cost {:.0f} % of this kernel's time here: warps waited for that share of the time from the first "
      "barrier to the last. Measured by the clock of {} during recording.",
      100 * *share, times.executor);
}

}  // namespace tilescope
