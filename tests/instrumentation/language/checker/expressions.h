// Constant expressions over all pairs of arithmetic types and all operators, as trees and as texts, and what the host's
// compiler makes of the texts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/tree/type.h"
#include "instrumentation/language/tree/value.h"

namespace tilescope::language {

struct Tree {
  enum class Kind { leaf, unary, binary, cast, choice };
  Kind kind = Kind::leaf;
  Mark op = Mark::none;  // of unary and binary ones
  TypeKind to{};         // of a cast
  Value value;           // of a leaf
  std::string text;      // of a leaf
  std::vector<Tree> parts;
};

// The same ones each time; none does what C++ leaves open, and none has a part that is infinite or no number.
[[nodiscard]] std::vector<Tree> make_trees();
// As a source has it, with the brackets that it needs and now and then more.
[[nodiscard]] std::string text_of(const Tree& tree);
// What it comes to by value.h; nothing if it does what C++ leaves open.
[[nodiscard]] std::optional<Value> value_of(const Types& types, const Tree& tree);

// The bits of a number: an integer widened by its sign, a float's 32, a double's 64.
[[nodiscard]] std::uint64_t bits_of(const Value& value);

struct Expected {
  const char* text;
  const char* type;  // "unsigned"
  std::uint64_t bits;
};
// One for each tree, in their order; made of the texts by the host's compiler.
[[nodiscard]] std::span<const Expected> expected_values();

}  // namespace tilescope::language
