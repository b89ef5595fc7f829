// The variables of the selected thread at this moment, and one of them in all threads of the block.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture variables_picture(const Explainable& of, const View& view);
void dump_variables(const Explainable& of, Json& state);
// Shows the next variable in all threads.
[[nodiscard]] std::optional<Command> next_variable(const Explainable& of, int by);
// "sum = 38 in t(0,1), line 15"
[[nodiscard]] std::string variables_line(const Explainable& of);

}  // namespace tilescope
