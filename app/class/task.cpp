// tilescope task: lists and prints tasks, and marks answers. Exit 1 if an answer is not right.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/class/class_commands.h"
#include "app/class/marking.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/program.h"
#include "app/command_line/progress.h"
#include "app/command_line/table.h"
#include "app/export/csv.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/tasks/prepare_task.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope::cli {

namespace {

using namespace tasks;

struct TaskOptions : OutputOptions {
  std::string name;
  std::vector<std::string> check;
  bool csv = false, solution = false, hints = false, toml = false;
  MarkLimits limits;
};

constexpr std::array<std::string_view, 4> levels{"", "easy", "medium", "hard"};

Json json_of(const Task& task) {
  Json goals = Json::array(), next = Json::array(), lines = Json::array();
  for (const std::string& goal : goals_of(task)) goals.push_back(goal);
  for (const Written& line : task.lines) lines.push_back(line.text);
  for (const Written& each : task.next) next.push_back(each.text);
  return {{"name", task.name},
          {"number", task.number},
          {"title", task.title.text},
          {"summary", task.summary.text},
          {"level", levels.at(static_cast<std::size_t>(task.level))},
          {"version", task.version()},
          {"launches", task.launches.size()},
          {"goals", goals},
          {"lines", lines},
          {"hints", task.hints.size()},
          {"lesson", task.lesson.empty() ? Json(nullptr) : Json(task.lesson.text)},
          {"next", next},
          {"file", task.file}};
}

void list_all(const TaskOptions& options) {
  const std::vector<ReadTask> all = all_tasks(tasks::tasks_folder());
  if (options.json) {
    Json list = Json::array();
    for (const ReadTask& each : all) list.push_back(json_of(each.task));
    return write_json(options.output, {{"tasks", list}});
  }
  Table table({1, 2, 3, 4});
  table.row({"task", "name", "level", "lesson", "title"});
  for (const ReadTask& each : all)
    table.row({std::to_string(each.task.number), each.task.name,
               std::string(levels.at(static_cast<std::size_t>(each.task.level))), each.task.lesson.text,
               each.task.title.text});
  write_output(options.output, table.text());
}

// The original text, as a student would hand it in unchanged.
HandedIn begun(const PreparedTask& prepared) {
  const Task& task = prepared.task;
  const std::size_t reached = judge(prepared, task.kernel.text)->reached();
  return {task.name, task.version(), reached, goals_of(task).size(), 0, false, task.kernel.text};
}

// The task as a comment before its original text; or the solution, or the hints.
void tell(const TaskOptions& options, const PreparedTask& prepared) {
  const Task& task = prepared.task;
  if (options.json) return write_json(options.output, json_of(task));
  if (options.solution) return write_output(options.output, task.solution.text);
  if (options.hints) {
    std::string text;
    for (std::size_t n = 0; n < prepared.hints.size(); ++n)
      text += fmt::format("{}. {}\n", n + 1, lessons::plain_text(prepared.hints[n]));
    return write_output(options.output, text);
  }
  if (!options.output.empty()) return write_output(options.output, written(begun(prepared)));
  std::string text =
      fmt::format("Task {}: {}\n\n{}\n\n", task.number, task.title.text, lessons::plain_text(prepared.text));
  for (const std::string& goal : goals_of(task)) text += fmt::format("[ ] {}\n", goal);
  if (!task.lines.empty()) text += "\nLines to put in order, some of them wrong:\n";
  for (const Written& line : task.lines) text += fmt::format("    {}\n", line.text);
  const auto hidden = std::count_if(task.launches.begin(), task.launches.end(),
                                    [](const TaskLaunch& launch) { return launch.is_hidden; });
  text += fmt::format("\n{} launch{}{}.\n\n{}", task.launches.size(), task.launches.size() == 1 ? "" : "es",
                      hidden > 0 ? fmt::format(", {} of them hidden", hidden) : "", task.kernel.text);
  write_output("", text);
}

std::string told(const PreparedTask& task, const Missed& missed) {
  if (missed.is_of_text) return missed.why;
  const bool is_hidden = task.task.launches[missed.launch].is_hidden;
  return fmt::format("launch {} ({}{}): {}", missed.launch + 1, launch_words(task, missed.launch),
                     is_hidden ? "; hidden" : "", missed.why);
}

std::string text_of(const PreparedTask& task, const Marked& marked) {
  const Attempt& attempt = marked.attempt;
  std::string text =
      fmt::format("{}: {}, reached {} of {}{}\n", marked.file, attempt.is_right() ? "right" : "not yet",
                  attempt.reached(), attempt.goals.size(), marked.note.empty() ? "" : " (it " + marked.note + ")");
  if (!attempt.note.empty()) text += fmt::format("  note: {}\n", attempt.note);
  if (!attempt.problem.empty()) return text + fmt::format("  {}\n", attempt.problem);
  for (const Reached& goal : attempt.goals)
    text += goal.missed       ? fmt::format("  [ ] {}\n      {}\n", goal.says, told(task, *goal.missed))
            : goal.is_known() ? fmt::format("  [x] {}\n", goal.says)
                              : fmt::format("  [?] {}\n      not judged yet: {}\n", goal.says, goal.open);
  return text;
}

// A fault of the text belongs to no launch.
Json json_of(const PreparedTask& task, const Missed& missed) {
  if (missed.is_of_text) return {{"launch", nullptr}, {"why", missed.why}};
  return {{"launch", missed.launch + 1},
          {"in", launch_words(task, missed.launch)},
          {"is_hidden", task.task.launches[missed.launch].is_hidden},
          {"line", missed.line ? Json(*missed.line) : Json(nullptr)},
          {"why", missed.why}};
}

const std::string& note_of(const Marked& marked) { return marked.note.empty() ? marked.attempt.note : marked.note; }

Json json_of(const PreparedTask& task, const Marked& marked) {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json goals = Json::array();
  for (const Reached& goal : marked.attempt.goals) {
    Json one{{"says", goal.says}, {"is_reached", marked.attempt.problem.empty() && goal.is_reached()}};
    one["is_known"] = marked.attempt.problem.empty() && goal.is_known();
    if (!goal.is_known()) one["not_known_because"] = goal.open;
    if (goal.missed) one["missed"] = json_of(task, *goal.missed);
    goals.push_back(std::move(one));
  }
  Json json{{"file", marked.file},
            {"is_right", marked.attempt.is_right()},
            {"reached", marked.attempt.reached()},
            {"of", marked.attempt.goals.size()},
            {"problem", text_or_null(marked.attempt.problem)},
            {"note", text_or_null(note_of(marked))},
            {"goals", goals}};
  if (marked.said)
    json["says"] = {{"task", marked.said->task},
                    {"version", marked.said->version},
                    {"hints", marked.said->hints},
                    {"saw_solution", marked.said->saw_solution}};
  return json;
}

// One line per file.
std::string csv_of(const PreparedTask& task, const std::vector<Marked>& all) {
  std::string text = "file,task,version,right,reached,of,hints,saw_solution,launch,reason,note\n";
  for (const Marked& marked : all) {
    const Missed* const missed = marked.attempt.first_missed();
    const std::string reason = !marked.attempt.problem.empty() ? marked.attempt.problem
                               : missed != nullptr             ? missed->why
                                                               : "";
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(marked.file), csv_field(task.task.name),
                        task.task.version(), marked.attempt.is_right() ? 1 : 0, marked.attempt.reached(),
                        marked.attempt.goals.size(), marked.said ? std::to_string(marked.said->hints) : "",
                        marked.said ? (marked.said->saw_solution ? "1" : "0") : "",
                        missed != nullptr && !missed->is_of_text ? std::to_string(missed->launch + 1) : "",
                        csv_field(reason), csv_field(note_of(marked)));
  }
  return text;
}

