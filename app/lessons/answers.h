// Computes the answers to questions from a trace: right answers, plausible wrong answers, and where to see the answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/moment.h"
#include "app/lessons/references.h"

namespace tilescope::lessons {

// A question with a fixed thread, element and moment.
struct Settled {
  MomentName at;
  std::uint64_t moment = 0;
  std::uint32_t thread = 0;
  bool has_thread = false;
  ElementOf element;
};

struct Answer {
  std::string words;                  // the question in the default words of its kind
  std::vector<std::string> accepted;  // not empty
  std::vector<Target> places;         // the same as clickable places
  std::vector<std::string> wrong;     // the most likely first; some may be right or repeated
  std::vector<Target> shows;
  std::uint64_t why = 0;
};

// Throws a UsageError if the trace has no answer.
[[nodiscard]] Answer answer_of(const Here& here, const Question& question, const Settled& settled);

// An answer that the author wrote, in the words that a student would use.
[[nodiscard]] std::string answer_words(const Here& here, const Question& question, const Written& answer);

// "4", "0.25", "NaN": as printed, and as a student would write it.
[[nodiscard]] std::string number_text(double number);

}  // namespace tilescope::lessons
