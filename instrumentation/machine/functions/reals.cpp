// CUDA's functions of floats and doubles. A float's is the double's, rounded: it is the same on every machine, and
// nearly always the nearest float. Functions that a GPU only approximates (__expf) are exact here.
#include <cmath>
#include <cstdint>
#include <limits>

#include "instrumentation/machine/functions/rows.h"
#include "instrumentation/machine/functions/special.h"

namespace tilescope::machine {

namespace {

using Double1 = double (*)(double);
using Double2 = double (*)(double, double);

template <Double1 function>
float narrow(float x) {
  return static_cast<float>(function(static_cast<double>(x)));
}
template <Double2 function>
float narrow(float x, float y) {
  return static_cast<float>(function(static_cast<double>(x), static_cast<double>(y)));
}

// --- Of any float. ---

double wide_min(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
double wide_max(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
// The library does not define these if one argument decides the result and the other is a NaN.
double power(double x, double y) { return x == 1 || y == 0 ? 1 : ::pow(x, y); }
double hypotenuse(double x, double y) {
  return std::isinf(x) || std::isinf(y) ? std::numeric_limits<double>::infinity() : ::hypot(x, y);
}

template <Double2 function>
double of_float_and_double(float a, double b) {
  return function(static_cast<double>(a), b);
}
template <Double2 function>
double of_double_and_float(double a, float b) {
  return function(a, static_cast<double>(b));
}

// Moves bits, even those of a NaN.
template <class Float, class Bits>
Bits with_sign_of(Float x, Float y) {
  constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
  return (std::bit_cast<Bits>(x) & ~sign) | (std::bit_cast<Bits>(y) & sign);
}

template <class Float>
Float next_toward(Float x, Float y) {
  return std::nextafter(x, y);
}
template <class Float>
Float fused(Float x, Float y, Float z) {
  return std::fma(x, y, z);
}
template <class Float>
Float scaled(Float x, int exponent) {
  return std::ldexp(x, exponent);
}

template <class Float>
bool is_finite(Float x) {
  return std::isfinite(x);
}
template <class Float>
bool is_infinite(Float x) {
  return std::isinf(x);
}
template <class Float>
bool is_no_number(Float x) {
  return std::isnan(x);
}
template <class Float>
bool is_below_0(Float x) {
  return std::signbit(x);
}

template <class Float>
int exponent_of(Float x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

// Numbers out of range become the nearest limit.
template <class Integer>
Integer to_long(double x) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(x) || x < -0x1p63) return Limits::min();
  return x >= 0x1p63 ? Limits::max() : static_cast<Integer>(x);
}
template <class Integer, class Float>
Integer to_nearest(Float x) {
  return to_long<Integer>(std::nearbyint(static_cast<double>(x)));
}
template <class Integer, class Float>
Integer to_nearest_away(Float x) {  // ties away from 0
  return to_long<Integer>(std::round(static_cast<double>(x)));
}

// --- Several results. ---

template <class Float>
std::tuple<Float, int> fraction_and_exponent(Float x) {
  if (!std::isfinite(x)) return {x, 0};
  int exponent = 0;
  const Float fraction = std::frexp(x, &exponent);
  return {fraction, exponent};
}

template <class Float>
std::tuple<Float, Float> fraction_and_whole(Float x) {
  Float whole = 0;
  const Float fraction = std::modf(x, &whole);
  return {fraction, whole};
}

template <class Float>
std::tuple<Float, int> rest_and_quotient(Float x, Float y) {
  if (!std::isfinite(x) || std::isnan(y) || y == 0) return {std::numeric_limits<Float>::quiet_NaN(), 0};
  int quotient = 0;
  const Float rest = std::remquo(x, y, &quotient);
  return {rest, quotient % 8};  // CUDA keeps three bits
}

// `void` is a 0 here.
template <class Float, Double1 sine, Double1 cosine>
std::tuple<int, Float, Float> sine_and_cosine(Float x) {
  const auto wide = static_cast<double>(x);
  return {0, static_cast<Float>(sine(wide)), static_cast<Float>(cosine(wide))};
}

// --- Lengths. ---

template <class Float, class... Floats>
Float norm(Float x, Floats... others) {
  return static_cast<Float>(special::norm(std::array{static_cast<double>(x), static_cast<double>(others)...}));
}
template <class Float, class... Floats>
Float rnorm(Float x, Floats... others) {
  return static_cast<Float>(special::rnorm(std::array{static_cast<double>(x), static_cast<double>(others)...}));
}

// --- Of floats only, and constants. ---

float saturated(float x) { return x > 0 ? std::min(x, 1.0F) : 0.0F; }
float divided(float x, float y) { return x / y; }

template <class Float>
Float infinity() {
  return std::numeric_limits<Float>::infinity();
}
std::uint32_t float_nan_of_text() { return 0x7fc00000; }
std::uint64_t double_nan_of_text() { return 0x7ff8000000000000; }

// NAME for doubles and for floats, and NAMEf.
#define BOTH(name, function) \
  row<static_cast<Double1>(&function)>(name), row<&narrow<function>>(name), row<&narrow<function>>(name "f")
#define BOTH_OF_2(name, function) \
  row<static_cast<Double2>(&function)>(name), row<&narrow<function>>(name), row<&narrow<function>>(name "f")
// The same for a template over the float type.
#define EITHER(name, function) \
  row<&function<double>>(name), row<&function<float>>(name), row<&function<float>>(name "f")
#define PREDICATE(name, function) row<&function<double>>(name), row<&function<float>>(name)
#define TO_LONG(name, type, function) \
  row<&function<type, double>>(name), row<&function<type, float>>(name), row<&function<type, float>>(name "f")
#define SINE_AND_COSINE(name, sine, cosine)                                                            \
  row<&sine_and_cosine<double, sine, cosine>>(name), row<&sine_and_cosine<float, sine, cosine>>(name), \
      row<&sine_and_cosine<float, sine, cosine>>(name "f")

using LongLong = long long;

constexpr auto real_table = sorted(std::to_array<Row>({
    BOTH("acos", ::acos),
    BOTH("acosh", ::acosh),
    BOTH("asin", ::asin),
    BOTH("asinh", ::asinh),
    BOTH("atan", ::atan),
    BOTH("atanh", ::atanh),
    BOTH("cbrt", ::cbrt),
    BOTH("ceil", ::ceil),
    BOTH("cos", ::cos),
    BOTH("cosh", ::cosh),
    BOTH("cospi", special::cospi),
    BOTH("erf", ::erf),
    BOTH("erfc", ::erfc),
    BOTH("erfcinv", special::erfcinv),
    BOTH("erfcx", special::erfcx),
    BOTH("erfinv", special::erfinv),
    BOTH("exp", ::exp),
    BOTH("exp10", special::exp10),
    BOTH("exp2", ::exp2),
    BOTH("expm1", ::expm1),
    BOTH("fabs", ::fabs),
    BOTH("floor", ::floor),
    BOTH("lgamma", special::lgamma),
    BOTH("log", ::log),
    BOTH("log10", ::log10),
    BOTH("log1p", ::log1p),
    BOTH("log2", ::log2),
    BOTH("logb", ::logb),
    BOTH("nearbyint", ::nearbyint),
    BOTH("normcdf", special::normcdf),
    BOTH("normcdfinv", special::normcdfinv),
    BOTH("rcbrt", special::rcbrt),
    BOTH("rint", ::rint),
    BOTH("round", ::round),
    BOTH("rsqrt", special::rsqrt),
    BOTH("sin", ::sin),
    BOTH("sinh", ::sinh),
    BOTH("sinpi", special::sinpi),
    BOTH("sqrt", ::sqrt),
    BOTH("tan", ::tan),
    BOTH("tanh", ::tanh),
    BOTH("tgamma", ::tgamma),
    BOTH("trunc", ::trunc),
    BOTH_OF_2("atan2", ::atan2),
    BOTH_OF_2("fdim", ::fdim),
    BOTH_OF_2("fmax", wide_max),
    BOTH_OF_2("fmin", wide_min),
    BOTH_OF_2("fmod", ::fmod),
    BOTH_OF_2("hypot", hypotenuse),
    BOTH_OF_2("pow", power),
    BOTH_OF_2("remainder", ::remainder),
    EITHER("fma", fused),
    EITHER("frexp", fraction_and_exponent),
    EITHER("ilogb", exponent_of),
    EITHER("ldexp", scaled),
    EITHER("modf", fraction_and_whole),
    EITHER("nextafter", next_toward),
    EITHER("remquo", rest_and_quotient),
    EITHER("scalbn", scaled),
    PREDICATE("isfinite", is_finite),
    PREDICATE("isinf", is_infinite),
    PREDICATE("isnan", is_no_number),
    PREDICATE("signbit", is_below_0),
    TO_LONG("llrint", LongLong, to_nearest),
    TO_LONG("llround", LongLong, to_nearest_away),
    TO_LONG("lrint", LongLong, to_nearest),
    TO_LONG("lround", LongLong, to_nearest_away),
    SINE_AND_COSINE("sincos", ::sin, ::cos),
    SINE_AND_COSINE("sincospi", special::sinpi, special::cospi),
    row<&with_sign_of<double, std::uint64_t>>("copysign"),
    row<&with_sign_of<float, std::uint32_t>>("copysign"),
    row<&with_sign_of<float, std::uint32_t>>("copysignf"),
    row<static_cast<Double1>(&::fabs)>("abs"),
    row<&narrow<::fabs>>("abs"),
    row<&wide_max>("max"),
    row<&narrow<wide_max>>("max"),
    row<&of_float_and_double<wide_max>>("max"),
    row<&of_double_and_float<wide_max>>("max"),
    row<&wide_min>("min"),
    row<&narrow<wide_min>>("min"),
    row<&of_float_and_double<wide_min>>("min"),
    row<&of_double_and_float<wide_min>>("min"),
    row<&norm<double, double, double>>("norm3d"),
    row<&norm<float, float, float>>("norm3df"),
    row<&norm<double, double, double, double>>("norm4d"),
    row<&norm<float, float, float, float>>("norm4df"),
    row<&rnorm<double, double>>("rhypot"),
    row<&rnorm<float, float>>("rhypotf"),
    row<&rnorm<double, double, double>>("rnorm3d"),
    row<&rnorm<float, float, float>>("rnorm3df"),
    row<&rnorm<double, double, double, double>>("rnorm4d"),
    row<&rnorm<float, float, float, float>>("rnorm4df"),
    row<&narrow<::cos>>("__cosf"),
    row<&narrow<::exp>>("__expf"),
    row<&narrow<special::exp10>>("__exp10f"),
    row<&divided>("__fdividef"),
    row<&divided>("fdividef"),
    row<&narrow<special::rsqrt>>("__frsqrt_rn"),
    row<&narrow<::log>>("__logf"),
    row<&narrow<::log10>>("__log10f"),
    row<&narrow<::log2>>("__log2f"),
    row<&narrow<power>>("__powf"),
    row<&saturated>("__saturatef"),
    row<&sine_and_cosine<float, ::sin, ::cos>>("__sincosf"),
    row<&narrow<::sin>>("__sinf"),
    row<&narrow<::tan>>("__tanf"),
    row<&narrow<::tanh>>("__tanhf"),
    row<&infinity<double>>("__builtin_huge_val"),
    row<&infinity<float>>("__builtin_huge_valf"),
    row<&infinity<double>>("__builtin_inf"),
    row<&infinity<float>>("__builtin_inff"),
    row<&double_nan_of_text>("__builtin_nan"),
    row<&float_nan_of_text>("__builtin_nanf"),
    row<&double_nan_of_text>("nan"),
    row<&float_nan_of_text>("nanf"),
}));

#undef BOTH
#undef BOTH_OF_2
#undef EITHER
#undef PREDICATE
#undef TO_LONG
#undef SINE_AND_COSINE

}  // namespace

std::span<const Row> real_rows() { return real_table; }

}  // namespace tilescope::machine
