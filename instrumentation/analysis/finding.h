// One thing that a kernel does wrong: which hazard, of which array, at which lines, how often, and which thread did it
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// What comes first is more likely to be the cause of the others.
enum class Hazard : std::uint8_t {
  barrier_divergence,  // a barrier that not all threads of the block reach; a note, where the others have returned
  endless_loop,        // a thread in a loop that cannot end
  failed_assert,       // or trap
  misaligned_access,   // of more bytes than its address is a multiple of
  mask_mismatch,       // a warp's function, with a mask that does not fit the lanes that come
  race,                // one shared cell, one interval between barriers, two threads, and one of them stores
  uninitialised_read,  // a shared cell read that no barrier and no own store had put a store before
  out_of_bounds,       // an access beyond its array
  store_conflict,      // two threads store one element of global memory
  wrong_result,        // the launch left something else than what it is known to compute
};
inline constexpr int hazard_count = static_cast<int>(Hazard::wrong_result) + 1;
[[nodiscard]] std::string_view name_of(Hazard hazard);  // "store_conflict"

// `possible`: so in this launch, whose numbers are made up in part, and not in all others that were tried.
enum class Severity : std::uint8_t { error, possible, note };
[[nodiscard]] std::string_view name_of(Severity severity);

// One thread's part in a finding.
struct Access {
  static constexpr std::uint32_t unknown = 0xffffffff;

  Kind kind = Kind::shared_load;
  bool store = false;      // also of an access out of bounds, whose kind does not tell
  std::uint32_t line = 0;  // 0: nothing, the thread had returned
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;  // of its event; unknown where there are too many to be counted

  bool operator==(const Access&) const = default;
};

// How far a result is off.
struct Difference {
  float got = 0;  // of the first wrong element
  double expected = 0;
  double largest = 0;            // of the wrong elements that are numbers
  std::uint64_t not_finite = 0;  // wrong elements that are none

  bool operator==(const Difference&) const = default;
};

// All that has one cause: the same hazard of the same array at the same lines.
struct Finding {
  Hazard hazard = Hazard::race;
  Severity severity = Severity::error;
  std::uint8_t array = no_array;

  std::uint64_t times = 0;      // pairs of accesses; accesses, where it takes but one; wrong elements of a result
  bool at_least = false;        // of so many pairs that not all were looked at
  std::uint64_t cells = 0;      // different elements; 0 for accesses out of bounds, which have none
  std::uint64_t blocks = 0;     // different blocks
  std::uint64_t intervals = 0;  // different intervals, as all blocks number them

  // The first one, by block, interval and cell. Of two accesses the first is a store, or the one in the earlier line.
  // For blocks that were only counted there are no accesses to show.
  std::vector<Access> accesses;
  std::uint32_t interval = 0;
  std::uint32_t cell = 0;

  std::optional<Difference> difference;  // of a wrong result
  std::optional<MaskMistake> mask;       // of a mask that does not fit: the first

  bool operator==(const Finding&) const = default;
};

// Whether two findings, perhaps of two traces, are about the same lines.
[[nodiscard]] bool same_cause(const Finding& a, const Finding& b);

}  // namespace tilescope
