// Checks template arguments, given in < > or by default.
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Base = syntax::Specifiers::Base;

std::string TemplateChecker::name_with(std::string_view name, const TemplateValues& values) const {
  std::string text(name);
  for (std::size_t n = 0; n < values.size(); ++n)
    text += (n == 0 ? "<" : ", ") + (values[n].value != nullptr ? text_of(values[n]) : name_of(values[n].type));
  return values.empty() ? text : text + ">";
}

// The value as C++ text. A number does not convert to an enumeration, so its constant's name is used if there is one.
std::string TemplateChecker::text_of(const TemplateValue& value) const {
  const std::string number = to_text(*value.value);
  if (!value.type.is_enumeration()) return number;
  const Enumeration& of = *value.type->enumeration;
  const std::optional<std::string> name = parts().enumerations.full_name(of);
  if (!name) return number;
  for (const auto& [one, is] : of.values)
    if (is == value.value->integer) return *name + "::" + std::string(one);
  return "static_cast<" + *name + ">(" + number + ")";
}

std::optional<TemplateValue> TemplateChecker::template_value(const syntax::TemplateParameter& parameter,
                                                             const syntax::TemplateArgument& argument,
                                                             const Bindings* earlier) {
  if (parameter.kind == syntax::TemplateParameter::Kind::type) {
    if (argument.type != nullptr) {
      const Type type = parts().types.type_of(*argument.type);
      return type.is_unknown() ? std::nullopt : std::optional(TemplateValue{type, nullptr});
    }
    if (argument.value != nullptr && argument.value->kind == syntax::ExpressionKind::name)
      if (const std::optional<Type> type = parts().types.find_type(*argument.value->name))
        return TemplateValue{*type, nullptr};
    diagnostics_.error(argument.place, Mistake::type_wanted,
                       parameter.name.empty() ? "a type is expected here, but this is a value"
                                              : quoted(parameter.name) + " must be a type, but this is a value");
    return std::nullopt;
  }
  const syntax::Expression* written = argument.value;
  syntax::Expression name;
  if (written == nullptr && argument.type != nullptr && argument.type->specifiers->base == Base::named) {
    name.kind = syntax::ExpressionKind::name;
    name.name = argument.type->specifiers->name;
    name.place = name.at = argument.place;
    written = &name;
  }
  if (written == nullptr) {
    diagnostics_.error(argument.place, Mistake::value_wanted,
                       quoted(parameter.name) + " must be a value, but this is a type");
    return std::nullopt;
  }
  const Expression* value = parts().expressions.constant_expression(*written);
  if (is_broken(value)) return std::nullopt;
  if (parameter.value_type != nullptr && parameter.value_type->specifiers->base != Base::automatic) {
    Frame frame{.bindings = earlier != nullptr ? earlier : frame_->bindings,
                .of = frame_->of,
                .namespaces = frame_->namespaces};
    frame.symbols = frame_->symbols;
    const Entered entered(context_, frame);
    const Type type = parts().types.type_of(*parameter.value_type);
    if (type.is_unknown()) return std::nullopt;
    if (!type.is_arithmetic() && !type.is_enumeration()) {
      diagnostics_.error(parameter.place, Mistake::template_parameter,
                         "only types and numbers are supported as template parameters");
      return std::nullopt;
    }
    value = build_.converted(value, type);
  }
  if (Build::known(value) == nullptr) {
    diagnostics_.error(argument.place, Mistake::constant_wanted,
                       "the argument for " + quoted(parameter.name) + " must be a constant");
    return std::nullopt;
  }
  return TemplateValue{value->type, Build::known(value)};
}

const Bindings* TemplateChecker::bind(std::span<const syntax::TemplateParameter> parameters,
                                      const TemplateValues& values, const Bindings* outer, bool knobs) {
  std::vector<Binding> all;
  for (std::size_t n = 0; n < values.size(); ++n)
    all.push_back({parameters[n].name, values[n], parameters[n].place, knobs});
  return arena_.make<Bindings>(Bindings{outer, arena_.list(all)});
}

std::optional<TemplateValues> TemplateChecker::template_values(std::span<const syntax::TemplateParameter> parameters,
                                                               std::span<const syntax::TemplateArgument> given,
                                                               Place place, std::string_view name,
                                                               const Bindings*& bindings, bool tell) {
  TemplateValues values;
  if (given.size() > parameters.size()) {
    if (tell)
      diagnostics_.error(place, Mistake::template_count,
                         quoted(name) + " takes " + count(parameters.size()) + " in < >, but " +
                             std::to_string(given.size()) + " were given");
    return std::nullopt;
  }
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    const syntax::TemplateParameter& parameter = parameters[n];
    if (parameter.kind == syntax::TemplateParameter::Kind::other) {
      if (tell)
        diagnostics_.error(parameter.place, Mistake::any_number_of_arguments,
                           "variadic templates and template template parameters are not supported by TileScope");
      return std::nullopt;
    }
    std::optional<TemplateValue> value;
    if (n < given.size()) {
      value = template_value(parameter, given[n], bind(parameters, values, bindings));
    } else if (parameter.default_type != nullptr || parameter.default_value != nullptr) {
      Frame frame{.bindings = bind(parameters, values, bindings), .of = frame_->of, .namespaces = frame_->namespaces};
      const Entered entered(context_, frame);
      value = template_value(parameter, {parameter.default_type, parameter.default_value, parameter.place});
    } else if (tell) {
      diagnostics_.error(
          place, Mistake::template_unsaid,
          quoted(name) + " needs " + count(parameters.size()) + " in < >: " + quoted(parameter.name) + " is not given");
    }
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  bindings = bind(parameters, values, bindings);
  return values;
}

}  // namespace tilescope::language
