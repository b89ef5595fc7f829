// CUDA for texts that the writer wrote: what the judge's header has, the functions that say how they round, and what
// the prelude leaves to us. Numbers come out as on a GPU, whose floats have one NaN.
#pragma once

#define TILESCOPE_ELSEWHERE

#include <cstdlib>

#include "tests/instrumentation/device_text/text.h"
#include "tests/instrumentation/machine/judge/cuda_on_threads.h"

#define __grid_constant__
#undef __forceinline__
#define __forceinline__ inline
#define __builtin_assume(x) ((x) ? static_cast<void>(0) : std::abort())

namespace elsewhere {

namespace judge = tilescope::judge;

inline float one_nan(float x) { return x == x ? x : std::bit_cast<float>(0x7fffffff); }

#define ELSEWHERE_ROUNDED(name, expression)                                     \
  inline float __f##name##_rn(float a, float b) { return one_nan(expression); } \
  inline double __d##name##_rn(double a, double b) { return expression; }
ELSEWHERE_ROUNDED(add, a + b)
ELSEWHERE_ROUNDED(sub, a - b)
ELSEWHERE_ROUNDED(mul, a* b)
ELSEWHERE_ROUNDED(div, a / b)
#undef ELSEWHERE_ROUNDED
inline float __fmaf_rn(float a, float b, float c) { return one_nan(std::fma(a, b, c)); }
inline float fmaf(float a, float b, float c) { return one_nan(std::fma(a, b, c)); }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline float __fsqrt_rn(float x) { return one_nan(std::sqrt(x)); }
inline float __frcp_rn(float x) { return one_nan(1 / x); }

// The nearer end of what is out of range; of what is not a number 0, or where 64 bits are meant the uppermost one.
template <class To, class From>
To whole(From x) {
  constexpr bool is_narrow = sizeof(To) == 4 && sizeof(From) == 4;
  if (x != x) return is_narrow ? 0 : static_cast<To>(static_cast<std::make_unsigned_t<To>>(1) << (8 * sizeof(To) - 1));
  using Limits = std::numeric_limits<To>;
  if (x >= std::ldexp(static_cast<From>(1), Limits::digits)) return Limits::max();
  if (x <= static_cast<From>(Limits::min())) return Limits::min();
  return static_cast<To>(x);
}
#define ELSEWHERE_WHOLE(from, type)                                                            \
  inline int __##from##2int_rz(type x) { return whole<int>(x); }                               \
  inline unsigned __##from##2uint_rz(type x) { return whole<unsigned>(x); }                    \
  inline long long __##from##2ll_rz(type x) { return whole<long long>(x); }                    \
  inline unsigned long long __##from##2ull_rz(type x) { return whole<unsigned long long>(x); } \
  inline int __##from##2int_rn(type x) { return whole<int>(std::nearbyint(x)); }               \
  inline int __##from##2int_rd(type x) { return whole<int>(std::floor(x)); }                   \
  inline int __##from##2int_ru(type x) { return whole<int>(std::ceil(x)); }                    \
  inline unsigned __##from##2uint_rn(type x) { return whole<unsigned>(std::nearbyint(x)); }
ELSEWHERE_WHOLE(float, float)
ELSEWHERE_WHOLE(double, double)
#undef ELSEWHERE_WHOLE
#define ELSEWHERE_REAL(from, type)                                           \
  inline float __##from##2float_rn(type x) { return static_cast<float>(x); } \
  inline double __##from##2double_rn(type x) { return static_cast<double>(x); }
ELSEWHERE_REAL(int, int)
ELSEWHERE_REAL(uint, unsigned)
ELSEWHERE_REAL(ll, long long)
ELSEWHERE_REAL(ull, unsigned long long)
#undef ELSEWHERE_REAL
inline float __double2float_rn(double x) { return one_nan(static_cast<float>(x)); }
inline bool isinf(double x) { return std::isinf(x); }
inline bool isfinite(double x) { return std::isfinite(x); }
inline bool signbit(double x) { return std::signbit(x); }

inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(std::uint64_t{a} * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(std::int64_t{a} * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int __ffsll(long long x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(x)) + 1; }

// Among threads.
template <class T>
T over_lanes(unsigned mask, T value, T (*both)(T, T)) {
  const judge::Met& met = judge::meet_lanes(mask, cuda::bits_of(value));
  bool first = true;
  T result{};
  for (unsigned n = 0; n < 32; ++n) {
    if ((met.lanes >> n & 1) == 0) continue;
    T other{};
    std::memcpy(&other, &met.values[n], sizeof other);
    result = first ? other : both(result, other);
    first = false;
  }
  return result;
}
#define ELSEWHERE_REDUCE(name, expression)                                       \
  template <class T>                                                             \
  T __reduce_##name##_sync(unsigned mask, T value) {                             \
    return over_lanes<T>(mask, value, [](T a, T b) -> T { return expression; }); \
  }
ELSEWHERE_REDUCE(add, static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
ELSEWHERE_REDUCE(min, a < b ? a : b)
ELSEWHERE_REDUCE(max, a < b ? b : a)
ELSEWHERE_REDUCE(and, a& b)
ELSEWHERE_REDUCE(or, a | b)
ELSEWHERE_REDUCE(xor, a ^ b)
#undef ELSEWHERE_REDUCE
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* alike) {
  const judge::Met& met = judge::meet_lanes(mask, cuda::bits_of(value));
  *alike = 1;
  for (unsigned n = 0; n < 32; ++n)
    if ((met.lanes >> n & 1) != 0 && met.values[n] != cuda::bits_of(value)) *alike = 0;
  return *alike != 0 ? met.lanes : 0;
}
template <class T>
void __stcs(T* to, T value) {
  *to = value;
}
inline void __threadfence_system() {}
inline long long clock64() { return 0; }

// What the prelude leaves to us.
inline void wait_at_barrier() { cuda::__syncthreads(); }
inline void end_thread() { throw tilescope::elsewhere::Ended{}; }
inline unsigned clock_here() { return 0; }
inline void forget(const void*) {}
template <class... Words>
void put_if(bool yes, void* to, Words... words) {
  const unsigned all[] = {words...};
  if (yes) std::memcpy(to, all, sizeof all);
}

}  // namespace elsewhere

// What a text's namespace begins with.
#define CUDA_ELSEWHERE        \
  CUDA_NAMES                  \
  using namespace elsewhere;  \
  using elsewhere::__fmaf_rn; \
  using elsewhere::fmaf;      \
  using elsewhere::isfinite;  \
  using elsewhere::isinf;     \
  using elsewhere::signbit;
