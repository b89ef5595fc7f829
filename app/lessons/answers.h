// Computes the answers to each kind of question from a trace: right answers, plausible wrong ones, and where to look.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/moment.h"
#include "app/lessons/references.h"

namespace tilescope::lessons {

// A question with its thread, element and moment settled.
struct Settled {
  MomentName at;
  std::uint64_t moment = 0;
  std::uint32_t thread = 0;
  bool has_thread = false;
  ElementOf element;
};

struct Answer {
  std::string words;                  // the question in the kind's own words
  std::vector<std::string> accepted;  // not empty
  std::vector<Target> places;         // the same as places that can be clicked
  std::vector<std::string> wrong;     // the likeliest first; some may be right, or equal
  std::vector<Target> shows;
  std::uint64_t why = 0;
};

// Throws a UsageError if the trace has no answer.
[[nodiscard]] Answer answer_of(const Here& here, const Question& question, const Settled& settled);

// A wrong answer that the author foresees, in a student's words.
[[nodiscard]] std::string answer_words(const Here& here, const Question& question, const Written& answer);

// "4", "0.25", "NaN": as printed, and as a student would write it.
[[nodiscard]] std::string number_text(double number);

}  // namespace tilescope::lessons
