// Checks declared variables, in a function or in the file: their types, spaces and initial values.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class VariableChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Gives a name its meaning from here on.
  void declare_symbol(Symbol symbol, Place place);
  // Declares a structure or enumeration inside a function.
  void declare_types(const syntax::Specifiers& specifiers);
  void check_static_assertion(const syntax::Declaration& declaration);
  // Checks any declaration in a function; its variables that are not shared are added.
  void declare(const syntax::Declaration& declaration, std::vector<const Variable*>& variables);
  // The type of an `auto` variable; `init` becomes its initial value.
  Type automatic_type(const syntax::Declaration& declaration, const Expression*& init);
  Type variable_type(const syntax::Declaration& declaration, const Expression*& init);
  // Sets the initial value; also the value itself if it is constant and known: then the calls in it, those after
  // `calls`, do not run.
  void set_value(Variable& variable, const syntax::Declaration& declaration, std::size_t calls, const Expression* init);
  // Null if there is a mistake, which is reported.
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
