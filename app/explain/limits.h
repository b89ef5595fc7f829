// What limits a launch on a GPU: how many of its blocks fit on a multiprocessor, and how fast memory can feed it; both
// also for another tile width. Modelled, except for what a trace contains.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/analysis/roofline.h"

namespace tilescope {

// This machine's GPU, if there is one, and what it measured for this launch.
struct Device {
  std::optional<Gpu> gpu;
  std::optional<int> registers;   // per thread, as compiled for the plain kernel
  std::optional<double> seconds;  // of the plain kernel, if this GPU recorded the trace
  std::string why_no_seconds;     // if the measurement failed
};

// What a launch needs on any GPU. Counted.
struct Demand {
  std::string kernel;
  int tile = 1;
  std::string tile_name;  // "T"; empty if other tile widths cannot be modelled
  BlockNeeds block;
  std::optional<Intensity> intensity;  // empty if a fault ended the launch
};
[[nodiscard]] Demand demand_of(const Replay& replay, std::optional<int> registers);
// The source's name for the width of its tiles; empty unless the launch is a product with square tiles. The catalogue's
// kernels call it T.
[[nodiscard]] std::string name_of_tiles(const Launch& launch);
// The name of the kernel's function.
[[nodiscard]] std::string function_of(const Launch& launch);
// Its registers per thread in the output of `ptxas -v`, which may contain several functions.
[[nodiscard]] std::optional<int> registers_in(const std::string& ptxas, const std::string& function);

struct LimitsChoice {
  std::string gpu;                            // the name of a GPU; empty: this machine's, or Hopper without one
  int tile = 0;                               // 0: the launch's tile
  std::map<std::string, int> registers = {};  // per thread, by kernel, from the user
};

// This machine's GPU first, then the table's.
[[nodiscard]] std::vector<Gpu> gpus_to_choose(const std::optional<Gpu>& here);
// "Fermi"; with its capability if the generation has several: "Ampere 8.6"; "this: NVIDIA H200".
[[nodiscard]] std::string short_name(const Gpu& gpu, const std::optional<Gpu>& here);
[[nodiscard]] Gpu chosen_gpu(const LimitsChoice& choice, const std::optional<Gpu>& here);
// The widths from 4 to 32, wider ones that need several outputs per thread, and the launch's own.
[[nodiscard]] std::vector<int> tiles_to_choose(int launched);

// One tile width on one GPU.
struct AtTile {
  int tile = 0;
  int outputs = 1;       // per thread, so that a block has at most 1024 threads
  bool counted = false;  // this is the launch itself
  BlockNeeds block;
  Occupancy occupancy;
  std::optional<double> flop_per_byte;  // per byte loaded
  std::optional<Roof> roof;
};
// The launch's kernel with another tile: the block and its shared memory grow with the square of T. With tiles, each
// loaded element serves T threads: T / 4 FLOP per byte if T divides the matrices. Without tiles, the loads stay the
// same.
[[nodiscard]] AtTile at_tile(const Demand& demand, const Gpu& gpu, int tile);

// A launch and the one beside it, on one GPU.
struct Limits {
  Gpu gpu;
  std::optional<Gpu> here;  // this machine's
  Demand demand;
  std::optional<Demand> beside;
  std::optional<int> compiled;    // registers per thread of the launch in focus, as compiled for this GPU
  std::optional<double> seconds;  // measured on this GPU for the launch in focus
  int tile = 0;                   // the tile width of the what-if

  [[nodiscard]] bool are_registers_given() const { return demand.block.registers != compiled; }
  [[nodiscard]] AtTile launched() const { return at_tile(demand, gpu, demand.tile); }
  [[nodiscard]] AtTile what_if() const { return at_tile(demand, gpu, tile); }
};

// The limiter and the next limit: "Limited by threads: 1 536 are enough for 6 blocks of 256. Shared memory alone would
// allow 8 blocks."
// 8 blocks."
[[nodiscard]] std::string why_words(const Gpu& gpu, const AtTile& at);
// "67 %"; "at most 67 %" if registers might allow fewer blocks.
[[nodiscard]] std::string occupancy_words(const AtTile& at);
[[nodiscard]] std::string limiter_words(const Occupancy& occupancy);

// "2 KB", "512 bytes".
[[nodiscard]] std::string bytes_name(std::uint64_t bytes);
// "37.5", "600", "1 234": speeds and intensities.
[[nodiscard]] std::string figure_name(double number);

}  // namespace tilescope
