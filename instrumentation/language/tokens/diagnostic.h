// What is wrong with a text, or probably so: one plain sentence at one place, and where there is one a mend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/tokens/source.h"

namespace tilescope::language {

// Behind a comment without an end nothing is known.
constexpr const char* open_comment = "this comment does not end";

enum class Severity : std::uint8_t { error, warning, note };
[[nodiscard]] const char* word(Severity severity);

struct Diagnostic {
  Severity severity = Severity::error;
  Place place;
  std::string message;
  std::string mend;  // what would do; empty where nobody can know
};

// Takes what is told while a text is read. The same thing at the same place is told once, however often it is found
// (a template is looked at for each of its arguments).
class Diagnostics {
 public:
  void error(Place place, std::string message, std::string mend = "");
  void warning(Place place, std::string message, std::string mend = "");
  void note(Place place, std::string message, std::string mend = "");
  void add(Diagnostic diagnostic);
  // Takes those of `others`, too, which were put aside until it was known that they matter.
  void add(const Diagnostics& others);

  // Within a place, or right behind it.
  [[nodiscard]] bool any_error_in(Place place) const;
  [[nodiscard]] bool any_error() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  // So many errors that more would help nobody: what is found from here on is not told.
  [[nodiscard]] bool full() const { return errors_ >= most_errors; }
  [[nodiscard]] const std::vector<Diagnostic>& in_order_found() const { return all_; }
  // By place.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  static constexpr std::size_t most_errors = 100;

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

}  // namespace tilescope::language
