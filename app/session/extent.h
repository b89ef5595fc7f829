// How much of a launch the window records where nobody said: all of it while that can be looked at at once, and
// otherwise a few of its blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/catalogue.h"

namespace tilescope {

// About how many events all blocks have together, and one of them.
[[nodiscard]] double events_of(const Launch& launch);
[[nodiscard]] double events_of_block(const Launch& launch);

// Plans what is asked for. Where it names neither blocks nor how much to record, that is chosen here.
[[nodiscard]] Launch plan_to_show(const Request& request, Inputs inputs = Inputs::made);
// The same product by another kernel: blocks that make the same part of C.
[[nodiscard]] Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch);

// On a CPU, blocks that are not looked at run only where all of them take seconds.
void leave_out_rest(Launch& launch, const Request& request);

// So many rows and columns of blocks around this one, or as many as there are. `side` is made smaller until what is
// recorded can be looked at.
[[nodiscard]] std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side);
// How many rows of blocks the window has; 0 where all blocks were recorded.
[[nodiscard]] unsigned side_of_window(const Launch& launch);

}  // namespace tilescope
