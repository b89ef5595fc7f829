#include "app/class/worksheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

#include "app/lessons/answers.h"
#include "app/lessons/judge.h"
#include "app/stage/source_text.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/fill.h"

namespace tilescope::lessons {

namespace {

constexpr std::string_view lesson_mark = "lesson:", lessons_mark = "lessons:", seed_mark = "seed:",
                           kind_mark = "sheet:", name_mark = "name:", answer_mark = "answer:";
constexpr std::uint64_t most_listed = 64;  // the most elements of an array that a sheet lists

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// The answer as printed, which is also accepted: "64704 bytes", "2 (A[0][2])".
std::string right_answer(const Asked& asked) {
  return asked.is_number() ? asked.right() : fmt::format("{} ({})", asked.right_choice + 1, asked.right());
}

// --- The text of a sheet

std::string names_of(const std::vector<const Prepared*>& lessons, bool titles) {
  std::string names;
  for (const Prepared* const each : lessons)
    names += (names.empty() ? "" : titles ? "; " : ", ") + (titles ? each->lesson.title.text : each->lesson.name);
  return names;
}

std::string head_of(const Sheet& sheet, bool with_answers) {
  if (sheet.kind == SheetKind::alone)
    return fmt::format(
        "TileScope worksheet: {}\n{} {}\n{} {}\n{}", names_of(sheet.lessons, true), lesson_mark,
        names_of(sheet.lessons, false), seed_mark, sheet.seed,
        with_answers ? ""
                     : "Write each answer after its \"answer:\"; for a choice, its number. Change nothing else.\n");
  std::string text =
      fmt::format("TileScope question sheet, {} the lessons: {}\n{} {}\n{} {}\n{} {}\n{}\n",
                  sheet.kind == SheetKind::before ? "before" : "after", names_of(sheet.lessons, true), lessons_mark,
                  names_of(sheet.lessons, false), seed_mark, sheet.seed, kind_mark, name_of(sheet.kind), name_mark);
  if (!with_answers)
    text +=
        "\nWrite your name or code after \"name:\", the same one before and after the lessons, and each answer\n"
        "after its \"answer:\"; for a choice, its number. Leave blank what you do not know. Change nothing else.\n"
        "Rows, columns, blocks and threads are counted from 0: thread (1,0) is in row 1 and column 0 of its block.\n";
  return text;
}

// The kernel's lines with their numbers, without comments and without the reference.
std::string kernel_lines(const std::string& text) {
  std::string listing;
  std::istringstream lines(text);
  std::string line;
  bool in_comment = false, in_reference = false;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    in_reference = in_reference || line.starts_with("void reference");
    if (in_reference) {
      in_reference = line != "}";
      continue;
    }
    const std::vector<SourceLine> pieces = source_lines(line, in_comment);
    in_comment = ends_in_comment(line, in_comment);
    std::string bare;
    for (const SourceLine& each : pieces)
      for (const SourcePiece& piece : each.pieces) {
        if (piece.sort == SourcePiece::Sort::comment) continue;
        bare.resize(std::max<std::size_t>(bare.size(), piece.column), ' ');
        bare += piece.text;
      }
    bare.erase(bare.find_last_not_of(' ') + 1);
    if (!bare.empty()) listing += fmt::format("  {:3} | {}\n", number, bare);
  }
  return listing;
}

std::string_view fill_words(std::string_view name) {
  for (const reading::FillName& each : reading::fill_names)
    if (each.name == name && each.fill != reading::Fill::random && each.fill != reading::Fill::zeros) return each.words;
  return "";
}

// The elements as integers; empty if some are not integers, or all are 0.
std::string elements_in_words(const Buffer& buffer, std::uint64_t elements) {
  const auto columns = static_cast<std::uint64_t>(buffer.sides.back());
  std::string text;
  bool all_zero = true;
  for (std::uint64_t n = 0; n < elements; ++n) {
    const double element = buffer.at(n);
    if (std::nearbyint(element) != element) return "";
    all_zero = all_zero && element == 0;
    text += (n == 0 ? "" : n % columns == 0 ? " / " : " ") + number_text(element);
  }
  return all_zero ? "" : text;
}

// An array's values before the launch, if they fit in a line.
std::string array_text(const Buffer& buffer) {
  if (buffer.bytes.empty() || buffer.sides.empty()) return "";
  std::uint64_t elements = 1;
  for (const std::int64_t side : buffer.sides) elements *= static_cast<std::uint64_t>(side);
  const std::string words =
      elements <= most_listed ? elements_in_words(buffer, elements) : std::string(fill_words(buffer.fill));
  return words.empty() ? "" : fmt::format("  {} holds {}\n", buffer.name, words);
}

std::string_view turns_in_words(Schedule::Kind kind) {
  switch (kind) {
    case Schedule::Kind::in_order: return "the threads run one at a time to their next barrier, the first thread first";
    case Schedule::Kind::reverse: return "the threads run one at a time to their next barrier, the last thread first";
    case Schedule::Kind::warp_interleaved: return "the threads take turns, one event each";
    case Schedule::Kind::random: break;
  }
  return "the threads take turns in a random order";
}

// The facts about a launch that a reader without the program needs.
std::string launch_text(const Situation& situation, const Launch& launch) {
  std::string text;
  for (const auto& [knob, value] : situation.request.knobs) text += fmt::format("  with {} = {}\n", knob, value);
  if (situation.as_ran) text += fmt::format("  {}\n", turns_in_words(launch.schedule.kind));
  for (const Buffer& buffer : launch.buffers) text += array_text(buffer);
  return text;
}

class SheetWriter {
 public:
  SheetWriter(const Sheet& sheet, bool with_answers) : sheet_(sheet), with_answers_(with_answers) {}

