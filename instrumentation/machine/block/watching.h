// For the threads of a block that is watched, what their variables hold at one moment of each, or at all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tilescope::machine {

struct Watching {
  static constexpr std::uint32_t nowhere = 0xffffffff;
  struct Held {
    std::uint64_t bits = 0;      // of a pointer, an Address
    std::uint32_t set_line = 0;  // one more than the line that set it; 0: it was not
  };
  struct Thread {
    std::uint32_t moment = 0;    // events that are to have happened
    bool done = false;           // what was taken stands
    std::uint32_t at = nowhere;  // the instruction where it was taken
    std::uint32_t last = 0;      // the last note that it came to
    // The last note that an event may come next, how many had happened then, and the note before its last event.
    std::uint32_t told_at = nowhere, told_number = 0, teller = nowhere;
    std::vector<Held> held{};  // leaves of the variables that are in scope there
  };
  std::vector<Thread> threads;        // the watcher sets `moment`
  bool stops = false;                 // as soon as all are done
  std::uint32_t left = 0;             // that are not
  std::uint32_t lanes = 0;            // in a row
  std::vector<std::uint32_t> places;  // rows of lanes, as in set_line

  // Where all moments are watched: told what stands at each, of each thread one after the other; and that the block
  // begins, which it may do again.
  std::function<void(std::uint32_t lane, const Thread& thread)> stands;
  std::function<void()> begins;
  // Told, too, of each end of a statement, what is held there.
  std::function<void(std::uint32_t lane, const Thread& thread, std::uint32_t number)> passes;
  std::vector<bool> left_out;  // of the variables; those after its end are not

  void begin(std::uint32_t count, std::uint32_t rows) {
    for (Thread& thread : threads) thread = {.moment = stands ? 0 : thread.moment};
    left = lanes = count;
    places.assign(std::size_t{rows} * lanes, 0);
    if (begins) begins();
  }
  [[nodiscard]] bool leaves_out(std::size_t variable) const { return variable < left_out.size() && left_out[variable]; }
};

}  // namespace tilescope::machine
