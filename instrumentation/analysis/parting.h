// Finds where two launches diverge: until then the threads of both did the same, event for event, whatever the lines
// and names are. Threads are compared with those of the same place in a block of the same place.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// The thread that does something else first.
struct Parting {
  std::size_t block = 0, other_block = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = 0;  // in both: the first that is another one; after the last where the thread has no more
  std::uint32_t step = 0;   // of the first launch
  bool ends = false, other_ends = false;
  std::uint64_t threads = 0;  // that part in this step

  bool operator==(const Parting&) const = default;
};

struct Parted {
  std::uint64_t threads = 0;  // that were compared with each other; none if blocks have other sides
  std::optional<Parting> where;
};

// A trace, and what happens in it when.
struct Ordered {
  const Trace& trace;
  const Order& order;
};

// By the first launch's steps. Nothing if `wanted` said no on the way.
[[nodiscard]] std::optional<Parted> parting(const Ordered& one, const Ordered& other,
                                            const std::function<bool()>& wanted);

}  // namespace tilescope
