// The known times of kernels: tables measured on this machine or recorded on others, and this launch's own time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measured/kernel_table.h"
#include "instrumentation/analysis/waits.h"

namespace tilescope {

struct KnownTable {
  KernelTable table;
  bool is_own = false;  // measured on this machine, not shipped

  // "measured here, 2026-11-22" or "recorded 2026-11-22".
  [[nodiscard]] std::string source() const;
};

// A table, and the kernels that are shown of it.
struct Times {
  const KnownTable* known = nullptr;  // none, if there are none at all
  std::vector<std::string> names;     // of all tables, to choose from
  std::size_t chosen = 0;
  std::string kernel, beside;  // in focus, and beside it
  int tile = 0;
  std::optional<Waits> waits;     // at the barriers of this launch
  bool has_clock = false;         // a GPU recorded it
  std::string executor;           // which one
  std::string why_no_seconds;     // if its plain kernel failed there
  std::optional<double> seconds;  // of this very launch, plain, on this machine's GPU
  std::optional<double> gflops;   // which makes so many

  // The kernel whose widths are shown: the one in focus, else the one beside it, else the fastest.
  [[nodiscard]] std::string kernel_of_widths() const;
};

// "Barriers cost 23 % of this kernel here, ...": the share by the clock, or why it is unknown.
[[nodiscard]] std::string barrier_words(const Times& times);

}  // namespace tilescope
