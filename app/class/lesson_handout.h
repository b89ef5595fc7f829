// A lesson as a page to print.
#pragma once

#include <string>

#include "app/class/handout.h"
#include "app/lessons/prepare.h"

namespace tilescope::cli {

// A lesson by its name, number or file, ready to be shown. Throws a UsageError with the lesson's first mistake.
[[nodiscard]] lessons::Prepared prepared_lesson(const std::string& what);

// The whole lesson: each step's text and picture, the questions, the kernels, and the answers.
[[nodiscard]] Handout handout_of(const lessons::Prepared& prepared);

}  // namespace tilescope::cli
