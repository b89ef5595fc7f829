// Makes the leaves of the tree, and the conversions that C++ does unasked; what is constant is folded.
#pragma once

#include <optional>

#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// How well a value fits where another type is wanted; less is better.
enum class Fit : std::uint8_t { exact, qualified, promoted, converted, made, none };

class Build {
 public:
  Build(Types& types, Arena& arena, Diagnostics& diagnostics)
      : types_(types), arena_(arena), diagnostics_(diagnostics) {}

  [[nodiscard]] Types& types() { return types_; }
  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
  [[nodiscard]] Type type(TypeKind kind) const { return types_.of(kind); }

  // Leaves.
  [[nodiscard]] const Expression* broken(Place place);
  [[nodiscard]] const Expression* constant(const Value& value, Place place);
  [[nodiscard]] const Expression* constant(const Value& value, Type type, Place place);
  [[nodiscard]] const Expression* integer(std::int64_t value, Place place);
  [[nodiscard]] const Expression* variable(const Variable& variable, Place place);
  [[nodiscard]] const Expression* zero(Type type, Place place);
  [[nodiscard]] Expression* node(ExpressionKind kind, Type type, Place place);
  [[nodiscard]] const Value* kept(const Value& value) { return arena_.make<Value>(value); }

  // What a place holds, an array as a pointer to its first element; a value is itself.
  [[nodiscard]] const Expression* value(const Expression* e);
  // A value made into `to` by the rules for explicit casts of numbers, enumerations and pointers.
  [[nodiscard]] const Expression* converted(const Expression* value, Type to);
  // A value where `to` is wanted, as C++ does it unasked; null if it does not. Structures only to themselves.
  [[nodiscard]] const Expression* adapted(const Expression* value, Type to);
  [[nodiscard]] Fit fit(const Expression& e, Type to) const;
  [[nodiscard]] const Expression* condition(const Expression* e);  // as bool; tells where that cannot be
  // The value of a condition, a size, a template's argument.
  [[nodiscard]] static const Value* known(const Expression* e);
  [[nodiscard]] static std::optional<std::int64_t> known_integer(const Expression* e);

  // A value with a place of its own.
  [[nodiscard]] const Expression* keep(const Expression* value);

  // What is made is only looked at while the text is read, by a constexpr function or for a launch.
  bool only_constants = false;

  // Tells of a constant of the host whose place a kernel would need; whether it is one.
  bool tell_of_host(const Expression& place);

 private:
  [[nodiscard]] const Expression* known_part(const Expression& place);

  Types& types_;
  Arena& arena_;
  Diagnostics& diagnostics_;
};

// Whether they are the same but for const: arrays by their sides and elements; a side that is not said fits any.
[[nodiscard]] bool same_but_const(Type have, Type wanted);
// Whether it, or what its elements are, is const.
[[nodiscard]] bool holds_const(Type type);
// A number, or what becomes one unasked.
[[nodiscard]] bool is_number(Type type);
// A 0 that is written as one, or nullptr.
[[nodiscard]] bool is_null(const Expression& e);
// What kind of number a value of this type is kept as: an enumeration's underlying one.
[[nodiscard]] TypeKind number_kind(Type type);

}  // namespace tilescope::language
