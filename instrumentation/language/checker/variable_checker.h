// Checks declared variables, in a function or in the file: their types, spaces and initial values.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class VariableChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // From here on a name means this.
  void declare_symbol(Symbol symbol, Place place);
  // A structure or an enumeration that is declared within a function.
  void declare_types(const syntax::Specifiers& specifiers);
  void check_static_assertion(const syntax::Declaration& declaration);
  // Whatever a function declares; variables of it that are not shared are added.
  void declare(const syntax::Declaration& declaration, std::vector<const Variable*>& variables);
  // `init` becomes the first value where the type is taken from it, `auto`.
  Type automatic_type(const syntax::Declaration& declaration, const Expression*& init);
  Type variable_type(const syntax::Declaration& declaration, const Expression*& init);
  // The first value; and the value itself, where it stays what it is and is known: then nothing runs the calls in it,
  // those after `calls`.
  void set_value(Variable& variable, const syntax::Declaration& declaration, std::size_t calls, const Expression* init);
  // Null if it cannot be, which is reported.
  const Variable* global_variable(Entity& entity);
  const Variable* template_variable(Entity& entity, const syntax::NamePart& part);

 private:
  std::uint32_t alignment_of(const syntax::Specifiers& specifiers);
  void look_at_dynamic(const Variable& v);
  void declare_shared(Variable& variable, const syntax::Declaration& declaration);
  bool tell_of_comma(const syntax::Declaration& d, std::string_view name);
  Variable* declare_variable(const syntax::Declaration& declaration);
  bool settle(Variable& variable);
  Variable* make_global(Entity& entity, const syntax::Declaration& declaration, const Bindings* bindings);
};

}  // namespace tilescope::language
