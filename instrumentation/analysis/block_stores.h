// Finds the threads that may have written the value that a thread of a block reads: the block's stores, found by cell,
// as its barriers order them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// One event of a trace.
struct EventRef {
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = 0;

  bool operator==(const EventRef&) const = default;
};

[[nodiscard]] inline Event event_at(const Trace& trace, const EventRef& ref) {
  return trace.events(ref.block, ref.thread)[ref.event];
}

// The stores of a recorded block, into shared and into global memory. It looks at every event once; after that, a
// question takes a search for the cell and a look at that cell's stores. Keeps its trace by reference.
class BlockStores {
 public:
  BlockStores(const Trace& trace, std::size_t block);

  [[nodiscard]] const Trace& trace() const { return *trace_; }
  [[nodiscard]] std::size_t block() const { return block_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }  // how many the block kept
  // How many barriers the thread has passed when it comes to this event.
  [[nodiscard]] std::uint32_t interval_of(std::uint32_t thread, std::uint32_t event) const;

  // The stores whose value a thread may find in a cell when it comes to its event number `event`.
  struct Writers {
    // The newest by the thread's own order and by the barriers. There are several where threads raced to write, and
    // none if the cell may still hold what it held when the block began.
    std::vector<EventRef> ordered;
    // Other threads' stores that no barrier parts from this moment: before or after it, which is not known.
    std::vector<EventRef> unordered;

    [[nodiscard]] std::size_t possible() const { return ordered.size() + unordered.size() + (ordered.empty() ? 1 : 0); }
  };
  [[nodiscard]] Writers writers_of(std::uint8_t array, std::uint32_t index, std::uint32_t thread,
                                   std::uint32_t event) const;

  // What other recorded blocks stored into an element of global memory, or left there by atomics, in the order of their
  // numbers. The first question about an array takes a look at all events of these blocks.
  [[nodiscard]] std::span<const EventRef> stores_elsewhere(std::uint8_t array, std::uint32_t index) const;

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct Store {
    std::uint64_t cell;  // its array and index
    std::uint32_t interval, thread, event;
  };

  // For one array: by element, then by block, thread and event.
  struct Elsewhere {
    std::vector<std::uint32_t> indices;
    std::vector<EventRef> stores;
  };

  void find_elsewhere(std::uint8_t array, Elsewhere& all) const;

  const Trace* trace_;
  std::size_t block_;
  std::uint64_t events_ = 0;
  std::vector<Store> stores_;                 // by cell, then by interval, thread and event
  std::vector<std::uint32_t> releases_;       // the events with which threads leave barriers, thread after thread
  std::vector<std::uint32_t> first_release_;  // of each thread, and one more
  mutable std::map<std::uint8_t, Elsewhere> elsewhere_;  // of the arrays that were asked about
};

// The store that gave an element of an array its last value.
struct FinalStore {
  EventRef store;
  std::uint32_t stores = 0;  // how many recorded stores the element has; 0: none, and the rest says nothing
  bool is_final = false;     // its value is the one that is left; or else a block that was not recorded stored later
};
// For every element of a global array. Blocks count in their order, and within a block barriers; where two threads
// raced, what is left tells whose value stayed.
[[nodiscard]] std::vector<FinalStore> final_stores(const Trace& trace, std::uint8_t array);

// The number of a global array; nothing if the kernel has none of that name.
[[nodiscard]] std::optional<std::uint8_t> global_array(const Trace& trace, std::string_view name);

}  // namespace tilescope
