// Everything that is needed to reopen the present screen.
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
  // The position of a block in the grid or of a thread in its block.
  struct GridPosition {
    unsigned y = 0, x = 0;
    bool operator==(const GridPosition&) const = default;
  };
  // By name, because there is no trace yet: an element by array and indices, a line by number.
  struct Selected {
    Target::Kind kind = Target::Kind::none;
    std::string array;
    std::vector<std::uint32_t> numbers;
    bool operator==(const Selected&) const = default;
  };

  Request request;
  std::string backend = "auto";
  std::string file;    // the trace file to open
  std::string beside;  // the name of the kernel beside; empty: the one most worth comparing with
  bool lock_by_work = true;
  bool as_ran = false;  // in the order in which threads ran, not in lockstep; moments count in that order
  std::uint64_t moment = 0;
  Grain grain = Grain::step;
  GridPosition block, thread;
  std::optional<GridPosition> partner;  // the second thread that is lit
  bool only_warp = false;               // lights only the thread's warp, not the whole block
  Selected selected;                    // the thread, the block, a line or an element
  Explanation view;
  std::string gpu;                  // the GPU in the view of limits; empty: this machine's, or the default
  int what_if = 0;                  // the tile width there; 0: the launch's
  std::uint32_t finding = 0;        // the one that is open
  std::string variable;             // shown in all threads; empty: the variable that changes most
  std::vector<std::string> pinned;  // variables at the top
  CubeLook cube;
  std::string condition;  // the condition to run to

  bool operator==(const Situation&) const = default;
};

}  // namespace tilescope
