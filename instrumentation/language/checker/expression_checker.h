// Checks expressions; CallChecker checks calls.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class ExpressionChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  const Expression* check(const syntax::Expression& e);
  const Expression* check_value(const syntax::Expression& e);
  // Checks an expression that must be constant, with the names visible here.
  const Expression* constant_expression(const syntax::Expression& e);
  const Expression* check_string(const syntax::Expression& e);
  const Expression* self(Place place);  // this
  // The value of something that the file declares; null if it has no value.
  const Expression* entity_value(Entity& entity, const syntax::Name& name, Place place);
  // True for a variable that should have been an array or a pointer: this is reported where it is declared.
  bool tell_of_missing_elements(const Expression& e);
  // The object whose member is used: the value before a dot, or the target of a pointer before an arrow.
  const Expression* object_of(const syntax::Expression& e, const Expression* object);
  // A field of that name, also in an unnamed part; null if there is none.
  const Expression* own_field(const Expression* object, std::string_view name, Place place);
  const Expression* member(const Expression* object, std::string_view name, Place place, Place at);
  // `word`: static_cast or a similar word, or nothing.
  const Expression* cast(const Expression* value, Type to, std::string_view word, Place place);
  void warn_of_condition(const syntax::Expression& e);
  // The variable's type is not what was meant, which is reported: its uses are silent.
  void doubt(const Variable& variable) { doubtful_.insert(&variable); }

 private:
  bool tell_of_missing_elements(const Field& field, Place at);
  const Expression* check_within(const syntax::Expression& e);
  const Expression* check_number(const syntax::Expression& e);
  const Expression* check_character(const syntax::Expression& e);
  const Expression* builtin_place(std::string_view name, Place place);
  const Expression* check_name(const syntax::Expression& e);
  const Expression* static_member(Record& record, std::string_view name, Place place);
  const Expression* scoped_name(const syntax::Name& name, Place place);
  const Expression* check_unary(const syntax::Expression& e);
  const Expression* check_dereference(const syntax::Expression& e, const Expression* a);
  void warn_of_chain(const syntax::Expression& e);
  const Expression* check_binary(const syntax::Expression& e);
  void doubt(const Expression* a, const Expression* b);
  const Expression* check_assign(const syntax::Expression& e);
  const Expression* check_subscript(const syntax::Expression& e);
  const Expression* check_member(const syntax::Expression& e);
  const Expression* check_cast(const syntax::Expression& e);
  const Expression* cast_reference(const Expression* from, Type to, Place place);
  const Expression* check_size_of(const syntax::Expression& e);
  bool names_constant(const syntax::Expression& e);

  std::unordered_map<std::string_view, const Variable*> places_;  // threadIdx and similar variables
  std::unordered_set<const Variable*> doubtful_;                  // their type is not what was meant; already reported
};

}  // namespace tilescope::language
