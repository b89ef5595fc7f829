// Finds what a rounding cut off, which shows on which side of the rounded number the exact one lies.
#include "instrumentation/machine/functions/exact.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace tilescope::machine {

namespace {

constexpr int far_below = -900;  // an exponent so low that only the sign matters

// A number with a separate exponent: 1/2 <= |fraction| < 1, or 0.
struct Parts {
  explicit Parts(double x) : fraction(std::frexp(x, &exponent)) {}
  int exponent = 0;
  double fraction;
};

// x * 2^exponent, for an exponent of at most 0; a tiny result keeps its sign.
double lowered(double x, int exponent) {
  return x == 0 || exponent >= far_below ? std::ldexp(x, exponent) : std::copysign(std::ldexp(1.0, far_below), x);
}

// For two numbers with exponents: the exponent with which neither exceeds 1. A 0 has no exponent of its own.
int common_exponent(double a, int exponent_of_a, double b, int exponent_of_b) {
  if (a == 0 || b == 0) return a == 0 ? exponent_of_b : exponent_of_a;
  return std::max(exponent_of_a, exponent_of_b);
}

Exact sum_of_two(double a, double b, int exponent) {
  const double high = a + b;
  const double of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b), exponent};
}

// The next number in that direction.
template <class Float>
Float stepped(Float x, bool up) {
  using Bits = std::conditional_t<sizeof(Float) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
  if (x == 0) return std::bit_cast<Float>(std::bit_cast<Bits>(up ? Float{0} : -Float{0}) | Bits{1});
  const auto bits = std::bit_cast<Bits>(x);
  return std::bit_cast<Float>(up == (x > 0) ? bits + 1 : bits - 1);
}

int side(double of, double from) { return of > from ? 1 : of < from ? -1 : 0; }

}  // namespace

Exact exact_sum(double a, double b) {
  const Parts x(a);
  const Parts y(b);
  const int exponent = common_exponent(x.fraction, x.exponent, y.fraction, y.exponent);
  return sum_of_two(lowered(x.fraction, x.exponent - exponent), lowered(y.fraction, y.exponent - exponent), exponent);
}

Exact exact_product(double a, double b) {
  const Parts x(a);
  const Parts y(b);
  const double high = x.fraction * y.fraction;
  return {high, std::fma(x.fraction, y.fraction, -high), x.exponent + y.exponent};
}

Exact exact_quotient(double a, double b) {
  const Parts x(a);
  const Parts y(b);
  const double high = x.fraction / y.fraction;
  return {high, std::fma(-high, y.fraction, x.fraction) / y.fraction, x.exponent - y.exponent};
}

Exact exact_root(double a) {
  Parts x(a);
  if (x.exponent % 2 != 0) {
    x.fraction *= 2;
    x.exponent -= 1;
  }
  const double high = std::sqrt(x.fraction);
  return {high, std::fma(-high, high, x.fraction) / (2 * high), x.exponent / 2};
}

Exact exact_fma(double a, double b, double c) {
  const Exact product = exact_product(a, b);
  const Parts z(c);
  const int exponent = common_exponent(product.high, product.exponent, z.fraction, z.exponent);
  const int lower = product.exponent - exponent;
  const Exact upper = sum_of_two(lowered(product.high, lower), lowered(z.fraction, z.exponent - exponent), 0);
  const double rest_of_product = lower < far_below ? 0 : std::ldexp(product.low, lower);
  const Exact rest = sum_of_two(upper.low, rest_of_product, 0);
  Exact sum = sum_of_two(upper.high, rest.high, exponent);
  sum.low += rest.low;
  return sum;
}

template <class Float>
Float rounded(const Exact& exact, RoundTo way) {
  const auto near = static_cast<Float>(std::ldexp(exact.high, exact.exponent));
  const double back = std::ldexp(static_cast<double>(near), -exact.exponent);
  const int beyond = exact.high == back ? side(exact.low, 0) : side(exact.high, back);
  const bool up = beyond > 0 && (way == RoundTo::up || (way == RoundTo::zero && near < 0));
  const bool down = beyond < 0 && (way == RoundTo::down || (way == RoundTo::zero && near > 0));
  return up || down ? stepped(near, up) : near;
}

template float rounded<float>(const Exact&, RoundTo);
template double rounded<double>(const Exact&, RoundTo);

}  // namespace tilescope::machine
