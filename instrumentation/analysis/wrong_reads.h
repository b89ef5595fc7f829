// From a spoiled element of C to its cause: the reads of shared memory that did not give what the kernel's text means.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What a text means is what it does if all threads of a block go through its steps together, as the replay shows them:
// each access of a step happens in all threads before the next one. A read is wrong if it gave other bits than the cell
// would hold then. A kernel without races has no wrong reads, because barriers see to it. Which value a cell has after
// atomics depends on which thread came last, so nothing is said of reads there. With a race it depends on the schedule,
// and on the values: a read that gave an equal value of another store is not seen.
struct WrongRead {
  enum class How : std::uint8_t {
    too_early,  // it gave an older store's value, or poison where there was none yet: the store that is meant came
                // later
    too_late,   // it gave the value of a store that is meant to come after the read
    unknown,    // no store made its value
  };
  struct Store {
    std::uint32_t thread = 0;
    std::uint32_t number = 0;
    bool operator==(const Store&) const = default;
  };

  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;  // of the load
  std::uint32_t line = 0;
  std::uint32_t step = 0;
  std::uint8_t array = 0;
  std::uint32_t cell = 0;
  double got = 0;
  double meant = 0;
  bool got_unset = false;    // poison: what was there before any store
  bool meant_unset = false;  // no thread should have stored there
  How how = How::unknown;
  std::optional<Store> got_from;    // nothing: it was there before any store
  std::optional<Store> meant_from;  // nothing: no store
  // The elements of C that the thread stores from a sum, or another value, that this read went into. Through
  // shared memory to other threads it is followed from the element back; see find_spoiler.
  std::vector<std::uint32_t> spoils;
};

// What spoiled an element: followed from its last store back through sums, copies and the shared memory of other
// threads. The first wrong read, or else the nearest load out of bounds.
struct Spoiler {
  std::optional<std::size_t> wrong_read;  // one of those that were given
  std::optional<EventRef> stray;
  std::vector<EventRef> way;  // from the element's store to it: each event got its value from the next
};
// `store` is what gave the element its value. Nothing if neither is after it, as far as the trace tells.
[[nodiscard]] std::optional<Spoiler> find_spoiler(const Trace& trace, const EventRef& store,
                                                  std::span<const WrongRead> reads);

// The first `most` of them, by block, step and thread, of blocks whose events are all there.
[[nodiscard]] std::vector<WrongRead> wrong_reads(const Trace& trace, const Order& order, std::size_t most = 10000);
[[nodiscard]] std::vector<WrongRead> wrong_reads(const Trace& trace, std::size_t most = 10000);

}  // namespace tilescope
