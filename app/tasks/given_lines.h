// Lines that a task gives, to be put in order at a mark in its source. Finds which lines a source has, and adds or
// removes one. Spaces and comments are ignored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/tasks/task.h"

namespace tilescope::tasks {

// Marks the place for the lines in the original source.
inline constexpr std::string_view lines_mark = "// lines go here";

// Which of the given lines a source has at the mark; empty if the code around them has changed.
[[nodiscard]] std::optional<std::vector<bool>> given_lines_in(const Task& task, const std::string& text);
// Why a source is not just the given lines put in order; empty if it is.
[[nodiscard]] std::string why_other_lines(const Task& task, const std::string& text);

struct Placed {
  std::string text;
  std::size_t line = 0;  // where the caret goes, counted from 0
};
// Inserts this line below the caret's line, or removes it if it is there, and indents the lines. Empty if the code
// around them has changed.
[[nodiscard]] std::optional<Placed> with_line_switched(const Task& task, const std::string& text, std::size_t given,
                                                       std::size_t caret_line);

}  // namespace tilescope::tasks
