// Compares two expressions for equality, as in a > b ? a : b.
#pragma once

#include <optional>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::machine {

// The value of a constant, possibly under conversions.
[[nodiscard]] inline std::optional<language::Value> constant_in(const language::Expression& e) {
  using language::ExpressionKind;
  if (e.kind == ExpressionKind::constant) return *e.value;
  if (e.kind != ExpressionKind::convert || !e.type.is_arithmetic()) return {};
  const std::optional<language::Value> from = constant_in(*e.a);
  if (!from) return {};
  return language::converted(*from, e.type.kind());
}

[[nodiscard]] inline bool are_equal(const language::Value& a, const language::Value& b) {
  if (!a.is_floating() && !b.is_floating()) return a.integer == b.integer;
  const auto real = [](const language::Value& v) { return v.is_floating() ? v.real : static_cast<double>(v.integer); };
  return real(a) == real(b);
}

// True if both are the same tree, without side effects.
[[nodiscard]] inline bool are_same(const language::Expression& a, const language::Expression& b) {
  using language::ExpressionKind;
  const auto both = [](const language::Expression* x, const language::Expression* y) {
    return x == nullptr || y == nullptr ? x == y : are_same(*x, *y);
  };
  if (const auto x = constant_in(a), y = constant_in(b); x && y) return are_equal(*x, *y);
  if (a.kind != b.kind || a.op != b.op || a.type.plain() != b.type.plain()) return false;
  switch (a.kind) {
    case ExpressionKind::variable: return a.variable == b.variable;
    case ExpressionKind::field: return a.field == b.field && both(a.a, b.a);
    case ExpressionKind::builtin:
      if (a.builtin != b.builtin || a.builtin->group != language::BuiltinGroup::math || a.list.size() != b.list.size())
        return false;
      for (std::size_t n = 0; n < a.list.size(); ++n)
        if (!are_same(*a.list[n], *b.list[n])) return false;
      return true;
    case ExpressionKind::element:
    case ExpressionKind::dereference:
    case ExpressionKind::load:
    case ExpressionKind::decay:
    case ExpressionKind::convert:
    case ExpressionKind::negate:
    case ExpressionKind::complement:
    case ExpressionKind::binary:
    case ExpressionKind::offset:
    case ExpressionKind::choice: return both(a.a, b.a) && both(a.b, b.b) && both(a.c, b.c);
    default: return false;
  }
}

// True if a compared and a chosen operand are the same, except for a load or a widening to an int.
[[nodiscard]] inline bool are_alike(const language::Expression& compared, const language::Expression& chosen) {
  using language::ExpressionKind;
  if (are_same(compared, chosen)) return true;
  const auto widens = [](const language::Expression& e) {
    return e.kind == ExpressionKind::convert && e.type.is_integer() && language::promotes(e.a->type.kind());
  };
  if (widens(compared)) return are_alike(*compared.a, chosen);
  if (widens(chosen)) return are_alike(compared, *chosen.a);
  return compared.kind == ExpressionKind::load && chosen.is_place && are_same(*compared.a, chosen);
}

}  // namespace tilescope::machine
