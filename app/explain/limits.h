// What limits a launch on a GPU: how many of its blocks a multiprocessor holds, how fast memory can feed it, and both
// for another tile width. Modelled, but for what a trace tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/analysis/roofline.h"

namespace tilescope {

// The GPU of this machine, where there is one, and what it makes of the launch that is shown.
struct Device {
  std::optional<Gpu> gpu;
  std::optional<int> registers;   // of a thread, as the plain kernel is compiled for it
  std::optional<double> seconds;  // that the plain kernel takes, where the trace was recorded on it
  std::string why_no_seconds;     // where that failed
};

// What a launch asks of any GPU; counted.
struct Demand {
  std::string kernel;
  int tile = 1;
  bool has_tiles = true;  // a product's: of another width, it can be told what would be
  BlockNeeds block;
  std::optional<Intensity> intensity;  // nothing where a fault ended the launch
};
[[nodiscard]] Demand demand_of(const Replay& replay, std::optional<int> registers);

// What is looked at.
struct LimitsChoice {
  std::string gpu;  // its name; empty: this machine's, or else Hopper
  int tile = 0;     // 0: the launch's
};

// The table's GPUs, behind this machine's.
[[nodiscard]] std::vector<Gpu> gpus_to_choose(const std::optional<Gpu>& here);
// "Fermi"; with its capability where the generation has several: "Ampere 8.6"; "this: NVIDIA H200".
[[nodiscard]] std::string short_name(const Gpu& gpu, const std::optional<Gpu>& here);
[[nodiscard]] Gpu chosen_gpu(const LimitsChoice& choice, const std::optional<Gpu>& here);
// From 4 to 32, and what takes several outputs a thread; and the launch's own.
[[nodiscard]] std::vector<int> tiles_to_choose(int launched);

// One tile width on one GPU.
struct AtTile {
  int tile = 0;
  int outputs = 1;       // that a thread makes, so that a block has 1024 threads at most
  bool counted = false;  // this is the launch itself
  BlockNeeds block;
  Occupancy occupancy;
  std::optional<double> flop_per_byte;  // of bytes loaded
  std::optional<Roof> roof;
};
// The launch's kernel with another tile: its block and its shared memory grow with the square of T. A kernel that keeps
// tiles loads each element once for T threads: T / 4 FLOP per byte, where T divides the matrices. Another one loads
// what it did.
[[nodiscard]] AtTile at_tile(const Demand& demand, const Gpu& gpu, int tile);

// A launch and the one beside it, on one GPU.
struct Limits {
  Gpu gpu;
  std::optional<Gpu> here;  // this machine's
  Demand demand;
  std::optional<Demand> beside;
  std::optional<double> seconds;  // measured on this GPU, of the launch in focus
  int tile = 0;                   // what if

  [[nodiscard]] AtTile launched() const { return at_tile(demand, gpu, demand.tile); }
  [[nodiscard]] AtTile what_if() const { return at_tile(demand, gpu, tile); }
};

// What keeps more blocks out, and what would be next: "Threads limit: 1 536 hold 6 blocks of 256. Shared memory alone
// would hold 8."
[[nodiscard]] std::string why_words(const Gpu& gpu, const AtTile& at);
[[nodiscard]] std::string limiter_words(const Occupancy& occupancy);

// "2 KB", "512 bytes".
[[nodiscard]] std::string bytes_name(std::uint64_t bytes);
// "37.5", "600", "1 234": speeds and intensities.
[[nodiscard]] std::string figure_name(double number);

}  // namespace tilescope
