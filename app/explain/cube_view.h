// The cube of a launch at the current moment: what is done, what happens now, and what is still to come.
#pragma once

#include "app/explain/explainable.h"
#include "app/explain/options.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture cube_picture(const Explainable& of, const View& view);
void dump_cube(const Explainable& of, Json& state);
[[nodiscard]] std::vector<OptionRow> cube_options(const Explainable& of);
// The keys of this view. They turn the cube by degrees and zoom by percent. They show the whole cube or one block, warp
// or thread; all points or those around the selected thread's point; a slice across the next axis.
[[nodiscard]] Command turn_cube(const Explainable& of, int right, int up);
[[nodiscard]] Command enlarge_cube(const Explainable& of, int percent);
[[nodiscard]] Command next_brush(const Explainable& of);
[[nodiscard]] std::optional<Command> near_or_all(const Explainable& of);
[[nodiscard]] std::optional<Command> next_axis(const Explainable& of);
// Moves the slice.
[[nodiscard]] std::optional<Command> next_slice(const Explainable& of, int by);
[[nodiscard]] std::string cube_line(const Explainable& of);

}  // namespace tilescope
