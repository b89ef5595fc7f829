// What is known about a value's rounding, and which sums of two values nvcc may round differently.
#pragma once

#include <cstdint>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

enum class Product : std::uint8_t {
  no,
  exact,  // by a power of two: when it is rounded does not matter
  yes,
};

struct NumberedValue {
  std::uint64_t number = 0;   // equal for values that must be equal
  std::uint64_t changes = 0;  // a bit for each enclosing loop: the value may differ between its rounds
  Product product = Product::no;
};

[[nodiscard]] std::uint64_t mixed(std::uint64_t a, std::uint64_t b);
// The same value with the other sign; negating it again gives the first value.
[[nodiscard]] NumberedValue negated(NumberedValue known);

// A product. The operands' signs and order do not change its number.
[[nodiscard]] NumberedValue product_of(const Expression& left, const NumberedValue& a, const Expression& right,
                                       const NumberedValue& b);

// An operand of a sum, without its signs.
struct Term {
  NumberedValue known;
  bool direct = false;  // the operand itself is a product
  bool simple = false;  // by 0, 1 or 2, which compilers replace
  bool signs = false;

  [[nodiscard]] bool rounds() const { return known.product == Product::yes; }
};
[[nodiscard]] Term term_of(const Expression& operand, const NumberedValue& known, Type type);
[[nodiscard]] bool is_open(const Term& left, Mark op, const Term& right);

// True if a call of a CUDA function may give a different last bit.
[[nodiscard]] bool is_open_call(const Expression& call);

}  // namespace tilescope::language
