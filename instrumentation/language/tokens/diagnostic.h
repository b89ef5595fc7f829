// A mistake in a text, or a probable one: one plain sentence at one place, with a mend if there is one. The sentence is
// for people; code asks for the kind of mistake, for the names that it is about, and for its cause.
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

// Which part of reading a text finds it.
enum class Stage : std::uint8_t { words, parser, checker };

// A change of the text, at the place of the mistake.
struct Edit {
  std::string text;
  bool replaces = false;  // what stands there, or it goes before that
};

// What would do, in words; where one edit does it, that edit.
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
  std::vector<std::string> names{};  // that the message has in quotes; the first is what it is about
  std::optional<Place> cause{};      // another place that it cites or follows from
  std::string mend{};                // empty if it is not known
  std::optional<Edit> edit{};        // that does it

  [[nodiscard]] std::string_view subject() const { return names.empty() ? std::string_view() : names.front(); }
  [[nodiscard]] bool is_error() const { return severity == Severity::error; }
  // Found before any name was looked up.
  [[nodiscard]] bool is_of_parser() const { return stage <= Stage::parser; }
};

// Takes what is told while a text is read. The same thing at the same place is told once, however often it is found
// (a template is looked at for each of its arguments).
class Diagnostics {
 public:
  explicit Diagnostics(Stage stage = Stage::checker) : stage_(stage) {}

  void begin(Stage stage) { stage_ = stage; }
  void tell(Severity severity, Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void error(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void warning(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void note(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  // Takes those of `others`, too, which were put aside until it was known that they matter.
  void add(const Diagnostics& others);

  // Within a place, or right after it.
  [[nodiscard]] bool any_error_in(Place place) const;
  [[nodiscard]] bool any_error() const { return errors_ > 0; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  // So many errors that more would not help: what is found from here on is not told.
  [[nodiscard]] bool full() const { return errors_ >= most_errors; }
  [[nodiscard]] const std::vector<Diagnostic>& in_order_found() const { return all_; }
  // By place.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  static constexpr std::size_t most_errors = 100;

 private:
  void add(Diagnostic diagnostic);

  Stage stage_;
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

}  // namespace tilescope::language
