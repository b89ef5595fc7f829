// Predict, then reveal: a question of a lesson on a trace. The answer is computed from the trace and stored nowhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/references.h"

namespace tilescope::lessons {

// One question as it is asked, with what it takes to judge an answer.
struct Asked {
  Question::Kind kind = Question::Kind::number;
  Question::Form form = Question::Form::number;
  std::vector<Span> text;
  std::vector<std::string>
      accepted;                      // right answers: "4", "A[0][2]", "thread (0,1)", "thread 5"; the first one is told
  std::vector<Target> right_places;  // the same, of a thing that can be clicked
  std::string unit;                  // behind a number
  std::vector<std::string> choices;  // one of them right, up to four in all
  std::size_t right_choice = 0;
  struct Wrong {
    std::string answer;
    std::vector<Span> says;
  };
  std::vector<Wrong> wrong;  // that the author foresees, and what is said to them
  std::vector<Span> explain;
  std::vector<Target> shows;  // lit with the answer
  std::uint64_t halt = 0;     // where playback waits
  std::uint64_t why = 0;      // a moment at which it can be seen
  std::string why_step;       // the bookmark of the step that shows why; empty: this one

  // A number, however it is asked for: a choice among numbers is one as well.
  [[nodiscard]] bool is_number() const {
    return kind == Question::Kind::count || kind == Question::Kind::bank || kind == Question::Kind::value ||
           kind == Question::Kind::number;
  }
  [[nodiscard]] std::string right() const { return accepted.front() + (unit.empty() ? "" : " " + unit); }
};

// A worksheet's seed draws anew what the question lets vary; seed 0 asks as the author wrote it. Mistakes are noted;
// with any, the question cannot be asked. `from` is where the step begins.
[[nodiscard]] Asked ask(const Here& here, const Question& question, std::uint64_t from, std::uint64_t seed,
                        std::vector<Mistake>& mistakes);

// Whether an answer, as somebody wrote it, is right: a number; or the name of a thing, or the number of its choice.
[[nodiscard]] bool accepts(const Asked& asked, std::string_view answer);
[[nodiscard]] bool accepts(const Asked& asked, const Target& clicked);
// What is said to whoever gives this wrong answer; null: nothing.
[[nodiscard]] const std::vector<Span>* said_to(const Asked& asked, const std::string& answer);
// What there are questions about: elements, threads and lines.
[[nodiscard]] bool can_be_answer(const Target& target);

}  // namespace tilescope::lessons
