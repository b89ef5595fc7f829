// Heat maps: how often each element of a matrix is loaded and stored, and how often what fills a shared cell is read.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/paged.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// For one array, by element. An access out of bounds is not an access to an element.
struct Heat {
  std::uint8_t array = no_array;
  std::int64_t rows = 1, columns = 1;
  Paged<std::uint32_t> loads;
  Paged<std::uint32_t> stores;

  [[nodiscard]] std::uint32_t most_loads() const;
  [[nodiscard]] std::uint32_t most_stores() const;
  [[nodiscard]] std::uint64_t all_loads() const;
  [[nodiscard]] std::uint64_t all_stores() const;
};

struct Reuse {
  std::vector<Heat> arrays;  // global and shared ones, by number; of a thread's own floats there is an empty Heat
  // What was counted: blocks that kept no events tell nothing about elements.
  std::size_t recorded_blocks = 0;
  std::size_t all_blocks = 0;
  std::uint64_t lost = 0;  // events of recorded blocks that found no room

  [[nodiscard]] bool whole() const { return recorded_blocks == all_blocks && lost == 0; }
  // One scale for all matrices, and for those of another launch beside them.
  [[nodiscard]] std::uint32_t most_global_loads(const std::vector<ArrayInfo>& arrays) const;
};

// For the launch: all recorded blocks. Shared cells of all blocks are added up.
[[nodiscard]] Reuse reuse(const Trace& trace);
// For one recorded block.
[[nodiscard]] Reuse reuse_of_block(const Trace& trace, std::size_t block);

// How many loads of each element the second launch saves: those of the first less its own. Nothing if the two are
// not of the same shape, or where not all of both was recorded.
[[nodiscard]] std::optional<std::vector<std::int64_t>> loads_saved(const Reuse& first, const Heat& of_first,
                                                                   const Reuse& second, const Heat& of_second);

}  // namespace tilescope
