// What it takes to look at the threads of a path: of the path's events those that shared memory, global stores and
// strays are judged by, each with the interval that it is in. The others need not be fetched.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::cuda {

struct alignas(16) OutlinedEvent {
  static constexpr std::uint32_t nowhere = 0xffffffff;

  std::uint32_t number;    // among all events of the thread
  std::uint32_t what;      // as an PackedEvent has it
  std::uint32_t interval;  // counted from 1; nowhere behind the last of them
  std::uint32_t unused;
};

struct Outline {
  const OutlinedEvent* events;
  std::uint32_t count;
};

#if defined(__CUDACC__)
__device__ __forceinline__ bool is_judged(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::global_store ||
         kind == Kind::barrier_release || kind == Kind::out_of_bounds;
}
#endif

class Outlines {
 public:
  Outlines();
  Outlines(Outlines&&) = default;
  Outlines& operator=(Outlines&&) = default;

  // Of the paths that were found since the last time.
  void add(const Paths& paths);
  // By path's place.
  [[nodiscard]] const Outline* there() const { return there_.data(); }

  // An outlined event takes as much room as an event does, and there are not more of them.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t events) { return Paths::most_bytes(events); }

 private:
  Memory<Outline> there_;
  std::vector<Memory<OutlinedEvent>> events_;
  std::vector<bool> known_;  // by path's place
};

}  // namespace tilescope::cuda
