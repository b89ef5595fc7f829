// What a question of each kind comes to on a trace: the right answers, the wrong ones that are near, and where to look.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/moment.h"
#include "app/lessons/references.h"

namespace tilescope::lessons {

// A question with everything in it settled: which thread, which element, which moment.
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
  std::vector<Target> places;         // the same, of what can be clicked
  std::vector<std::string> wrong;     // the likeliest first; some may be right after all, or the same
  std::vector<Target> shows;
  std::uint64_t why = 0;
};

// A UsageError says why the trace has no answer.
[[nodiscard]] Answer answer_of(const Here& here, const Question& question, const Settled& settled);

// An answer that the question's author foresees, as somebody would give it.
[[nodiscard]] std::string answer_words(const Here& here, const Question& question, const Written& answer);

// "4", "0.25", "NaN": as it is told, and as somebody would write it.
[[nodiscard]] std::string number_text(double number);

}  // namespace tilescope::lessons
