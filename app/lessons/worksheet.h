// A worksheet: a lesson's questions as a seed draws them, as a text that is filled in, handed in, and marked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/prepare.h"

namespace tilescope::lessons {

// The text of the sheet, with room for answers or with the answers in it.
[[nodiscard]] std::string worksheet_text(const Prepared& prepared, std::uint64_t seed, bool with_answers);

// What a handed-in sheet says about itself, and the answers in it.
struct FilledIn {
  std::string lesson;
  std::uint64_t seed = 0;
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
// A UsageError where the sheet is of another state of the lesson: its questions are not those of today.
[[nodiscard]] Marks grade(const Prepared& prepared, const FilledIn& sheet, const std::string& file);

}  // namespace tilescope::lessons
