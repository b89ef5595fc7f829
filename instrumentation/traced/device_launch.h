// What a recorded kernel is told on a device: its matrices, and where its threads' events and counts go.
#pragma once

#include <cstddef>
#include <cstdint>

#include "instrumentation/trace/count.h"
#include "instrumentation/trace/packed_event.h"
#include "instrumentation/traced/arguments.h"

namespace tilescope::traced {

// An event without what all threads of a path have in common: its origin and what it says beside its numbers.
struct alignas(8) NarrowEvent {
  std::uint32_t index;
  float value;
};
static_assert(2 * sizeof(NarrowEvent) == sizeof(PackedEvent));

struct DeviceLaunch {
  // As stray_bits: what the array holds further on; poison, and the address is read.
  static constexpr std::uint32_t stale = 0xffffffff, touch = 0xfffffffe;
  static constexpr std::uint32_t none = 0xffffffff;  // a block without a slot, a thread without a column
  static constexpr int side_words = 4;               // how many sides an array has, and they

  Arguments arguments;
  std::uint32_t static_shared_bytes = 0;  // of a block
  std::uint32_t stray_bits = 0;           // what a load outside its array gives
  std::int64_t* sides = nullptr;          // by array, side_words each
  std::uint32_t loop_limit = 0;           // iterations of one thread

  // To record: each block has room of its own, a row for every event number, and a row has a place for each of its
  // threads. Or chosen threads have a column each, one behind the other, and the others keep nothing.
  const std::uint32_t* slot_of_block = nullptr;     // null: of each its number; a block without a slot does nothing
  const std::uint32_t* column_of_thread = nullptr;  // by slot and thread; null: rows
  std::byte* events = nullptr;
  bool wide = false;               // Events, and otherwise NarrowEvents
  std::uint32_t capacity = 0;      // events of a thread
  std::uint32_t* made = nullptr;   // by slot and thread: events, with those that found no room
  std::uint64_t* paths = nullptr;  // by slot and thread: a hash of all that narrow events leave out

  // To count: by block, array and kind. Behind the arrays stand the barriers, which belong to none, and all arrays
  // together.
  Tally* tallies = nullptr;
  std::uint32_t* most_events = nullptr;  // of any thread, by block

  std::uint32_t* stuck = nullptr;  // 1 and its block and number, once a thread's loops have come to no end
};

}  // namespace tilescope::traced
