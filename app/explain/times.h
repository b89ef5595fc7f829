// The known times of kernels: tables measured on this machine or recorded on others, and the time of this launch.
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

// A table, and which of its kernels are shown.
struct Times {
  const KnownTable* known = nullptr;  // null if there are no tables
  std::vector<std::string> names;     // of all tables, to choose from
  std::size_t chosen = 0;
  std::string launched;        // the kernel in focus
  std::string kernel, beside;  // the kernels in focus and beside it; empty unless they are built in
  int tile = 0;
  std::optional<Waits> waits;     // at the barriers of this launch
  bool has_clock = false;         // recorded by a GPU
  std::string executor;           // the name of the executor
  std::string why_no_seconds;     // if running the plain kernel failed
  std::optional<double> seconds;  // of this launch as a plain kernel on this machine's GPU
  std::optional<double> gflops;   // at these seconds

  // The kernel whose tile widths are shown: the one in focus, else the one beside it, else the fastest.
  [[nodiscard]] std::string kernel_of_widths() const;
};

// "Barriers cost 23 % of this kernel's time here, ...": the measured share, or why it is unknown.
[[nodiscard]] std::string barrier_words(const Times& times);

}  // namespace tilescope