  std::string write() {
    std::string text = head_of(sheet_, with_answers_);
    std::size_t number = 0;
    for (const Sheet::Question& question : sheet_.questions) {
      text += launch_of(question, ++number);
      text += text_of_question(number, question.asked);
    }
    return text;
  }

 private:
  // The launch, if it differs from the previous question's.
  std::string launch_of(const Sheet::Question& question, std::size_t number) {
    const Scene* const now = question.lesson->steps[question.step].scene;
    if (now == std::exchange(scene_, now)) return "";
    std::string text = fmt::format("\n{}\n", launch_in_words(*now));
    text += launch_text(question.lesson->steps[question.step].situation, now->trace().launch());
    const std::string& kernel = now->trace().kernel_text();
    if (const auto known = texts_.find(kernel); known != texts_.end())
      return text + fmt::format("  Its source is above question {}.\n", known->second);
    texts_[kernel] = number;
    return text + kernel_lines(kernel);
  }

  std::string text_of_question(std::size_t number, const Asked& asked) {
    std::string text = fmt::format("\n{}. {}\n", number, question_text(asked));
    if (!asked.is_number())
      for (std::size_t n = 0; n < asked.choices.size(); ++n)
        text += fmt::format("   {}) {}\n", n + 1, asked.choices[n]);
    return text + fmt::format("   {}{}\n", answer_mark, with_answers_ ? " " + right_answer(asked) : "");
  }

  const Sheet& sheet_;
  bool with_answers_;
  const Scene* scene_ = nullptr;
  std::map<std::string, std::size_t> texts_;  // kernels' texts, with the number of the question below them
};

// --- A handed-in sheet

// "2. How many ...": the text after a number and a point.
std::optional<std::string_view> numbered(std::string_view line, std::size_t number) {
  const std::string beginning = std::to_string(number) + ". ";
  if (!line.starts_with(beginning)) return std::nullopt;
  return trimmed(line.substr(beginning.size()));
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> list;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (const std::string_view each = trimmed(text.substr(0, comma)); !each.empty()) list.emplace_back(each);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

// Removes terminal control characters.
std::string printable(std::string_view text) {
  std::string letters(text);
  for (char& letter : letters)
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') letter = ' ';
  return std::string(trimmed(letters));
}

class SheetReader {
 public:
  explicit SheetReader(const std::string& file) : file_(file) {}

  FilledIn read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      ++at_;
      read_line(trimmed(line));
    }
    if (sheet_.lessons.empty() || !has_seed_)
      throw UsageError(fmt::format(
          "{}: this is not a worksheet: its lines 'lesson:' and 'seed:' are missing; `tilescope quiz` makes one",
          file_));
    return std::move(sheet_);
  }

 private:
  [[nodiscard]] UsageError wrong(std::string_view what) const {
    return UsageError(fmt::format("{}:{}: {}", file_, at_, what));
  }

