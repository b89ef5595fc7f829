// What came of what in the block in focus, at the moment of playback: rows of cells, one below the other, and lines from
// what threads read to what they wrote.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture descent_picture(const Explainable& of, const View& view);
void dump_descent(const Explainable& of, Json& state);
[[nodiscard]] std::string descent_line(const Explainable& of);

}  // namespace tilescope
