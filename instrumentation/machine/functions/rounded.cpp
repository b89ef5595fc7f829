// CUDA's functions with a rounding mode in their names, to nearest (_rn), towards 0 (_rz), up (_ru) or down (_rd):
// arithmetic, and conversions, which clamp numbers to an integer's range.
#include <cstdint>
#include <limits>

#include "instrumentation/machine/functions/exact.h"
#include "instrumentation/machine/functions/rows.h"

namespace tilescope::machine {

namespace {

// --- Arithmetic: C++'s own for rounding to nearest and for infinities and NaNs; otherwise exact. ---

// An exact zero rounded down is -0, unless all operands are +0.
template <class Float>
Float zero_of(Float plain, RoundTo way, bool any_below) {
  return way == RoundTo::down && any_below ? -Float{0} : plain;
}

template <RoundTo way, class Float>
Float add(Float a, Float b) {
  const Float plain = a + b;
  if (way == RoundTo::nearest || !std::isfinite(a) || !std::isfinite(b)) return plain;
  if (plain == 0) return zero_of(plain, way, std::signbit(a) || std::signbit(b));  // no sum of floats underflows
  return rounded<Float>(exact_sum(static_cast<double>(a), static_cast<double>(b)), way);
}

template <RoundTo way, class Float>
Float subtract(Float a, Float b) {
  return add<way>(a, -b);
}

template <RoundTo way, class Float>
Float multiply(Float a, Float b) {
  if (way == RoundTo::nearest || !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return a * b;
  return rounded<Float>(exact_product(static_cast<double>(a), static_cast<double>(b)), way);
}

template <RoundTo way, class Float>
Float divide(Float a, Float b) {
  if (way == RoundTo::nearest || !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return a / b;
  return rounded<Float>(exact_quotient(static_cast<double>(a), static_cast<double>(b)), way);
}

template <RoundTo way, class Float>
Float reciprocal(Float a) {
  return divide<way>(Float{1}, a);
}

template <RoundTo way, class Float>
Float root(Float a) {
  if (way == RoundTo::nearest || !std::isfinite(a) || a <= 0) return std::sqrt(a);
  return rounded<Float>(exact_root(static_cast<double>(a)), way);
}

template <RoundTo way, class Float>
Float multiply_add(Float a, Float b, Float c) {
  const Float plain = std::fma(a, b, c);
  if (way == RoundTo::nearest || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c)) return plain;
  const Exact exact = exact_fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c));
  if (exact.high == 0 && exact.low == 0) {
    return zero_of(plain, way, std::signbit(a) != std::signbit(b) || std::signbit(c));
  }
  return rounded<Float>(exact, way);
}

// --- Conversions. ---

template <RoundTo way>
double whole(double x) {
  if constexpr (way == RoundTo::nearest) return std::nearbyint(x);
  if constexpr (way == RoundTo::zero) return std::trunc(x);
  if constexpr (way == RoundTo::up) return std::ceil(x);
  if constexpr (way == RoundTo::down) return std::floor(x);
}

// NaN gives 0 from a float to 32 bits, otherwise the highest bit alone.
template <class Integer, RoundTo way, class Float>
Integer to_integer(Float x) {
  using Limits = std::numeric_limits<Integer>;
  constexpr Integer highest = Integer{1} << (sizeof(Integer) * 8 - 1);
  if (std::isnan(x)) return sizeof(Integer) == sizeof(int) && sizeof(Float) == sizeof(float) ? Integer{0} : highest;
  const double number = whole<way>(static_cast<double>(x));
  if (number >= std::ldexp(1.0, Limits::digits)) return Limits::max();
  if (number <= static_cast<double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(number);
}

template <class Float, RoundTo way, class Integer>
Float to_float(Integer integer) {
  if (way == RoundTo::nearest) return static_cast<Float>(integer);
  // Each half fits in a double.
  const std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t> wide = integer;
  const auto low = static_cast<std::uint32_t>(wide);
  return rounded<Float>(exact_sum(static_cast<double>(wide - low), low), way);
}

// The bits of a float. For a NaN, a GPU keeps the upper ones.
template <RoundTo way>
std::uint32_t to_narrower(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  if (std::isnan(x))
    return static_cast<std::uint32_t>((bits >> 32 & 0x80000000) | 0x7fc00000 | (bits >> 29 & 0x3fffff));
  const bool plain = way == RoundTo::nearest || std::isinf(x);
  return std::bit_cast<std::uint32_t>(plain ? static_cast<float>(x) : rounded<float>({x, 0, 0}, way));
}

using LongLong = long long;
using UnsignedLongLong = unsigned long long;

// NAME_rn and the like, for a function that takes a RoundTo first, and for one that converts to TYPE.
#define OF_WAYS(name, function, ...)                                                                                 \
  row<&function<RoundTo::nearest, __VA_ARGS__>>(name "_rn"), row<&function<RoundTo::zero, __VA_ARGS__>>(name "_rz"), \
      row<&function<RoundTo::up, __VA_ARGS__>>(name "_ru"), row<&function<RoundTo::down, __VA_ARGS__>>(name "_rd")
#define TO_TYPE(name, function, type, from)                                                                        \
  row<&function<type, RoundTo::nearest, from>>(name "_rn"), row<&function<type, RoundTo::zero, from>>(name "_rz"), \
      row<&function<type, RoundTo::up, from>>(name "_ru"), row<&function<type, RoundTo::down, from>>(name "_rd")

constexpr auto rounded_table = sorted(std::to_array<Row>({
    OF_WAYS("__fadd", add, float),
    OF_WAYS("__fsub", subtract, float),
    OF_WAYS("__fmul", multiply, float),
    OF_WAYS("__fdiv", divide, float),
    OF_WAYS("__frcp", reciprocal, float),
    OF_WAYS("__fsqrt", root, float),
    OF_WAYS("__fmaf", multiply_add, float),
    OF_WAYS("__dadd", add, double),
    OF_WAYS("__dsub", subtract, double),
    OF_WAYS("__dmul", multiply, double),
    OF_WAYS("__ddiv", divide, double),
    OF_WAYS("__drcp", reciprocal, double),
    OF_WAYS("__dsqrt", root, double),
    OF_WAYS("__fma", multiply_add, double),
    TO_TYPE("__float2int", to_integer, int, float),
    TO_TYPE("__float2uint", to_integer, unsigned, float),
    TO_TYPE("__float2ll", to_integer, LongLong, float),
    TO_TYPE("__float2ull", to_integer, UnsignedLongLong, float),
    TO_TYPE("__double2int", to_integer, int, double),
    TO_TYPE("__double2uint", to_integer, unsigned, double),
    TO_TYPE("__double2ll", to_integer, LongLong, double),
    TO_TYPE("__double2ull", to_integer, UnsignedLongLong, double),
    TO_TYPE("__int2float", to_float, float, int),
    TO_TYPE("__uint2float", to_float, float, unsigned),
    TO_TYPE("__ll2float", to_float, float, LongLong),
    TO_TYPE("__ull2float", to_float, float, UnsignedLongLong),
    TO_TYPE("__ll2double", to_float, double, LongLong),
    TO_TYPE("__ull2double", to_float, double, UnsignedLongLong),
    row<&to_float<double, RoundTo::nearest, int>>("__int2double_rn"),
    row<&to_float<double, RoundTo::nearest, unsigned>>("__uint2double_rn"),
    row<&to_narrower<RoundTo::nearest>>("__double2float_rn"),
    row<&to_narrower<RoundTo::zero>>("__double2float_rz"),
    row<&to_narrower<RoundTo::up>>("__double2float_ru"),
    row<&to_narrower<RoundTo::down>>("__double2float_rd"),
}));

#undef OF_WAYS
#undef TO_TYPE

}  // namespace

std::span<const Row> rounded_rows() { return rounded_table; }

}  // namespace tilescope::machine
