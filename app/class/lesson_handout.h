// A lesson as a page to be printed.
#pragma once

#include <string>

#include "app/class/handout.h"
#include "app/lessons/prepare.h"

namespace tilescope::cli {

// A lesson by its name, number or file, ready to be shown. A UsageError tells the first mistake in it.
[[nodiscard]] lessons::Prepared prepared_lesson(const std::string& what);

// Everything in it: each step's text and picture, the questions, the kernels, and the answers.
[[nodiscard]] Handout handout_of(const lessons::Prepared& prepared);

}  // namespace tilescope::cli
