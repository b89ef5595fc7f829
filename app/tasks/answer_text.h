// Compares an answer's text with its task's: lines to keep, the header, names used by goals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/tasks/task.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::tasks {

// A line without blanks and without a comment.
[[nodiscard]] std::string without_blanks(std::string_view line);
// The lines to keep that are missing, ignoring blanks and comments.
[[nodiscard]] std::vector<Written> lines_missing(const Task& task, const std::string& text);
// The lines of a text's header, without blanks, each with the number of its line from 0.
struct HeaderLine {
  std::uint32_t line = 0;
  std::string text;

  bool operator==(const HeaderLine& other) const { return text == other.text; }
};
[[nodiscard]] std::vector<HeaderLine> header_of(const std::string& text);
// A note if the header was changed; else empty.
[[nodiscard]] std::string changed_header(const std::string& before, const std::string& now);
// Goals use the task's names of parameters, but an answer may rename them. Constants are the task's.
[[nodiscard]] std::string goal_for(const Launch& answer, const Launch& task, const std::string& goal);

}  // namespace tilescope::tasks
