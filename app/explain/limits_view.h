// What limits a launch on a GPU, and what another tile width would change: occupancy and the roofline.
#pragma once

#include "app/explain/explained.h"
#include "app/explain/limits.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

// The GPUs, and the numbers of registers, to choose from.
[[nodiscard]] std::vector<OptionRow> limits_options(const Limits& limits);

// All GPUs are listed only if asked for, because they need much room.
[[nodiscard]] Picture limits_picture(const Limits& limits, const View& view, bool shows_gpus = false);

struct Explainable;
void dump_limits(const Explainable& of, Json& state);
// Tries the next tile width.
[[nodiscard]] std::optional<Command> next_tile(const Explainable& of, int by);

}  // namespace tilescope
