// What limits a launch on a GPU: how many of its blocks fit on a multiprocessor, how fast memory can feed it, and both
// for another tile width. Modelled, except for what a trace contains.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/analysis/roofline.h"

namespace tilescope {

// The GPU of this machine, if there is one, and what it measured for this launch.
struct Device {
  std::optional<Gpu> gpu;
  std::optional<int> registers;   // of a thread, as the plain kernel is compiled for it
  std::optional<double> seconds;  // by the plain kernel, if the trace was recorded on it
  std::string why_no_seconds;     // if that failed
};

// What a launch needs on any GPU; counted.
struct Demand {
  std::string kernel;
  int tile = 1;
  bool has_tiles = true;  // it is a product with tiles: other widths can be modelled
  BlockNeeds block;
  std::optional<Intensity> intensity;  // empty if a fault ended the launch
};
[[nodiscard]] Demand demand_of(const Replay& replay, std::optional<int> registers);

// What is shown.
struct LimitsChoice {
  std::string gpu;  // its name; empty: this machine's, or else Hopper
  int tile = 0;     // 0: the launch's
};

// The table's GPUs, after this machine's.
[[nodiscard]] std::vector<Gpu> gpus_to_choose(const std::optional<Gpu>& here);
// "Fermi"; with its capability if the generation has several: "Ampere 8.6"; "this: NVIDIA H200".
[[nodiscard]] std::string short_name(const Gpu& gpu, const std::optional<Gpu>& here);
[[nodiscard]] Gpu chosen_gpu(const LimitsChoice& choice, const std::optional<Gpu>& here);
// From 4 to 32, including widths that need several outputs per thread; and the launch's own.
[[nodiscard]] std::vector<int> tiles_to_choose(int launched);

// One tile width on one GPU.
struct AtTile {
  int tile = 0;
  int outputs = 1;       // per thread, so that a block has at most 1024 threads
  bool counted = false;  // this is the launch itself
  BlockNeeds block;
  Occupancy occupancy;
  std::optional<double> flop_per_byte;  // of bytes loaded
  std::optional<Roof> roof;
};
// The launch's kernel with another tile: its block and its shared memory grow with the square of T. A kernel with tiles
// loads each element once for T threads: T / 4 FLOP per byte if T divides the matrices. Without tiles its loads stay
// the same.
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

// What keeps more blocks out, and the next limit: "Threads limit: 1 536 hold 6 blocks of 256. Shared memory alone would
// hold 8 blocks."
[[nodiscard]] std::string why_words(const Gpu& gpu, const AtTile& at);
[[nodiscard]] std::string limiter_words(const Occupancy& occupancy);

// "2 KB", "512 bytes".
[[nodiscard]] std::string bytes_name(std::uint64_t bytes);
// "37.5", "600", "1 234": speeds and intensities.
[[nodiscard]] std::string figure_name(double number);

}  // namespace tilescope
