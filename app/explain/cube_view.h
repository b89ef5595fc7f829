// The cube of a launch at the moment of playback: what is done, what is being done, what is not yet.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture cube_picture(const Explainable& of, const View& view);
void dump_cube(const Explainable& of, Json& state);
[[nodiscard]] std::vector<OptionRow> cube_options(const Explainable& of);
// What a key asks for that only this view has: to turn it, to slice it.
[[nodiscard]] std::optional<Command> look_after(const Explainable& of, Act act);
// The slice moved on.
[[nodiscard]] std::optional<Command> next_slice(const Explainable& of, int by);
[[nodiscard]] std::string cube_line(const Explainable& of);

}  // namespace tilescope
