#include "instrumentation/cpu_side/cache.h"

#include <fmt/format.h>

#include <bit>

#include "instrumentation/error.h"

namespace tilescope {

void CacheShape::require_valid() const {
  if (!std::has_single_bit(line_bytes) || line_bytes < 4 || line_bytes > 4096)
    throw UsageError(fmt::format("a cache line of {} bytes: use a power of two from 4 to 4096", line_bytes));
  if (!std::has_single_bit(bytes) || bytes < line_bytes || bytes > 1U << 30)
    throw UsageError(
        fmt::format("a cache of {} bytes: use a power of two, from one line of {} bytes to 1 GiB", bytes, line_bytes));
  if (ways != 0 && (!std::has_single_bit(ways) || ways > lines()))
    throw UsageError(fmt::format(
        "{} ways: use a power of two up to the {} lines of the cache, or 0 for fully associative", ways, lines()));
}

Cache::Cache(const CacheShape& shape, std::uint32_t memory_lines)
    : places_(shape.places()),
      sets_(shape.sets()),
      newer_(memory_lines, none),
      older_(memory_lines, none),
      held_(memory_lines) {}

bool Cache::access(std::uint32_t line) {
  Set& set = sets_[line % sets_.size()];
  const bool hit = held_[line];
  if (hit) {
    if (set.newest == line) return true;
    take_out(set, line);
  } else if (set.size == places_) {
    take_out(set, set.oldest);
  }
  put_first(set, line);
  return hit;
}

void Cache::take_out(Set& set, std::uint32_t line) {
  (newer_[line] == none ? set.newest : older_[newer_[line]]) = older_[line];
  (older_[line] == none ? set.oldest : newer_[older_[line]]) = newer_[line];
  held_[line] = false;
  --set.size;
}

void Cache::put_first(Set& set, std::uint32_t line) {
  newer_[line] = none;
  older_[line] = set.newest;
  (set.newest == none ? set.oldest : newer_[set.newest]) = line;
  set.newest = line;
  held_[line] = true;
  ++set.size;
}

std::vector<std::uint32_t> Cache::contents() const {
  std::vector<std::uint32_t> lines(sets_.size() * places_, none);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    std::size_t place = set * places_;
    for (std::uint32_t line = sets_[set].newest; line != none; line = older_[line]) lines[place++] = line;
  }
  return lines;
}

void Cache::restore(const std::vector<std::uint32_t>& contents) {
  for (Set& set : sets_) {
    while (set.size > 0) take_out(set, set.oldest);
  }
  for (std::size_t place = contents.size(); place-- > 0;)
    if (contents[place] != none) put_first(sets_[place / places_], contents[place]);
}

}  // namespace tilescope
