// Figures of how a GPU's multiprocessors share the blocks of a launch: "waves(hopper)". Modelled; the registers per
// thread are unknown and do not limit anything.
#include <fmt/format.h>

#include <cmath>

#include "app/lessons/scope.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {

namespace {

struct Dealt {
  Occupancy occupancy;
  Waves waves;
};

Dealt dealt(const Scene& scene, const Scope& scope) {
  if (scope.arguments.size() != 1) throw UsageError("name a GPU, as in waves(hopper)");
  const Gpu& gpu = find_gpu(scope.arguments.front());
  const Trace& trace = scene.trace();
  const auto shared = static_cast<std::uint32_t>(shared_bytes(trace.arrays()));
  const Occupancy of = occupancy(gpu.limits, {static_cast<int>(trace.threads_per_block()), std::nullopt, shared});
  const auto waves = waves_of(gpu, of, trace.launch().grid.count());
  if (!waves) throw UsageError(fmt::format("such a block cannot run on {}", gpu.name));
  return {of, *waves};
}

using H = const Here&;
using S = const Scene&;
using P = const Scope&;
constexpr FoundFigure all_of_gpus[] = {
    {"blocks_at_once", [](H, S s, P p) { return static_cast<double>(dealt(s, p).occupancy.blocks); }},
    {"occupancy", [](H, S s, P p) { return std::round(100 * dealt(s, p).occupancy.fraction); }},
    {"waves", [](H, S s, P p) { return static_cast<double>(dealt(s, p).waves.count); }},
    {"blocks_of_last_wave", [](H, S s, P p) { return static_cast<double>(dealt(s, p).waves.last); }},
    {"idle_multiprocessors", [](H, S s, P p) { return static_cast<double>(dealt(s, p).waves.idle); }},
};

}  // namespace

std::span<const FoundFigure> occupancy_figures() { return all_of_gpus; }

}  // namespace tilescope::lessons
