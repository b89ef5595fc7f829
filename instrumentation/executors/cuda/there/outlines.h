// Outlines of paths, as both sides see them.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

struct alignas(16) OutlinedEvent {
  static constexpr std::uint32_t nowhere = 0xffffffff;

  std::uint32_t number;  // among all events of the thread
  std::uint32_t site;
  std::uint32_t interval;  // counted from 1; nowhere after the last of them
  SiteWord is;             // what is known of the site
};

struct Outline {
  const OutlinedEvent* events;
  std::uint32_t count;
};

// A path that is to be outlined, by a block of so many threads.
struct PathToOutline {
  static constexpr unsigned threads = 1024;

  const WideEvent* events;
  std::uint32_t count;
  std::uint32_t place;
  OutlinedEvent* to;  // room for as many
};

[[nodiscard]] TILESCOPE_ANYWHERE bool is_judged(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::barrier_release;
}

}  // namespace tilescope::cuda
