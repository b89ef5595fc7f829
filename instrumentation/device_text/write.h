// A kernel's instructions as plain CUDA text that records itself: what the machine does for all threads in step,
// written out for one thread. So events, sites and counts are the machine's, and only the numbers come from a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/device_text/there.h"
#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// Ways are what is told of each block: how many events, whether any strayed or stored what another thread stored, and
// which blocks did the same in shared memory. Texts that keep events tell the last of it as well.
enum class Keeps : std::uint8_t { events, counts, ways, nothing };

struct Options {
  Keeps keeps = Keeps::events;
  std::array<std::uint32_t, 3> block{1, 1, 1};
  There::Stray stray = There::poison;  // what a load outside of its array gives
  bool fast = true;                    // loops unrolled, which takes a compiler its time; else it has little to do
  std::uint32_t event_bytes = 8;       // index and value; 16: with origin and site; 4: the value alone
  bool pairs = false;                  // of 8 or 4, two of a thread beside each other
  bool large = false;                  // some global array has 2^31 bytes or more
};

// Small blocks go several at a time, each in lanes of one warp of its own or beside others': a GPU takes no more blocks
// at a time than it takes large ones, and half of a warp costs as much as a whole one.
struct SideBySide {
  std::uint32_t of_warp = 1,
                warps = 0;  // blocks in a warp, and warps in one of the GPU's blocks; 0: each goes by itself
  [[nodiscard]] bool several() const { return warps != 0; }
  [[nodiscard]] std::uint32_t blocks() const { return several() ? of_warp * warps : 1; }
};
[[nodiscard]] SideBySide side_by_side(const machine::Code& code, const std::array<std::uint32_t, 3>& block);
// The grid and the block that a GPU is asked for.
struct Shape {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
};
[[nodiscard]] Shape shape_there(const machine::Code& code, const std::array<std::uint32_t, 3>& grid,
                                const std::array<std::uint32_t, 3>& block);

// The kernel's name is `recorded`. Its parameters are a There, and after it a Given for each of these arrays, and 64
// bits for each scalar; one of each at least.
[[nodiscard]] std::vector<std::uint32_t> given_arrays(const machine::Code& code);
// Whether some threads of a block may come to a barrier to which others do not, since each decides by itself where it
// goes.
[[nodiscard]] bool may_part_at_barriers(const machine::Code& code);
[[nodiscard]] std::string write(const machine::Code& code, const Options& options);

}  // namespace tilescope::device_text
