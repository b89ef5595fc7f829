// A mistake or probable mistake in a source: one plain sentence at one location, with a fix if there is one. The
// sentence is for people; code uses the kind of mistake, the names it is about, and its cause.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/language/tokens/mistake.h"
#include "instrumentation/language/tokens/sentence.h"

namespace tilescope::language {

enum class Severity : std::uint8_t { error, warning, note };
[[nodiscard]] const char* word(Severity severity);

// The stage of reading that finds the mistake.
enum class Stage : std::uint8_t { words, parser, checker };

// A change of the source at the location of the mistake.
struct Edit {
  std::string text;
  bool replaces = false;  // true: replaces the source there; false: goes before it
};

// A fix in words, and as an edit if a single edit makes it.
struct Mend {
  std::string words;
  std::optional<Edit> edit{};

  Mend() = default;
  Mend(const char* said) : words(said) {}
  Mend(std::string said) : words(std::move(said)) {}

  static Mend write(std::string text);                        // "write ;"
  static Mend write_before(std::string text);                 // "write & before it"
  static Mend asked(std::string question, std::string text);  // "is a } missing before it?"
  static Mend meant(std::string name);                        // "did you mean 'row'?"
};

struct Diagnostic {
  Severity severity = Severity::error;
  Place place;
  Mistake mistake{};
  Stage stage = Stage::checker;
  std::string message{};
  std::vector<std::string> names{};  // that the message quotes; the first is its subject
  std::optional<Place> cause{};      // another location that it cites or follows from
  std::string mend{};                // the fix in words; empty if unknown
  std::optional<Edit> edit{};        // the same fix as an edit

  [[nodiscard]] std::string_view subject() const { return names.empty() ? std::string_view() : names.front(); }
  [[nodiscard]] bool is_error() const { return severity == Severity::error; }
  // True if found before any name was looked up.
  [[nodiscard]] bool is_of_parser() const { return stage <= Stage::parser; }
};

// Collects diagnostics. The same message at the same location is kept once, however often it is found (a template is
// checked for each set of arguments).
class Diagnostics {
 public:
  explicit Diagnostics(Stage stage = Stage::checker) : stage_(stage) {}

  void begin(Stage stage) { stage_ = stage; }
  void tell(Severity severity, Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void error(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void warning(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void note(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  // Adds diagnostics that were put aside until it was known that they matter.
  void add(const Diagnostics& others);

  // True if an error begins in `place` or right after it.
  [[nodiscard]] bool any_error_in(Place place) const;
  [[nodiscard]] bool any_error() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  // True if more errors would not help: from here on nothing is reported.
  [[nodiscard]] bool full() const { return errors_ >= most_errors; }
  [[nodiscard]] const std::vector<Diagnostic>& in_order_found() const { return all_; }
  // Sorted by location.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  static constexpr std::size_t most_errors = 100;

 private:
  void add(Diagnostic diagnostic);

  Stage stage_;
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

}  // namespace tilescope::language
