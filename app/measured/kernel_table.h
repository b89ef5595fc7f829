// The times of plain kernels for one product on one GPU, with cuBLAS and that GPU's peaks: measured here, or recorded
// earlier on another machine. Plain data and values derived from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/measured/spread.h"

namespace tilescope {

// The global memory traffic of a launch: counted in one block of a small launch, and scaled to all blocks and to K.
struct Traffic {
  double bytes = 0;    // of all loads and stores
  double sectors = 0;  // moved for them, of 32 bytes each
};

// One kernel at one tile width.
struct KernelRow {
  std::string kernel;
  int tile = 0;
  Spread seconds;    // of one launch; measured
  int launches = 1;  // in each run
  int runs = 1;
  int threads = 0;                   // per block
  int registers = 0;                 // per thread; this and the next three are known from compilation
  std::uint32_t local_bytes = 0;     // per thread: spilled registers and local arrays
  std::uint32_t static_shared = 0;   // bytes per block
  std::uint32_t dynamic_shared = 0;  // bytes per block
  double occupancy = 0;              // modelled
  int blocks = 0;                    // per multiprocessor; modelled
  std::string limiter;
  int runtime_blocks = 0;  // per multiprocessor, by the driver
  std::optional<Traffic> traffic;
};

struct KernelTable {
  std::string gpu, capability, driver, program;
  std::string date;  // when the table was measured, in UTC: "2026-11-22 03:10"
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

// A row's place by time, fastest first. Rows whose medians differ by less than the spread of either are a tie and share
// a place.
struct Ranking {
  std::size_t row = 0;  // index in the table
  int place = 1;        // from 1
  bool is_tie = false;
};
[[nodiscard]] std::vector<Ranking> ranked(const KernelTable& table);
[[nodiscard]] bool is_tie(const Spread& one, const Spread& other);

// The fastest width of each kernel, in the order of `ranked`.
[[nodiscard]] std::vector<Ranking> best_of_each(const KernelTable& table);
// The rows of one kernel, by tile width.
[[nodiscard]] std::vector<const KernelRow*> widths_of(const KernelTable& table, const std::string& kernel);

}  // namespace tilescope
