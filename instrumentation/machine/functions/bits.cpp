// CUDA's functions of integers, and of the bits of numbers.
#include <cstdint>
#include <limits>
#include <type_traits>

#include "instrumentation/machine/functions/rows.h"

namespace tilescope::machine {

namespace {

using LongLong = long long;
using UnsignedLongLong = unsigned long long;

// --- Any integer. The minimum has no positive counterpart and stays. ---

template <class Integer>
Integer magnitude(Integer x) {
  using Bits = std::make_unsigned_t<Integer>;
  return x < 0 ? static_cast<Integer>(Bits{0} - static_cast<Bits>(x)) : x;
}

template <class Common, class A = Common, class B = Common>
Common larger(A a, B b) {
  return std::max(static_cast<Common>(a), static_cast<Common>(b));
}
template <class Common, class A = Common, class B = Common>
Common smaller(A a, B b) {
  return std::min(static_cast<Common>(a), static_cast<Common>(b));
}

LongLong expected(LongLong x, LongLong) { return x; }

// --- Counting and moving bits. ---

template <class Integer>
int leading_zeros(Integer x) {
  return std::countl_zero(static_cast<std::make_unsigned_t<Integer>>(x));
}
template <class Integer>
int bits_set(Integer x) {
  return std::popcount(x);
}
// The position of the lowest set bit, counted from 1; 0 if there is none.
template <class Integer>
int first_set(Integer x) {
  return x == 0 ? 0 : std::countr_zero(static_cast<std::make_unsigned_t<Integer>>(x)) + 1;
}

template <class Integer>
Integer reversed(Integer x) {
  Integer back = 0;
  for (std::size_t i = 0; i < sizeof(Integer) * 8; ++i) back = (back << 1) | (x >> i & 1);
  return back;
}

constexpr std::uint64_t joined(unsigned low, unsigned high) { return std::uint64_t{high} << 32 | low; }
constexpr unsigned low_half(std::uint64_t x) { return static_cast<unsigned>(x); }
constexpr unsigned high_half(std::uint64_t x) { return static_cast<unsigned>(x >> 32); }

// Each digit of `which` selects a byte of y and x combined.
unsigned bytes_of(unsigned x, unsigned y, unsigned which) {
  unsigned chosen = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned digit = which >> 4 * i & 7;
    chosen |= static_cast<unsigned>(joined(x, y) >> 8 * digit & 0xff) << 8 * i;
  }
  return chosen;
}

unsigned left_of_two(unsigned low, unsigned high, unsigned far) { return high_half(joined(low, high) << (far & 31)); }
unsigned right_of_two(unsigned low, unsigned high, unsigned far) { return low_half(joined(low, high) >> (far & 31)); }
unsigned left_of_two_up_to_32(unsigned low, unsigned high, unsigned far) {
  return high_half(joined(low, high) << std::min(far, 32U));
}
unsigned right_of_two_up_to_32(unsigned low, unsigned high, unsigned far) {
  return low_half(joined(low, high) >> std::min(far, 32U));
}

// --- Sums and products with more bits than the result has. ---

std::int64_t low_24(int x) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << 8) >> 8; }
int product_of_24(int x, int y) { return static_cast<int>(low_24(x) * low_24(y)); }
unsigned unsigned_product_of_24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }

int upper_product(int x, int y) { return static_cast<int>(std::int64_t{x} * y >> 32); }
unsigned unsigned_upper_product(unsigned x, unsigned y) { return high_half(std::uint64_t{x} * y); }

