// What limits a launch on a GPU, and what another tile width would make of it: occupancy, and the roofline.
#pragma once

#include "app/explain/explained.h"
#include "app/explain/limits.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

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
[[nodiscard]] Limits limits_of(const LimitsChoice& choice, const Explained& explained, const Explained* beside);

// GPUs to choose from.
[[nodiscard]] std::vector<OptionRow> limits_options(const Limits& limits);

[[nodiscard]] Picture limits_picture(const Limits& limits, const View& view);

struct Explainable;
void dump_limits(const Explainable& of, Json& state);
// What if T were the next one.
[[nodiscard]] std::optional<Command> next_tile(const Explainable& of, int by);

}  // namespace tilescope
