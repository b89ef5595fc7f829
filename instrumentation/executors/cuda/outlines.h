// Outlines of paths: the events by which shared memory, global stores and strays are judged, each with its interval.
// Other events need not be fetched.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/there/outlines.h"

namespace tilescope::cuda {

class Outlines {
 public:
  Outlines();
  Outlines(Outlines&&) = default;
  Outlines& operator=(Outlines&&) = default;

  // Adds the paths found since the last call. `sites`, in device memory, describes their events.
  void add(const Paths& paths, const SiteWord* sites);
  // By place of the path.
  [[nodiscard]] const Outline* there() const { return there_.data(); }

  // An outlined event is as large as an event, and there are no more of them.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t events) { return Paths::most_bytes(events); }

 private:
  Memory<Outline> there_;
  std::vector<Memory<OutlinedEvent>> events_;
  std::vector<bool> known_;  // by place of the path
};

}  // namespace tilescope::cuda
