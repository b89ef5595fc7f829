// Checks types: names with their scopes, pointers, arrays with their sizes.
#pragma once

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class TypeChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  Type type_of(const syntax::TypeName& type);
  Type type_of(const syntax::Specifiers& specifiers, std::span<const syntax::DeclaratorStep> steps,
               bool parameter = false);
  // The two halves of type_of().
  Type base_type(const syntax::Specifiers& specifiers);
  Type with_steps(Type base, std::span<const syntax::DeclaratorStep> steps, bool parameter = false);
  // Nothing if the name is not a type; a simple one has no scope before it.
  std::optional<Type> find_type(const syntax::Name& name);
  std::optional<Type> find_simple_type(const syntax::Name& name);
  std::optional<Type> entity_type(Entity& entity, const syntax::NamePart& part);
  std::optional<Type> member_type(Record& record, const syntax::NamePart& part);
  Type alias_type(const syntax::Declaration& declaration);
  // The structure that the first `length` parts of a name stand for; null if they stand for none.
  Record* scope_record(const syntax::Name& name, std::size_t length);

 private:
  Type word_type(const syntax::Specifiers& specifiers);
  bool is_of_unknown(const syntax::Name& name);
  Type array_type(Type element, const syntax::DeclaratorStep& step);
};

}  // namespace tilescope::language
