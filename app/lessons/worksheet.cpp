#include "app/lessons/worksheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "app/lessons/judge.h"
#include "instrumentation/error.h"
#include "instrumentation/reading/launch_product.h"
#include "kernels/launch_words.h"

namespace tilescope::lessons {

namespace {

constexpr std::string_view lesson_mark = "lesson:", seed_mark = "seed:", answer_mark = "answer:";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// A question on one line, however its author broke it.
std::string question_text(const Asked& asked) {
  std::string text;
  for (const char letter : plain_text(asked.text)) {
    const bool blank = std::isspace(static_cast<unsigned char>(letter)) != 0;
    if (!blank)
      text += letter;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return std::string(trimmed(text));
}

// As it is told, and as somebody may write it: "64704 bytes", "2 (A[0][2])".
std::string right_answer(const Asked& asked) {
  return asked.is_number() ? asked.right() : fmt::format("{} ({})", asked.right_choice + 1, asked.right());
}

std::string launch_words(const Scene& scene) {
  const Launch& l = scene.trace().launch();
  if (!reading::has_matrices(l)) return fmt::format("{}: {}", l.kernel, shape_in_words(l));
  const reading::ProductSides sides = reading::sides_of(l);
  return fmt::format("{}: A is {} x {}, B is {} x {}, T = {}", l.kernel, sides.m, sides.k, sides.k, sides.n, l.tile);
}

// "2. How many ...": the text behind a number and a point.
std::optional<std::string_view> numbered(std::string_view line, std::size_t number) {
  const std::string beginning = std::to_string(number) + ". ";
  if (!line.starts_with(beginning)) return std::nullopt;
  return trimmed(line.substr(beginning.size()));
}

}  // namespace

std::string worksheet_text(const Prepared& prepared, std::uint64_t seed, bool with_answers) {
  const std::vector<Drawn> questions = draw_questions(prepared, seed);
  std::string text = fmt::format("TileScope worksheet: {}\n{} {}\n{} {}\n", prepared.lesson.title.text, lesson_mark,
                                 prepared.lesson.name, seed_mark, seed);
  text +=
      with_answers ? "" : "Write each answer behind its \"answer:\"; of choices, the number. Change nothing else.\n";
  const Scene* scene = nullptr;
  std::size_t number = 0;
  for (const auto& [step, asked] : questions) {
    if (const Scene* const now = prepared.steps[step].scene; now != scene) {
      text += fmt::format("\n{}\n", launch_words(*now));
      scene = now;
    }
    text += fmt::format("\n{}. {}\n", ++number, question_text(asked));
    if (!asked.is_number())
      for (std::size_t n = 0; n < asked.choices.size(); ++n)
        text += fmt::format("   {}) {}\n", n + 1, asked.choices[n]);
    text += fmt::format("   {}{}\n", answer_mark, with_answers ? " " + right_answer(asked) : "");
  }
  return text;
}

FilledIn read_worksheet(const std::string& text, const std::string& file) {
  FilledIn sheet;
  std::istringstream lines(text);
  std::string line;
  bool has_seed = false;
  for (std::size_t at = 1; std::getline(lines, line); ++at) {
    const std::string_view bare = trimmed(line);
    const auto wrong = [&](std::string_view what) { return UsageError(fmt::format("{}:{}: {}", file, at, what)); };
    if (sheet.lesson.empty() && bare.starts_with(lesson_mark)) {
      sheet.lesson = trimmed(bare.substr(lesson_mark.size()));
    } else if (!has_seed && bare.starts_with(seed_mark)) {
      const std::string_view digits = trimmed(bare.substr(seed_mark.size()));
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), sheet.seed);
      if (error != std::errc{} || end != digits.data() + digits.size()) throw wrong("a seed is a whole number from 0");
      has_seed = true;
    } else if (const auto question = numbered(bare, sheet.entries.size() + 1)) {
      sheet.entries.push_back({std::string(*question), ""});
    } else if (bare.starts_with(answer_mark)) {
      if (sheet.entries.empty()) throw wrong("an answer comes before the first question");
      if (!sheet.entries.back().answer.empty()) throw wrong("this question has an answer already");
      sheet.entries.back().answer = trimmed(bare.substr(answer_mark.size()));
    }
  }
  if (sheet.lesson.empty() || !has_seed)
    throw UsageError(
        fmt::format("{}: this is no worksheet: its lines 'lesson:' and 'seed:' are missing; `tilescope quiz` "
                    "makes one",
                    file));
  return sheet;
}

std::size_t Marks::right() const {
  return static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), [](const Mark& m) { return m.is_right; }));
}

Marks grade(const Prepared& prepared, const FilledIn& sheet, const std::string& file) {
  const std::vector<Drawn> questions = draw_questions(prepared, sheet.seed);
  if (sheet.entries.size() != questions.size())
    throw UsageError(
        fmt::format("{}: {} questions, and this lesson asks {}: was a question taken out, or the lesson "
                    "changed?",
                    file, sheet.entries.size(), questions.size()));
  Marks marks;
  for (std::size_t n = 0; n < questions.size(); ++n) {
    const auto& [step, asked] = questions[n];
    const FilledIn::Entry& entry = sheet.entries[n];
    const std::string question = question_text(asked);
    if (entry.question != question)
      throw UsageError(fmt::format("{}: question {} is '{}', and the lesson asks '{}' with seed {}", file, n + 1,
                                   entry.question, question, sheet.seed));
    const std::size_t why = prepared.step_named(asked.why_step).value_or(step);
    const Verdict verdict = judge(asked, entry.answer);
    marks.marks.push_back(
        {question, entry.answer, asked.right(), verdict.is_right, verdict.why, plain_text(prepared.steps[why].title)});
  }
  return marks;
}

}  // namespace tilescope::lessons
