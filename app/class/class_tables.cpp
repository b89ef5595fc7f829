#include "app/class/class_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/command_line/table.h"
#include "app/export/csv.h"

namespace tilescope::cli {

namespace {

using lessons::Estimate;
using lessons::Interval;
using lessons::QuestionMarks;
using lessons::SheetKind;

// "-0.04"; never "-0.00".
std::string gain_words(double gain) {
  const double rounded = std::round(gain * 100) / 100;
  return fmt::format("{:.2f}", rounded == 0 ? 0.0 : rounded);
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }
std::string percent(std::size_t part, std::size_t all) {
  return percent(static_cast<double>(part) / static_cast<double>(all));
}

// "+25", "-8", "0".
std::string points(double share) {
  const auto whole = static_cast<int>(std::lround(100 * share));
  return whole == 0 ? "0" : fmt::format("{:+}", whole);
}

std::string interval_words(const Estimate& estimate) {
  if (!estimate.interval) return fmt::format("no interval: {}", estimate.why_none);
  return fmt::format("95 % interval {} to {}", gain_words(estimate.interval->low), gain_words(estimate.interval->high));
}

std::string right_words(const lessons::Marks& marks) {
  return fmt::format("{} of {}", marks.right(), marks.marks.size());
}

std::set<std::size_t> counted_sheets(const lessons::PairedSheets& paired) {
  std::set<std::size_t> counted;
  for (const auto& [name, before, after] : paired.pairs) counted.insert({before, after});
  return counted;
}

std::string students_text(const GradedClass& graded) {
  Table table;
  table.row({"student", "before", "after", "gain"});
  for (const lessons::SheetPair& pair : graded.paired.pairs) {
    const auto gain = student_marks(graded.sheets, pair).gain();
    table.row({pair.name, right_words(graded.sheets[pair.before].marks), right_words(graded.sheets[pair.after].marks),
               gain ? gain_words(*gain) : "-"});
  }
  if (!graded.paired.pairs.empty())
    table.row({"all, on average", percent(graded.marks.before), percent(graded.marks.after), ""});
  const std::set<std::size_t> counted = counted_sheets(graded.paired);
  bool is_first = true;
  for (std::size_t n = 0; n < graded.sheets.size(); ++n) {
    const auto& [file, sheet, marks] = graded.sheets[n];
    if (sheet.kind == SheetKind::alone || counted.contains(n)) continue;
    if (std::exchange(is_first, false)) table.line();
    const std::string who = fmt::format("{} (not counted)", sheet.name.empty() ? file : sheet.name);
    const bool before = sheet.kind == SheetKind::before;
    table.row({who, before ? right_words(marks) : "-", before ? "-" : right_words(marks), "-"});
  }
  return table.text();
}

std::string gain_text(const lessons::ClassMarks& marks) {
  Table table({2});
  const auto row = [&](const std::string& what, const Estimate& estimate, const std::string& more) {
    table.row({what, estimate.value ? gain_words(*estimate.value) : "none", interval_words(estimate) + more});
  };
  row("  of the class, from its means", marks.gain, "");
  row("  mean of the students' gains", marks.mean_gain,
      marks.full_before == 0
          ? ""
          : fmt::format("; {} of {} had full marks before and are left out", marks.full_before, marks.students));
  return "Normalized gain, (after - before) / (all - before): the achieved share of the possible gain\n" + table.text();
}

// "Least learned: question 3, ...".
std::string least_learned_text(const lessons::ClassMarks& marks) {
  if (marks.least_learned.empty()) return "";
  std::string numbers;
  for (const std::size_t n : marks.least_learned) numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", n + 1);
  const bool one = marks.least_learned.size() == 1;
  return fmt::format("\nLeast learned: question{} {}, with a gain of at most {} points\n", one ? "" : "s", numbers,
                     points(marks.questions[marks.least_learned[0]].change.high));
}

std::string questions_text(const GradedClass& graded) {
  Table table({1, 2, 7});
  table.row({"question", "lesson", "step", "before", "after", "change", "interval", "verdict"});
  for (std::size_t n = 0; n < graded.marks.questions.size(); ++n) {
    const QuestionMarks& question = graded.marks.questions[n];
    const lessons::Sheet::Question& asked = graded.drawn.before.questions[n];
    const double all = static_cast<double>(question.students);
    table.row({std::to_string(n + 1), asked.lesson->lesson.name,
               lessons::plain_text(asked.lesson->steps[asked.step].title),
               percent(question.right_before, question.students), percent(question.right_after, question.students),
               points((static_cast<double>(question.right_after) - static_cast<double>(question.right_before)) / all),
               fmt::format("{} to {}", points(question.change.low), points(question.change.high)),
               std::string(words_of(question.verdict))});
  }
  return table.text() + least_learned_text(graded.marks);
}

constexpr std::string_view what_it_is =
    "This is an instrument, not yet evidence. A 95 % interval shows how far a number may be off by chance, because\n"
    "other students could have been in this class. It does not show where a gain comes from (the lesson, other\n"
    "reading, having seen the first sheet), how much was guessed, or whether both versions of a question were\n"
    "equally hard. Of 20 questions about which nothing was learned, about one will still show a change, by chance.\n";

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }
Json json_of(const Interval& interval) { return Json::array({interval.low, interval.high}); }
Json json_of(const Estimate& estimate) {
  return {{"value", number_or_null(estimate.value)},
          {"interval", estimate.interval ? json_of(*estimate.interval) : Json(nullptr)},
          {"why_none", estimate.why_none.empty() ? Json(nullptr) : Json(estimate.why_none)}};
}

Json students_json(const GradedClass& graded) {
  Json list = Json::array();
  for (const lessons::SheetPair& pair : graded.paired.pairs) {
    const lessons::StudentMarks student = student_marks(graded.sheets, pair);
    list.push_back({{"name", pair.name},
                    {"before", student.right_before()},
                    {"after", student.right_after()},
                    {"of", student.before.size()},
                    {"gain", number_or_null(student.gain())},
                    {"before_file", graded.sheets[pair.before].file},
                    {"after_file", graded.sheets[pair.after].file}});
  }
  return list;
}

Json questions_json(const GradedClass& graded) {
  Json list = Json::array();
  for (std::size_t n = 0; n < graded.marks.questions.size(); ++n) {
    const QuestionMarks& question = graded.marks.questions[n];
    const lessons::Sheet::Question &before = graded.drawn.before.questions[n], &after = graded.drawn.after.questions[n];
    list.push_back({{"lesson", before.lesson->lesson.name},
                    {"step", lessons::plain_text(before.lesson->steps[before.step].title)},
                    {"before", {{"question", lessons::question_text(before.asked)}, {"right", question.right_before}}},
                    {"after", {{"question", lessons::question_text(after.asked)}, {"right", question.right_after}}},
                    {"students", question.students},
                    {"learned", question.learned},
                    {"unlearned", question.unlearned},
                    {"change_interval", json_of(question.change)},
                    {"verdict", words_of(question.verdict)}});
  }
  return list;
}

}  // namespace

