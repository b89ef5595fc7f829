// A loop nest and a cache: which accesses hit and which miss, counted to the end, or at any moment on the way.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/cpu_side/cache.h"
#include "instrumentation/cpu_side/loops.h"

namespace tilescope {

// For one matrix.
struct CacheCounts {
  std::uint64_t hits = 0;
  // A line that was never there before; one that a cache of this size would have lost wherever lines may be; and one
  // that was lost because too many others have to be in the same places.
  std::uint64_t first_misses = 0, capacity_misses = 0, conflict_misses = 0;

  [[nodiscard]] std::uint64_t misses() const { return first_misses + capacity_misses + conflict_misses; }
  [[nodiscard]] std::uint64_t accesses() const { return hits + misses(); }
  CacheCounts& operator+=(const CacheCounts& other);
  bool operator==(const CacheCounts&) const = default;
};

enum class CacheResult : std::uint8_t { hit, first_miss, capacity_miss, conflict_miss };

struct MatrixCounts {
  std::array<CacheCounts, loop_matrices> by_matrix;

  [[nodiscard]] const CacheCounts& of(LoopMatrix matrix) const { return by_matrix[static_cast<std::size_t>(matrix)]; }
  [[nodiscard]] CacheCounts all() const;
  void add(LoopMatrix matrix, CacheResult result);
  bool operator==(const MatrixCounts&) const = default;
};

// Where X, Y and Z lie in memory: one after another, each from the beginning of a line.
class LoopMemory {
 public:
  LoopMemory(const LoopSizes& sizes, const CacheShape& shape);

  struct Elements {  // what a line holds: so many elements of one matrix, from this one on
    LoopMatrix matrix = LoopMatrix::x;
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] std::uint32_t line_of(const LoopAccess& access) const {
    const MatrixLines& place = places_[static_cast<std::size_t>(access.matrix)];
    return place.first_line + static_cast<std::uint32_t>((access.row * place.columns + access.column) / line_elements_);
  }
  [[nodiscard]] Elements elements_of(std::uint32_t line) const;
  [[nodiscard]] std::uint32_t lines() const { return lines_; }

 private:
  struct MatrixLines {
    std::uint32_t first_line = 0;
    std::uint64_t columns = 0, elements = 0;
  };
  std::array<MatrixLines, loop_matrices> places_;
  std::uint32_t line_elements_;
  std::uint32_t lines_ = 0;
};

// The cache in use, with what it takes to tell why a line was missed: the same cache without fixed places.
class CacheModel {
 public:
  CacheModel(const LoopSizes& sizes, const CacheShape& shape);

  CacheResult access(const LoopAccess& access);
  [[nodiscard]] const Cache& cache() const { return cache_; }
  [[nodiscard]] const LoopMemory& memory() const { return memory_; }

 private:
  LoopMemory memory_;
  Cache cache_;
  Cache anywhere_;
  std::vector<bool> seen_;  // by line
};

// From the first access to the last, keeping none of them.
[[nodiscard]] MatrixCounts count_cache(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape);

// The same, to be played back: every access with its result, and the cache at any moment.
class CacheRun {
 public:
  // Throws a UsageError where there are more accesses than can be kept.
  CacheRun(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape);

  static constexpr std::uint64_t most_accesses = 1U << 24;

  [[nodiscard]] LoopNest nest() const { return nest_; }
  [[nodiscard]] const LoopMemory& memory() const { return memory_; }
  [[nodiscard]] std::size_t size() const { return accesses_.size(); }
  [[nodiscard]] const LoopAccess& access(std::size_t number) const { return accesses_[number]; }
  [[nodiscard]] CacheResult result(std::size_t number) const { return results_[number]; }

  struct State {
    std::int32_t i = -1, j = -1, k = -1;  // the loops' variables at the last access; -1: not begun, or not in use
    std::vector<std::uint32_t> contents;  // lines, set after set, the last one used first; see Cache::contents
    MatrixCounts counts;                  // so far
  };
  // When so many accesses have been done.
  [[nodiscard]] State at(std::size_t moment) const;

 private:
  struct Keyframe {
    std::vector<std::uint32_t> contents;
    MatrixCounts counts;
  };
  void find_indices(State& state, std::size_t moment) const;

  LoopNest nest_;
  CacheShape shape_;
  LoopMemory memory_;
  std::vector<LoopAccess> accesses_;
  std::vector<CacheResult> results_;
  std::size_t spacing_;  // accesses from keyframe to keyframe
  std::vector<Keyframe> keyframes_;
};

}  // namespace tilescope
