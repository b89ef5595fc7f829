// The times of plain kernels for one product on one GPU, beside cuBLAS and that GPU's peaks: measured here, or recorded
// earlier on another machine. Plain data, and what follows from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/measured/spread.h"

namespace tilescope {

// The accesses of warps to global memory in a launch: counted in one block of a small launch, and scaled to all blocks
// and K.
struct Traffic {
  double bytes = 0;    // of loads and stores, each access counted
  double sectors = 0;  // of 32 bytes each, moved by these
};

// One kernel at one tile width.
struct KernelRow {
  std::string kernel;
  int tile = 0;
  Spread seconds;    // measured, of one launch
  int launches = 1;  // in each run
  int runs = 1;
  int threads = 0;                   // of a block
  int registers = 0;                 // of a thread; compiled, as the next three
  std::uint32_t local_bytes = 0;     // of a thread: spilled registers, and its arrays
  std::uint32_t static_shared = 0;   // bytes of a block
  std::uint32_t dynamic_shared = 0;  // the same
  double occupancy = 0;              // modelled
  int blocks = 0;                    // at once on a multiprocessor; modelled
  std::string limiter;
  int runtime_blocks = 0;  // the same, by the driver
  std::optional<Traffic> traffic;
};

struct KernelTable {
  std::string gpu, capability, driver, program;
  std::string date;  // of the measurement, in UTC: "2026-11-22 03:10"
  std::int64_t m = 1, n = 1, k = 1;
  std::uint64_t seed = 0;  // of the random inputs
  std::string cublas;      // its version
  std::string why_no_cublas;
  std::optional<Spread> cublas_seconds;
  Spread peak;  // GFLOP/s of multiply-adds, measured
  Spread copy;  // GB/s, read and written, measured
  Spread fill;  // GB/s, measured
  std::vector<KernelRow> rows;
  struct Skipped {
    std::string kernel, why;
  };
  std::vector<Skipped> skipped;

  [[nodiscard]] double flops() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
  [[nodiscard]] double gflops(double seconds) const { return flops() / seconds / 1e9; }
  [[nodiscard]] std::optional<double> of_cublas(const KernelRow& row) const {
    if (!cublas_seconds) return std::nullopt;
    return cublas_seconds->middle / row.seconds.middle;
  }
};

// By time, fastest first. Rows whose medians differ by less than the spread of either row are a tie, and share a place.
struct Ranking {
  std::size_t row = 0;  // of the table
  int place = 1;        // counted from 1
  bool is_tie = false;
};
[[nodiscard]] std::vector<Ranking> ranked(const KernelTable& table);
[[nodiscard]] bool is_tie(const Spread& one, const Spread& other);

// Each kernel's fastest width, in the order of `ranked`.
[[nodiscard]] std::vector<Ranking> best_of_each(const KernelTable& table);
// The rows of one kernel, by tile width.
[[nodiscard]] std::vector<const KernelRow*> widths_of(const KernelTable& table, const std::string& kernel);

}  // namespace tilescope
