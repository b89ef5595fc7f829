// The plain and the blocked loops of a CPU, run once for a size and a cache, and shown at any access. Modelled.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/cpu_side/cache_run.h"

namespace tilescope {

struct LoopsChoice {
  LoopSizes sizes;
  CacheShape shape;
  std::optional<double> place;  // a fraction of all accesses; empty: follows playback
};

// One loop nest, with what does not change during playback.
struct LoopRun {
  CacheRun run;
  MatrixCounts in_the_end;
  std::vector<std::uint8_t> misses;  // the share of misses in each of `parts` equal parts; 255 if all miss

  static constexpr std::size_t parts = 96;
  LoopRun(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape);
  // The number of accesses up to this fraction.
  [[nodiscard]] std::size_t accesses_at(double part) const;
};

struct LoopRuns {
  LoopSizes sizes;
  CacheShape shape;
  std::array<LoopRun, 2> nests;  // plain, blocked
};
// Throws a UsageError if such loops or such a cache are impossible.
[[nodiscard]] std::shared_ptr<const LoopRuns> run_both(const LoopSizes& sizes, const CacheShape& shape);

[[nodiscard]] std::string_view name_of(LoopMatrix matrix);  // "X"
// The code of a nest without the function around it, and the number of its first line.
struct LoopText {
  std::uint32_t first_line = 1;
  std::vector<std::string> lines;
};
[[nodiscard]] LoopText code_of(LoopNest nest);
// The contents of a line of the cache: "Z[3][0..7]".
[[nodiscard]] std::string contents_name(const LoopRun& of, const LoopSizes& sizes, std::uint32_t line);

}  // namespace tilescope
