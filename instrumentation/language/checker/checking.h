// Small types and functions that several parts of the checker use.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/entities.h"

namespace tilescope::language {

// An argument of a call: its value, or braces that get their type from the parameter.
struct Argument {
  const syntax::Expression* written = nullptr;  // null if there is none
  const Expression* value = nullptr;            // null for braces
  Place place;
};

// A function that a call may mean, with how well each argument fits.
struct Candidate {
  Callable* callable = nullptr;
  Callable::Made* made = nullptr;
  std::vector<Fit> fits;
  bool of_template = false;
};

// Why a function does not fit a call, to follow its name.
struct Misfit {
  Mistake mistake{};
  Sentence sentence;
};

// "'clear' returns no value", of an expression of type void.
[[nodiscard]] inline Sentence no_value_of(const Expression& e) {
  if (e.kind == ExpressionKind::call && e.function != nullptr) return quoted(e.function->name) + " returns no value";
  if (e.kind == ExpressionKind::builtin && e.builtin != nullptr) return quoted(e.builtin->name) + " returns no value";
  return "this expression has no value";
}

// The parameters of a function as written.
[[nodiscard]] inline std::span<const syntax::Declaration* const> parameters_of(const syntax::Declaration& f) {
  for (const syntax::DeclaratorStep& step : f.steps)
    if (step.kind == syntax::DeclaratorStep::Kind::function) return step.parameters;
  return {};
}

// "1 argument", "2 arguments".
[[nodiscard]] inline std::string count(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

// "first", "second", "4th".
[[nodiscard]] inline std::string ordinal(std::size_t n) {
  static constexpr const char* words[] = {"first", "second", "third"};
  return n < 3 ? words[n] : std::to_string(n + 1) + "th";
}

// The name that a typing mistake probably stands for; empty if none is near enough.
[[nodiscard]] std::string_view meant_by(std::string_view name, const std::vector<std::string_view>& names);

[[nodiscard]] inline bool is_broken(const Expression* e) { return e->kind == ExpressionKind::broken; }

// True for a parameter: the address of a copy is useless.
[[nodiscard]] inline bool is_by_value(const Expression& e) {
  return e.kind == ExpressionKind::variable && e.variable->space == Space::parameter;
}

// A dim3.
[[nodiscard]] inline bool is_triple(Type type) { return type.is_structure() && type->structure->name == "dim3"; }

}  // namespace tilescope::language
