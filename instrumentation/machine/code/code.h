// The code of a kernel for the machine: instructions, each of which is done for all threads of a block that come to it
// before the next one.
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

// A row of a local array. Its origin lies likewise.
struct Row {
  std::uint32_t local = 0;  // the array, in Code::locals
  std::uint32_t word = 0;
  Slot index{};  // a uniform that says which row instead, of which one may be outside
  bool operator==(const Row&) const = default;
};

// Where the event that made a value is kept, for each group of lanes that agree: 0 for constants, else one more than a
// place among a group's origins; or that of a row.
struct Origin {
  std::uint32_t place = 0;
  std::uint32_t row = 0;  // one more than a Row's number
  [[nodiscard]] bool is_none() const { return place == 0 && row == 0; }
  bool operator==(const Origin&) const = default;
};

enum class Op : std::uint8_t {
  // d = what is computed of a, b and c.
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
  equal,  // comparisons give an i32
  not_equal,
  less,
  less_equal,
  least,
  greatest,
  negate,
  complement,
  size,   // |a|
  scale,  // a * b as the nearest i32, which is far from any array's end where it is not the same; of an i32 or u32
  reach,  // a + b likewise
  multiply_add,  // a * b + c
  choose,        // a ? b : c; a is an i32
  convert,       // from `from`; for shorter integers also cut to `cell`
  last_pure = convert,
  function,  // calls[what]
  // Which comes next.
  jump,    // to what
  branch,  // to what where a is 0
  finish,  // of the thread
  barrier,
  // Memory: accesses[what].
  load,
  store,
  atomic,     // atomics[what]
  row,        // d, a uniform, is the row of accesses[what], or the one after its array where that is outside it
  load_row,   // and what is outside of it is told to be read
  store_row,  // or that a was stored there
  // What is told besides.
  sum,     // sums[what]
  origin,  // origins[what]
  // Among threads.
  warp,   // warps[what]
  fence,  // what is stored before it is seen before what is stored after it, by all blocks
  // What a kernel says.
  print,  // prints[what]
  check,  // an assert: ends the launch where a is 0; what is a line
  clock,  // d
  // What becomes of variables: watched.notes[what].
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

// An array that instructions name by number: a kernel's own by its parameters, shared ones, local ones.
struct Array {
  std::string name{};
  Space space = Space::global;
  language::Type element{};
  std::vector<std::int64_t> sides{};           // as declared; empty: as long as it is given
  std::uint32_t vector = 0;                    // so many of its elements are one of CUDA's vectors; 0: none is
  const language::Parameter* given = nullptr;  // a global one
  const language::Variable* variable = nullptr;
  std::uint64_t bytes = 0;   // of a shared one
  std::uint64_t offset = 0;  // of a shared one in the block's memory
  bool dynamic = false;
  bool is_written = false;
  bool is_read = false;
  bool is_parameter = false;       // of __constant__ ones: no
  std::vector<std::byte> first{};  // what it holds before anything is given to it, as far as the text says so
};

// Memory of a thread's own, word by word.
struct Local {
  std::uint32_t array = 0;
  std::uint32_t words = 0;
  std::uint32_t first_row = 0;     // after its words there is one more, for what is outside
  std::uint32_t first_origin = 0;  // one for each word where values that were loaded may be in it; else 0
};

inline constexpr std::int64_t far_index = std::int64_t{1} << 30;  // beyond the end of any array: all such are one

// Where an access goes: `constant` + `lane` + `uniform` units into an array; or to an address, of no known array.
struct Access {
  std::uint32_t array = anywhere;
  Cell cell = Cell::word;
  std::uint8_t aligned = 1;  // bytes that its address has to be a multiple of: of the first element of a vector, of all
  std::uint32_t unit = 4;    // bytes
  Slot lane;                 // i32, or i64 where lane_wide
  bool lane_wide = false;
  Slot uniform;  // i64
  std::int64_t constant = 0;
  // For what is inside of its array; after it is that of what is outside. For an unknown array there is such a pair for
  // each array, and one for none.
  std::uint32_t site = 0;
  Origin origin;  // of a load: where it goes; of a store: of its value
};

struct Sum {
  std::uint32_t site = 0;
  Slot value;
  Access at;  // which element keeps it; of a scalar, 0
  Origin a, b;
  Origin result;
  bool unless_constant = false;  // only where a has an origin
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
  Slot value, other;  // of a swap: what is compared with, and what is put there
  Slot result;
  Origin given;  // of what is put there, or added, and so on
};

// What a function of numbers is: see functions.h.
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
  Slot result, second;           // second: of match_all, whether all are alike
  Origin origin, result_origin;  // of what a thread gives, and where that of what it gets goes
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
  std::vector<std::string> texts;  // of arguments that are strings
};

// Whether an argument of that kind takes 64 bits.
[[nodiscard]] constexpr bool is_wide_argument(language::TypeKind kind) {
  return kind != language::TypeKind::float_ &&
         (kind == language::TypeKind::double_ || kind >= language::TypeKind::long_);
}

// A pointer that may lead into any array, as a number: 0 is none, so many bytes after or before an array's beginning
// stay with that array.
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

// How the lanes go: those of a block together, so that what is the same for all is done once; those of several blocks
// together; or each by itself; or likewise, and all variables can be looked at while they run.
enum class Lanes : std::uint8_t { of_a_block, of_several, apart, watched };

struct Code {
  const language::Kernel* kernel = nullptr;
  bool keeps_uniforms = true;   // threads that run apart would not agree about some that change
  bool several_blocks = false;  // blockIdx is each lane's own
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> lines;  // of each
  std::vector<Array> arrays;         // in the order in which events number them
  std::vector<std::uint32_t> units;  // bytes that pointers into each array move by
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
  std::uint32_t origin_places = 0;  // of a group or lane; place 0 is that of constants
  std::uint64_t shared_bytes = 0;   // of the static ones
  bool changes_uniforms = false;    // some are variables that are assigned to

  struct Constant {
    std::uint32_t uniform;
    std::uint64_t bits;
    bool is_unset = false;  // what a variable holds that was never set
  };
  std::vector<Constant> constants;
  // The numbers that a launch gives, in order: those of each parameter that is not an array, a structure's one by one.
  struct Scalar {
    std::uint32_t parameter = 0;  // in kernel->parameters
    language::Type type{};
    Slot slot{};  // a uniform; none if the kernel has no use for it
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
  WatchedCode watched;  // empty, unless it was compiled to be watched
};

// How its events lie: of more words than an index and a value where values have 64 bits, or there are second ones.
[[nodiscard]] inline RowShape row_shape(const Code& code) {
  RowShape shape;
  for (const Site& site : code.sites) shape.wide = shape.wide || is_wide(site.number);
  shape.pairs = !code.atomics.empty() || !code.warps.empty();
  return shape;
}

}  // namespace tilescope::machine
