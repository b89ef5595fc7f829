// A number known while the source is read, and the operators on it: they give the same bits as at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/language/tokens/token.h"
#include "instrumentation/language/tree/type.h"

namespace tilescope::language {

// A value of an arithmetic type. Integers are extended to 64 bits by their own sign; floats are stored as doubles.
struct Value {
  TypeKind kind = TypeKind::int_;
  union {
    std::int64_t integer = 0;
    double real;
  };

  [[nodiscard]] bool is_floating() const { return kind == TypeKind::float_ || kind == TypeKind::double_; }
  [[nodiscard]] bool truth() const { return is_floating() ? real != 0.0 : integer != 0; }
  // The value, if it is an integer that fits in 64 signed bits.
  [[nodiscard]] std::optional<std::int64_t> as_integer() const;

  bool operator==(const Value& other) const {
    return kind == other.kind && (is_floating() ? real == other.real : integer == other.integer);
  }

  static Value of(TypeKind kind, std::int64_t integer);  // wrapped to the type's width; as a float if `kind` is one
  static Value of(TypeKind kind, double real);           // rounded to the type
  static Value boolean(bool truth) { return of(TypeKind::bool_, std::int64_t{truth}); }
};

// As in C++ source: 16, 3U, 0.5f, true.
[[nodiscard]] std::string to_text(const Value& value);

// Converts to another arithmetic type as a GPU does: a value outside an int's range becomes the nearer limit.
[[nodiscard]] Value converted(const Value& value, TypeKind to);

struct Folded {
  std::optional<Value>
      value;              // the GPU's result, even where C++ leaves it undefined; none if there is no such operator
  std::string undefined;  // why C++ leaves it undefined, after "this": "divides by 0", "shifts an int by 40 bits"
};

// Both have one type already (in shifts, each is promoted by itself). Comparisons give bool.
[[nodiscard]] Folded folded(Mark op, const Value& a, const Value& b);
[[nodiscard]] Folded folded(Mark op, const Value& a);          // + - ~ !
[[nodiscard]] Folded folded(const Value& value, TypeKind to);  // a conversion

// The value of a number or character in the source, or a sentence about its mistake; both if a newer C++ accepts it.
// 'x' is a char, u8'x' an unsigned char, u'x' an unsigned short, U'x' an unsigned and L'x' an int.
struct Literal {
  std::optional<Value> value;
  Sentence error;
};
[[nodiscard]] Literal number(std::string_view text);
[[nodiscard]] Literal character(std::string_view text);
// The bytes of a string in the source, with escapes decoded and without the final 0.
[[nodiscard]] std::string string_bytes(std::string_view text);

}  // namespace tilescope::language
