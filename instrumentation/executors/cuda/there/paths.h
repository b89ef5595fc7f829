// The table by which threads with the same path find each other, for host and GPU.
#pragma once

#include <cstdint>

#include "instrumentation/anywhere.h"

namespace tilescope::cuda {

// By place: a path's hash and its first thread; and whether the table is full.
struct PathTable {
  static constexpr std::uint32_t places = 4096;

  unsigned long long hashes[places];
  std::uint32_t first[places];
  std::uint32_t full;
};

// The first place to search for a hash; the following places come next.
[[nodiscard]] TILESCOPE_ANYWHERE std::uint32_t first_place(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 20) % PathTable::places;
}

}  // namespace tilescope::cuda
