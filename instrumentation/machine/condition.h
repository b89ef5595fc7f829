// What a user waits for: an expression over a thread's variables, threadIdx and its kind, in the kernel's own language.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/machine/history.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope::machine {

class Condition {
 public:
  // A UsageError says what is wrong with it and where.
  Condition(const RecordedKernel& kernel, const std::string& text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool mentions(const std::string& variable) const { return declared_.contains(variable); }

  struct Sides {
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  };
  // A moment of a thread at which it holds, and did not before.
  struct Onset {
    std::uint32_t thread = 0, events = 0;
    std::uint32_t passing_line = 0;  // where not 0: it held after that line, and no more when the next event happened
  };
  // In a block, by thread and moment. A condition on a variable without a value is false.
  [[nodiscard]] std::vector<Onset> onsets(const History& history, std::uint64_t block, const Sides& sides) const;

 private:
  class Reading;     // from what is written to `holds_`
  class Evaluation;  // of one thread

  std::string text_;
  std::map<std::string, language::Type, std::less<>> declared_;  // variables that it mentions
  language::Program program_;                                    // the kernel's text, and the condition after it
  const language::Expression* holds_ = nullptr;
};

}  // namespace tilescope::machine
