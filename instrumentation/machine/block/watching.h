// The values of variables of a watched block's threads, at one moment of each thread or at all moments.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tilescope::machine {

struct Watching {
  static constexpr std::uint32_t nowhere = 0xffffffff;
  struct Held {
    std::uint64_t bits = 0;      // for a pointer, an Address
    std::uint32_t set_line = 0;  // 1 + the line that set it; 0: not set
  };
  struct Thread {
    std::uint32_t moment = 0;    // number of events before it
    bool done = false;           // the captured values are final
    std::uint32_t at = nowhere;  // the instruction at which they were captured
    std::uint32_t last = 0;      // the last note that it reached
    // The last note before a possible event, the number of events before it, and the note before the last event.
    std::uint32_t told_at = nowhere, told_number = 0, teller = nowhere;
    std::vector<Held> held{};  // leaves of the variables in scope there
  };
  std::vector<Thread> threads;        // the watcher sets `moment`
  bool stops = false;                 // as soon as all threads are done
  std::uint32_t left = 0;             // number of threads that are not done
  std::uint32_t lanes = 0;            // in a row
  std::vector<std::uint32_t> places;  // rows of lanes, encoded like set_line

  // For watching all moments: called with the values at each moment, thread by thread; and when the block starts, which
  // may happen again.
  std::function<void(std::uint32_t lane, const Thread& thread)> stands;
  std::function<void()> begins;
  // Also called at each end of a statement, with the values there.
  std::function<void(std::uint32_t lane, const Thread& thread, std::uint32_t number)> passes;
  std::vector<bool> left_out;  // by variable; false for those beyond its end

  void begin(std::uint32_t count, std::uint32_t rows) {
    for (Thread& thread : threads) thread = {.moment = stands ? 0 : thread.moment};
    left = lanes = count;
    places.assign(std::size_t{rows} * lanes, 0);
    if (begins) begins();
  }
  [[nodiscard]] bool leaves_out(std::size_t variable) const { return variable < left_out.size() && left_out[variable]; }
};

}  // namespace tilescope::machine
