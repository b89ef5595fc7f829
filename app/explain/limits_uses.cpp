#include "app/explain/limits_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/stage/words.h"

namespace tilescope {

namespace {

// Threads and warps count as one.
bool limits(const Occupancy& occupancy, Limiter limiter) {
  const auto has = [&](Limiter one) {
    return std::find(occupancy.limiters.begin(), occupancy.limiters.end(), one) != occupancy.limiters.end();
  };
  return has(limiter) || (limiter == Limiter::threads && has(Limiter::warps));
}

Bar use_of(Limiter limiter, const Occupancy& occupancy, std::uint64_t used, std::uint64_t all, std::string amount,
           std::optional<int> room) {
  const bool is_limit = limits(occupancy, limiter);
  const double part = all == 0 ? 0 : static_cast<double>(used) / static_cast<double>(all);
  std::string behind;
  if (room) behind = is_limit ? fmt::format("limit: {}", *room) : fmt::format("room for {}", *room);
  return {std::string(name_of(limiter)), part, std::move(amount), behind, is_limit ? Ink::now : Ink::other, is_limit};
}

}  // namespace

std::vector<Bar> uses_of(const Gpu& gpu, const AtTile& at) {
  const GpuLimits& l = gpu.limits;
  const Occupancy& o = at.occupancy;
  const auto blocks = static_cast<std::uint64_t>(o.blocks),
             threads = blocks * static_cast<std::uint64_t>(at.block.threads);
  const std::uint64_t registers = threads * static_cast<std::uint64_t>(at.block.registers.value_or(0));
  const std::uint64_t shared = blocks * (at.block.shared + l.shared_reserved);
  const auto use = [&](Limiter limiter, std::uint64_t used, int all, std::optional<int> room, const char* unit = "") {
    const auto most = static_cast<std::uint64_t>(all);
    return use_of(limiter, o, used, most, fmt::format("{} of {}{}", count_name(used), count_name(most), unit), room);
  };
  std::vector<Bar> uses{// A partial warp takes as many slots as a full one.
                        at.block.threads % 32 == 0 ? use(Limiter::threads, threads, l.threads, o.by_threads)
                                                   : use(Limiter::threads, static_cast<std::uint64_t>(o.warps),
                                                         l.warps(), o.by_threads, " warps"),
                        use(Limiter::blocks, blocks, l.blocks, o.by_blocks),
                        use(Limiter::registers, registers, l.registers, o.by_registers),
                        use_of(Limiter::shared_memory, o, shared, l.shared,
                               fmt::format("{} of {}", bytes_name(shared), bytes_name(l.shared)), o.by_shared_memory)};
  if (!at.block.registers) uses[2].amount = "not known";
  return uses;
}

}  // namespace tilescope
