// What the threads of each path sum up and store, and by which of their events: so that no frame has to look for it.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/scenery.h"

namespace tilescope {

// What a thread makes step by step: a variable of its own, or an element of an array of its own.
struct Slot {
  std::uint8_t array = 0;
  std::uint32_t index = 0;
  bool adds = false;  // a running sum; else it is made by comparing alone, as the lesser of two keys is

  [[nodiscard]] bool is_of(const Event& event) const { return event.array() == array && event.index == index; }
};

// A store of a thread.
struct Result {
  std::uint8_t array = no_array;  // a global one; no_array: none that is followed
  std::uint32_t event = 0;
  std::int32_t slot = -1;  // whose value it stores
};

struct Way {
  std::vector<Slot> slots;  // in the order in which they stand in the kernel's text and in their arrays
  std::vector<Result> results;
  std::vector<std::uint32_t> last;  // by step and slot, and of all slots: the newest partial sum's number, plus one
  // In the order of turns, by visit and slot in place of steps: the steps of those; behind a row of zeros.
  std::vector<std::uint32_t> visits;
  bool is_by_visit = false;

  // The number of the slot that a partial sum belongs to; -1 where there is none.
  [[nodiscard]] std::int32_t slot_of(const Event& sum) const;
  [[nodiscard]] std::size_t all_slots() const { return slots.size(); }  // stands for whichever was the last
  [[nodiscard]] const std::uint32_t* last_at(std::uint32_t step) const;
};

struct Ways {
  std::vector<Way> of_path;
  std::vector<std::uint32_t> elements;  // that results go to, by block, thread and result
};
[[nodiscard]] Ways ways_of(const Trace& trace, const Scenery& scenery);

}  // namespace tilescope
