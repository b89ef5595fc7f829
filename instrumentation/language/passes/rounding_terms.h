// What is known of a value where roundings are concerned, and which sums of two of them nvcc may round otherwise.
#pragma once

#include <cstdint>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

enum class Product : std::uint8_t {
  no,
  exact,  // by a power of two: it does not matter when it is rounded
  yes,
};

struct NumberedValue {
  std::uint64_t number = 0;   // equal for what must be equal
  std::uint64_t changes = 0;  // a bit for each loop around it: whether its rounds may differ in it
  Product product = Product::no;
};

[[nodiscard]] std::uint64_t mixed(std::uint64_t a, std::uint64_t b);
// The same value with the other sign; twice, it is the same again.
[[nodiscard]] NumberedValue negated(NumberedValue known);

// A product, whose operands' signs and order are not part of what it is.
[[nodiscard]] NumberedValue product_of(const Expression& left, const NumberedValue& a, const Expression& right,
                                       const NumberedValue& b);

// An operand of a sum, seen through signs.
struct Term {
  NumberedValue known;
  bool direct = false;  // a product that stands right there
  bool simple = false;  // by 0, 1 or 2, which compilers make something else of
  bool signs = false;

  [[nodiscard]] bool rounds() const { return known.product == Product::yes; }
};
[[nodiscard]] Term term_of(const Expression& operand, const NumberedValue& known, Type type);
[[nodiscard]] bool is_open(const Term& left, Mark op, const Term& right);

// Whether a call of one of CUDA's functions may give another last bit.
[[nodiscard]] bool is_open_call(const Expression& call);

}  // namespace tilescope::language
