// The cube of a launch at the moment of playback: what is done, what is being done, what is not yet.
#pragma once

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture cube_picture(const Explainable& of, const View& view);
void dump_cube(const Explainable& of, Json& state);
[[nodiscard]] std::vector<OptionRow> cube_options(const Explainable& of);
// What keys ask for that only this view has: to turn the cube and to enlarge it, by degrees and percent; to show all of
// it, or what a block, a warp or a thread does; all points, or those around the thread's; a slice across another axis.
[[nodiscard]] Command turn_cube(const Explainable& of, int right, int up);
[[nodiscard]] Command enlarge_cube(const Explainable& of, int percent);
[[nodiscard]] Command next_brush(const Explainable& of);
[[nodiscard]] std::optional<Command> near_or_all(const Explainable& of);
[[nodiscard]] std::optional<Command> next_axis(const Explainable& of);
// The slice moved on.
[[nodiscard]] std::optional<Command> next_slice(const Explainable& of, int by);
[[nodiscard]] std::string cube_line(const Explainable& of);

}  // namespace tilescope
