// What is declared, in a function or in the file: variables with their types, spaces and first values.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class VariableChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  void declare_symbol(Symbol symbol, Place place);
  void declare_types(const syntax::Specifiers& specifiers);
  void check_static_assertion(const syntax::Declaration& declaration);
  void declare(const syntax::Declaration& declaration, std::vector<const Variable*>& variables);
  Type automatic_type(const syntax::Declaration& declaration, const Expression*& init);
  Type variable_type(const syntax::Declaration& declaration, const Expression*& init);
  void set_value(Variable& variable, const syntax::Declaration& declaration, std::size_t calls, const Expression* init);
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