UnsignedLongLong unsigned_upper_product_64(UnsignedLongLong x, UnsignedLongLong y) {
  const std::uint64_t low = std::uint64_t{low_half(x)} * low_half(y);
  const std::uint64_t one = std::uint64_t{high_half(x)} * low_half(y) + high_half(low);
  const std::uint64_t other = std::uint64_t{low_half(x)} * high_half(y) + low_half(one);
  return std::uint64_t{high_half(x)} * high_half(y) + high_half(one) + high_half(other);
}
// A sign bit stands for 2^64, by which the other factor is multiplied.
LongLong upper_product_64(LongLong x, LongLong y) {
  const auto a = static_cast<UnsignedLongLong>(x);
  const auto b = static_cast<UnsignedLongLong>(y);
  return static_cast<LongLong>(unsigned_upper_product_64(a, b) - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}

int half_of_sum(int x, int y) { return static_cast<int>((std::int64_t{x} + y) >> 1); }
int half_of_sum_up(int x, int y) { return static_cast<int>((std::int64_t{x} + y + 1) >> 1); }
unsigned unsigned_half_of_sum(unsigned x, unsigned y) { return low_half((std::uint64_t{x} + y) >> 1); }
unsigned unsigned_half_of_sum_up(unsigned x, unsigned y) { return low_half((std::uint64_t{x} + y + 1) >> 1); }

template <class Integer>
unsigned difference_added(Integer x, Integer y, unsigned sum) {
  const auto a = static_cast<unsigned>(x);
  const auto b = static_cast<unsigned>(y);
  return (x < y ? b - a : a - b) + sum;
}

// --- Reinterpreting bits. The bits of floats do not change. ---

template <class To, class From>
To same_bits(From x) {
  return std::bit_cast<To>(x);
}
int upper_int_of(double x) { return static_cast<int>(high_half(std::bit_cast<std::uint64_t>(x))); }
int lower_int_of(double x) { return static_cast<int>(low_half(std::bit_cast<std::uint64_t>(x))); }
std::uint64_t double_of_ints(int high, int low) {
  return joined(static_cast<unsigned>(low), static_cast<unsigned>(high));
}

#define OF_ANY_INTEGER(name, function)                                                               \
  row<&function<int>>(name), row<&function<unsigned>>(name), row_of_long<&function<LongLong>>(name), \
      row_of_long<&function<UnsignedLongLong>>(name), row<&function<LongLong>>(name),                \
      row<&function<UnsignedLongLong>>(name)
// For a signed and an unsigned type.
#define OF_MIXED(row, name, function, with, without) \
  row<&function<without, with, without>>(name), row<&function<without, without, with>>(name)

constexpr auto bit_table = sorted(std::to_array<Row>({
    OF_ANY_INTEGER("max", larger),
    OF_MIXED(row, "max", larger, int, unsigned),
    OF_MIXED(row_of_long, "max", larger, LongLong, UnsignedLongLong),
    OF_MIXED(row, "max", larger, LongLong, UnsignedLongLong),
    OF_ANY_INTEGER("min", smaller),
    OF_MIXED(row, "min", smaller, int, unsigned),
    OF_MIXED(row_of_long, "min", smaller, LongLong, UnsignedLongLong),
    OF_MIXED(row, "min", smaller, LongLong, UnsignedLongLong),
    row<&larger<LongLong>>("llmax"),
    row<&smaller<LongLong>>("llmin"),
    row<&larger<UnsignedLongLong>>("ullmax"),
    row<&smaller<UnsignedLongLong>>("ullmin"),
    row<&larger<unsigned>>("umax"),
    row<&smaller<unsigned>>("umin"),
    row<&magnitude<int>>("abs"),
    row_of_long<&magnitude<LongLong>>("abs"),
    row<&magnitude<LongLong>>("abs"),
    row_of_long<&magnitude<LongLong>>("labs"),
    row<&magnitude<LongLong>>("llabs"),
    row_of_long<&expected>("__builtin_expect"),
    row<&reversed<unsigned>>("__brev"),
    row<&reversed<UnsignedLongLong>>("__brevll"),
    row<&leading_zeros<int>>("__clz"),
    row<&leading_zeros<LongLong>>("__clzll"),
    row<&first_set<int>>("__ffs"),
    row<&first_set<LongLong>>("__ffsll"),
    row<&bits_set<unsigned>>("__popc"),
    row<&bits_set<UnsignedLongLong>>("__popcll"),
    row<&bytes_of>("__byte_perm"),
    row<&left_of_two>("__funnelshift_l"),
    row<&left_of_two_up_to_32>("__funnelshift_lc"),
    row<&right_of_two>("__funnelshift_r"),
    row<&right_of_two_up_to_32>("__funnelshift_rc"),
    row<&product_of_24>("__mul24"),
    row<&unsigned_product_of_24>("__umul24"),
    row<&upper_product>("__mulhi"),
    row<&unsigned_upper_product>("__umulhi"),
    row<&upper_product_64>("__mul64hi"),
    row<&unsigned_upper_product_64>("__umul64hi"),
    row<&half_of_sum>("__hadd"),
    row<&half_of_sum_up>("__rhadd"),
    row<&unsigned_half_of_sum>("__uhadd"),
    row<&unsigned_half_of_sum_up>("__urhadd"),
    row<&difference_added<int>>("__sad"),
    row<&difference_added<unsigned>>("__usad"),
    row<&same_bits<int, float>>("__float_as_int"),
    row<&same_bits<unsigned, float>>("__float_as_uint"),
    row<&same_bits<unsigned, int>>("__int_as_float"),
    row<&same_bits<unsigned, unsigned>>("__uint_as_float"),
    row<&same_bits<LongLong, double>>("__double_as_longlong"),
    row<&same_bits<UnsignedLongLong, LongLong>>("__longlong_as_double"),
    row<&upper_int_of>("__double2hiint"),
    row<&lower_int_of>("__double2loint"),
    row<&double_of_ints>("__hiloint2double"),
}));

#undef OF_ANY_INTEGER
#undef OF_MIXED

}  // namespace

std::span<const Row> bit_rows() { return bit_table; }

}  // namespace tilescope::machine