lessons::StudentMarks student_marks(const std::vector<GradedSheet>& sheets, const lessons::SheetPair& pair) {
  lessons::StudentMarks student;
  for (const lessons::Mark& mark : sheets[pair.before].marks.marks) student.before.push_back(mark.is_right);
  for (const lessons::Mark& mark : sheets[pair.after].marks.marks) student.after.push_back(mark.is_right);
  return student;
}

std::string text_of(const GradedSheet& graded) {
  const auto& [file, sheet, marks] = graded;
  const std::string who = sheet.kind == SheetKind::alone ? ""
                                                         : fmt::format(" ({} sheet of {})", name_of(sheet.kind),
                                                                       sheet.name.empty() ? "no name" : sheet.name);
  std::string text = fmt::format("{}{}: {} right\n", file, who, right_words(marks));
  for (std::size_t n = 0; n < marks.marks.size(); ++n) {
    const lessons::Mark& mark = marks.marks[n];
    if (mark.is_right)
      text += fmt::format("{:3}. right: {}\n", n + 1, mark.answer);
    else
      text += fmt::format("{:3}. wrong: {}{}; the answer is {}. See \"{}\"\n", n + 1,
                          mark.answer.empty() ? "no answer" : mark.answer,
                          mark.why_wrong.empty() ? "" : " (" + mark.why_wrong + ")", mark.right, mark.why_step);
  }
  return text;
}

