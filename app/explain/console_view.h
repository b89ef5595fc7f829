// The lines that the kernel has printed so far, and, dimmed, the lines that it will print.
#pragma once

#include "app/explain/explainable.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope {

[[nodiscard]] Picture console_picture(const Explainable& of, const View& view);
void dump_console(const Explainable& of, Json& state);

}  // namespace tilescope
