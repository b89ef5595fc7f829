// CUDA's functions of several numbers in one word: four bytes (their names end in 4) or two halves (in 2).
#include <cstdint>
#include <type_traits>

#include "instrumentation/machine/functions/rows.h"

namespace tilescope::machine {

namespace {

using Signed = std::int8_t;
using Unsigned = std::uint8_t;

// `one` of each pair of parts of a and b. Part: the type of a byte or half.
template <class Part, class One>
unsigned each_of(unsigned a, unsigned b, One one) {
  unsigned word = 0;
  constexpr int width = sizeof(Part) * 8;
  for (int at = 0; at < 32; at += width) {
    const int result = one(static_cast<int>(static_cast<Part>(a >> at)), static_cast<int>(static_cast<Part>(b >> at)));
    word |= static_cast<unsigned>(static_cast<std::make_unsigned_t<Part>>(result)) << at;
  }
  return word;
}

template <class Part>
unsigned sums(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x + y; });
}
template <class Part>
unsigned differences(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x - y; });
}
template <class Part>
unsigned distances(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x < y ? y - x : x - y; });
}
// Rounded away from 0.
template <class Part>
unsigned averages(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return (x + y + (x + y >= 0 ? 1 : 0)) >> 1; });
}
template <class Part>
unsigned largest(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return std::max(x, y); });
}
template <class Part>
unsigned least(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return std::min(x, y); });
}

// All bits of a part are set if they are equal.
template <class Part>
unsigned where_equal(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x == y ? -1 : 0; });
}
template <class Part>
unsigned where_unequal(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x != y ? -1 : 0; });
}
template <class Part>
unsigned where_greater(unsigned a, unsigned b) {
  return each_of<Part>(a, b, [](int x, int y) { return x > y ? -1 : 0; });
}

template <class Part>
unsigned sum_of_distances(unsigned a, unsigned b) {
  const unsigned each = distances<Part>(a, b);
  return (each & 0xff) + (each >> 8 & 0xff) + (each >> 16 & 0xff) + (each >> 24);
}

// The sum of the products of the bytes, and `sum`.
template <class Part, class Word4, class Sum>
Sum dot_product(Word4 a, Word4 b, Sum sum) {
  auto total = static_cast<unsigned>(sum);
  for (int at = 0; at < 32; at += 8) {
    const auto x = static_cast<Part>(static_cast<unsigned>(a) >> at);
    const auto y = static_cast<Part>(static_cast<unsigned>(b) >> at);
    total += static_cast<unsigned>(x * y);
  }
  return static_cast<Sum>(total);
}

constexpr auto packed_table = sorted(std::to_array<Row>({
    row<&dot_product<Signed, int, int>>("__dp4a"),
    row<&dot_product<Signed, unsigned, int>>("__dp4a"),
    row<&dot_product<Unsigned, unsigned, unsigned>>("__dp4a"),
    row<&distances<Signed>>("__vabsdiffs4"),
    row<&distances<Unsigned>>("__vabsdiffu4"),
    row<&sums<std::uint16_t>>("__vadd2"),
    row<&sums<Unsigned>>("__vadd4"),
    row<&averages<Signed>>("__vavgs4"),
    row<&averages<Unsigned>>("__vavgu4"),
    row<&where_equal<Unsigned>>("__vcmpeq4"),
    row<&where_greater<Signed>>("__vcmpgts4"),
    row<&where_greater<Unsigned>>("__vcmpgtu4"),
    row<&where_unequal<Unsigned>>("__vcmpne4"),
    row<&largest<Signed>>("__vmaxs4"),
    row<&largest<Unsigned>>("__vmaxu4"),
    row<&least<Signed>>("__vmins4"),
    row<&least<Unsigned>>("__vminu4"),
    row<&sum_of_distances<Signed>>("__vsads4"),
    row<&sum_of_distances<Unsigned>>("__vsadu4"),
    row<&differences<std::uint16_t>>("__vsub2"),
    row<&differences<Unsigned>>("__vsub4"),
}));

}  // namespace

std::span<const Row> packed_rows() { return packed_table; }

}  // namespace tilescope::machine
