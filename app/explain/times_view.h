// The speed of kernels as bars beside cuBLAS and the GPU's peak, and what another tile width would change.
#pragma once

#include "app/explain/options.h"
#include "app/explain/times.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

// The tables to choose from; empty if there is only one.
[[nodiscard]] std::vector<OptionRow> times_options(const Times& times);

[[nodiscard]] Picture times_picture(const Times& times, const View& view);

struct Explainable;
void dump_times(const Explainable& of, Json& state);

}  // namespace tilescope
