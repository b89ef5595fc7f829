// Computes what C++'s library lacks from what it has. Where later steps (such as an exponential) would amplify a
// rounding error, the error is carried along in a second double.
#include "instrumentation/machine/functions/special.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace tilescope::machine::special {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// A number as the nearest double and the remainder.
struct Pair {
  double high = 0;
  double low = 0;
};
constexpr Pair pi{std::numbers::pi, 0x1.1a62633145c07p-53};
constexpr Pair ln_10{std::numbers::ln10, -0x1.f48ad494ea3e9p-53};
constexpr Pair root_of_half{0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55};
constexpr double two_over_root_of_pi = 2 * std::numbers::inv_sqrtpi;

Pair product(const Pair& constant, double x) {
  const double high = constant.high * x;
  return {high, std::fma(constant.high, x, -high) + constant.low * x};
}

// --- Of pi times x. ---

// For x up to 1/4.
double sine_of_pi_times(double x) {
  const Pair angle = product(pi, x);
  return std::sin(angle.high) + std::cos(angle.high) * angle.low;
}
double cosine_of_pi_times(double x) {
  const Pair angle = product(pi, x);
  return std::cos(angle.high) - std::sin(angle.high) * angle.low;
}

// --- Powers. ---

// 10^n, for n up to 22: exact in a double.
double power_of_ten(int n) {
  double power = 1;
  for (int i = 0; i < n; ++i) power *= 10;
  return power;
}

// --- erf and its relatives. ---

// For x from 25 on.
double erfcx_far_out(double x) {
  const double step = 1 / x / x / 2;
  double sum = 1;
  for (int k = 8; k >= 1; --k) sum = 1 - sum * step * (2 * k - 1);
  return std::numbers::inv_sqrtpi / x * sum;
}

// For x up to 1/2 in magnitude: Halley's method.
double erfinv_near_0(double x) {
  double y = x * (std::sqrt(std::numbers::pi) / 2) * (1 + x * x * (std::numbers::pi / 12));
  for (int i = 0; i < 3; ++i) {
    const double step = (std::erf(y) - x) / (two_over_root_of_pi * std::exp(-y * y));
    y -= step / (1 + y * step);
  }
  return y;
}

// For 0 < x <= 1/2: Newton's method on logarithms, which stay in a double's range.
double erfcinv_of_tail(double x) {
  const double log_x = std::log(x);
  double y = std::sqrt(std::max(-log_x - 0.5 * std::log(std::max(-log_x, 1.0)) - 0.4, 0.1));
  for (int i = 0; i < 8; ++i) {
    const double scaled = erfcx(y);
    const double off = std::log(scaled) - std::fma(y, y, log_x);
    const double next = y + off * scaled / two_over_root_of_pi;
    if (next == y) break;
    y = next;
  }
  return y;
}

// --- Lengths. ---

// root * 2^exponent.
struct Length {
  double root = 0;
  int exponent = 0;
};

double largest_of(std::span<const double> numbers) {
  double largest = 0;
  bool unknown = false;
  for (const double each : numbers) {
    if (std::isinf(each)) return infinity;
    unknown = unknown || std::isnan(each);
    largest = std::max(largest, std::abs(each));
  }
  return unknown ? no_number : largest;
}

// `largest` is the largest magnitude, neither 0 nor infinite.
Length length_of(std::span<const double> numbers, double largest) {
  const int exponent = std::ilogb(largest);
  Pair sum;
  for (const double each : numbers) {
    const double x = std::ldexp(each, -exponent);
    const double square = x * x;
    const double next = sum.high + square;
    const double large = std::max(sum.high, square);
    const double small = std::min(sum.high, square);
    sum.low += small - (next - large) + std::fma(x, x, -square);
    sum.high = next;
  }
  const double root = std::sqrt(sum.high);
  const double rest = std::fma(-root, root, sum.high) + sum.low;
  return {root + rest / (2 * root), exponent};
}

}  // namespace

double sinpi(double x) {
  if (std::isinf(x)) return no_number;
  if (x == std::trunc(x)) return std::copysign(0.0, x);
  const double turn = std::remainder(x, 2);
  const double near = std::abs(turn) > 0.5 ? 1 - std::abs(turn) : std::abs(turn);
  const double sine = near > 0.25 ? cosine_of_pi_times(0.5 - near) : sine_of_pi_times(near);
  return std::copysign(sine, turn);
}

double cospi(double x) {
  if (std::isinf(x)) return no_number;
  const double turn = std::abs(std::remainder(x, 2));
  const double near = turn > 0.5 ? 1 - turn : turn;
  const double cosine = near > 0.25 ? sine_of_pi_times(0.5 - near) : cosine_of_pi_times(near);
  return turn > 0.5 ? -cosine : cosine;
}

double exp10(double x) {
  if (x == std::trunc(x) && std::abs(x) <= 22) {
    const double power = power_of_ten(static_cast<int>(std::abs(x)));
    return x < 0 ? 1 / power : power;
  }
  const Pair exponent = product(ln_10, x);
  const double power = std::exp(exponent.high);
  return std::isinf(power) || power == 0 ? power : power + power * exponent.low;
}

double rsqrt(double x) { return 1 / std::sqrt(x); }
double rcbrt(double x) { return 1 / std::cbrt(x); }

double lgamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double erfcx(double x) {
  if (x < -27) return infinity;
  if (x > 25) return erfcx_far_out(x);
  const double square = x * x;
  const double power = std::exp(square);
  if (std::isinf(power)) return infinity;
  const double scaled = power * std::erfc(x);
  return std::isinf(scaled) ? scaled : scaled + scaled * std::fma(x, x, -square);
}

double erfinv(double x) {
  if (std::abs(x) <= 0.5) return erfinv_near_0(x);
  return std::copysign(erfcinv(1 - std::abs(x)), x);
}

double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return no_number;
  if (x == 0) return infinity;
  if (x == 2) return -infinity;
  if (x > 1.5) return -erfcinv_of_tail(2 - x);
  return x < 0.5 ? erfcinv_of_tail(x) : erfinv_near_0(1 - x);
}

double normcdf(double x) {
  const Pair at = product(root_of_half, -x);
  const double half_of_twice = std::erfc(at.high);
  if (std::isinf(x) || half_of_twice == 0) return half_of_twice / 2;
  return (half_of_twice - two_over_root_of_pi * std::exp(-at.high * at.high) * at.low) / 2;
}

double normcdfinv(double x) { return 0 - std::numbers::sqrt2 * erfcinv(2 * x); }  // at 1/2: 0, not -0

double norm(std::span<const double> numbers) {
  const double largest = largest_of(numbers);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  const Length length = length_of(numbers, largest);
  return std::ldexp(length.root, length.exponent);
}

double rnorm(std::span<const double> numbers) {
  const double largest = largest_of(numbers);
  if (!(largest > 0) || std::isinf(largest)) return 1 / largest;
  const Length length = length_of(numbers, largest);
  return std::ldexp(1 / length.root, -length.exponent);
}

}  // namespace tilescope::machine::special
