// A worksheet: questions of lessons, drawn with a seed, as text to fill in, hand in and mark. A worksheet is single, or
// one of a pair for before and after the lessons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/prepare.h"

namespace tilescope::lessons {

enum class SheetKind : std::uint8_t { alone, before, after };
[[nodiscard]] std::string_view name_of(SheetKind kind);  // "pre", "post"; empty for a single sheet

struct Sheet {
  struct Question {
    const Prepared* lesson = nullptr;
    std::size_t step = 0;
    Asked asked;
  };
  SheetKind kind = SheetKind::alone;
  std::vector<const Prepared*> lessons;  // exactly one for a single sheet
  std::uint64_t seed = 0;
  std::vector<Question> questions;
};

// All questions of a lesson, on a single sheet.
[[nodiscard]] Sheet worksheet(const Prepared& prepared, std::uint64_t seed);

// The sheet's text, with blanks or with the answers. It lists the kernels and their arrays' values, so that students
// can answer it without the program.
[[nodiscard]] std::string text_of(const Sheet& sheet, bool with_answers);

// A question on one line, without the author's line breaks; the launch of a scene, in words.
[[nodiscard]] std::string question_text(const Asked& asked);
[[nodiscard]] std::string launch_in_words(const Scene& scene);

// The head and the answers of a handed-in sheet.
struct FilledIn {
  SheetKind kind = SheetKind::alone;
  std::vector<std::string> lessons;
  std::uint64_t seed = 0;
  std::string name;  // the student's name; empty if missing
  struct Entry {
    std::string question;  // its first line
    std::string answer;    // empty: not answered
  };
  std::vector<Entry> entries;
};
// Throws a UsageError with the file and line of a mistake in the sheet.
[[nodiscard]] FilledIn read_worksheet(const std::string& text, const std::string& file);

struct Mark {
  std::string question, answer, right;
  bool is_right = false;
  std::string why_wrong;  // why the answer could not be read; empty: it is just wrong
  std::string why_step;   // the title of the step that shows the answer
};
struct Marks {
  std::vector<Mark> marks;

  [[nodiscard]] std::size_t right() const;
};
// Marks a sheet against the one handed out. Throws a UsageError if the questions differ because the lessons have
// changed since.
[[nodiscard]] Marks grade(const Sheet& sheet, const FilledIn& filled_in, const std::string& file);

}  // namespace tilescope::lessons
