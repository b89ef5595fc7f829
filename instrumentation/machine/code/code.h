// The code of a kernel for the machine: instructions, each of which is executed for all threads of a block that reach
// it before the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/language/tree/kernel.h"
#include "instrumentation/machine/code/watched.h"
#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/operands.h"

namespace tilescope::machine {

// A row of a local array. Its origin has the same layout.
struct Row {
  std::uint32_t local = 0;  // index in Code::locals
  std::uint32_t word = 0;
  Slot index{};  // a uniform with the row number instead; one row number is out of bounds
  bool operator==(const Row&) const = default;
};

// Where the event that made a value is kept, for each group of lanes: 0 for constants, else 1 + a place among the
// group's origins; or the origin of a row.
struct Origin {
  std::uint32_t place = 0;
  std::uint32_t row = 0;  // 1 + the number of a Row
  [[nodiscard]] bool is_none() const { return place == 0 && row == 0; }
  bool operator==(const Origin&) const = default;
};

enum class Op : std::uint8_t {
  // d = a function of a, b and c.
  move,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  equal,  // comparisons yield an i32
  not_equal,
  less,
  less_equal,
  least,
  greatest,
  negate,
  complement,
  size,          // |a|
  scale,         // a * b of an i32 or u32, saturated to i32; a saturated result is outside any array
  reach,         // a + b, likewise
  multiply_add,  // a * b + c
  choose,        // a ? b : c; a is an i32
  convert,       // from type `from`; for shorter integers, also cut to `cell`
  last_pure = convert,
  function,  // calls[what]
  // Control flow.
  jump,    // to `what`
  branch,  // to `what` if a is 0
  finish,  // ends the thread
  barrier,
  // Memory: accesses[what].
  load,
  store,
  atomic,     // atomics[what]
  row,        // d, a uniform, is the row of accesses[what], or the row after its array if that is out of bounds
  load_row,   // also records a load if that is out of bounds
  store_row,  // or a store of a
  // Further events.
  sum,     // sums[what]
  origin,  // origins[what]
  // Between threads.
  warp,   // warps[what]
  fence,  // orders the stores before it before those after it, for all blocks
  // Output.
  print,  // prints[what]
  check,  // an assert: ends the launch if a is 0; what is a line
  clock,  // d = the clock
  // Changes of variables: watched.notes[what].
  note,
};

struct Instruction {
  Op op = Op::move;
  Number number = Number::i32;
  Number from = Number::i32;
  Cell cell = Cell::word;
  Slot d{}, a{}, b{}, c{};
  std::uint32_t what = 0;
};

// An array that instructions refer to by number: a kernel's parameter, a shared array, or a local one.
struct Array {
  std::string name{};
  Space space = Space::global;
  language::Type element{};
  std::vector<std::int64_t> sides{};           // as declared; empty: as long as its input
  std::uint32_t vector = 0;                    // number of elements in one of CUDA's vectors; 0: not vectors
  const language::Parameter* given = nullptr;  // for a global array
  const language::Variable* variable = nullptr;
  std::uint64_t bytes = 0;   // for a shared array
  std::uint64_t offset = 0;  // of a shared array in the block's memory
  bool dynamic = false;
  bool is_written = false;
  bool is_read = false;
  bool is_parameter = false;       // false for __constant__ arrays
  std::vector<std::byte> first{};  // initial contents before any input, if the source gives them
};

// A thread's own memory, word by word.
struct Local {
  std::uint32_t array = 0;
  std::uint32_t words = 0;
  std::uint32_t first_row = 0;     // after its words, there is one more for out-of-bounds accesses
  std::uint32_t first_origin = 0;  // one for each word, if loaded values may be in it; else 0
};

inline constexpr std::int64_t far_index = std::int64_t{1} << 30;  // beyond any array; larger indices are cut to it

// The target of an access: `constant` + `lane` + `uniform` units into an array; or an address, if the array is unknown.
struct Access {
  std::uint32_t array = anywhere;
  Cell cell = Cell::word;
  std::uint8_t aligned = 1;  // required alignment in bytes; for a vector, checked at its first element
  std::uint32_t unit = 4;    // bytes
  Slot lane;                 // i32, or i64 if lane_wide
  bool lane_wide = false;
  Slot uniform;  // i64
  std::int64_t constant = 0;
  // The site for in-bounds accesses; the next site is for out-of-bounds ones. An unknown array has such a pair for each
  // array, and one for no array.
  std::uint32_t site = 0;
  Origin origin;  // for a load, its destination; for a store, the origin of its value
};

struct Sum {
  std::uint32_t site = 0;
  Slot value;
  Access at;  // the element that holds it; for a scalar, 0
  Origin a, b;
  Origin result;
  bool unless_constant = false;  // only if a has an origin
};

// d = both(a, b)
struct OriginMove {
  Origin d, a, b;
};

using tilescope::AtomicKind;

struct Atomic {
  AtomicKind kind = AtomicKind::add;
  Access access;
  Number number = Number::i32;
  Slot value, other;  // for a compare-and-swap: the expected and the new value
  Slot result;
  Origin given;  // of the operand or the new value
};

// A function on numbers: see functions.h.
using FunctionOfWords = void (*)(const std::uint64_t* arguments, std::uint64_t* results);

struct Call {
  FunctionOfWords function = nullptr;
  std::vector<Slot> arguments;
  std::vector<Number> numbers;
  std::vector<Slot> results;
  std::vector<Number> result_numbers;
};

using tilescope::WarpKind;

struct Warp {
  WarpKind kind = WarpKind::wait;
  Number number = Number::i32;
  Slot mask, value, lane, width;
  Slot result, second;           // second: for match_all, whether all values are equal
  Origin origin, result_origin;  // of the value that a thread contributes; where the origin of its result goes
  std::uint32_t site = 0;
};

enum class BarrierKind : std::uint8_t { plain, count, both, either };

struct Barrier {
  BarrierKind kind = BarrierKind::plain;
  Slot value, result;
  std::uint32_t arrive = 0, release = 0;  // sites
};

struct Print {
  std::string format;
  std::vector<Slot> arguments;
  std::vector<language::TypeKind> kinds;
  std::vector<std::string> texts;  // the arguments that are strings
};

// True if an argument of that kind takes 64 bits.
[[nodiscard]] constexpr bool is_wide_argument(language::TypeKind kind) {
  return kind != language::TypeKind::float_ &&
         (kind == language::TypeKind::double_ || kind >= language::TypeKind::long_);
}

// A pointer into any array, as a number: 0 is null. Pointers within some distance of an array's bounds still belong to
// that array.
struct Address {
  std::uint32_t array = 0xffffffff;
  std::int64_t byte = 0;

