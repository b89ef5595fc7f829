// Definitions that headers would supply for a kernel's plain source, because NVRTC has no headers.
#pragma once

#include <cstdint>

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;
using intptr_t = long;
using uintptr_t = unsigned long;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

#define __builtin_inff() __int_as_float(0x7f800000)
#define __builtin_inf() __longlong_as_double(0x7ff0000000000000)
#define __builtin_huge_valf() __builtin_inff()
#define __builtin_huge_val() __builtin_inf()
#define __builtin_nanf(text) __int_as_float(0x7fc00000)
#define __builtin_nan(text) __longlong_as_double(0x7ff8000000000000)
#undef assert
#define assert(...) ((__VA_ARGS__) ? (void)0 : __trap())

namespace std {

using ptrdiff_t = long;
using ::abs;
using ::ceil;
using ::cos;
using ::exp;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::log;
using ::max;
using ::min;
using ::pow;
using ::sin;
using ::sqrt;
using ::tanh;

template <bool what>
struct bool_constant {
  static constexpr bool value = what;
  constexpr operator bool() const { return what; }
};
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class A, class B>
struct is_same : bool_constant<false> {};
template <class A>
struct is_same<A, A> : bool_constant<true> {};
template <class A, class B>
inline constexpr bool is_same_v = is_same<A, B>::value;

template <class T>
struct remove_const {
  using type = T;
};
template <class T>
struct remove_const<const T> {
  using type = T;
};
template <class T>
using remove_const_t = typename remove_const<T>::type;

template <bool what, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool what, class A, class B>
using conditional_t = typename conditional<what, A, B>::type;

template <bool what, class A = void>
struct enable_if {};
template <class A>
struct enable_if<true, A> {
  using type = A;
};
template <bool what, class A = void>
using enable_if_t = typename enable_if<what, A>::type;

template <class T, class... All>
inline constexpr bool is_one_of = (is_same_v<remove_const_t<T>, All> || ...);

template <class T>
inline constexpr bool is_floating_point_v = is_one_of<T, float, double>;
template <class T>
inline constexpr bool is_integral_v = is_one_of<T, bool, char, signed char, unsigned char, short, unsigned short, int,
                                                unsigned int, long, unsigned long, long long, unsigned long long>;
template <class T>
inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T>
inline constexpr bool is_unsigned_v =
    is_one_of<T, bool, unsigned char, unsigned short, unsigned int, unsigned long, unsigned long long>;
template <class T>
inline constexpr bool is_signed_v = is_arithmetic_v<T> && !is_unsigned_v<T>;

template <class T>
struct is_floating_point : bool_constant<is_floating_point_v<T>> {};
template <class T>
struct is_integral : bool_constant<is_integral_v<T>> {};
template <class T>
struct is_arithmetic : bool_constant<is_arithmetic_v<T>> {};
template <class T>
struct is_unsigned : bool_constant<is_unsigned_v<T>> {};
template <class T>
struct is_signed : bool_constant<is_signed_v<T>> {};

template <class T>
struct numeric_limits {
  static constexpr bool is_signed = is_signed_v<T>, is_integer = true;
  static constexpr int digits = static_cast<int>(sizeof(T) * 8) - (is_signed ? 1 : 0);
  static constexpr T max() { return static_cast<T>(~0ULL >> (64 - digits)); }
  static constexpr T min() { return is_signed ? static_cast<T>(-max() - 1) : T(0); }
  static constexpr T lowest() { return min(); }
};
template <>
struct numeric_limits<float> {
  static constexpr bool is_signed = true, is_integer = false;
  static constexpr int digits = 24;
  static constexpr float max() { return 3.40282346638528859812e+38F; }
  static constexpr float min() { return 1.17549435082228750797e-38F; }
  static constexpr float lowest() { return -max(); }
  static constexpr float epsilon() { return 1.1920928955078125e-07F; }
  static float infinity() { return __builtin_inff(); }
  static float quiet_NaN() { return __builtin_nanf(""); }
};
template <>
struct numeric_limits<double> {
  static constexpr bool is_signed = true, is_integer = false;
  static constexpr int digits = 53;
  static constexpr double max() { return 1.79769313486231570815e+308; }
  static constexpr double min() { return 2.22507385850720138309e-308; }
  static constexpr double lowest() { return -max(); }
  static constexpr double epsilon() { return 2.22044604925031308085e-16; }
  static double infinity() { return __builtin_inf(); }
  static double quiet_NaN() { return __builtin_nan(""); }
};

}  // namespace std
