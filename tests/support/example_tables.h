// Made-up tables of kernels' times, with numbers that are easy to calculate with.
#pragma once

#include <string>
#include <vector>

#include "app/explain/times.h"

namespace tilescope::test {

inline KernelRow example_row(const std::string& kernel, int tile, const Spread& seconds) {
  KernelRow row;
  row.kernel = kernel;
  row.tile = tile;
  row.seconds = seconds;
  row.occupancy = 0.5;
  row.traffic = Traffic{1e6, 4e5};
  return row;
}

// The first two kernels by time share a rank; the third is close to the second, but not to the first.
inline KernelTable example_table() {
  KernelTable table;
  table.gpu = "a GPU";
  table.capability = "9.0";
  table.driver = "1.2";
  table.program = "TileScope 1";
  table.date = "2026-01-02 03:04";
  table.m = table.n = table.k = 100;
  table.seed = 7;
  table.cublas = "13.0.0";
  table.cublas_seconds = Spread{0.9e-3, 1e-3, 1.1e-3};
  table.peak = table.copy = table.fill = {1, 2, 3};
  table.rows = {example_row("slow", 8, {8e-3, 8.1e-3, 8.3e-3}), example_row("fast", 16, {2e-3, 2.1e-3, 2.2e-3}),
                example_row("fast", 32, {2.1e-3, 2.25e-3, 2.3e-3}), example_row("other", 8, {2.3e-3, 2.4e-3, 2.4e-3})};
  table.skipped = {{"small", "it takes no such size"}};
  return table;
}

// A table of this computer, one with many long kernel names and large numbers, and one without cuBLAS.
inline std::vector<KnownTable> example_tables() {
  KernelTable large = example_table();
  large.gpu = "NVIDIA GeForce RTX 4090 Laptop GPU";
  large.driver = "580.159.03";
  large.m = large.n = large.k = 16384;
  large.peak = {61234, 61300, 61400};
  large.cublas_seconds = Spread{0.17, 0.171, 0.172};
  large.rows.clear();
  for (const char* const name : {"tiled", "tiled_bounded", "naive", "naive_uncoalesced", "tiled_transposed_padded",
                                 "tiled_barrier_in_inner_loop", "one", "two", "three", "four", "five", "six", "seven"})
    for (const int tile : {4, 8, 16, 32, 64, 128}) {
      const double seconds = 0.2 + 0.3 * static_cast<double>(large.rows.size());
      large.rows.push_back(example_row(name, tile, {seconds, seconds + 0.001, seconds + 0.002}));
      large.rows.back().traffic = Traffic{7e13, 2.2e12};
    }
  KernelTable without = example_table();
  without.cublas_seconds.reset();
  without.why_no_cublas = "there is none";
  without.rows.back().traffic.reset();
  return {{example_table(), true}, {large, false}, {without, false}};
}

}  // namespace tilescope::test
