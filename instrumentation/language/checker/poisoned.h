// Names that lines with parse errors may declare. The meaning of such a name is unknown, so its uses are silent: only
// the mistakes in the lines are reported.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "instrumentation/language/checker/once.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

class Poisoned {
 public:
  Poisoned(const Source& source, const Preprocessed& preprocessed, const syntax::File& file, Diagnostics& diagnostics,
           Once& told)
      : source_(source), preprocessed_(preprocessed), file_(file), diagnostics_(diagnostics), told_(told) {}

  // Adds all words of the lines with errors that are reported so far or put aside.
  void find();
  void add(std::string_view name) { names_.insert(name); }
  // True if the name is poisoned; then what was put aside about it matters and is reported.
  bool contains(std::string_view name);
  // True if an unreadable macro is used there, or makes an enumeration: what it declares is unknown.
  bool any_macro_in(Place place);

  // Reports what was put aside. During a quiet time, it is also kept and reported in the end.
  void tell(const Diagnostics& put_aside);
  void tell_held_back();
  void begin_quiet() { ++quiet_; }
  void end_quiet() { --quiet_; }

 private:
  void add_words(std::string_view line);
  bool any_enumeration_from_macros();
  [[nodiscard]] std::string_view text_of(Place place) const {
    return source_.text().substr(place.offset, place.length);
  }

  const Source& source_;
  const Preprocessed& preprocessed_;
  const syntax::File& file_;
  Diagnostics& diagnostics_;
  Once& told_;
  std::unordered_set<std::string_view> names_;
  std::vector<std::string_view> macros_;       // defined on lines that could not be read
  std::vector<const Diagnostics*> held_back_;  // needed during a quiet time
  int quiet_ = 0;
};

}  // namespace tilescope::language
