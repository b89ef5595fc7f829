// CUDA for a host compiler: what kernels use of it, so that their text compiles as it stands. Shared memory is
// thread_local because that goes with and without `extern`; all threads of a block are on one OS thread.
#pragma once

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <bit>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/instrumentation/machine/judge/entry.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ thread_local
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define printf(...) cuda::print_formatted(__VA_ARGS__)

#define CUDA_VECTOR(name, type, bytes2, bytes4)                               \
  struct __attribute__((aligned(bytes2))) name##2 {                           \
    type x, y;                                                                \
  };                                                                          \
  struct name##3 {                                                            \
    type x, y, z;                                                             \
  };                                                                          \
  struct __attribute__((aligned(bytes4))) name##4 {                           \
    type x, y, z, w;                                                          \
  };                                                                          \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
CUDA_VECTOR(char, signed char, 2, 4)
CUDA_VECTOR(uchar, unsigned char, 2, 4)
CUDA_VECTOR(short, short, 4, 8)
CUDA_VECTOR(ushort, unsigned short, 4, 8)
CUDA_VECTOR(int, int, 8, 16)
CUDA_VECTOR(uint, unsigned, 8, 16)
CUDA_VECTOR(float, float, 8, 16)
CUDA_VECTOR(double, double, 16, 16)
#undef CUDA_VECTOR

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

// What host code names.
using cudaStream_t = void*;
using cudaError_t = int;
constexpr cudaError_t cudaSuccess = 0;
inline cudaError_t cudaGetLastError() { return 0; }
inline cudaError_t cudaDeviceSynchronize() { return 0; }
inline const char* cudaGetErrorString(cudaError_t) { return ""; }
template <class... T>
cudaError_t cudaMemcpyToSymbol(T&&...) {
  return 0;
}

inline constexpr int warpSize = 32;
#define threadIdx (::tilescope::judge::now.thread)
#define blockIdx (::tilescope::judge::now.block)
inline dim3 blockDim, gridDim;

