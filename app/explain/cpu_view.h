// The same product by a CPU's loops, plain and blocked side by side: the current line, the lines in the cache, and the
// hits and misses so far.
#pragma once

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

// Sizes and caches to choose from, and the place to follow.
[[nodiscard]] std::vector<OptionRow> cpu_options(const LoopsChoice& choice);

// The part of their accesses that is done in both, from 0 to 1.
[[nodiscard]] Picture cpu_picture(const LoopRuns& runs, const LoopsChoice& choice, double part, const View& view);

void dump_loops(const Explainable& of, Json& state);
// Moves by one access.
[[nodiscard]] std::optional<Command> next_access(const Explainable& of, int by);
[[nodiscard]] std::vector<Command> open_loops(const ExplainChoices& choices, const Launch* lesson);

}  // namespace tilescope
