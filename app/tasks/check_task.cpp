#include "app/tasks/check_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/library.h"
#include "app/tasks/answer_text.h"
#include "app/tasks/given_lines.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/reference.h"

namespace tilescope::tasks {

namespace {

namespace fs = std::filesystem;

// The launches are planned from the solution, so a header line of only one source would have no effect.
void check_header(PreparedTask& prepared) {
  const Task& task = prepared.task;
  const std::vector<HeaderLine> there = header_of(task.kernel.text), solution = header_of(task.solution.text);
  const auto lacks = [](const std::vector<HeaderLine>& all, const HeaderLine& one) {
    return std::find(all.begin(), all.end(), one) == all.end();
  };
  for (const HeaderLine& line : there)
    if (lacks(solution, line))
      prepared.mistakes.push_back(
          {task.kernel.line + line.line, task.kernel.key,
           "this line of its header is not in the solution's header, from which the launches are made"});
  for (const HeaderLine& line : solution)
    if (lacks(there, line))
      prepared.mistakes.push_back({task.solution.line + line.line, task.solution.key,
                                   "this line of its header is not in the header of `kernel`"});
}

// The source must have a mark for the given lines, and the solution must consist of them.
void check_lines(PreparedTask& prepared) {
  const Task& task = prepared.task;
  const auto wrong = [&](const Written& what, const std::string& why) {
    prepared.mistakes.push_back({what.line, what.key, why});
  };
  if (task.lines.empty()) return;
  if (task.kernel.text.find(lines_mark) == std::string::npos)
    return wrong(task.kernel, fmt::format("has no line `{}` to show where the `lines` go", lines_mark));
  if (const std::string why = why_other_lines(task, task.solution.text); !why.empty()) wrong(task.solution, why);
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return fs::equivalent(one, other, error);
}

struct KnownNames {
  std::vector<std::string> lessons, tasks;
};

KnownNames known_in(const std::string& file, const fs::path& tasks, const fs::path& lessons) {
  KnownNames known;
  for (const std::string& each : lessons::files_of(lessons)) known.lessons.push_back(lessons::lesson_name(each));
  for (const std::string& each : lessons::files_of(tasks)) known.tasks.push_back(lessons::lesson_name(each));
  for (const std::string& each : lessons::files_of(fs::absolute(file).parent_path()))
    (is_task(each) ? known.tasks : known.lessons).push_back(lessons::lesson_name(each));
  return known;
}

void require_name(PreparedTask& prepared, const Written& name, std::string_view kind,
                  const std::vector<std::string>& known) {
  if (name.empty() || std::find(known.begin(), known.end(), name.text) != known.end()) return;
  prepared.mistakes.push_back(
      {name.line, name.key,
       fmt::format("there is no {} '{}': did you mean '{}'?", kind, name.text, nearest(name.text, known))});
}

// Checks the reference to a step of a lesson.
void require_step(PreparedTask& prepared, const fs::path& lessons) {
  const Written &lesson = prepared.task.lesson, &step = prepared.task.lesson_step;
  std::vector<std::string> known;
  for (const fs::path& folder : {lessons, fs::absolute(prepared.task.file).parent_path()})
    for (const std::string& file : lessons::files_of(folder))
      if (!lesson.empty() && lessons::lesson_name(file) == lesson.text && !is_task(file))
        for (const lessons::Step& each : lessons::load_lesson(file).lesson.steps)
          if (!each.name.empty()) known.push_back(each.name);
  if (known.empty())
    prepared.mistakes.push_back({step.line, step.key, "names a step of `lesson`, but that lesson names no steps"});
  else
    require_name(prepared, step, "step", known);
}

}  // namespace

void check_texts(PreparedTask& prepared) {
  const Task& task = prepared.task;
  for (const Written& line : lines_missing(task, task.kernel.text))
    prepared.mistakes.push_back(
        {line.line, line.key, fmt::format("`{}` is not a line of `kernel`, so no answer could keep it", line.text)});
  check_lines(prepared);
  check_header(prepared);
  if (reading::has_reference(task.solution.text) && !reading::has_reference(task.kernel.text))
    prepared.mistakes.push_back({task.kernel.line, task.kernel.key,
                                 "has no function `reference`, but the solution has one: students need it to see the "
                                 "right result"});
}

void check_names(PreparedTask& prepared, const fs::path& tasks, const fs::path& lessons) {
  const Task& task = prepared.task;
  KnownNames known = known_in(task.file, tasks, lessons);
  require_name(prepared, task.lesson, "lesson", known.lessons);
  if (!task.lesson_step.empty()) require_step(prepared, lessons);
  std::vector<std::string> both = known.tasks;
  both.insert(both.end(), known.lessons.begin(), known.lessons.end());
  for (const Written& next : task.next) require_name(prepared, next, "task or lesson", both);
  std::vector<std::string> files = lessons::files_of(tasks);
  for (const std::string& each : lessons::files_of(fs::absolute(task.file).parent_path()))
    if (is_task(each)) files.push_back(each);
  for (const std::string& each : files) {
    if (is_same_file(each, task.file) || lessons::lesson_name(each) == task.name) continue;
    if (load_task(each).task.number != task.number) continue;
    prepared.warnings.push_back(
        {task.number_line, "number",
         fmt::format("task '{1}' already has the number {0}", task.number, lessons::lesson_name(each))});
    break;
  }
}

}  // namespace tilescope::tasks
