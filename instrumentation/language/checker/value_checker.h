// Checks initial values: from braces, by constructors, from the initializers of fields.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class ValueChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // `where` says what is wanted: "'row' is an 'int'".
  const Expression* from_syntax(Type type, const syntax::Expression& e, const Sentence& where);
  // From the values in ( ) or in { }.
  const Expression* from_values(Type type, std::span<const syntax::Expression* const> values, bool braces, Place place);
  const Expression* from_braces(Type type, std::span<const syntax::Expression* const> values, Place place);
  // The initial value that the structure itself gives a field; null if it gives none.
  const Expression* first_value_of_field(Record& record, std::size_t field, Place place);
  const Expression* constructed(Record& record, std::vector<Argument>& arguments, Place place, bool braces);
  // The array type with the size that its values give it: `int a[] = {1, 2, 3}`.
  Type counted(Type array, const syntax::Declaration& declaration);
  // The initial value of a declared variable; null if there is none.
  const Expression* initialized(Type type, const syntax::Declaration& declaration);

 private:
  bool is_aggregate(Type type);
  bool is_doubtful(Type type);
  const Expression* aggregate(Type type, std::span<const syntax::Expression* const> values, std::size_t& at, bool own,
                              Place place);
  const Expression* written_value_of_field(Record& record, std::size_t field, const syntax::Declaration& d,
                                           Place place);
  const Expression* default_object(Type type, Place place);
  const Expression* place_triple(Record& record, std::vector<Argument>& arguments, Place place);
};

}  // namespace tilescope::language
