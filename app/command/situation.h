// What is needed to reopen exactly what is on the screen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command/cube_look.h"
#include "app/replay/moments.h"
#include "app/stage/picture.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

struct Situation {
  // Of a block in the grid, of a thread in its block.
  struct GridPosition {
    unsigned y = 0, x = 0;
    bool operator==(const GridPosition&) const = default;
  };
  // By what it is called, as a trace is not there yet: an element by its array and its indices, a line by its number.
  struct Selected {
    Target::Kind kind = Target::Kind::none;
    std::string array;
    std::vector<std::uint32_t> numbers;
    bool operator==(const Selected&) const = default;
  };

  Request request;
  std::string backend = "auto";
  std::string file;    // the trace file that it is of
  std::string beside;  // the kernel beside; empty: the one that is most worth comparing with
  bool lock_by_work = true;
  bool as_ran = false;  // in the order in which threads ran, not in lockstep; moments are of that order
  std::uint64_t moment = 0;
  Grain grain = Grain::step;
  GridPosition block, thread;
  std::optional<GridPosition> partner;  // the second thread that is lit
  bool only_warp = false;               // what the thread's warp does is lit, and not all that the block does
  Selected selected;                    // the thread, the block, a line or an element
  Explanation view;
  std::string gpu;                  // what the view of limits models; empty: this machine's, or the usual one
  int what_if = 0;                  // a tile width for it; 0: the launch's
  std::uint32_t finding = 0;        // the one that is open
  std::string variable;             // shown in all threads; empty: the liveliest
  std::vector<std::string> pinned;  // variables that stand at the top
  CubeLook cube;                    // how it is looked at
  std::string condition;            // that is waited for

  bool operator==(const Situation&) const = default;
};

}  // namespace tilescope
