// A lesson as a page to be printed; see export/handout.h.
#pragma once

#include <string>

#include "app/lessons/prepare.h"

namespace tilescope::cli {

// A lesson by its name, number or file, ready to be shown. A UsageError tells the first mistake in it.
[[nodiscard]] lessons::Prepared prepared_lesson(const std::string& what);

// HTML with everything in it: each step's text and picture, the questions, the kernels, and at the end the answers.
[[nodiscard]] std::string lesson_handout(const lessons::Prepared& prepared);

}  // namespace tilescope::cli
