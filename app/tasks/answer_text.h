// What an answer's text has of its task's: lines that have to stay, the header, names that goals use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/tasks/task.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::tasks {

// A line without blanks and without a comment.
[[nodiscard]] std::string without_blanks(std::string_view line);
// Lines that have to stay and are not there, whatever their blanks and comments.
[[nodiscard]] std::vector<Written> lines_missing(const Task& task, const std::string& text);
// The lines of a text's header, without blanks, each with the number of its line from 0.
struct HeaderLine {
  std::uint32_t line = 0;
  std::string text;

  bool operator==(const HeaderLine& other) const { return text == other.text; }
};
[[nodiscard]] std::vector<HeaderLine> header_of(const std::string& text);
// What may surprise somebody who has changed it; else nothing.
[[nodiscard]] std::string changed_header(const std::string& before, const std::string& now);
// Goals call what the kernel is given as the task does, and an answer may call it something else. Constants are those
// of the task.
[[nodiscard]] std::string goal_for(const Launch& answer, const Launch& task, const std::string& goal);

}  // namespace tilescope::tasks
