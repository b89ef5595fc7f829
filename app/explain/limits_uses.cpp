#include "app/explain/limits_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/stage/words.h"

namespace tilescope {

std::vector<Use> uses_of(const Gpu& gpu, const AtTile& at) {
  const GpuLimits& l = gpu.limits;
  const Occupancy& o = at.occupancy;
  const auto blocks = static_cast<std::uint64_t>(o.blocks);
  const auto of = [](std::uint64_t used, std::uint64_t all) {
    return fmt::format("{} of {}", count_name(used), count_name(all));
  };
  std::vector<Use> uses;
  const std::uint64_t threads = blocks * static_cast<std::uint64_t>(at.block.threads);
  const auto all_threads = static_cast<std::uint64_t>(l.threads);
  // A partial warp takes as many slots as a full one.
  if (at.block.threads % 32 == 0)
    uses.push_back({Limiter::threads, "threads", threads, all_threads, of(threads, all_threads), o.by_threads});
  else
    uses.push_back({Limiter::threads, "threads", static_cast<std::uint64_t>(o.warps),
                    static_cast<std::uint64_t>(l.warps()), fmt::format("{} of {} warps", o.warps, l.warps()),
                    o.by_threads});
  const auto all_blocks = static_cast<std::uint64_t>(l.blocks);
  uses.push_back({Limiter::blocks, "blocks", blocks, all_blocks, of(blocks, all_blocks), o.by_blocks});
  Use registers{Limiter::registers, "registers",   0, static_cast<std::uint64_t>(l.registers),
                "unknown here",     o.by_registers};
  if (at.block.registers) {
    registers.used = threads * static_cast<std::uint64_t>(*at.block.registers);
    registers.amount = of(registers.used, registers.all);
  }
  uses.push_back(std::move(registers));
  const std::uint64_t shared = blocks * (at.block.shared + l.shared_reserved);
  uses.push_back({Limiter::shared_memory, "shared memory", shared, l.shared,
                  fmt::format("{} of {}", bytes_name(shared), bytes_name(l.shared)), o.by_shared_memory});
  return uses;
}

bool limits(const Occupancy& occupancy, Limiter limiter) {
  const auto has = [&](Limiter one) {
    return std::find(occupancy.limiters.begin(), occupancy.limiters.end(), one) != occupancy.limiters.end();
  };
  return has(limiter) || (limiter == Limiter::threads && has(Limiter::warps));
}

}  // namespace tilescope