void check(const TaskOptions& options, const PreparedTask& task) {
  Progress progress("Marking");
  const std::vector<Marked> all = mark(task, options.check, options.limits, "/proc/self/exe", [&](std::size_t done) {
    progress(static_cast<double>(done) / static_cast<double>(options.check.size()));
  });
  progress.clear();
  if (options.csv) {
    write_output(options.output, csv_of(task, all));
  } else if (options.json) {
    Json list = Json::array();
    for (const Marked& marked : all) list.push_back(json_of(task, marked));
    write_json(options.output, {{"task", task.task.name}, {"version", task.task.version()}, {"answers", list}});
  } else {
    std::string text;
    for (const Marked& marked : all) text += text_of(task, marked);
    write_output(options.output, text);
  }
  for (const Marked& marked : all)
    if (!marked.attempt.is_right()) throw Exit{1};
}

void run(const TaskOptions& options) {
  if (options.name.empty()) return list_all(options);
  const std::string file = find_task(tasks::tasks_folder(), options.name);
  if (options.toml) return write_output(options.output, text_of_file(file));
  const PreparedTask task = prepare(file);
  if (!task.mistakes.empty())
    throw UsageError(fmt::format("{}; `tilescope lessons --validate {}` lists all mistakes",
                                 lessons::words_of(task.task.file, task.mistakes.front()), task.task.file));
  options.check.empty() ? tell(options, task) : check(options, task);
}

}  // namespace

void add_task(Subcommand& program) {
  Subcommand& command = program.command(task_command.name, task_command.help);
  TaskOptions& options = command.does<TaskOptions>(run);
  command.option("NAME", options.name, "name, number or file of a task; without it, all tasks are listed").file();
  command.option("--check", options.check, "mark these files, each in its own process").file().needs("NAME");
  command.option("--seconds", options.limits.seconds, "limit on CPU time for each answer, in seconds",
                 Range<double>{1, 3600});
  command.option("--memory", options.limits.memory_mib, "limit on memory for each answer, in MiB",
                 Range<std::uint64_t>{64, 65536});
  command.option("--at-once", options.limits.at_once, "number of answers marked at the same time; 0: one per core",
                 Range<unsigned>{0, 256});
  command.flag("--hints", options.hints, "print the hints");
  command.flag("--solution", options.solution, "print a solution");
  command.flag("--toml", options.toml, "print the task's file, as a template for a new task").needs("NAME");
  command.flag("--json", options.json, "print one JSON object");
  command.flag("--csv", options.csv, "with --check: print one line for each file").needs("--check");
  command.output_option(options.output);
}

}  // namespace tilescope::cli