namespace cuda {

namespace judge = tilescope::judge;

// Functions: a float one is the double one, rounded.
#define CUDA_ROUNDED(name)                                                                     \
  inline float name##f(float x) { return static_cast<float>(::name(static_cast<double>(x))); } \
  inline float name(float x) { return cuda::name##f(x); }                                      \
  template <class T, std::enable_if_t<!std::is_same_v<T, float>, int> = 0>                     \
  double name(T x) {                                                                           \
    return ::name(static_cast<double>(x));                                                     \
  }
#define CUDA_ROUNDED2(name)                                                                                       \
  inline float name##f(float x, float y) {                                                                        \
    return static_cast<float>(::name(static_cast<double>(x), static_cast<double>(y)));                            \
  }                                                                                                               \
  inline float name(float x, float y) { return cuda::name##f(x, y); }                                             \
  template <class T, class U, std::enable_if_t<!(std::is_same_v<T, float> && std::is_same_v<U, float>), int> = 0> \
  double name(T x, U y) {                                                                                         \
    return ::name(static_cast<double>(x), static_cast<double>(y));                                                \
  }
#define CUDA_ALL_ROUNDED(one, two)                                                                                   \
  one(sin) one(cos) one(exp) one(log) one(tanh) one(erf) one(sqrt) one(floor) one(ceil) one(fabs) one(rint) two(pow) \
      two(fmod) two(atan2) two(hypot) two(fmin) two(fmax)
CUDA_ALL_ROUNDED(CUDA_ROUNDED, CUDA_ROUNDED2)
#undef CUDA_ROUNDED
#undef CUDA_ROUNDED2

inline double rsqrt(double x) { return 1 / ::sqrt(x); }
inline float rsqrtf(float x) { return static_cast<float>(1 / ::sqrt(static_cast<double>(x))); }
inline float __expf(float x) { return cuda::expf(x); }
inline float __logf(float x) { return cuda::logf(x); }
inline float __fmaf_rn(float a, float b, float c) { return ::fmaf(a, b, c); }
inline bool isnan(double x) { return x != x; }
inline bool isnan(float x) { return x != x; }

template <class A, class B>
constexpr auto min(A a, B b) {
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(::fmin(static_cast<T>(a), static_cast<T>(b)));
  else
    return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <class A, class B>
constexpr auto max(A a, B b) {
  using T = std::common_type_t<A, B>;
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(::fmax(static_cast<T>(a), static_cast<T>(b)));
  else
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
inline int abs(int x) { return x < 0 ? static_cast<int>(0U - static_cast<unsigned>(x)) : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
inline long abs(long x) { return x < 0 ? -x : x; }
inline float abs(float x) { return ::fabsf(x); }
inline double abs(double x) { return ::fabs(x); }

// Bits.
inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
inline unsigned __brev(unsigned x) {
  unsigned y = 0;
  for (int n = 0; n < 32; ++n) y |= (x >> n & 1U) << (31 - n);
  return y;
}
inline int __mul24(int a, int b) {
  const auto low = [](int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; };
  return static_cast<int>(static_cast<unsigned>(low(a)) * static_cast<unsigned>(low(b)));
}
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
template <class T>
T __ldg(const T* p) {
  return *p;
}

// Threads of a block.
inline void __syncthreads() { judge::wait_for_block(false); }
inline int __syncthreads_count(int value) { return static_cast<int>(judge::wait_for_block(value != 0).yes); }
inline int __syncthreads_or(int value) { return judge::wait_for_block(value != 0).yes > 0; }
inline int __syncthreads_and(int value) {
  const judge::Counted all = judge::wait_for_block(value != 0);
  return all.yes == all.all;
}
inline void __threadfence() {}
inline void __threadfence_block() {}

// Lanes of a warp.
inline void __syncwarp(unsigned mask = ~0U) { judge::meet_lanes(mask, 0); }
inline unsigned __activemask() { return judge::meet_lanes(~0U, 0).lanes; }
inline unsigned __ballot_sync(unsigned mask, int value) {
  const judge::Met& met = judge::meet_lanes(mask, value != 0);
  unsigned votes = 0;
  for (unsigned n = 0; n < 32; ++n)
    if (met.lanes >> n & 1) votes |= static_cast<unsigned>(met.values[n]) << n;
  return votes;
}
inline int __any_sync(unsigned mask, int value) { return __ballot_sync(mask, value) != 0; }
inline int __all_sync(unsigned mask, int value) { return __ballot_sync(mask, !value) == 0; }

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
T from_lane(unsigned mask, T value, int lane) {
  const judge::Met& met = judge::meet_lanes(mask, bits_of(value));
  const unsigned from = static_cast<unsigned>(lane) < 32 && (met.lanes >> lane & 1) != 0 ? lane : judge::lane();
  std::memcpy(&value, &met.values[from], sizeof value);
  return value;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32) {
  const int me = static_cast<int>(judge::lane());
  return from_lane(mask, value, (me & -width) + (from & (width - 1)));
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int me = static_cast<int>(judge::lane()), from = me - static_cast<int>(by);
  return from_lane(mask, value, from < (me & -width) ? me : from);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int me = static_cast<int>(judge::lane()), from = me + static_cast<int>(by);
  return from_lane(mask, value, from >= (me & -width) + width ? me : from);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32) {
  const int me = static_cast<int>(judge::lane()), from = me ^ with;
  return from_lane(mask, value, from >= (me & -width) + width ? me : from);
}
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  const judge::Met& met = judge::meet_lanes(mask, bits_of(value));
  unsigned like = 0;
  for (unsigned n = 0; n < 32; ++n)
    if ((met.lanes >> n & 1) != 0 && met.values[n] == bits_of(value)) like |= 1U << n;
  return like;
}

// Atomics need nothing special: one thread runs at a time, and none gives way in the middle.
template <class T, class F>
T atomically(T* at, F change) {
  const T found = *at;
  *at = static_cast<T>(change(found));
  return found;
}
template <class T>
using Same = std::type_identity_t<T>;
#define CUDA_ATOMIC(name, result)                         \
  template <class T>                                      \
  T atomic##name(T* at, Same<T> v) {                      \
    return atomically(at, [v](T old) { return result; }); \
  }
CUDA_ATOMIC(Add, old + v)
CUDA_ATOMIC(Sub, old - v)
CUDA_ATOMIC(Min, v < old ? v : old)
CUDA_ATOMIC(Max, old < v ? v : old)
CUDA_ATOMIC(Exch, v)
CUDA_ATOMIC(And, old& v)
CUDA_ATOMIC(Or, old | v)
CUDA_ATOMIC(Xor, old ^ v)
CUDA_ATOMIC(Inc, old >= v ? 0 : old + 1)
CUDA_ATOMIC(Dec, old == 0 || old > v ? v : old - 1)
#undef CUDA_ATOMIC
template <class T>
T atomicCAS(T* at, Same<T> expected, Same<T> v) {
  return atomically(at, [&](T old) { return old == expected ? v : old; });
}

template <class... T>
int print_formatted(const char* format, T... values) {
  char text[1024];
  const int size = snprintf(text, sizeof text, format, values...);
  judge::print(text);
  return size;
}

// What hides the C library's functions of the same names.
#define CUDA_USED(name) \
  using cuda::name;     \
  using cuda::name##f;
#define CUDA_NAMES                       \
  CUDA_ALL_ROUNDED(CUDA_USED, CUDA_USED) \
  using cuda::isnan;                     \
  using cuda::abs;                       \
  using cuda::min;                       \
  using cuda::max;                       \
  using cuda::__expf;                    \
  using cuda::__logf;                    \
  using namespace cuda;

// The arguments of a kernel, to be filled in before it is called.
template <class T>
struct Pointed;
template <class T>
struct Pointed<T*> {
  using Type = T;
};
template <class T>
using Signature = typename Pointed<T>::Type;
template <class T>
struct Arguments;
template <class... P>
struct Arguments<void(P...)> {
  std::tuple<std::remove_cv_t<P>...> values{};
  void call(void (*kernel)(P...), const judge::Shape& shape) {
    blockDim = {shape.block[0], shape.block[1], shape.block[2]};
    gridDim = {shape.grid[0], shape.grid[1], shape.grid[2]};
    judge::run_blocks(shape, [&] { std::apply(kernel, values); });
  }
};

template <class T>
constexpr judge::Element element_of() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_array_v<U>) {
    judge::Element one = element_of<std::remove_extent_t<U>>();
    one.count *= std::extent_v<U>;
    return one;
  } else if constexpr (std::is_same_v<U, bool>) {
    return {'b', 1};
  } else if constexpr (std::is_enum_v<U>) {
    return element_of<std::underlying_type_t<U>>();
  } else if constexpr (std::is_arithmetic_v<U>) {
    return {std::is_floating_point_v<U> ? 'f' : std::is_signed_v<U> ? 'i' : 'u', sizeof(U)};
  } else if constexpr (std::is_void_v<U>) {
    return {'u', 1};
  } else {
    return {'?', sizeof(U)};
  }
}
#define CUDA_VECTOR_ELEMENT(vector, of, n)        \
  template <>                                     \
  constexpr judge::Element element_of<vector>() { \
    judge::Element e = element_of<of>();          \
    e.count = n;                                  \
    return e;                                     \
  }
#define CUDA_VECTOR_ELEMENTS(name, of) \
  CUDA_VECTOR_ELEMENT(name##2, of, 2) CUDA_VECTOR_ELEMENT(name##3, of, 3) CUDA_VECTOR_ELEMENT(name##4, of, 4)
CUDA_VECTOR_ELEMENTS(char, signed char)
CUDA_VECTOR_ELEMENTS(uchar, unsigned char)
CUDA_VECTOR_ELEMENTS(short, short)
CUDA_VECTOR_ELEMENTS(int, int)
CUDA_VECTOR_ELEMENTS(uint, unsigned)
CUDA_VECTOR_ELEMENTS(float, float)
CUDA_VECTOR_ELEMENTS(double, double)

template <class T>
void tell(const std::function<void(const judge::Member&)>& visit, const char* name, T& value) {
  using Kind = judge::Member::Kind;
  if constexpr (std::is_pointer_v<T>)
    visit({Kind::array, name, element_of<std::remove_cv_t<std::remove_pointer_t<T>>>(),
           const_cast<void*>(static_cast<const volatile void*>(&value)), sizeof value});
  else
    visit({Kind::scalar, name, element_of<T>(), const_cast<std::remove_const_t<T>*>(&value), sizeof value});
}
template <class T>
void tell_global(const std::function<void(const judge::Member&)>& visit, const char* name, T& value) {
  visit({judge::Member::Kind::global, name, element_of<std::remove_all_extents_t<T>>(),
         const_cast<std::remove_const_t<T>*>(&value), sizeof value});
}

}  // namespace cuda

inline bool add_kernel(const char* file, const char* name,
                       void (*run)(const std::function<void(const tilescope::judge::Member&)>&,
                                   const tilescope::judge::Shape*)) {
  tilescope::judge::kernels().push_back({file, name, run});
  return true;
}
