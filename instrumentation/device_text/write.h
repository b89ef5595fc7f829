// Generates CUDA source from a kernel's instructions that records itself: what the machine does for all threads in
// lockstep, written out for one thread. Events, sites and counts are the machine's; only the numbers come from a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/device_text/there.h"
#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

// Ways are a summary of each block: how many events, whether any strayed or stored to another thread's element, and
// which blocks did the same in shared memory. Source that keeps events reports the last of these as well.
enum class Keeps : std::uint8_t { events, counts, ways, nothing };

struct Options {
  Keeps keeps = Keeps::events;
  std::array<std::uint32_t, 3> block{1, 1, 1};
  There::Stray stray = There::poison;  // the value of a load outside its array
  bool fast = true;                    // unrolls loops, which takes more compile time
  std::uint32_t event_bytes = 8;       // index and value; 16: with origin and site; 4: only the value
  bool pairs = false;                  // with 8 or 4: stores two events of a thread together
  bool large = false;                  // a global array has 2^31 bytes or more
};

// Small blocks run several at a time, each within one warp, alone or together with others: a GPU's limit on resident
// blocks is the same for small ones, and half a warp costs as much as a whole one.
struct SideBySide {
  std::uint32_t of_warp = 1,
                warps = 0;  // blocks in a warp, and warps in a GPU block; 0: one block each
  [[nodiscard]] bool several() const { return warps != 0; }
  [[nodiscard]] std::uint32_t blocks() const { return several() ? of_warp * warps : 1; }
};
[[nodiscard]] SideBySide side_by_side(const machine::Code& code, const std::array<std::uint32_t, 3>& block);
// The grid and block for the GPU.
struct Shape {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
};
[[nodiscard]] Shape shape_there(const machine::Code& code, const std::array<std::uint32_t, 3>& grid,
                                const std::array<std::uint32_t, 3>& block);

// The kernel is called `recorded`. Its parameters are a There, then a Given for each of these arrays, and 64 bits for
// each scalar; at least one of each.
[[nodiscard]] std::vector<std::uint32_t> given_arrays(const machine::Code& code);
// True if some threads of a block may reach a barrier that others miss, because each thread decides its own path.
[[nodiscard]] bool may_part_at_barriers(const machine::Code& code);
[[nodiscard]] std::string write(const machine::Code& code, const Options& options);

}  // namespace tilescope::device_text
