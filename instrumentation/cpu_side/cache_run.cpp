#include "instrumentation/cpu_side/cache_run.h"

#include <fmt/format.h>

#include <limits>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::uint32_t element_size = 4;

void require_valid(const LoopSizes& sizes) {
  for (const std::int32_t side : {sizes.m, sizes.n, sizes.k})
    if (side < 1 || side > 1 << 14) throw UsageError(fmt::format("a side of {}: use 1 to {}", side, 1 << 14));
  if (sizes.block < 1) throw UsageError(fmt::format("blocks of {}: use 1 or more", sizes.block));
}

}  // namespace

CacheCounts& CacheCounts::operator+=(const CacheCounts& other) {
  hits += other.hits;
  first_misses += other.first_misses;
  capacity_misses += other.capacity_misses;
  conflict_misses += other.conflict_misses;
  return *this;
}

CacheCounts MatrixCounts::all() const {
  CacheCounts sum;
  for (const CacheCounts& matrix : by_matrix) sum += matrix;
  return sum;
}

void MatrixCounts::add(LoopMatrix matrix, CacheResult result) {
  CacheCounts& counts = by_matrix[static_cast<std::size_t>(matrix)];
  switch (result) {
    case CacheResult::hit: ++counts.hits; break;
    case CacheResult::first_miss: ++counts.first_misses; break;
    case CacheResult::capacity_miss: ++counts.capacity_misses; break;
    case CacheResult::conflict_miss: ++counts.conflict_misses; break;
  }
}

LoopMemory::LoopMemory(const LoopSizes& sizes, const CacheShape& shape)
    : line_elements_(shape.line_bytes / element_size) {
  shape.require_valid();
  require_valid(sizes);
  const std::int32_t sides[loop_matrices][2] = {{sizes.m, sizes.n}, {sizes.m, sizes.k}, {sizes.k, sizes.n}};
  for (std::size_t matrix = 0; matrix < loop_matrices; ++matrix) {
    MatrixLines& place = places_[matrix];
    place.first_line = lines_;
    place.columns = static_cast<std::uint64_t>(sides[matrix][1]);
    place.elements = static_cast<std::uint64_t>(sides[matrix][0]) * place.columns;
    lines_ += static_cast<std::uint32_t>((place.elements + line_elements_ - 1) / line_elements_);
  }
}

LoopMemory::Elements LoopMemory::elements_of(std::uint32_t line) const {
  std::size_t matrix = loop_matrices - 1;
  while (places_[matrix].first_line > line) --matrix;
  const MatrixLines& place = places_[matrix];
  const std::uint64_t first = std::uint64_t{line - place.first_line} * line_elements_;
  return {static_cast<LoopMatrix>(matrix), first,
          static_cast<std::uint32_t>(std::min<std::uint64_t>(line_elements_, place.elements - first))};
}

CacheModel::CacheModel(const LoopSizes& sizes, const CacheShape& shape)
    : memory_(sizes, shape),
      cache_(shape, memory_.lines()),
      anywhere_({shape.bytes, shape.line_bytes, 0}, memory_.lines()),
      seen_(memory_.lines()) {}

CacheResult CacheModel::access(const LoopAccess& access) {
  const std::uint32_t line = memory_.line_of(access);
  const bool hit = cache_.access(line);
  const bool hit_anywhere = anywhere_.access(line);
  if (hit) return CacheResult::hit;
  if (!seen_[line]) {
    seen_[line] = true;
    return CacheResult::first_miss;
  }
  return hit_anywhere ? CacheResult::conflict_miss : CacheResult::capacity_miss;
}

MatrixCounts count_cache(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape) {
  CacheModel model(sizes, shape);
  MatrixCounts counts;
  run_loops(nest, sizes, [&](const LoopAccess& access) { counts.add(access.matrix, model.access(access)); });
  return counts;
}

CacheRun::CacheRun(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape)
    : nest_(nest), shape_(shape), memory_(sizes, shape), spacing_(std::max(1024U, 4 * shape.lines())) {
  const std::uint64_t count = accesses_of(nest, sizes);
  if (count > most_accesses)
    throw UsageError(
        fmt::format("{} accesses are too many to play back: use a smaller size (maximum: {})", count, most_accesses));
  accesses_.reserve(count);
  results_.reserve(count);
  CacheModel model(sizes, shape);
  MatrixCounts counts;
  run_loops(nest, sizes, [&](const LoopAccess& access) {
    if (accesses_.size() % spacing_ == 0) keyframes_.push_back({model.cache().contents(), counts});
    accesses_.push_back(access);
    results_.push_back(model.access(access));
    counts.add(access.matrix, results_.back());
  });
}

CacheRun::State CacheRun::at(std::size_t moment) const {
  moment = std::min(moment, size());
  const std::size_t keyframe = std::min(moment / spacing_, keyframes_.size() - 1);
  State state;
  state.counts = keyframes_[keyframe].counts;
  Cache cache(shape_, memory_.lines());
  cache.restore(keyframes_[keyframe].contents);
  for (std::size_t n = keyframe * spacing_; n < moment; ++n) {
    cache.access(memory_.line_of(accesses_[n]));
    state.counts.add(accesses_[n].matrix, results_[n]);
  }
  state.contents = cache.contents();
  if (moment > 0) find_indices(state, moment - 1);
  return state;
}

// The innermost statement reads Y[i][k] and then Z[k][j]; each knows two of the three.
void CacheRun::find_indices(State& state, std::size_t number) const {
  const LoopAccess& now = accesses_[number];
  const auto index = [](std::uint32_t at) { return static_cast<std::int32_t>(at); };
  switch (now.matrix) {
    case LoopMatrix::x:
      state.i = index(now.row);
      state.j = index(now.column);
      break;
    case LoopMatrix::y:
      state.i = index(now.row);
      state.k = index(now.column);
      state.j = index(accesses_[number + 1].column);
      break;
    case LoopMatrix::z:
      state.i = index(accesses_[number - 1].row);
      state.k = index(now.row);
      state.j = index(now.column);
      break;
  }
}

}  // namespace tilescope
