// Sums, products, quotients and roots rounded up, down or towards 0, without touching the processor's rounding.
#pragma once

namespace tilescope::machine {

enum class RoundTo { nearest, zero, up, down };

// (high + low) * 2^exponent, where high is next to the sum. For what a double cannot hold, like 1/3, low has the right
// sign and is nearly right.
struct Exact {
  double high = 0;
  double low = 0;
  int exponent = 0;
};

// Of finite numbers; the one divided by and the one whose root is taken are above or below 0.
[[nodiscard]] Exact exact_sum(double a, double b);
[[nodiscard]] Exact exact_product(double a, double b);
[[nodiscard]] Exact exact_quotient(double a, double b);
[[nodiscard]] Exact exact_root(double a);
[[nodiscard]] Exact exact_fma(double a, double b, double c);

// Float is float or double. The nearest one may be off by one where two roundings meet: compute it otherwise.
template <class Float>
[[nodiscard]] Float rounded(const Exact& exact, RoundTo way);

}  // namespace tilescope::machine
