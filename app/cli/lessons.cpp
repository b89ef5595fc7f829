// tilescope lessons: lists the lessons, and checks an author's lesson.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/command_line/program.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/lessons/library.h"
#include "app/lessons/prepare.h"
#include "app/tasks/attempt.h"
#include "app/tasks/check_task.h"
#include "app/tasks/prepare_task.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using lessons::Prepared;

std::size_t questions_of(const lessons::Lesson& lesson) {
  std::size_t count = 0;
  for (const lessons::Step& step : lesson.steps) count += step.question ? 1 : 0;
  return count;
}

Json json_of(const lessons::Lesson& lesson) {
  Json next = Json::array();
  for (const lessons::Written& each : lesson.next) next.push_back(each.text);
  return {{"name", lesson.name},
          {"number", lesson.number},
          {"title", lesson.title.text},
          {"summary", lesson.summary.text},
          {"steps", lesson.steps.size()},
          {"questions", questions_of(lesson)},
          {"kernel", lesson.situation.request.kernel},
          {"next", next},
          {"file", lesson.file}};
}

std::string list_text(const std::vector<lessons::ReadLesson>& all) {
  Table table({1, 4});
  table.row({"lesson", "name", "steps", "questions", "title"});
  for (const lessons::ReadLesson& each : all)
    table.row({std::to_string(each.lesson.number), each.lesson.name, std::to_string(each.lesson.steps.size()),
               std::to_string(questions_of(each.lesson)), each.lesson.title.text});
  return table.text();
}

tasks::Mistake as_warning(tasks::Mistake mistake) {
  mistake.what = "warning: " + mistake.what;
  return mistake;
}

// Prints each mistake on one line to stdout, like a compiler.
void validate(const std::vector<std::string>& files, const std::string& output) {
  std::string mistakes, praise;
  for (const std::string& file : files) {
    if (tasks::is_task(file)) {
      tasks::PreparedTask task = tasks::prepare(file);
      tasks::check_names(task, tasks::tasks_folder(), lessons::lessons_folder());
      tasks::check_solution(task);
      mistakes += mistakes_text(task);
      for (const tasks::Mistake& warning : task.warnings) praise += words_of(file, as_warning(warning)) + "\n";
      if (task.mistakes.empty())
        praise += fmt::format("{}: a task, {} launches, {} goals, {} hints, no mistakes; its solution is right\n", file,
                              task.launches.size(), tasks::goals_of(task.task).size(), task.hints.size());
      continue;
    }
    Prepared prepared = lessons::prepare(file, std::make_shared<lessons::Scenes>("cpu"));
    lessons::check_next(lessons::lessons_folder(), prepared.lesson, prepared.mistakes);
    lessons::check_others(prepared);
    mistakes += mistakes_text(prepared);
    if (prepared.mistakes.empty())
      praise += fmt::format("{}: {} steps, {} questions, no mistakes\n", file, prepared.lesson.steps.size(),
                            questions_of(prepared.lesson));
  }
  write_output(output, mistakes + praise);
  if (!mistakes.empty()) throw Exit{1};
}

struct LessonsOptions : OutputOptions {
  std::vector<std::string> validate;
};

void list_lessons(const LessonsOptions& options) {
  if (!options.validate.empty()) return validate(options.validate, options.output);
  const auto all = lessons::all_lessons(lessons::lessons_folder());
  if (!options.json) return write_output(options.output, list_text(all));
  Json list = Json::array();
  for (const lessons::ReadLesson& each : all) list.push_back(json_of(each.lesson));
  write_json(options.output, {{"lessons", list}});
}

}  // namespace

void add_lessons(Subcommand& program) {
  Subcommand& command = program.command("lessons", "list the lessons, or check one that you are writing");
  LessonsOptions& options = command.does<LessonsOptions>(list_lessons);
  command.flag("--json", options.json, "print one JSON object");
  command.option("--validate", options.validate, "list every mistake in these files, with its line and key").file();
  command.output_option(options.output);
}

}  // namespace tilescope::cli
