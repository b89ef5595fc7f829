#include "tests/bench/kernel_times_table.h"

#include <fmt/format.h>

#include "app/command_line/table.h"

namespace tilescope::bench {

using cli::Table;
using cli::with_commas;

namespace {

std::string percent(double part) { return fmt::format("{:.1f} %", 100 * part); }
std::string milliseconds(double seconds) { return fmt::format("{:.4g}", seconds * 1e3); }
std::string from_to(const Spread& s) { return fmt::format("{:.4g} to {:.4g}", s.low, s.high); }

std::string heading(const KernelTable& table, Origin origin) {
  const std::string where =
      fmt::format("{}, compute capability {}, driver {}", table.gpu, table.capability, table.driver);
  const std::string what = fmt::format("{} x {} x {} (M x N x K), random inputs of seed {}, plain kernels", table.m,
                                       table.n, table.k, table.seed);
  if (origin == Origin::recorded)
    return fmt::format("Recorded on {}, on {} UTC by {}; not measured here.\n{}\n\n", where, table.date, table.program,
                       what);
  return fmt::format("Measured on {}, on {} UTC.\n{}\n\n", where, table.date, what);
}

std::vector<std::string> row_cells(const KernelTable& table, const Ranking& place) {
  const KernelRow& row = table.rows[place.row];
  const auto of_cublas = table.of_cublas(row);
  const double gflops = table.gflops(row.seconds.middle);
  return {row.kernel,
          std::to_string(row.tile),
          fmt::format("{}{}", place.place, place.is_tie ? "=" : ""),
          milliseconds(row.seconds.middle),
          fmt::format("{} to {}", milliseconds(row.seconds.low), milliseconds(row.seconds.high)),
          fmt::format("{:.0f}", gflops),
          of_cublas ? fmt::format("{:.3f}", *of_cublas) : "-",
          percent(gflops / table.peak.middle),
          row.traffic ? fmt::format("{:.0f}", row.traffic->bytes / row.seconds.middle / 1e9) : "-",
          row.traffic ? fmt::format("{:.3g}", row.traffic->sectors) : "-",
          std::to_string(row.threads),
          std::to_string(row.registers),
          std::to_string(row.local_bytes),
          row.dynamic_shared == 0
              ? with_commas(row.static_shared)
              : fmt::format("{}+{}", with_commas(row.static_shared), with_commas(row.dynamic_shared)),
          fmt::format("{:.1f} %", 100 * row.occupancy),
          row.limiter};
}

}  // namespace

std::string kernel_times_text(const KernelTable& table, Origin origin) {
  Table cells({4, 15});
  cells.row({"kernel", "tile", "place", "ms", "of the runs", "GFLOP/s", "of cuBLAS", "of peak", "GB/s asked", "sectors",
             "threads", "registers", "local", "shared", "occupancy", "limited by"});
  if (table.cublas_seconds) {
    const Spread& s = *table.cublas_seconds;
    const double gflops = table.gflops(s.middle);
    cells.row({"cuBLAS " + table.cublas, "", "", milliseconds(s.middle),
               fmt::format("{} to {}", milliseconds(s.low), milliseconds(s.high)), fmt::format("{:.0f}", gflops), "1",
               percent(gflops / table.peak.middle)});
  } else {
    cells.row({"cuBLAS", "", "", "-", table.why_no_cublas});
  }
  for (const Ranking& place : ranked(table)) cells.row(row_cells(table, place));
  std::string text = heading(table, origin) + cells.text();
  text += fmt::format(
      "\nThis GPU at all, measured in the same runs: {:.0f} GFLOP/s of multiply-adds ({}), {:.0f} GB/s copied ({}), "
      "{:.0f} GB/s filled ({}).\n",
      table.peak.middle, from_to(table.peak), table.copy.middle, from_to(table.copy), table.fill.middle,
      from_to(table.fill));
  text +=
      "Times are measured: the median of the runs, the smallest and the largest. Kernels that share a place (=) differ "
      "by less than their runs do.\nRegisters, local bytes of a thread (spilled, or its arrays) and shared bytes of a "
      "block are compiled; occupancy is modelled; bytes and sectors that warps ask of global memory are counted in one "
      "block of a small launch, and scaled: caches serve most of them.\n";
  for (const KernelTable::Skipped& one : table.skipped)
    text += fmt::format("Not timed: {}: {}.\n", one.kernel, one.why);
  return text;
}

}  // namespace tilescope::bench
