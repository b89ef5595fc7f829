// The lines of the source by what they cost: sectors of global memory, wavefronts of shared memory, lanes left idle.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture lines_picture(const Explainable& of, const View& view);
void dump_lines(const Explainable& of, Json& state);

}  // namespace tilescope
