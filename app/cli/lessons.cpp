// tilescope lessons, quiz, grade: what there is to learn, worksheets of it, and their marks.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/handout.h"
#include "app/cli/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/gl/assets.h"
#include "app/lessons/library.h"
#include "app/lessons/worksheet.h"
#include "app/tasks/attempt.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using lessons::Prepared;
using lessons::Question;

std::shared_ptr<lessons::Scenes> new_scenes() { return std::make_shared<lessons::Scenes>("cpu"); }

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

// Every mistake is a line of its own on stdout, as compilers have it.
void validate(const std::vector<std::string>& files, const std::string& output) {
  std::string mistakes, praise;
  for (const std::string& file : files) {
    if (tasks::is_task(file)) {
      tasks::PreparedTask task = tasks::prepare(file);
      tasks::check_solution(task);
      mistakes += mistakes_text(task);
      if (task.mistakes.empty())
        praise += fmt::format("{}: a task, {} launches, {} goals, {} hints, no mistakes; its solution is right\n", file,
                              task.launches.size(), tasks::goals_of(task.task).size(), task.hints.size());
      continue;
    }
    Prepared prepared = lessons::prepare(file, new_scenes());
    lessons::check_next(lessons_folder(), prepared.lesson, prepared.mistakes);
    mistakes += mistakes_text(prepared);
    if (prepared.mistakes.empty())
      praise += fmt::format("{}: {} steps, {} questions, no mistakes\n", file, prepared.lesson.steps.size(),
                            questions_of(prepared.lesson));
  }
  write_output(output, mistakes + praise);
  if (!mistakes.empty()) throw Exit{1};
}

Json worksheet_json(const Prepared& prepared, std::uint64_t seed, bool with_answers) {
  Json list = Json::array();
  for (const auto& [step, asked] : draw_questions(prepared, seed)) {
    Json one{{"question", plain_text(asked.text)},
             {"form", asked.is_number() ? "number" : "choice"},
             {"step", plain_text(prepared.steps[step].title)}};
    if (!asked.is_number()) one["choices"] = asked.choices;
    if (with_answers) one["answers"] = asked.accepted;
    list.push_back(std::move(one));
  }
  return {{"lesson", prepared.lesson.name}, {"title", prepared.lesson.title.text}, {"seed", seed}, {"questions", list}};
}

std::string file_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw UsageError(fmt::format("{}: this worksheet cannot be read", file));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string marks_text(const lessons::Marks& marks, const std::string& file) {
  std::string text = fmt::format("{}: {} of {} right\n", file, marks.right(), marks.marks.size());
  for (std::size_t n = 0; n < marks.marks.size(); ++n) {
    const lessons::Mark& mark = marks.marks[n];
    if (mark.is_right)
      text += fmt::format("{:3}. right: {}\n", n + 1, mark.answer);
    else
      text += fmt::format("{:3}. wrong: {}{}; right is {}. See \"{}\"\n", n + 1,
                          mark.answer.empty() ? "no answer" : mark.answer,
                          mark.why_wrong.empty() ? "" : " (" + mark.why_wrong + ")", mark.right, mark.why_step);
  }
  return text;
}

Json marks_json(const lessons::Marks& marks, const lessons::FilledIn& sheet, const std::string& file) {
  Json list = Json::array();
  for (const lessons::Mark& mark : marks.marks)
    list.push_back({{"question", mark.question},
                    {"answer", mark.answer},
                    {"is_right", mark.is_right},
                    {"right", mark.right},
                    {"see", mark.why_step}});
  return {{"file", file},           {"lesson", sheet.lesson},   {"seed", sheet.seed},
          {"right", marks.right()}, {"of", marks.marks.size()}, {"marks", list}};
}

struct GradeOptions : OutputOptions {
  std::vector<std::string> files;
};

void grade_all(const GradeOptions& options) {
  std::string text;
  Json sheets = Json::array();
  std::string open;  // sheets of a class are of one lesson, which is prepared once
  std::optional<Prepared> prepared;
  for (const std::string& file : options.files) {
    const lessons::FilledIn sheet = lessons::read_worksheet(file_text(file), file);
    if (!prepared || open != sheet.lesson) prepared = prepared_lesson(sheet.lesson);
    open = sheet.lesson;
    const lessons::Marks marks = grade(*prepared, sheet, file);
    text += marks_text(marks, file);
    sheets.push_back(marks_json(marks, sheet, file));
  }
  options.json ? write_json(options.output, {{"sheets", sheets}}) : write_output(options.output, text);
}

struct QuizOptions : OutputOptions {
  std::string lesson;
  std::uint64_t seed = 1;
  bool answers = false;
};

void print_quiz(const QuizOptions& options) {
  const Prepared prepared = prepared_lesson(options.lesson);
  if (questions_of(prepared.lesson) == 0)
    throw UsageError(fmt::format("lesson {} asks nothing, so there is no worksheet of it", prepared.lesson.name));
  if (options.json) return write_json(options.output, worksheet_json(prepared, options.seed, options.answers));
  write_output(options.output, worksheet_text(prepared, options.seed, options.answers));
}

void add_quiz(Subcommand& program) {
  Subcommand& command = program.command("quiz", "print a worksheet of a lesson, for homework");
  QuizOptions& options = command.does<QuizOptions>(print_quiz);
  command.option("--lesson", options.lesson, "name, number or file of the lesson")
      .required()
      .such_as(lesson_names())
      .file();
  command.option("--seed", options.seed, "the same seed gives the same sheet; 0: as in class");
  command.flag("--answers", options.answers, "with the answers in it");
  command.output_options(options);
}

void add_grade(Subcommand& program) {
  Subcommand& command = program.command("grade", "mark worksheets that were filled in");
  GradeOptions& options = command.does<GradeOptions>(grade_all);
  command.option("FILE", options.files, "worksheets").file().required();
  command.output_options(options);
}

struct LessonsOptions : OutputOptions {
  std::vector<std::string> validate;
};

void list_lessons(const LessonsOptions& options) {
  if (!options.validate.empty()) return validate(options.validate, options.output);
  const auto all = lessons::all_lessons(lessons_folder());
  if (!options.json) return write_output(options.output, list_text(all));
  Json list = Json::array();
  for (const lessons::ReadLesson& each : all) list.push_back(json_of(each.lesson));
  write_json(options.output, {{"lessons", list}});
}

}  // namespace

lessons::Prepared prepared_lesson(const std::string& what) {
  Prepared prepared = lessons::prepare(lessons::find_lesson(lessons_folder(), what), new_scenes());
  if (prepared.mistakes.empty()) return prepared;
  throw UsageError(fmt::format("{}; `tilescope lessons --validate {}` tells all mistakes",
                               words_of(prepared.lesson.file, prepared.mistakes.front()), prepared.lesson.file));
}

void add_lessons(Subcommand& program) {
  Subcommand& command = program.command("lessons", "list the lessons, or check one that you write");
  LessonsOptions& options = command.does<LessonsOptions>(list_lessons);
  command.flag("--json", options.json, "print one JSON object");
  command.option("--validate", options.validate, "name line and key of every mistake in these files").file();
  command.output_option(options.output);
  add_quiz(program);
  add_grade(program);
}

}  // namespace tilescope::cli
