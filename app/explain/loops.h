// The plain and the blocked loops of a CPU, run once for a size and a cache, and shown at any point on the way.
// Modelled.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/cpu_side/cache_run.h"

namespace tilescope {

// What is shown.
struct LoopsChoice {
  LoopSizes sizes;
  CacheShape shape;
  std::optional<double> place;  // a part of all accesses; empty: follows playback
};

// One loop nest, with what stays the same during playback.
struct LoopRun {
  CacheRun run;
  MatrixCounts in_the_end;
  std::vector<std::uint8_t> misses;  // for each of `parts` equal parts of the accesses: 255 if all of them miss

  static constexpr std::size_t parts = 96;
  LoopRun(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape);
  // How many accesses that part is.
  [[nodiscard]] std::size_t accesses_at(double part) const;
};

struct LoopRuns {
  LoopSizes sizes;
  CacheShape shape;
  std::array<LoopRun, 2> nests;  // plain, blocked
};
// Throws a UsageError if there are no such loops or no such cache.
[[nodiscard]] std::shared_ptr<const LoopRuns> run_both(const LoopSizes& sizes, const CacheShape& shape);

[[nodiscard]] std::string_view name_of(LoopMatrix matrix);  // "X"
// The code of a nest, without the function around it: lines, the first of which has this number.
struct LoopText {
  std::uint32_t first_line = 1;
  std::vector<std::string> lines;
};
[[nodiscard]] LoopText code_of(LoopNest nest);
// "Z[3][0..7]": the contents of a line of the cache.
[[nodiscard]] std::string contents_name(const LoopRun& of, const LoopSizes& sizes, std::uint32_t line);

}  // namespace tilescope
