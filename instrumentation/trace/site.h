// The part of an event that is the same each time: which operation in the kernel's source it is.
#pragma once

#include <cstdint>

#include "instrumentation/anywhere.h"

namespace tilescope {

enum class Kind : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  partial_sum,
  barrier_arrive,
  barrier_release,
  out_of_bounds,
  atomic,   // in global or shared memory, as the array says
  shuffle,  // a value from another thread of the warp
  vote,     // a vote, __syncwarp or a reduction of a warp
};
inline constexpr int kind_count = 11;

// How many elements one access moves. A vector access is one event per element: the first event has the number of
// elements, the others are marked as the rest. This gives every element a value and an origin of its own.
enum class Width : std::uint8_t { one, two, four, rest };

inline constexpr std::uint8_t no_array = 0xff;

// How a partial sum was made; the counterpart of an access's operand number.
enum class SumForm : std::uint8_t {
  start,         // the sum starts as a copy of its operand
  add,           // an operand is added: 1 FLOP
  multiply_add,  // the product of two operands is added: 2 FLOPs
  least,         // the minimum of two operands
  greatest,
  compare,  // whether the operands are equal, or one is less: 0 or 1
};

[[nodiscard]] constexpr bool has_two_operands(SumForm form) { return form >= SumForm::multiply_add; }
[[nodiscard]] constexpr bool adds_to_what_was(SumForm form) {
  return form == SumForm::add || form == SumForm::multiply_add;
}

// The memory of an array, which decides how its accesses are recorded.
enum class Space : std::uint8_t { global, shared, local };

// The type of a value. Shorter integers are kept as an int, a bool as 0 or 1, a pointer as an i64.
enum class Number : std::uint8_t { i32, u32, i64, u64, f32, f64 };
[[nodiscard]] constexpr bool is_wide(Number n) { return n == Number::i64 || n == Number::u64 || n == Number::f64; }
[[nodiscard]] constexpr bool is_float(Number n) { return n >= Number::f32; }
[[nodiscard]] double as_double(Number number, std::uint64_t bits);

struct Site {
  Kind kind = Kind::global_load;
  std::uint8_t array = no_array;
  Width width = Width::one;
  std::uint8_t operand = 0;  // operand number in its statement, a SumForm, or a kind of operation
  bool stray_store = false;  // tells an out-of-bounds store from an out-of-bounds load
  Number number = Number::f32;
  std::uint8_t bytes = 4;    // size of an accessed element; indices count such elements
  std::uint32_t line = 0;    // the first line of the statement
  std::uint32_t column = 0;  // 0: unknown

  bool operator==(const Site&) const = default;
};

[[nodiscard]] inline bool same_but_column(const Site& a, const Site& b) {
  Site of_a = a;
  of_a.column = b.column;
  return of_a == b;
}

}  // namespace tilescope
