#include "instrumentation/analysis/occupancy.h"

#include <algorithm>
#include <array>

namespace tilescope {

namespace {

constexpr int warp_threads = 32;

int rounded_up(int number, int unit) { return (number + unit - 1) / unit * unit; }

// Fermi gives out twice as many registers at a time for some counts of them.
int register_unit(const GpuLimits& gpu, int registers) {
  constexpr std::array<int, 8> doubled{21, 22, 29, 30, 37, 38, 45, 46};
  const bool fermi = gpu.register_unit == 64;
  return fermi && std::find(doubled.begin(), doubled.end(), registers) != doubled.end() ? 128 : gpu.register_unit;
}

int blocks_by_registers(const GpuLimits& gpu, int registers, int warps_per_block) {
  if (registers > gpu.registers_per_thread) return 0;
  const int per_warp = rounded_up(registers * warp_threads, register_unit(gpu, registers));
  // A launch is checked as if each part held as many of the block's warps as the fullest.
  if (per_warp * rounded_up(warps_per_block, gpu.parts) > gpu.registers_per_block) return 0;
  const int warps_per_part = gpu.registers / gpu.parts / per_warp;
  return warps_per_part * gpu.parts / warps_per_block;
}

int blocks_by_shared_memory(const GpuLimits& gpu, std::uint32_t shared) {
  if (shared > gpu.shared_per_block) return 0;
  const std::uint64_t taken = std::uint64_t{shared} + gpu.shared_reserved;
  const std::uint64_t given = (taken + gpu.shared_unit - 1) / gpu.shared_unit * gpu.shared_unit;
  return static_cast<int>(gpu.shared / given);
}

}  // namespace

std::string_view name_of(Limiter limiter) {
  constexpr std::array<std::string_view, 5> names{"threads", "warps", "blocks", "registers", "shared memory"};
  return names[static_cast<std::size_t>(limiter)];
}

Occupancy occupancy(const GpuLimits& gpu, const BlockNeeds& block) {
  Occupancy result;
  const int warps_per_block = (block.threads + warp_threads - 1) / warp_threads;
  const bool too_many = block.threads > gpu.threads_per_block;
  result.by_threads = too_many ? 0 : gpu.warps() / warps_per_block;
  result.by_blocks = gpu.blocks;
  if (block.registers && *block.registers > 0)
    result.by_registers = blocks_by_registers(gpu, *block.registers, warps_per_block);
  if (block.shared + gpu.shared_reserved > 0) result.by_shared_memory = blocks_by_shared_memory(gpu, block.shared);

  result.blocks = std::min({result.by_threads, result.by_blocks, result.by_registers.value_or(result.by_blocks),
                            result.by_shared_memory.value_or(result.by_blocks)});
  result.warps = result.blocks * warps_per_block;
  result.fraction = static_cast<double>(result.warps) / gpu.warps();
  const auto limits = [&](std::optional<int> by, Limiter limiter) {
    if (by == result.blocks) result.limiters.push_back(limiter);
  };
  const bool last_warp_matters = !too_many && result.by_threads < gpu.threads / block.threads;
  limits(result.by_threads, last_warp_matters ? Limiter::warps : Limiter::threads);
  limits(result.by_blocks, Limiter::blocks);
  limits(result.by_registers, Limiter::registers);
  limits(result.by_shared_memory, Limiter::shared_memory);
  return result;
}

std::optional<Waves> waves_of(const Gpu& gpu, const Occupancy& occupancy, std::uint64_t blocks) {
  if (occupancy.blocks < 1 || gpu.multiprocessors < 1 || blocks == 0) return std::nullopt;
  const auto all = static_cast<std::uint64_t>(gpu.multiprocessors);
  Waves waves;
  waves.at_once = all * static_cast<std::uint64_t>(occupancy.blocks);
  waves.count = (blocks + waves.at_once - 1) / waves.at_once;
  waves.last = blocks - (waves.count - 1) * waves.at_once;
  waves.idle = static_cast<int>(all - std::min(all, waves.last));
  return waves;
}

TileChoice tile_choice(const Gpu& gpu, int tile, std::optional<int> registers, int outputs_per_thread) {
  TileChoice choice;
  choice.tile = tile;
  const auto side = static_cast<std::uint64_t>(tile);
  choice.block.threads = std::max(1, tile * tile / outputs_per_thread);
  choice.block.registers = registers;
  choice.block.shared = static_cast<std::uint32_t>(2 * side * side * sizeof(float));
  choice.occupancy = occupancy(gpu.limits, choice.block);
  choice.phase_loads = 2 * side * side;
  choice.phase_flops = 2 * side * side * side;
  choice.loads_in_flight = static_cast<std::uint64_t>(choice.occupancy.blocks) * choice.phase_loads;
  choice.intensity = tile / 4.0;
  return choice;
}

std::vector<TileChoice> what_if(const Gpu& gpu, std::span<const int> tiles, std::optional<int> registers,
                                int outputs_per_thread) {
  std::vector<TileChoice> choices;
  for (const int tile : tiles) choices.push_back(tile_choice(gpu, tile, registers, outputs_per_thread));
  return choices;
}

}  // namespace tilescope
