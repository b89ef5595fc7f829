// Figures of warps: over the whole launch they are counted in lockstep, with `at` they are about one step of the block.
#include <fmt/format.h>

#include <algorithm>

#include "app/lessons/scope.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {

namespace {

using S = const Scene&;
using P = const Scope&;
using H = const Here&;

// The warps of the block in the step that has just ended.
std::vector<WarpStep> warps_in_step(H here, S scene, P scope, std::string_view figure) {
  if (!scope.moment) throw UsageError(fmt::format("name the step, as in {} at step 3", figure));
  if (*scope.moment == 0) throw UsageError("no step has finished by that moment");
  const std::uint32_t step = scene.replay->moments().step_at(*scope.moment);
  std::vector<WarpStep> warps;
  for (std::uint32_t warp = 0; warp < warps_per_block(scene.trace()); ++warp)
    warps.push_back(warp_step(scene.trace(), scene.replay->order(), block_asked(here, scene, scope), warp, step));
  return warps;
}

double lanes_in(const WarpStep& warp) {
  return static_cast<double>(std::count(warp.takes_part.begin(), warp.takes_part.end(), true));
}

// The costliest access of a warp, in sectors or bank conflicts, to this array or to any.
template <tilescope::Kind kind>
double worst_access(H here, S scene, P scope) {
  const auto is_meant = [&](const AccessName& name) {
    return name.kind == kind && (!scope.array || name.array == *scope.array);
  };
  std::uint32_t worst = 0;
  if (scope.moment) {
    for (const WarpStep& warp : warps_in_step(here, scene, scope, "this figure"))
      for (const WarpAccess& access : warp.accesses)
        if (is_meant(access.name)) worst = std::max({worst, access.global.sectors, access.shared.ways});
  } else {
    for (const AccessSite& site : scene.explained->warps.sites)
      if (is_meant(site.name)) worst = std::max({worst, site.worst_sectors, site.worst_ways});
  }
  return worst;
}

// The sum over all accesses of the launch to this array.
template <std::uint64_t AccessSite::*number, tilescope::Kind... kinds>
double all_accesses(H, S scene, P scope) {
  const std::size_t array = array_asked(scope, "warp_loads");
  std::uint64_t all = 0;
  for (const AccessSite& site : scene.explained->warps.sites)
    if (((site.name.kind == kinds) || ...) && site.name.array == array) all += site.*number;
  return static_cast<double>(all);
}

double rounds_per_atomic(H here, S scene, P scope) {
  const std::size_t array = array_asked(scope, "rounds_per_atomic");
  std::uint32_t worst = 0;
  if (scope.moment) {
    for (const WarpStep& warp : warps_in_step(here, scene, scope, "rounds_per_atomic"))
      for (const WarpAtomic& atomic : warp.atomics)
        if (atomic.array == array) worst = std::max(worst, atomic.most);
  } else {
    for (const AtomicSite& site : scene.explained->warps.atomics)
      if (site.array == array) worst = std::max(worst, site.worst);
  }
  return worst;
}

double atomic_rounds(H, S scene, P scope) {
  const std::size_t array = array_asked(scope, "atomic_rounds");
  std::uint64_t all = 0;
  for (const AtomicSite& site : scene.explained->warps.atomics)
    if (site.array == array) all += site.rounds;
  return static_cast<double>(all);
}

double most_atomics(H, S scene, P scope) {
  const std::size_t array = array_asked(scope, "most_atomics");
  std::uint64_t most = 0;
  for (const AtomicSite& site : scene.explained->warps.atomics)
    if (site.array == array) most = std::max(most, site.most_at_a_cell());
  return static_cast<double>(most);
}

double active(H here, S scene, P scope) {
  double threads = 0;
  for (const WarpStep& warp : warps_in_step(here, scene, scope, "active")) threads += lanes_in(warp);
  return threads;
}

double active_lanes(H here, S scene, P scope) {
  const std::uint32_t warp = scope.thread.value_or(here.thread) / warp_lanes;
  return lanes_in(warps_in_step(here, scene, scope, "active_lanes").at(warp));
}

double active_warps(H here, S scene, P scope) {
  const std::vector<WarpStep> warps = warps_in_step(here, scene, scope, "active_warps");
  return static_cast<double>(
      std::count_if(warps.begin(), warps.end(), [](const WarpStep& warp) { return lanes_in(warp) > 0; }));
}

constexpr FoundFigure all_of_warps[] = {
    {"sectors_per_load", worst_access<tilescope::Kind::global_load>},
    {"sectors_per_store", worst_access<tilescope::Kind::global_store>},
    {"ways_per_load", worst_access<tilescope::Kind::shared_load>},
    {"ways_per_store", worst_access<tilescope::Kind::shared_store>},
    {"sectors_loaded", all_accesses<&AccessSite::sectors, tilescope::Kind::global_load>},
    {"sectors_stored", all_accesses<&AccessSite::sectors, tilescope::Kind::global_store>},
    {"warp_loads", all_accesses<&AccessSite::requests, tilescope::Kind::global_load, tilescope::Kind::shared_load>},
    {"warp_stores", all_accesses<&AccessSite::requests, tilescope::Kind::global_store, tilescope::Kind::shared_store>},
    {"rounds_per_atomic", rounds_per_atomic},
    {"atomic_rounds", atomic_rounds},
    {"most_atomics", most_atomics},
    {"active", active},
    {"active_lanes", active_lanes},
    {"active_warps", active_warps},
};

}  // namespace

std::span<const FoundFigure> warp_figures() { return all_of_warps; }

std::size_t array_asked(const Scope& scope, std::string_view figure) {
  if (scope.array) return *scope.array;
  throw UsageError(fmt::format("name the array, as in {}.A", figure));
}

std::size_t block_asked(const Here& here, const Scene& scene, const Scope& scope) {
  const auto& blocks = scene.replay->blocks();
  const std::size_t block = scope.block.value_or(here.block);
  if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
    throw UsageError("that block has no events: only recorded blocks keep them");
  return block;
}

}  // namespace tilescope::lessons
