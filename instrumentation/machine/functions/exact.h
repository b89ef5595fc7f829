// Sums, products, quotients and roots rounded up, down or towards 0, without changing the processor's rounding mode.
#pragma once

namespace tilescope::machine {

enum class RoundTo { nearest, zero, up, down };

// (high + low) * 2^exponent, where high is adjacent to the exact value. If the value is not exactly representable, like
// 1/3, low has the right sign and is approximate.
struct Exact {
  double high = 0;
  double low = 0;
  int exponent = 0;
};

// For finite numbers; a divisor is not 0, and a radicand is above 0.
[[nodiscard]] Exact exact_sum(double a, double b);
[[nodiscard]] Exact exact_product(double a, double b);
[[nodiscard]] Exact exact_quotient(double a, double b);
[[nodiscard]] Exact exact_root(double a);
[[nodiscard]] Exact exact_fma(double a, double b, double c);

// Float is float or double. RoundTo::nearest may be off by one because of double rounding: compute that differently.
template <class Float>
[[nodiscard]] Float rounded(const Exact& exact, RoundTo way);

}  // namespace tilescope::machine
