// Occupancy: how many blocks of a kernel fit on a multiprocessor at the same time, and what limits them. Modelled, from
// a table of GPUs or from what a driver says, in the way of CUDA's own occupancy calculator.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/gpus.h"

namespace tilescope {

struct BlockNeeds {
  int threads = 1;
  std::optional<int> registers;  // of a thread; unknown registers limit nothing
  std::uint32_t shared = 0;      // bytes, the system's own not counted
};

enum class Limiter : std::uint8_t { threads, warps, blocks, registers, shared_memory };
[[nodiscard]] std::string_view name_of(Limiter limiter);

struct Occupancy {
  int blocks = 0;  // at once on a multiprocessor; 0: such a block cannot run at all
  int warps = 0;
  double fraction = 0;  // of the warps that it could hold

  // How many blocks each resource has room for. What a block takes none of has no limit. Threads are given out in whole
  // warps: a block of 4 takes as many as one of 32.
  int by_threads = 0, by_blocks = 0;
  std::optional<int> by_registers, by_shared_memory;
  // Those with the least room, all of them where they are equal. Threads and warps are one resource: it is called warps
  // only where a block's last warp is not full, and that made the difference.
  std::vector<Limiter> limiters;
};
[[nodiscard]] Occupancy occupancy(const GpuLimits& gpu, const BlockNeeds& block);

// How a grid is dealt out to all multiprocessors: as many blocks at once as they hold is a wave. Where blocks take
// alike long, the last wave leaves some multiprocessors without one.
struct Waves {
  std::uint64_t at_once = 0;  // blocks
  std::uint64_t count = 0;
  std::uint64_t last = 0;  // blocks of the last one
  int idle = 0;            // multiprocessors without a block of it
};
// Nothing if such a block cannot run, or it is not known how many multiprocessors there are.
[[nodiscard]] std::optional<Waves> waves_of(const Gpu& gpu, const Occupancy& occupancy, std::uint64_t blocks);

// What a tile width means for the tiled kernel, whose block is T x T threads, or fewer with several outputs a thread,
// and keeps a tile of A and one of B in shared memory.
struct TileChoice {
  int tile = 0;
  BlockNeeds block;
  Occupancy occupancy;
  std::uint64_t phase_loads = 0;      // elements that a block loads in a phase
  std::uint64_t phase_flops = 0;      // of those, a multiply-add being 2
  std::uint64_t loads_in_flight = 0;  // of all blocks on a multiprocessor, each in its loading
  double intensity = 0;               // FLOP per byte loaded
};
[[nodiscard]] TileChoice tile_choice(const Gpu& gpu, int tile, std::optional<int> registers,
                                     int outputs_per_thread = 1);
[[nodiscard]] std::vector<TileChoice> what_if(const Gpu& gpu, std::span<const int> tiles, std::optional<int> registers,
                                              int outputs_per_thread = 1);

}  // namespace tilescope
