// Predict, then reveal: a lesson's question on a trace. The answer is computed from the trace and never stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/references.h"

namespace tilescope::lessons {

// A question as asked, with everything needed to judge an answer.
struct Asked {
  Question::Kind kind = Question::Kind::number;
  Question::Form form = Question::Form::number;
  std::vector<Span> text;
  std::vector<std::string>
      accepted;  // right answers: "4", "A[0][2]", "thread (0,1)", "thread 5"; the first one is shown
  std::vector<Target> right_places;  // the same as places that can be clicked
  std::string unit;                  // behind a number
  std::vector<std::string> choices;  // up to four, one of them right
  std::size_t right_choice = 0;
  struct Wrong {
    std::string answer;
    std::vector<Span> says;
  };
  std::vector<Wrong> wrong;  // wrong answers that the author foresees, with replies
  std::vector<Span> explain;
  std::vector<Target> shows;  // lit with the answer
  std::uint64_t halt = 0;     // where playback waits
  std::uint64_t why = 0;      // a moment that shows the answer
  std::string why_step;       // the bookmark of the step that shows why; empty: this one

  // Whether the answer is a number, also in a choice among numbers.
  [[nodiscard]] bool is_number() const {
    return kind == Question::Kind::count || kind == Question::Kind::bank || kind == Question::Kind::value ||
           kind == Question::Kind::number;
  }
  [[nodiscard]] std::string right() const { return accepted.front() + (unit.empty() ? "" : " " + unit); }
};

// A worksheet's seed varies the question; seed 0 asks it as written. Mistakes are noted, and with any the question
// cannot be asked. `from` is the step's beginning.
[[nodiscard]] Asked ask(const Here& here, const Question& question, std::uint64_t from, std::uint64_t seed,
                        std::vector<Mistake>& mistakes);

// Whether a student's answer is right: a number, the name of a thing, or the number of its choice.
[[nodiscard]] bool accepts(const Asked& asked, std::string_view answer);
[[nodiscard]] bool accepts(const Asked& asked, const Target& clicked);
// The reply to this wrong answer; null: none.
[[nodiscard]] const std::vector<Span>* said_to(const Asked& asked, const std::string& answer);
// The things that questions are about: elements, threads and lines.
[[nodiscard]] bool can_be_answer(const Target& target);

}  // namespace tilescope::lessons
