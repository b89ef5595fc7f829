// Questions of lessons, asked on a trace. The answer is computed from the trace, never stored.
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
  std::vector<Target> right_places;  // the same as clickable places
  std::string unit;                  // shown after a number
  std::vector<std::string> choices;  // up to four, exactly one of them right
  std::size_t right_choice = 0;
  struct Wrong {
    std::string answer;
    std::vector<Span> says;
  };
  std::vector<Wrong> wrong;  // the wrong answers that the author foresees, with replies
  std::vector<Span> explain;
  std::vector<Target> shows;  // lit with the answer
  std::uint64_t halt = 0;     // when playback stops for an answer
  std::uint64_t why = 0;      // a moment at which the answer is visible
  std::string why_step;       // the bookmark of the step that shows why; empty: this step

  // Whether the answer is a number, even if it is chosen from several.
  [[nodiscard]] bool is_number() const {
    return kind == Question::Kind::count || kind == Question::Kind::bank || kind == Question::Kind::value ||
           kind == Question::Kind::number;
  }
  [[nodiscard]] std::string right() const { return accepted.front() + (unit.empty() ? "" : " " + unit); }
};

// The seed of a worksheet varies the question; seed 0 asks it as written. Mistakes are added to `mistakes`, and a
// question with mistakes cannot be asked. `from` is the start of the step.
[[nodiscard]] Asked ask(const Here& here, const Question& question, std::uint64_t from, std::uint64_t seed,
                        std::vector<Mistake>& mistakes);

// Whether a student's answer is right: a number, a name, or the number of a choice.
[[nodiscard]] bool accepts(const Asked& asked, std::string_view answer);
[[nodiscard]] bool accepts(const Asked& asked, const Target& clicked);
// The reply to this wrong answer; null if there is none.
[[nodiscard]] const std::vector<Span>* said_to(const Asked& asked, const std::string& answer);
// Whether questions can ask for such a target: an element, a thread or a line.
[[nodiscard]] bool can_be_answer(const Target& target);

}  // namespace tilescope::lessons