  void read_line(std::string_view line) {
    const auto behind = [&](std::string_view mark) { return trimmed(line.substr(mark.size())); };
    const bool is_head = sheet_.entries.empty();
    if (is_head && sheet_.lessons.empty() && line.starts_with(lesson_mark))
      sheet_.lessons = list_of(behind(lesson_mark));
    else if (is_head && sheet_.lessons.empty() && line.starts_with(lessons_mark))
      sheet_.lessons = list_of(behind(lessons_mark));
    else if (is_head && !has_seed_ && line.starts_with(seed_mark))
      read_seed(behind(seed_mark));
    else if (is_head && line.starts_with(kind_mark))
      read_kind(behind(kind_mark));
    else if (is_head && sheet_.name.empty() && line.starts_with(name_mark))
      sheet_.name = printable(behind(name_mark));
    else if (const auto question = numbered(line, sheet_.entries.size() + 1))
      sheet_.entries.push_back({std::string(*question), ""});
    else if (line.starts_with(answer_mark))
      read_answer(behind(answer_mark));
  }

  void read_seed(std::string_view digits) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), sheet_.seed);
    if (error != std::errc{} || end != digits.data() + digits.size())
      throw wrong("a seed must be a whole number of at least 0");
    has_seed_ = true;
  }

  void read_kind(std::string_view word) {
    for (const SheetKind kind : {SheetKind::before, SheetKind::after})
      if (word == name_of(kind)) {
        sheet_.kind = kind;
        return;
      }
    throw wrong("a sheet must be 'pre' or 'post'");
  }

  void read_answer(std::string_view answer) {
    if (sheet_.entries.empty()) throw wrong("an answer comes before the first question");
    if (!sheet_.entries.back().answer.empty()) throw wrong("this question already has an answer");
    sheet_.entries.back().answer = printable(answer);
  }

  const std::string& file_;
  std::size_t at_ = 0;
  FilledIn sheet_;
  bool has_seed_ = false;
};

}  // namespace

std::string_view name_of(SheetKind kind) {
  return kind == SheetKind::before ? "pre" : kind == SheetKind::after ? "post" : "";
}

Sheet worksheet(const Prepared& prepared, std::uint64_t seed) {
  Sheet sheet{SheetKind::alone, {&prepared}, seed, {}};
  for (Drawn& each : draw_questions(prepared, seed))
    sheet.questions.push_back({&prepared, each.step, std::move(each.asked)});
  return sheet;
}

std::string text_of(const Sheet& sheet, bool with_answers) { return SheetWriter(sheet, with_answers).write(); }

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

std::string launch_in_words(const Scene& scene) {
  const Launch& l = scene.trace().launch();
  return l.kernel + ": " + shape_in_words(l, "A is {m} x {k}, B is {k} x {n}, {T} = {tile}");
}

FilledIn read_worksheet(const std::string& text, const std::string& file) { return SheetReader(file).read(text); }

std::size_t Marks::right() const {
  return static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), [](const Mark& m) { return m.is_right; }));
}

Marks grade(const Sheet& sheet, const FilledIn& filled_in, const std::string& file) {
  const auto& questions = sheet.questions;
  if (filled_in.entries.size() != questions.size())
    throw UsageError(fmt::format("{}: {} questions, but {} {}: was a question removed, or was the lesson changed?",
                                 file, filled_in.entries.size(),
                                 sheet.kind == SheetKind::alone ? "this lesson asks" : "there should be",
                                 questions.size()));
  Marks marks;
  for (std::size_t n = 0; n < questions.size(); ++n) {
    const auto& [lesson, step, asked] = questions[n];
    const FilledIn::Entry& entry = filled_in.entries[n];
    const std::string question = question_text(asked);
    if (entry.question != question)
      throw UsageError(fmt::format("{}: question {} is '{}', but the lesson asks '{}' with seed {}", file, n + 1,
                                   entry.question, question, filled_in.seed));
    const std::size_t why = lesson->step_named(asked.why_step).value_or(step);
    const Verdict verdict = judge(asked, entry.answer);
    marks.marks.push_back(
        {question, entry.answer, asked.right(), verdict.is_right, verdict.why, plain_text(lesson->steps[why].title)});
  }
  return marks;
}

}  // namespace tilescope::lessons
