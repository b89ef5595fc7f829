// Computes each pure instruction on numbers; where C++ leaves the result open, as a GPU does.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// A GPU's float arithmetic has only one NaN. For doubles, the first NaN operand is passed on, made quiet: a processor's
// own choice would depend on the operand order that the compiler picks.
inline float settled(float x, float, float, float = 0) { return x == x ? x : std::bit_cast<float>(0x7fffffffU); }
inline double quiet(double nan) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | 0x0008000000000000U);
}
inline double settled(double x, double a, double b, double c = 0) {
  double nan = std::bit_cast<double>(0xfff8000000000000U);
  nan = c == c ? nan : quiet(c);
  nan = b == b ? nan : quiet(b);
  nan = a == a ? nan : quiet(a);
  return x == x ? x : nan;
}

template <class T>
constexpr T all_ones = static_cast<T>(-1);

template <Op op, class T>
inline T applied(T a, T b) {
  using U = std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>;
  using Bits = typename U::type;
  constexpr bool real = std::is_floating_point_v<T>;
  if constexpr (op == Op::add) {
    if constexpr (real)
      return settled(a + b, a, b);
    else
      return static_cast<T>(static_cast<Bits>(a) + static_cast<Bits>(b));
  } else if constexpr (op == Op::subtract) {
    if constexpr (real)
      return settled(a - b, a, b);
    else
      return static_cast<T>(static_cast<Bits>(a) - static_cast<Bits>(b));
  } else if constexpr (op == Op::multiply) {
    if constexpr (real)
      return settled(a * b, a, b);
    else
      return static_cast<T>(static_cast<Bits>(a) * static_cast<Bits>(b));
  } else if constexpr (op == Op::divide) {
    if constexpr (real) {
      return settled(a / b, a, b);
    } else {
      if (b == 0) return all_ones<T>;
      if constexpr (std::is_signed_v<T>)
        if (b == -1) return static_cast<T>(Bits{0} - static_cast<Bits>(a));
      return static_cast<T>(a / b);
    }
  } else if constexpr (op == Op::remainder) {
    if constexpr (!real) {
      if (b == 0) return all_ones<T>;
      if constexpr (std::is_signed_v<T>)
        if (b == -1) return 0;
      return static_cast<T>(a % b);
    }
  } else if constexpr (op == Op::least || op == Op::greatest) {
    if constexpr (real) {  // IEEE's minNum and maxNum, with -0 below +0
      if (a != a) return settled(b, a, b);
      if (b != b) return a;
      if (a == b) return std::signbit(a) == (op == Op::least) ? a : b;
    }
    return (op == Op::least) == (a < b) ? a : b;
  }
  return T{};
}

// Shifts by the width or more give 0, or the sign.
template <class T>
inline T shifted_left(T a, std::uint32_t by) {
  constexpr std::uint32_t width = sizeof(T) * 8;
  using Bits = std::make_unsigned_t<T>;
  return by >= width ? T{0} : static_cast<T>(static_cast<Bits>(a) << by);
}
template <class T>
inline T shifted_right(T a, std::uint32_t by) {
  constexpr std::uint32_t width = sizeof(T) * 8;
  if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (by >= width ? width - 1 : by));
  return by >= width ? T{0} : static_cast<T>(a >> by);
}

template <class T>
inline T multiplied_and_added(T a, T b, T c) {
  if constexpr (std::is_floating_point_v<T>)
    return settled(std::fma(a, b, c), a, b, c);
  else
    return applied<Op::add, T>(applied<Op::multiply, T>(a, b), c);
}

template <class T>
inline T negated(T a) {
  if constexpr (std::is_floating_point_v<T>)
    return -a;
  else
    return applied<Op::subtract, T>(T{0}, a);
}
template <class T>
inline T size_of(T a) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(a);
  else if constexpr (std::is_signed_v<T>)
    return a < 0 ? negated(a) : a;
  else
    return a;
}

// Clamped to an integer's range. NaN gives 0 from a float to 32 bits, otherwise the highest bit alone.
template <class To, class From>
inline To converted_to(From a) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    constexpr From low = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From high = sizeof(To) == 4 ? static_cast<From>(65536) * 32768 * (std::is_signed_v<To> ? 1 : 2)
                                          : static_cast<From>(4294967296) * 2147483648 * (std::is_signed_v<To> ? 1 : 2);
    if (!(a == a))
      return sizeof(To) == 8 || sizeof(From) == 8 ? static_cast<To>(std::uint64_t{1} << (sizeof(To) * 8 - 1)) : To{0};
    if (a <= low) return std::numeric_limits<To>::min();
    if (a >= high) return std::numeric_limits<To>::max();
    return static_cast<To>(a);
  } else {
    return static_cast<To>(a);
  }
}

inline std::int32_t cut_to(Cell cell, std::int32_t a) {
  switch (cell) {
    case Cell::s8: return static_cast<std::int8_t>(a);
    case Cell::u8: return static_cast<std::uint8_t>(a);
    case Cell::s16: return static_cast<std::int16_t>(a);
    case Cell::u16: return static_cast<std::uint16_t>(a);
    default: return a;
  }
}

// Clamped to an i32.
inline std::int32_t cut(std::int64_t a) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(a > Limits::max() ? Limits::max() : a < Limits::min() ? Limits::min() : a);
}
template <class T>
inline std::int32_t scaled_index(T a, T by) {
  return cut(std::int64_t{a} * static_cast<std::int32_t>(by));
}
inline std::int32_t added_index(std::int32_t a, std::int32_t b) {
  const auto sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  const std::int32_t end = (a >> 31) ^ std::numeric_limits<std::int32_t>::max();
  return (~(a ^ b) & (a ^ sum)) < 0 ? end : sum;
}

}  // namespace tilescope::machine
