// Outlines of paths: of a path's events, those that shared memory, global stores and strays are judged by, each with
// the interval that it is in. The others need not be fetched.
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

  // For the paths that were found since the last time. `sites` says in the GPU's memory what their events are.
  void add(const Paths& paths, const SiteWord* sites);
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
