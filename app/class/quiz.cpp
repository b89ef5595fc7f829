// tilescope quiz: a lesson's worksheet, or two sheets of the same questions, for before and after lessons.
#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "app/class/before_after.h"
#include "app/class/class_commands.h"
#include "app/class/course.h"
#include "app/class/lesson_handout.h"
#include "app/command_line/other_programs.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/lessons/library.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using lessons::Prepared;
using lessons::Sheet;
using lessons::SheetKind;

struct QuizOptions : OutputOptions {
  std::vector<std::string> lessons;
  std::vector<int> weeks;
  std::uint64_t seed = 1;
  bool before = false, after = false, answers = false;
};

// The named lessons, then those of the weeks, each once.
std::list<Prepared> lessons_asked(const QuizOptions& options) {
  std::vector<std::string> names = options.lessons;
  for (const int week : options.weeks)
    for (const int number : lessons::lessons_of_week(week)) names.push_back(std::to_string(number));
  if (names.empty()) throw UsageError("give --lesson or --week");
  std::list<Prepared> all;
  for (const std::string& name : names) {
    Prepared prepared = prepared_lesson(name);
    if (std::none_of(all.begin(), all.end(),
                     [&](const Prepared& each) { return each.lesson.name == prepared.lesson.name; }))
      all.push_back(std::move(prepared));
  }
  return all;
}

std::string title_of_step(const Prepared& lesson, std::size_t step) {
  return lessons::plain_text(lesson.steps[step].title);
}

Json questions_json(const Sheet& sheet, bool with_answers) {
  Json list = Json::array();
  for (const auto& [lesson, step, asked] : sheet.questions) {
    Json one{{"question", lessons::plain_text(asked.text)},
             {"form", asked.is_number() ? "number" : "choice"},
             {"step", title_of_step(*lesson, step)}};
    if (sheet.kind != SheetKind::alone) one["lesson"] = lesson->lesson.name;
    if (!asked.is_number()) one["choices"] = asked.choices;
    if (with_answers) one["answers"] = asked.accepted;
    list.push_back(std::move(one));
  }
  return list;
}

// A single worksheet.
void print_worksheet(const QuizOptions& options) {
  if (options.lessons.size() != 1 || !options.weeks.empty())
    throw UsageError(
        options.lessons.empty() && options.weeks.empty()
            ? "give --lesson"
            : "a worksheet is for one --lesson; --pre and --post make sheets for several lessons or weeks");
  const Prepared prepared = prepared_lesson(options.lessons.front());
  const Sheet sheet = lessons::worksheet(prepared, options.seed);
  if (sheet.questions.empty())
    throw UsageError(fmt::format("lesson {} has no questions, so it has no worksheet", prepared.lesson.name));
  if (!options.json) return write_output(options.output, text_of(sheet, options.answers));
  write_json(options.output, {{"lesson", prepared.lesson.name},
                              {"title", prepared.lesson.title.text},
                              {"seed", options.seed},
                              {"questions", questions_json(sheet, options.answers)}});
}

// Printed to the screen, so that the sheet itself can be handed out unchanged.
void tell_left_out(const lessons::BeforeAfter& both) {
  if (both.left_out.empty()) return;
  const std::size_t asked = both.before.questions.size(), all = asked + both.left_out.size();
  std::string text = fmt::format("tilescope: {} of {} questions are on both sheets; left out:\n", asked, all);
  for (const auto& [lesson, step, why] : both.left_out)
    text += fmt::format("  {}, \"{}\": {}\n", lesson->lesson.name, title_of_step(*lesson, step), why);
  fmt::print(stderr, "{}", text);
}

Json sheet_json(const lessons::BeforeAfter& both, const Sheet& sheet, bool with_answers) {
  Json names = Json::array(), not_asked = Json::array();
  for (const Prepared* const each : sheet.lessons) names.push_back(each->lesson.name);
  for (const auto& [lesson, step, why] : both.left_out)
    not_asked.push_back({{"lesson", lesson->lesson.name}, {"step", title_of_step(*lesson, step)}, {"why", why}});
  return {{"lessons", names},
          {"seed", sheet.seed},
          {"sheet", name_of(sheet.kind)},
          {"questions", questions_json(sheet, with_answers)},
          {"left_out", not_asked}};
}

// One of a pair of sheets.
void print_one_of_two(const QuizOptions& options) {
  if (options.seed == 0)
    throw UsageError("--seed 0 asks each question as in class, in only one version; give a seed of at least 1");
  const std::list<Prepared> prepared = lessons_asked(options);
  std::vector<const Prepared*> all;
  for (const Prepared& each : prepared) all.push_back(&each);
  const lessons::BeforeAfter both = lessons::draw_before_after(all, options.seed);
  if (both.before.questions.empty())
    throw UsageError("no question can be asked in two versions, one before and one after");
  const Sheet& sheet = options.before ? both.before : both.after;
  if (options.json) return write_json(options.output, sheet_json(both, sheet, options.answers));
  write_output(options.output, text_of(sheet, options.answers));
  tell_left_out(both);
}

void print_quiz(const QuizOptions& options) {
  options.before || options.after ? print_one_of_two(options) : print_worksheet(options);
}

}  // namespace

void add_quiz(Subcommand& program) {
  Subcommand& command = program.command(quiz_command.name, quiz_command.help);
  QuizOptions& options = command.does<QuizOptions>(print_quiz);
  command.option("--lesson", options.lessons, "name, number or file of the lesson; several with --pre or --post")
      .separated_by(',')
      .such_as(lessons::lesson_names())
      .file();
  command
      .option("--week", options.weeks, "with --pre or --post: the lessons of these weeks of the course",
              Range<int>{1, lessons::course_weeks})
      .separated_by(',');
  command.flag("--pre", options.before, "print a pre-test, to be handed out before the lessons").excludes("--post");
  command.flag("--post", options.after,
               "print the post-test, to be handed out after the lessons: the questions in another version");
  command.option("--seed", options.seed, "the same seed gives the same sheet; 0: the questions as asked in class");
  command.flag("--answers", options.answers, "include the answers");
  command.output_options(options);
}

}  // namespace tilescope::cli
