// Of the threads of a block that is watched, what their variables hold at one moment of each.
#pragma once

#include <cstdint>
#include <vector>

namespace tilescope::machine {

struct Watching {
  static constexpr std::uint32_t nowhere = 0xffffffff;
  struct Held {
    std::uint64_t bits = 0;      // of a pointer, an Address
    std::uint32_t set_line = 0;  // one more than the line that set it; 0: it was not
  };
  struct Thread {
    std::uint32_t moment = 0;        // events that are to have happened
    bool done = false;               // what was taken stands
    std::uint32_t at = nowhere;      // the instruction where it was taken
    std::uint32_t last = 0;          // the last note that it came to
    std::uint32_t teller = nowhere;  // and the one before its last event
    std::vector<Held> held{};        // leaves of the variables that are in scope there
  };
  std::vector<Thread> threads;        // `moment` is said by who watches
  bool stops = false;                 // as soon as all are done
  std::uint32_t left = 0;             // that are not
  std::uint32_t lanes = 0;            // in a row
  std::vector<std::uint32_t> places;  // rows of lanes, as in set_line

  void begin(std::uint32_t count, std::uint32_t rows) {
    for (Thread& thread : threads) thread = {.moment = thread.moment};
    left = lanes = count;
    places.assign(std::size_t{rows} * lanes, 0);
  }
};

}  // namespace tilescope::machine
