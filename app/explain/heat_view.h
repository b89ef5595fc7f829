// How often each element of A and B is loaded from global memory by the kernel in focus and by the one beside it, on
// one scale.
#pragma once

#include "app/explain/explained.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

struct Explainable;
void dump_heat(const Explainable& of, Json& state);
[[nodiscard]] std::string heat_line(const Explainable& of);

[[nodiscard]] Picture heat_picture(const HeatOf& focus, const HeatOf& beside, const View& view);

// "A[3][5]: loaded 2 times by tiled; 8 times by naive, so 6 are saved": about the element of A or B under the pointer.
[[nodiscard]] std::string heat_words(const HeatOf& focus, const HeatOf& beside, const Target& pointed);

}  // namespace tilescope
