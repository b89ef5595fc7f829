// A question of a lesson's step, as its author wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::lessons {

// A piece of the file with its place, so that mistakes in it can be located.
struct Written {
  std::string text;
  std::string key;
  std::uint32_t line = 0;  // the line of the text's first letter

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
  std::optional<Form> form;  // or the kind's default
  Written ask;               // empty: the kind's own words
  Written at;                // the moment asked about; empty: the step's end
  Written halt;              // where playback waits for an answer; empty: the step's beginning
  Written what;              // for a count: what is counted
  Written array, element, thread;
  Written answer;             // for a number: its value
  Written unit;               // after a number
  Written explain;            // shown with the answer
  Written why;                // the bookmark of the step that shows the answer; empty: this one
  std::vector<Written> vary;  // what a worksheet varies
  struct Other {
    Written ask, answer;
  };
  std::vector<Other> others;  // for a number: equally hard versions for worksheets
  struct Wrong {
    Written answer, says;
  };
  std::vector<Wrong> wrong;  // the replies to wrong answers; for a choice, all wrong choices
  Written smaller, larger;   // for a choice: the launch's figures that decide it
  std::uint32_t line = 0;
};

// Whether a worksheet can vary this in a question of this kind: "thread", "element", "at".
[[nodiscard]] bool may_vary(Question::Kind kind, std::string_view what);

}  // namespace tilescope::lessons
