// A worksheet: questions of lessons as a seed draws them, as a text that is filled in, handed in, and marked. It stands
// alone, or is one of two, for before the lessons and for after them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/prepare.h"

namespace tilescope::lessons {

enum class SheetKind : std::uint8_t { alone, before, after };
[[nodiscard]] std::string_view name_of(SheetKind kind);  // "pre", "post"; of one that stands alone nothing

struct Sheet {
  struct Question {
    const Prepared* lesson = nullptr;
    std::size_t step = 0;
    Asked asked;
  };
  SheetKind kind = SheetKind::alone;
  std::vector<const Prepared*> lessons;  // one, where the sheet stands alone
  std::uint64_t seed = 0;
  std::vector<Question> questions;
};

// All questions of a lesson, on a sheet that stands alone.
[[nodiscard]] Sheet worksheet(const Prepared& prepared, std::uint64_t seed);

// The text of the sheet, with room for answers or with the answers in it. It has the kernels' texts and what their
// arrays hold, so that it can be answered without the program.
[[nodiscard]] std::string text_of(const Sheet& sheet, bool with_answers);

// A question on one line, however its author broke it; and the launch that it is of.
[[nodiscard]] std::string question_text(const Asked& asked);
[[nodiscard]] std::string launch_in_words(const Scene& scene);

// What a handed-in sheet says about itself, and the answers in it.
struct FilledIn {
  SheetKind kind = SheetKind::alone;
  std::vector<std::string> lessons;
  std::uint64_t seed = 0;
  std::string name;  // of the student; empty where none stands there
  struct Entry {
    std::string question;  // its first line
    std::string answer;    // empty: none was given
  };
  std::vector<Entry> entries;
};
// A UsageError names the file and the line of what is not as a sheet has it.
[[nodiscard]] FilledIn read_worksheet(const std::string& text, const std::string& file);

struct Mark {
  std::string question, answer, right;
  bool is_right = false;
  std::string why_wrong;  // what is wrong with how the answer was written; empty where it is just another one
  std::string why_step;   // the title of the step that shows why
};
struct Marks {
  std::vector<Mark> marks;

  [[nodiscard]] std::size_t right() const;
};
// The sheet as it was handed out, and as it came back. A UsageError where it is of another state of the lessons: its
// questions are not those of today.
[[nodiscard]] Marks grade(const Sheet& sheet, const FilledIn& filled_in, const std::string& file);

}  // namespace tilescope::lessons
