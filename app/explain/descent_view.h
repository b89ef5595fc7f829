// How the values of the block in focus are computed, at the current moment: rows of cells, with lines from the values
// that threads read to the values that they computed.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture descent_picture(const Explainable& of, const View& view);
void dump_descent(const Explainable& of, Json& state);
[[nodiscard]] std::string descent_line(const Explainable& of);

}  // namespace tilescope
