// Lines that a task gives, to be put in order at its mark: which of them a text has, and the text with one more or one
// less. Blanks and comments make no difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/tasks/task.h"

namespace tilescope::tasks {

// Stands in the text to begin with where the lines go.
inline constexpr std::string_view lines_mark = "// lines go here";

// Which of the given lines a text has between those that were there; nothing where these are changed.
[[nodiscard]] std::optional<std::vector<bool>> given_lines_in(const Task& task, const std::string& text);
// Why a text is more than the given lines put in order; empty: it is not.
[[nodiscard]] std::string why_other_lines(const Task& task, const std::string& text);

struct Placed {
  std::string text;
  std::size_t line = 0;  // where the caret goes, counted from 0
};
// With this line below the caret's, or without it where it stands already; further in behind an opening brace. Nothing
// where the lines around are changed.
[[nodiscard]] std::optional<Placed> with_line_switched(const Task& task, const std::string& text, std::size_t given,
                                                       std::size_t caret_line);

}  // namespace tilescope::tasks
