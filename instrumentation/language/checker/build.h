// Makes the leaves of the tree, and the conversions that C++ does implicitly; constants are folded.
#pragma once

#include <optional>

#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

// How well a value fits a wanted type; less is better.
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

  // The value in a place, an array as a pointer to its first element; a value stays as it is.
  [[nodiscard]] const Expression* value(const Expression* e);
  // Converts a value to `to` by the rules for explicit casts of numbers, enumerations and pointers.
  [[nodiscard]] const Expression* converted(const Expression* value, Type to);
  // Converts a value to `to` implicitly; null if C++ does not. Structures convert only to themselves.
  [[nodiscard]] const Expression* adapted(const Expression* value, Type to);
  [[nodiscard]] Fit fit(const Expression& e, Type to) const;
  [[nodiscard]] const Expression* condition(const Expression* e);  // as bool; reports what cannot be a condition
  // The value if it is constant: of a condition, a size or a template argument.
  [[nodiscard]] static const Value* known(const Expression* e);
  [[nodiscard]] static std::optional<std::int64_t> known_integer(const Expression* e);

  // Gives a value a place of its own.
  [[nodiscard]] const Expression* keep(const Expression* value);

  // What is made is only used while the source is read, by a constexpr function or for a launch.
  bool only_constants = false;

  // Reports a host constant whose address a kernel would need; true if it is one.
  bool tell_of_host(const Expression& place);

 private:
  [[nodiscard]] const Expression* known_part(const Expression& place);

  Types& types_;
  Arena& arena_;
  Diagnostics& diagnostics_;
};

// True if they differ in const only. Arrays compare by sizes and elements; a missing size fits any.
[[nodiscard]] bool same_but_const(Type have, Type wanted);
// True if it, or its element type, is const.
[[nodiscard]] bool holds_const(Type type);
// True for a number, or for what converts to one implicitly.
[[nodiscard]] bool is_number(Type type);
// True for a constant 0 or nullptr.
[[nodiscard]] bool is_null(const Expression& e);
// The kind of number that stores a value of this type; for an enumeration, the underlying one.
[[nodiscard]] TypeKind number_kind(Type type);

}  // namespace tilescope::language
