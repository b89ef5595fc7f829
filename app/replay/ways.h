// The sums and stores of the threads on each path, with event numbers, so that frames need not search for them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/scenery.h"

namespace tilescope {

// A value that a thread computes step by step: a variable, or an element of a local array.
struct Slot {
  std::uint8_t array = 0;
  std::uint32_t index = 0;
  bool adds = false;  // a running sum; otherwise the result of comparisons, as for the minimum of two keys

  [[nodiscard]] bool is_of(const Event& event) const { return event.array() == array && event.index == index; }
};

// A store of a thread.
struct Result {
  std::uint8_t array = no_array;  // a global array; no_array: the store is not followed
  std::uint32_t event = 0;
  std::int32_t slot = -1;  // the slot whose value it stores; -1: none
};

struct Way {
  std::vector<Slot> slots;  // ordered by array and index
  std::vector<Result> results;
  std::vector<std::uint32_t> last;  // by step and slot, and over all slots: the newest partial sum's number, plus one
  // With turns, the rows of `last` are visits, after a row of zeros; `visits` has the steps of the visits.
  std::vector<std::uint32_t> visits;
  bool is_by_visit = false;

  // The slot of a partial sum; -1 if it has none.
  [[nodiscard]] std::int32_t slot_of(const Event& sum) const;
  [[nodiscard]] std::size_t all_slots() const { return slots.size(); }  // the index for the newest sum of any slot
  [[nodiscard]] const std::uint32_t* last_at(std::uint32_t step) const;
};

struct Ways {
  std::vector<Way> of_path;
  std::vector<std::uint32_t> elements;  // by block, thread and result: the element that it stores to
};
[[nodiscard]] Ways ways_of(const Trace& trace, const Scenery& scenery);

}  // namespace tilescope
