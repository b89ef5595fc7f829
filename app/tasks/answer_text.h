// Compares the source of an answer with its task: lines to keep, the header, names used in goals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/tasks/task.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::tasks {

// The line without spaces and without its comment.
[[nodiscard]] std::string without_blanks(std::string_view line);
// The missing lines among those to keep; spaces and comments are ignored.
[[nodiscard]] std::vector<Written> lines_missing(const Task& task, const std::string& text);
// A line of a source's header without spaces, and its number from 0.
struct HeaderLine {
  std::uint32_t line = 0;
  std::string text;

  bool operator==(const HeaderLine& other) const { return text == other.text; }
};
[[nodiscard]] std::vector<HeaderLine> header_of(const std::string& text);
// A note if the header was changed; empty otherwise.
[[nodiscard]] std::string changed_header(const std::string& before, const std::string& now);
// Goals use the task's parameter names, but an answer may rename parameters. Constants get the task's values.
[[nodiscard]] std::string goal_for(const Launch& answer, const Launch& task, const std::string& goal);

}  // namespace tilescope::tasks