  [[nodiscard]] std::uint64_t bits() const {
    return ((std::uint64_t{array} + 1) << array_bits | middle) + static_cast<std::uint64_t>(byte);
  }
  [[nodiscard]] static Address of(std::uint64_t bits) {
    constexpr std::uint64_t within = (std::uint64_t{1} << array_bits) - 1;
    return {static_cast<std::uint32_t>(bits >> array_bits) - 1,
            static_cast<std::int64_t>(bits & within) - static_cast<std::int64_t>(middle)};
  }

 private:
  static constexpr unsigned array_bits = 44;
  static constexpr std::uint64_t middle = std::uint64_t{1} << (array_bits - 1);
};

// How lanes run: the lanes of a block together, so that uniform values are computed once; the lanes of several blocks
// together; each lane by itself; or the same, with all variables observable.
enum class Lanes : std::uint8_t { of_a_block, of_several, apart, watched };

struct Code {
  const language::Kernel* kernel = nullptr;
  bool keeps_uniforms = true;   // false: threads that run apart could disagree about changing uniforms
  bool several_blocks = false;  // blockIdx differs between lanes
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> lines;  // by instruction
  std::vector<Array> arrays;         // in the order of their numbers in events
  std::vector<std::uint32_t> units;  // by array, the unit of its pointers in bytes
  std::vector<Local> locals;
  std::vector<Row> rows;
  std::vector<Site> sites;
  std::vector<Access> accesses;
  std::vector<Atomic> atomics;
  std::vector<Sum> sums;
  std::vector<OriginMove> origins;
  std::vector<Call> calls;
  std::vector<Warp> warps;
  std::vector<Barrier> barriers;
  std::vector<Print> prints;
  std::uint32_t lane_rows = 0;  // of 32 bits for each lane
  std::uint32_t uniforms = 0;
  std::uint32_t origin_places = 0;  // of a group or lane; place 0 is for constants
  std::uint64_t shared_bytes = 0;   // without dynamic shared memory
  bool changes_uniforms = false;    // true if variables that are assigned to are among them

  struct Constant {
    std::uint32_t uniform;
    std::uint64_t bits;
    bool is_unset = false;  // the value of an uninitialized variable
  };
  std::vector<Constant> constants;
  // The numbers that a launch passes, in order: each parameter that is not an array; a structure, member by member.
  struct Scalar {
    std::uint32_t parameter = 0;  // index in kernel->parameters
    language::Type type{};
    Slot slot{};  // a uniform; none if the kernel does not use it
  };
  std::vector<Scalar> scalars;
  enum class Coordinate : std::uint8_t {
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z
  };
  struct Coordinates {
    Coordinate coordinate;
    Slot slot;
  };
  std::vector<Coordinates> coordinates;
  WatchedCode watched;  // empty, unless compiled for watching
};

// The layout of its events: they have more words than an index and a value if there are 64-bit or second values.
[[nodiscard]] inline RowShape row_shape(const Code& code) {
  RowShape shape;
  for (const Site& site : code.sites) shape.wide = shape.wide || is_wide(site.number);
  shape.pairs = !code.atomics.empty() || !code.warps.empty();
  return shape;
}

}  // namespace tilescope::machine
