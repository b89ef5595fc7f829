// The cube of a launch at the moment of playback: what is done, what happens now, and what is still to come.
#pragma once

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture cube_picture(const Explainable& of, const View& view);
void dump_cube(const Explainable& of, Json& state);
[[nodiscard]] std::vector<OptionRow> cube_options(const Explainable& of);
// What only this view does with keys: it turns and enlarges the cube, by degrees and percent. It shows all of it or a
// block, a warp or a thread; all points or those around the thread's; a slice across another axis.
[[nodiscard]] Command turn_cube(const Explainable& of, int right, int up);
[[nodiscard]] Command enlarge_cube(const Explainable& of, int percent);
[[nodiscard]] Command next_brush(const Explainable& of);
[[nodiscard]] std::optional<Command> near_or_all(const Explainable& of);
[[nodiscard]] std::optional<Command> next_axis(const Explainable& of);
// Moves the slice.
[[nodiscard]] std::optional<Command> next_slice(const Explainable& of, int by);
[[nodiscard]] std::string cube_line(const Explainable& of);

}  // namespace tilescope
