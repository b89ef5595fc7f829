#include "instrumentation/language/checker/deduction.h"

#include <algorithm>

namespace tilescope::language {

namespace {

using Base = syntax::Specifiers::Base;
using Step = syntax::DeclaratorStep;
using Written = syntax::ExpressionKind;

}  // namespace

bool Deduction::from_base(const syntax::Specifiers& s, Type type) {
  if (s.base != Base::named || s.name->parts.size() != 1) return true;
  const syntax::NamePart& part = s.name->last();
  for (std::size_t n = 0; n < parameters_.size(); ++n) {
    if (parameters_[n].name != part.text || parameters_[n].kind != syntax::TemplateParameter::Kind::type) continue;
    const Type bound = s.is_const || s.is_volatile ? type.plain() : type;
    if (found_[n]) return values_[n].type.plain() == bound.plain();
    values_[n] = {bound, nullptr};
    found_[n] = true;
    return true;
  }
  if (!part.has_arguments || !type.is_structure()) return true;
  const Record* const record = records_.of(type);
  if (record == nullptr || record->made_from == nullptr) return true;
  const auto& from = *static_cast<const Entity*>(record->made_from);
  if (from.name != part.text) return false;
  for (std::size_t n = 0; n < std::min(part.arguments.size(), record->arguments.size()); ++n) {
    const TemplateValue& given = record->arguments[n];
    const syntax::TemplateArgument& argument = part.arguments[n];
    if (given.value == nullptr && argument.type != nullptr && argument.type->steps.empty() &&
        !from_base(*argument.type->specifiers, given.type))
      return false;
    std::string_view name;
    if (argument.value != nullptr && argument.value->kind == Written::name) name = argument.value->name->last().text;
    if (argument.type != nullptr && argument.type->specifiers->base == Base::named)
      name = argument.type->specifiers->name->last().text;
    for (std::size_t p = 0; p < parameters_.size(); ++p)
      if (given.value != nullptr && parameters_[p].name == name && !found_[p]) {
        values_[p] = given;
        found_[p] = true;
      }
  }
  return true;
}

bool Deduction::from(const syntax::Declaration& parameter, Type type, bool of_function) {
  std::size_t first = 0;
  const auto& steps = parameter.steps;
  const bool reference =
      !steps.empty() && (steps[0].kind == Step::Kind::reference || steps[0].kind == Step::Kind::moved_reference);
  if (reference) {
    first = 1;
  } else if (of_function) {
    if (type.is_array()) type = build_.types().pointer_to(type.inner().qualified_as(type));
    type = type.plain();
  }
  for (std::size_t n = first; n < steps.size(); ++n) {
    const Step& step = steps[n];
    const bool as_pointer =
        step.kind == Step::Kind::pointer || (step.kind == Step::Kind::array && n == 0 && of_function);
    if (as_pointer) {
      if (!type.is_pointer()) return false;
      type = type.inner();
    } else if (step.kind == Step::Kind::array) {
      if (!type.is_array()) return false;
      if (step.size != nullptr && step.size->kind == Written::name)
        for (std::size_t p = 0; p < parameters_.size(); ++p)
          if (parameters_[p].name == step.size->name->last().text && !found_[p]) {
            values_[p] = {build_.type(TypeKind::int_),
                          build_.kept(Value::of(TypeKind::int_, static_cast<std::int64_t>(type->count)))};
            found_[p] = true;
          }
      type = type.inner();
    }
  }
  return from_base(*parameter.specifiers, type);
}

}  // namespace tilescope::language
