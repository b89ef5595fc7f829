// A user's stop condition: an expression over a thread's variables, threadIdx and the like, in the kernel's language.
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
  // Throws a UsageError that says what is wrong with it and where.
  Condition(const RecordedKernel& kernel, const std::string& text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool mentions(const std::string& variable) const { return declared_.contains(variable); }

  struct Sides {
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  };
  // A moment of a thread at which the condition becomes true.
  struct Onset {
    std::uint32_t thread = 0, events = 0;
    std::uint32_t passing_line = 0;  // if not 0: true after that line, but no longer at the next event
  };
  // In a block, by thread and moment. A condition on a variable without a value is false.
  [[nodiscard]] std::vector<Onset> onsets(const History& history, std::uint64_t block, const Sides& sides) const;

 private:
  class Reading;     // parses the text into `holds_`
  class Evaluation;  // of one thread

  std::string text_;
  std::map<std::string, language::Type, std::less<>> declared_;  // variables that it mentions
  language::Program program_;                                    // the kernel's source, followed by the condition
  const language::Expression* holds_ = nullptr;
};

}  // namespace tilescope::machine
