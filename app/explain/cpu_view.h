// A product computed by the plain and the blocked loops of a CPU, side by side: the current line, the
// cache's contents, and the hits and misses so far.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

// The sizes and caches to choose from.
[[nodiscard]] std::vector<OptionRow> cpu_options(const LoopsChoice& choice);

// The arrays of a launch that are X, Y and Z of the loops.
using LoopArrays = std::array<std::uint8_t, loop_matrices>;
// Empty if the launch is not a product of the same size.
[[nodiscard]] std::optional<LoopArrays> loop_arrays(const Launch& launch, const LoopSizes& sizes);

// `part` is the fraction of the accesses that is done in both, from 0 to 1. `is_product` says whether the launch is a
// product too. With its arrays, what a lesson names of them is framed.
[[nodiscard]] Picture cpu_picture(const LoopRuns& runs, const LoopsChoice& choice, double part, bool is_product,
                                  const View& view, const std::optional<LoopArrays>& arrays = std::nullopt);

void dump_loops(const Explainable& of, Json& state);
// Moves by `by` accesses.
[[nodiscard]] std::optional<Command> next_access(const Explainable& of, int by);
[[nodiscard]] std::vector<Command> open_loops(const ExplainChoices& choices, const Launch* lesson);

}  // namespace tilescope
