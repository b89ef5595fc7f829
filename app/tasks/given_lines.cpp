#include "app/tasks/given_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "app/tasks/answer_text.h"

namespace tilescope::tasks {

namespace {

std::vector<std::string> lines_of_text(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The original source before and after the mark.
struct Around {
  std::vector<std::string> before, behind;  // lines with code, without spaces
  std::string indent;                       // of the mark
};

Around around_mark(const Task& task) {
  Around around;
  bool is_behind = false;
  for (const std::string& line : lines_of_text(task.kernel.text)) {
    if (const std::size_t at = line.find(lines_mark); at != std::string::npos) {
      is_behind = true;
      around.indent = line.substr(0, at);
    }
    if (std::string bare = without_blanks(line); !bare.empty())
      (is_behind ? around.behind : around.before).push_back(std::move(bare));
  }
  return around;
}

// The range of a source's lines between those around the mark, or the first line around the mark that has changed.
struct Between {
  std::vector<std::string> lines;  // the whole source
  std::size_t begin = 0, end = 0;
  std::string changed;
};

Between between_in(const Task& task, const std::string& text) {
  const Around around = around_mark(task);
  Between between{lines_of_text(text), 0, 0, {}};
  std::vector<std::size_t> with_code;
  for (std::size_t n = 0; n < between.lines.size(); ++n)
    if (!without_blanks(between.lines[n]).empty()) with_code.push_back(n);
  const auto code = [&](std::size_t n) { return without_blanks(between.lines[with_code[n]]); };
  const std::size_t before = around.before.size(), behind = around.behind.size();
  for (std::size_t n = 0; n < before; ++n)
    if (n >= with_code.size() || code(n) != around.before[n]) {
      between.changed = around.before[n];
      return between;
    }
  for (std::size_t n = 1; n <= behind; ++n)
    if (before + n > with_code.size() || code(with_code.size() - n) != around.behind[behind - n]) {
      between.changed = around.behind[behind - n];
      return between;
    }
  between.begin = before == 0 ? 0 : with_code[before - 1] + 1;
  between.end = behind == 0 ? between.lines.size() : with_code[with_code.size() - behind];
  return between;
}

// The line as written, for messages.
std::string as_written(const Task& task, const std::string& bare) {
  for (const std::string& line : lines_of_text(task.kernel.text))
    if (without_blanks(line) == bare) return line.substr(line.find_first_not_of(" \t"));
  return bare;
}

bool is_given(const Task& task, std::size_t given, const std::string& line) {
  return without_blanks(line) == without_blanks(task.lines[given].text);
}

// The line on which a given line is, or the end. If given lines are equal, the second one matches the second
// occurrence.
std::size_t line_of_given(const Task& task, const Between& between, std::size_t given) {
  std::size_t before = 0;
  for (std::size_t other = 0; other < given; ++other)
    if (is_given(task, other, task.lines[given].text)) ++before;
  for (std::size_t n = between.begin; n < between.end; ++n)
    if (is_given(task, given, between.lines[n]) && before-- == 0) return n;
  return between.end;
}

bool begins_one_statement(const std::string& bare) {
  return !bare.empty() && bare.back() == ')' &&
         (bare.starts_with("for(") || bare.starts_with("if(") || bare.starts_with("while("));
}

void indent(std::vector<std::string>& lines, std::size_t begin, std::size_t end, const std::string& outside) {
  int depth = 0;
  bool is_alone = false;  // the single statement of a loop or a branch without braces
  for (std::size_t n = begin; n < end; ++n) {
    const std::string bare = without_blanks(lines[n]);
    const std::size_t first = lines[n].find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    const int here = std::max(0, depth - (bare.starts_with('}') ? 1 : 0) + (is_alone ? 1 : 0));
    lines[n] = outside + std::string(2 * static_cast<std::size_t>(here), ' ') + lines[n].substr(first);
    depth += static_cast<int>(std::count(bare.begin(), bare.end(), '{')) -
             static_cast<int>(std::count(bare.begin(), bare.end(), '}'));
    depth = std::max(depth, 0);
    is_alone = begins_one_statement(bare);
  }
}

}  // namespace

std::optional<std::vector<bool>> given_lines_in(const Task& task, const std::string& text) {
  const Between between = between_in(task, text);
  if (!between.changed.empty()) return std::nullopt;
  std::vector<bool> is_there;
  for (std::size_t given = 0; given < task.lines.size(); ++given)
    is_there.push_back(line_of_given(task, between, given) < between.end);
  return is_there;
}

std::string why_other_lines(const Task& task, const std::string& text) {
  const Between between = between_in(task, text);
  if (!between.changed.empty())
    return fmt::format("this line has to stay where it was: `{}`", as_written(task, between.changed));
  std::vector<bool> is_used(task.lines.size(), false);
  for (std::size_t n = between.begin; n < between.end; ++n) {
    const std::string& line = between.lines[n];
    if (without_blanks(line).empty()) continue;
    bool is_there = false, is_free = false;
    for (std::size_t given = 0; given < is_used.size() && !is_free; ++given) {
      if (!is_given(task, given, line)) continue;
      is_there = true;
      is_free = !is_used[given];
      is_used[given] = true;
    }
    if (!is_free)
      return fmt::format("line {} {}: `{}`", n + 1, is_there ? "appears too often" : "was not given",
                         line.substr(line.find_first_not_of(" \t")));
  }
  return "";
}

std::optional<Placed> with_line_switched(const Task& task, const std::string& text, std::size_t given,
                                         std::size_t caret_line) {
  Between between = between_in(task, text);
  if (!between.changed.empty() || given >= task.lines.size()) return std::nullopt;
  std::vector<std::string>& lines = between.lines;
  const auto at = [&](std::size_t n) { return lines.begin() + static_cast<std::ptrdiff_t>(n); };
  std::size_t caret = line_of_given(task, between, given);
  if (caret < between.end) {
    lines.erase(at(caret));
    --between.end;
    caret = caret > between.begin ? caret - 1 : caret;
  } else {
    const bool is_within = caret_line >= between.begin && caret_line < between.end;
    caret = is_within ? caret_line + 1 : between.end;
    lines.insert(at(caret), task.lines[given].text);
    ++between.end;
  }
  indent(lines, between.begin, between.end, around_mark(task).indent);
  Placed placed{{}, caret};
  for (const std::string& line : lines) placed.text += line + "\n";
  return placed;
}

}  // namespace tilescope::tasks
