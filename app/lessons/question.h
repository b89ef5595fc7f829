// What a step of a lesson asks, as its author wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::lessons {

// A piece of the file, with where it stands, so that whatever is wrong with it can be found again.
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
  std::optional<Form> form;  // or the kind's own
  Written ask;               // empty: the kind's own words
  Written at;                // the moment asked about; empty: the end of the step
  Written halt;              // where playback waits for an answer; empty: the beginning of the step
  Written what;              // of a count: what is counted
  Written array, element, thread;
  Written answer;             // of a number: what it comes to
  Written unit;               // behind a number
  Written explain;            // shown with the answer
  Written why;                // the bookmark of the step that shows why; empty: this one
  std::vector<Written> vary;  // what a worksheet draws anew
  struct Other {
    Written ask, answer;
  };
  std::vector<Other> others;  // of a number: the same of something else, as hard, for worksheets
  struct Wrong {
    Written answer, says;
  };
  std::vector<Wrong> wrong;  // what somebody who answers so is told; of a choice, all that can be chosen besides
  Written smaller, larger;   // of a choice: figures of the launch that decide it
  std::uint32_t line = 0;
};

// Whether a worksheet can draw that of a question of the kind: "thread", "element", "at".
[[nodiscard]] bool may_vary(Question::Kind kind, std::string_view what);

}  // namespace tilescope::lessons
