// The table by which threads that take the same path find each other, as both sides see it.
#pragma once

#include <cstdint>

#include "instrumentation/anywhere.h"

namespace tilescope::cuda {

// By path's place: threads' hashes, the first thread of each, and whether there was no place left.
struct PathTable {
  static constexpr std::uint32_t places = 4096;

  unsigned long long hashes[places];
  std::uint32_t first[places];
  std::uint32_t full;
};

// Where a hash is looked for first; then come the places after it.
[[nodiscard]] TILESCOPE_ANYWHERE std::uint32_t first_place(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 20) % PathTable::places;
}

}  // namespace tilescope::cuda