Json json_of(const GradedSheet& graded) {
  const auto& [file, sheet, marks] = graded;
  Json list = Json::array();
  for (const lessons::Mark& mark : marks.marks)
    list.push_back({{"question", mark.question},
                    {"answer", mark.answer},
                    {"is_right", mark.is_right},
                    {"right", mark.right},
                    {"see", mark.why_step}});
  Json json{{"file", file}};
  if (sheet.kind == SheetKind::alone) {
    json["lesson"] = sheet.lessons.front();
  } else {
    json["lessons"] = sheet.lessons;
    json["sheet"] = name_of(sheet.kind);
    json["name"] = sheet.name.empty() ? Json(nullptr) : Json(sheet.name);
  }
  return json.with({{"seed", sheet.seed}, {"right", marks.right()}, {"of", marks.marks.size()}, {"marks", list}});
}

std::string text_of(const GradedClass& graded) {
  const std::size_t students = graded.marks.students;
  std::string text = fmt::format("{} student{} handed in both sheets for {} (seed {}, {} questions)\n\n{}", students,
                                 students == 1 ? "" : "s", fmt::join(graded.paired.lessons, ", "), graded.paired.seed,
                                 graded.drawn.before.questions.size(), students_text(graded));
  if (students == 0) return text;
  text += fmt::format("\n{}\n{}", gain_text(graded.marks), questions_text(graded));
  return text + fmt::format("\n{}", what_it_is);
}

Json json_of(const GradedClass& graded) {
  Json numbers = Json::array();  // counted from 1, as on the sheets
  for (const std::size_t n : graded.marks.least_learned) numbers.push_back(n + 1);
  return {{"lessons", graded.paired.lessons},
          {"seed", graded.paired.seed},
          {"students", students_json(graded)},
          {"before", graded.marks.before},
          {"after", graded.marks.after},
          {"gain_of_class", json_of(graded.marks.gain)},
          {"mean_of_gains", json_of(graded.marks.mean_gain)},
          {"full_marks_before", graded.marks.full_before},
          {"questions", questions_json(graded)},
          {"least_learned", numbers}};
}

std::string csv_of(const std::vector<GradedSheet>& sheets, const lessons::PairedSheets& paired) {
  std::size_t most = 0;
  for (const GradedSheet& each : sheets) most = std::max(most, each.marks.marks.size());
  std::string text = "file,name,sheet,lessons,seed,right,of,counted";
  for (std::size_t n = 1; n <= most; ++n) text += fmt::format(",q{}", n);
  text += "\n";
  const std::set<std::size_t> counted = counted_sheets(paired);
  for (std::size_t n = 0; n < sheets.size(); ++n) {
    const auto& [file, sheet, marks] = sheets[n];
    text += fmt::format("{},{},{},{},{},{},{},{}", csv_field(file), csv_field(sheet.name), name_of(sheet.kind),
                        csv_field(fmt::format("{}", fmt::join(sheet.lessons, ","))), sheet.seed, marks.right(),
                        marks.marks.size(), counted.contains(n) ? 1 : 0);
    for (std::size_t q = 0; q < most; ++q)
      text += q < marks.marks.size() ? (marks.marks[q].is_right ? ",1" : ",0") : ",";
    text += "\n";
  }
  return text;
}

}  // namespace tilescope::cli
