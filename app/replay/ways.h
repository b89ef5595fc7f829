// The sums and stores of the threads of each path, with the numbers of their events, so that no frame has to search.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/scenery.h"

namespace tilescope {

// A value that a thread computes step by step: a variable of its own, or an element of an array of its own.
struct Slot {
  std::uint8_t array = 0;
  std::uint32_t index = 0;
  bool adds = false;  // a running sum; otherwise the result of comparisons, as for the minimum of two keys

  [[nodiscard]] bool is_of(const Event& event) const { return event.array() == array && event.index == index; }
};

// A store of a thread.
struct Result {
  std::uint8_t array = no_array;  // a global one; no_array: the store is not followed
  std::uint32_t event = 0;
  std::int32_t slot = -1;  // whose value it stores
};

struct Way {
  std::vector<Slot> slots;  // in the order of the kernel's text and of their arrays
  std::vector<Result> results;
  std::vector<std::uint32_t> last;  // by step and slot, and for all slots: the newest partial sum's number, plus one
  // With turns, by visit and slot instead of by step: the steps of the visits; after a row of zeros.
  std::vector<std::uint32_t> visits;
  bool is_by_visit = false;

  // The number of the slot of a partial sum; -1 if it has none.
  [[nodiscard]] std::int32_t slot_of(const Event& sum) const;
  [[nodiscard]] std::size_t all_slots() const { return slots.size(); }  // stands for whichever was the last
  [[nodiscard]] const std::uint32_t* last_at(std::uint32_t step) const;
};

struct Ways {
  std::vector<Way> of_path;
  std::vector<std::uint32_t> elements;  // of results, by block, thread and result
};
[[nodiscard]] Ways ways_of(const Trace& trace, const Scenery& scenery);

}  // namespace tilescope
