#include "app/measured/traffic.h"

#include <algorithm>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// One row of blocks with matrices so wide that their rows do not share sectors.
std::optional<Launch> small_launch(const Launch& launch) {
  constexpr std::int64_t wide = 64;
  const reading::ProductSides sides = reading::sides_of(launch);
  const std::int64_t rows = divided_up(sides.m, launch.grid.y), columns = divided_up(sides.n, launch.grid.x);
  for (std::int64_t k = wide; k <= 4 * wide; k *= 2) {
    Request request;
    request.kernel = launch.kernel;
    request.tile = launch.tile;
    request.m = rows;
    request.n = columns * std::max<std::int64_t>(2, divided_up(wide, columns));
    request.k = divided_up(k, launch.tile) * launch.tile;
    request.record = Record::window;
    request.window = {{0, 0, 0, 0}};
    request.inputs = "random";
    try {
      return plan(request);
    } catch (const UsageError&) {  // tries a longer K
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Traffic> traffic_of(const Launch& launch) {
  if (!reading::has_matrices(launch)) return std::nullopt;
  const std::optional<Launch> small = small_launch(launch);
  if (!small) return std::nullopt;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(*small), *small, {});
  const Warps warps = count_warps(trace, Order(trace));
  const double longer =
      static_cast<double>(reading::sides_of(launch).k) / static_cast<double>(reading::sides_of(*small).k);
  Traffic traffic;
  for (const AccessSite& site : warps.sites) {
    if (!site.name.is_global()) continue;
    const double times = site.name.kind == Kind::global_load ? longer : 1;
    traffic.bytes += times * static_cast<double>(site.elements * element_bytes);
    traffic.sectors += times * static_cast<double>(site.sectors);
  }
  const auto blocks = static_cast<double>(launch.grid.count());
  return Traffic{traffic.bytes * blocks, traffic.sectors * blocks};
}

}  // namespace tilescope
