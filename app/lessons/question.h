// A question of a lesson's step, as its author wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::lessons {

// A text from the file with its place, for messages.
struct Written {
  std::string text;
  std::string key;
  std::uint32_t line = 0;  // of the text's first letter

  [[nodiscard]] bool empty() const { return text.empty(); }
  [[nodiscard]] std::uint32_t line_at(std::size_t offset) const;
};

struct Question {
  enum class Kind : std::uint8_t {
    count,
    cell,
    bank,
    loader,
    waits,
    value,
    line,
    number,
    giver,
    active,
    absent,
    turn,
    choice
  };
  enum class Form : std::uint8_t { number, choice, click };

  Kind kind = Kind::number;
  std::optional<Form> form;  // empty: the default of the kind
  Written ask;               // empty: the default words of the kind
  Written at;                // the moment in question; empty: the end of the step
  Written halt;              // when playback stops for an answer; empty: at the start of the step
  Written what;              // for a count: the figure
  Written array, element, thread;
  Written answer;             // for a number: its value
  Written unit;               // shown after a number
  Written explain;            // shown with the answer
  Written why;                // the bookmark of the step that shows the answer; empty: this step
  std::vector<Written> vary;  // what a worksheet may vary
  struct Other {
    Written ask, answer;
  };
  std::vector<Other> others;  // for a number: equally difficult versions for worksheets
  struct Wrong {
    Written answer, says;
  };
  std::vector<Wrong> wrong;  // replies to wrong answers; for a choice, all wrong choices
  Written smaller, larger;   // for a choice: the figures that decide it
  std::uint32_t line = 0;
};

// Whether a worksheet can vary this part of a question: "thread", "element", "at".
[[nodiscard]] bool may_vary(Question::Kind kind, std::string_view what);

}  // namespace tilescope::lessons
