// Converts values to a wanted type: by C++'s own conversions, or by those that structures define.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class ConversionChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Reports an impossible conversion. `where` says what is wanted: "'row' is an 'int'".
  const Expression* wanted(const Expression* value, Type to, const Sentence& where, Place place);
  // As bool; a structure by its operator, which may be explicit here.
  const Expression* truth(const Expression* e);
  // By a constructor with one argument, or by an operator of the value's own structure; null if there is neither.
  const Expression* user_converted(const Expression* value, Type to);
  const Expression* bound_reference(Type reference, const Expression* value, const Sentence& where, Place place);

 private:
  bool plainly_ = false;  // ignores conversions that structures define, while one is being searched for
};

}  // namespace tilescope::language
