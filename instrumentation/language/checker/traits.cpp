// The type traits of the standard library: std::is_same, std::numeric_limits and similar ones.
#include <cfloat>
#include <climits>
#include <limits>

#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

namespace {

// The largest and smallest value of an integer type, in its own bits.
std::int64_t greatest(Type type) {
  if (type.is(TypeKind::bool_)) return 1;
  const auto bits = static_cast<int>(type->size * 8);
  if (type.is_unsigned()) return bits == 64 ? -1 : static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  return static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
}

std::int64_t least(Type type) { return type.is_unsigned() ? 0 : -greatest(type) - 1; }

template <class T>
std::optional<double> limit_of(std::string_view what) {
  using Limits = std::numeric_limits<T>;
  if (what == "max") return Limits::max();
  if (what == "min") return Limits::min();
  if (what == "lowest") return Limits::lowest();
  if (what == "epsilon") return Limits::epsilon();
  if (what == "infinity") return Limits::infinity();
  if (what == "quiet_NaN") return Limits::quiet_NaN();
  return std::nullopt;
}

std::optional<bool> truth_of(std::string_view trait, Type a, const std::vector<Type>& all) {
  if (trait == "is_same") return all.size() > 1 && a == all[1];
  if (trait == "is_floating_point") return a.is_floating();
  if (trait == "is_integral") return a.is_integer();
  if (trait == "is_arithmetic") return a.is_arithmetic();
  if (trait == "is_signed") return a.is_floating() || (a.is_integer() && !a.is_unsigned());
  if (trait == "is_unsigned") return a.is_unsigned();
  if (trait == "is_pointer") return a.is_pointer();
  if (trait == "is_array") return a.is_array();
  if (trait == "is_const") return a.is_const();
  if (trait == "is_enum") return a.is_enumeration();
  if (trait == "is_class") return a.is_structure();
  if (trait == "is_void") return a.is_void();
  if (trait.starts_with("is_trivially") || trait == "is_standard_layout" || trait == "is_trivial") return true;
  return std::nullopt;
}

}  // namespace

// `std::is_same<T, float>::value` and `std::is_same_v<T, float>`; null for other names.
const Expression* StandardTraits::trait_value(const syntax::Name& name, Place place) {
  if (name.parts[0].text != "std" && name.parts[0].text != "cuda") return nullptr;
  const syntax::NamePart* part = nullptr;
  for (const syntax::NamePart& p : name.parts)
    if (p.has_arguments) part = &p;
  if (part == nullptr) return nullptr;
  std::string_view trait = part->text;
  if (trait.ends_with("_v")) trait.remove_suffix(2);
  std::vector<Type> types;
  for (const syntax::TemplateArgument& a : part->arguments) {
    if (const auto value = parts().templates.template_value({}, a)) types.push_back(value->type);
  }
  if (types.empty() || types.size() != part->arguments.size()) return build_.broken(place);
  if (trait == "numeric_limits") {
    const std::string_view what = name.last().text;
    if (what == "digits" || what == "is_signed" || what == "is_integer") {
      const auto digits = types[0].is(TypeKind::float_) ? FLT_MANT_DIG
                          : types[0].is(TypeKind::double_)
                              ? DBL_MANT_DIG
                              : static_cast<int>(types[0]->size * 8) - (types[0].is_unsigned() ? 0 : 1);
      if (what == "digits") return build_.integer(digits, place);
      return build_.constant(Value::boolean(what == "is_integer" ? types[0].is_integer() : !types[0].is_unsigned()),
                             place);
    }
    return nullptr;
  }
  const auto truth = truth_of(trait, types[0], types);
  return truth ? build_.constant(Value::boolean(*truth), place) : nullptr;
}

// `std::numeric_limits<float>::max()`; null for other names.
const Expression* StandardTraits::limit(const syntax::Name& name, Place place) {
  if (name.parts.size() < 3 || name.parts[name.parts.size() - 2].text != "numeric_limits") return nullptr;
  const syntax::NamePart& part = name.parts[name.parts.size() - 2];
  if (part.arguments.size() != 1) return nullptr;
  const auto of = parts().templates.template_value({}, part.arguments[0]);
  if (!of) return build_.broken(place);
  const Type type = of->type;
  const std::string_view what = name.last().text;
  if (type.is_integer()) {
    if (what == "max") return build_.constant(Value::of(type.kind(), greatest(type)), place);
    if (what == "min" || what == "lowest") return build_.constant(Value::of(type.kind(), least(type)), place);
  }
  std::optional<double> value;
  if (type.is(TypeKind::float_)) value = limit_of<float>(what);
  if (type.is(TypeKind::double_)) value = limit_of<double>(what);
  return value ? build_.constant(Value::of(type.kind(), *value), place) : nullptr;
}

// `std::conditional_t<A, B, C>`, `std::remove_const<T>::type` and similar ones; nothing for other names.
std::optional<Type> StandardTraits::trait_type(const syntax::Name& name) {
  if (name.parts[0].text != "std" && name.parts[0].text != "cuda") return std::nullopt;
  const syntax::NamePart* part = nullptr;
  for (const syntax::NamePart& p : name.parts)
    if (p.has_arguments) part = &p;
  if (part == nullptr || part->arguments.empty()) return std::nullopt;
  std::string_view trait = part->text;
  if (trait.ends_with("_t")) trait.remove_suffix(2);
  syntax::TemplateParameter condition;
  condition.kind = syntax::TemplateParameter::Kind::value;
  if (trait == "conditional" && part->arguments.size() == 3) {
    const auto which = parts().templates.template_value(condition, part->arguments[0]);
    if (!which) return Type();
    const auto taken = parts().templates.template_value({}, part->arguments[which->value->truth() ? 1 : 2]);
    return taken ? taken->type : Type();
  }
  if (trait == "enable_if") {
    const auto holds = parts().templates.template_value(condition, part->arguments[0]);
    if (!holds) return Type();
    if (!holds->value->truth()) {
      diagnostics_.error(part->place, Mistake::enable_if_fails, "the condition of this enable_if is false");
      return Type();
    }
    if (part->arguments.size() < 2) return build_.type(TypeKind::void_);
    const auto of = parts().templates.template_value({}, part->arguments[1]);
    return of ? of->type : Type();
  }
  const auto of = parts().templates.template_value({}, part->arguments[0]);
  if (!of) return Type();
  const Type type = of->type;
  if (trait == "remove_const" || trait == "remove_cv") return type.plain();
  if (trait == "remove_reference") return type.is_reference() ? type.inner() : type;
  if (trait == "remove_cvref" || trait == "decay") return (type.is_reference() ? type.inner() : type).plain();
  if (trait == "remove_pointer") return type.is_pointer() ? type.inner() : type;
  if (trait == "add_const") return type.with_const();
  if (trait == "add_pointer") return build_.types().pointer_to(type);
  if (trait == "make_unsigned" && type.is_integer() && !type.is_unsigned() && !type.is(TypeKind::bool_))
    return build_.type(type.is(TypeKind::char_) ? TypeKind::unsigned_char
                                                : static_cast<TypeKind>(static_cast<int>(type.kind()) + 1));
  if (trait == "make_signed" && type.is_unsigned() && !type.is(TypeKind::bool_))
    return build_.type(static_cast<TypeKind>(static_cast<int>(type.kind()) - 1));
  if (trait == "make_signed" || trait == "make_unsigned" || trait == "type_identity") return type;
  return std::nullopt;
}

}  // namespace tilescope::language
