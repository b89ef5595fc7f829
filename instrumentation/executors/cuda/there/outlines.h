// Outlines of paths, for host and GPU.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

struct alignas(16) OutlinedEvent {
  static constexpr std::uint32_t nowhere = 0xffffffff;

  std::uint32_t number;  // among all events of the thread
  std::uint32_t site;
  std::uint32_t interval;  // counted from 1; nowhere: after the last event
  SiteWord is;             // the properties of the site
};

struct Outline {
  const OutlinedEvent* events;
  std::uint32_t count;
};

// A path to be outlined, by a block of `threads` threads.
struct PathToOutline {
  static constexpr unsigned threads = 1024;

  const WideEvent* events;
  std::uint32_t count;
  std::uint32_t place;
  OutlinedEvent* to;  // with room for all its events
};

[[nodiscard]] TILESCOPE_ANYWHERE bool is_judged(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::barrier_release;
}

}  // namespace tilescope::cuda
