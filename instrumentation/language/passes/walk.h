// Walks through a tree: the parts of expressions and statements, and all functions that a kernel needs.
#pragma once

#include <unordered_set>
#include <vector>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// The parts of an expression, in order.
template <class Visit>
void each_part(const Expression& e, Visit&& visit) {
  for (const Expression* const part : {e.a, e.b, e.c})
    if (part != nullptr) visit(*part);
  for (const Expression* const part : e.list)
    if (part != nullptr) visit(*part);
}

// An expression and everything in it.
template <class Visit>
void each_within(const Expression& e, Visit&& visit) {
  visit(e);
  each_part(e, [&](const Expression& part) { each_within(part, visit); });
}

// A statement and the statements in it.
template <class Visit>
void each_within(const Statement& s, Visit&& visit) {
  visit(s);
  for (const Statement* const part : s.list)
    if (part != nullptr) each_within(*part, visit);
  if (s.body != nullptr) each_within(*s.body, visit);
  if (s.else_body != nullptr) each_within(*s.else_body, visit);
}

// The expressions of a statement itself, without those of the statements in it.
template <class Visit>
void each_expression(const Statement& s, Visit&& visit) {
  for (const Variable* const variable : s.variables)
    if (variable->init != nullptr) visit(*variable->init);
  for (const Expression* const e : {s.condition, s.expression, s.step})
    if (e != nullptr) visit(*e);
}

// All expressions of a function, with everything in them.
template <class Visit>
void each_within(const Function& function, Visit&& visit) {
  for (const Expression* const e : function.fields) each_within(*e, visit);
  if (function.body == nullptr) return;
  each_within(*function.body,
              [&](const Statement& s) { each_expression(s, [&](const Expression& e) { each_within(e, visit); }); });
}

// True if it contains a goto: then execution does not follow its structure.
[[nodiscard]] inline bool has_jumps(const Statement& s) {
  bool found = false;
  each_within(s, [&](const Statement& part) { found = found || part.kind == StatementKind::goto_; });
  return found;
}

// The kernel and what it calls, each once.
[[nodiscard]] inline std::vector<const Function*> reached(const Function& kernel) {
  std::vector<const Function*> all{&kernel};
  std::unordered_set<const Function*> seen{&kernel};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Function* const called : all[i]->calls)
      if (seen.insert(called).second) all.push_back(called);
  return all;
}

// The variable that a place is or is a part of; null if the place is reached through a pointer.
[[nodiscard]] inline const Variable* variable_of(const Expression& place) {
  switch (place.kind) {
    case ExpressionKind::variable: return place.variable;
    case ExpressionKind::field:
    case ExpressionKind::reinterpret: return variable_of(*place.a);
    case ExpressionKind::element: return place.a->kind == ExpressionKind::decay ? variable_of(*place.a->a) : nullptr;
    default: return nullptr;
  }
}

// The product that an addition can fuse with, under signs, each of which toggles `minus`; null if there is none.
[[nodiscard]] inline const Expression* product_under_signs(const Expression& e, bool& minus) {
  if (e.kind == ExpressionKind::negate) {
    minus = !minus;
    return product_under_signs(*e.a, minus);
  }
  return e.kind == ExpressionKind::binary && e.op == Mark::star ? &e : nullptr;
}

// The expression under any conversions.
[[nodiscard]] inline const Expression& without_conversions(const Expression& e) {
  return e.kind == ExpressionKind::convert && e.a != nullptr ? without_conversions(*e.a) : e;
}

// The variable whose value this is, under conversions; null if it is something else.
[[nodiscard]] inline const Variable* loaded_variable(const Expression& value) {
  const Expression& e = without_conversions(value);
  return e.kind == ExpressionKind::load && e.a->kind == ExpressionKind::variable ? e.a->variable : nullptr;
}

}  // namespace tilescope::language
