#include "instrumentation/language/passes/rounding_terms.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace tilescope::language {

namespace {

// The bits in which the numbers of a value and of its negation differ.
constexpr std::uint64_t sign_bits = 0x5bd1e995a5a5a5a5;

// True for functions whose last bit is the same everywhere; CUDA's other math functions may differ.
bool is_exact(std::string_view name) {
  static constexpr std::string_view names[] = {
      "abs",    "ceil",    "copysign",  "fabs",      "fdim",       "floor",    "fma",    "fmax",  "fmin",
      "fmod",   "frexp",   "ilogb",     "isinf",     "isnan",      "isfinite", "labs",   "ldexp", "llabs",
      "llmax",  "llmin",   "llrint",    "llround",   "logb",       "lrint",    "lround", "max",   "min",
      "modf",   "nan",     "nearbyint", "nextafter", "remainder",  "remquo",   "rint",   "round", "scalbln",
      "scalbn", "signbit", "sqrt",      "trunc",     "__saturatef"};
  const auto known = [](std::string_view word) {
    return std::find(std::begin(names), std::end(names), word) != std::end(names);
  };
  if (known(name) || (name.ends_with('f') && known(name.substr(0, name.size() - 1)))) return true;
  if (name.starts_with("__builtin_")) return true;
  return name.starts_with("__") &&
         (name.ends_with("_rn") || name.ends_with("_rz") || name.ends_with("_ru") || name.ends_with("_rd"));
}

struct Unsigned {
  const Expression& e;
  int signs = 0;
};
Unsigned without_signs(const Expression& e, int signs = 0) {
  return e.kind == ExpressionKind::negate ? without_signs(*e.a, signs + 1) : Unsigned{e, signs};
}

std::uint64_t number_without_signs(const Expression& e, const NumberedValue& known) {
  return without_signs(e).signs % 2 == 0 ? known.number : known.number ^ sign_bits;
}

bool is_number(const Expression& e) { return e.kind == ExpressionKind::constant && e.value->is_floating(); }

bool is_exact_factor(const Expression& e) {
  int exponent = 0;
  return is_number(e) && (e.value->real == 0 || std::abs(std::frexp(e.value->real, &exponent)) == 0.5);
}

bool is_simple_factor(const Expression& e) {
  return is_number(e) && (e.value->real == 0 || std::abs(e.value->real) == 1 || std::abs(e.value->real) == 2);
}

bool has_sign(const Expression& e) { return e.kind == ExpressionKind::negate || (is_number(e) && e.value->real < 0); }

}  // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccd;
  return a ^ (a >> 32);
}

NumberedValue negated(NumberedValue known) {
  known.number ^= sign_bits;
  return known;
}

NumberedValue product_of(const Expression& left, const NumberedValue& a, const Expression& right,
                         const NumberedValue& b) {
  const bool exact = is_exact_factor(without_signs(left).e) || is_exact_factor(without_signs(right).e);
  const std::uint64_t first = number_without_signs(left, a), second = number_without_signs(right, b);
  const std::uint64_t both = mixed(std::min(first, second), std::max(first, second));
  return {mixed(both, static_cast<std::uint64_t>(Mark::star)), a.changes | b.changes,
          exact ? Product::exact : Product::yes};
}

Term term_of(const Expression& operand, const NumberedValue& known, Type type) {
  const auto [e, signs] = without_signs(operand);
  Term term{known};
  term.known.number = number_without_signs(operand, known);
  if (e.kind != ExpressionKind::binary || e.op != Mark::star || e.type.kind() != type.kind()) return term;
  term.direct = true;
  term.signs = signs > 0 || has_sign(*e.a) || has_sign(*e.b);
  term.simple = is_simple_factor(*e.a) || is_simple_factor(*e.b);
  return term;
}

// Of two products in a sum, compilers fuse the first, and may swap them. In a difference, they fuse the left one,
// unless signs make them swap the operands, or one turns out not to be a product.
bool is_open(const Term& left, Mark op, const Term& right) {
  if (!left.rounds() && !right.rounds()) return false;
  if ((left.rounds() && !left.direct) || (right.rounds() && !right.direct)) return true;
  if (left.known.product == Product::no || right.known.product == Product::no) return false;
  return op == Mark::plus || !left.direct || !right.direct || left.signs || right.signs || left.simple;
}

bool is_open_call(const Expression& call) {
  if (call.builtin->group != BuiltinGroup::math || is_exact(call.builtin->name)) return false;
  return call.type.is_floating() || std::any_of(call.list.begin(), call.list.end(),
                                                [](const auto* argument) { return argument->type.is_floating(); });
}

}  // namespace tilescope::language
