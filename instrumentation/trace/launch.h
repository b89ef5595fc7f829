// A launch: a kernel, its grid and block, its inputs, and how it is scheduled and recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/array_bytes.h"
#include "instrumentation/trace/exact_number.h"
#include "instrumentation/trace/site.h"

namespace tilescope {

struct RecordedKernel;

// As in CUDA, x runs along columns and y along rows.
struct Size2 {
  unsigned x = 1;
  unsigned y = 1;

  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y; }
  bool operator==(const Size2&) const = default;
};

// The sides of a grid or block in the order of dim3, each with its direction: "2" in one row, "32 wide x 2 high",
// "32 wide x 2 high x 3 deep". `depth` layers are stacked in y.
[[nodiscard]] std::string sides_in_words(Size2 of, unsigned depth, std::string_view times = " x ");
// Identifies a thread in a block or a block in a grid: by its number if there is one row, "5"; else by row and column,
// "(1,2)".
[[nodiscard]] std::string place_among(Size2 sides, std::uint64_t number);
[[nodiscard]] std::string place_among(Size2 sides, unsigned y, unsigned x);

struct Schedule {
  // in_order and reverse run each thread to its next barrier; the others may switch threads at any recorded access.
  enum class Kind : std::uint8_t { in_order, reverse, warp_interleaved, random };
  Kind kind = Kind::in_order;
  std::uint64_t seed = 0;

  bool operator==(const Schedule&) const = default;
};

// The value of an out-of-bounds load: a NaN, 0, or another element of the array, as stale memory might hold. `touch` is
// like poison, but a GPU really reads the address, for tools that watch addresses.
enum class OutOfBounds : std::uint8_t { poison, zero, stale, touch };

// What is recorded: every event; events of chosen blocks and counts of the others; counts only; or only chosen blocks,
// while the others do not run.
enum class Record : std::uint8_t { full, window, counts, blocks };

// The blocks from (y0, x0) to (y1, x1), both included.
struct BlockRange {
  unsigned y0 = 0, x0 = 0, y1 = 0, x1 = 0;

  [[nodiscard]] bool contains(unsigned y, unsigned x) const { return y0 <= y && y <= y1 && x0 <= x && x <= x1; }
  bool operator==(const BlockRange&) const = default;
};

// The number in the `bytes` bytes at an offset; 0 if they are not all there.
[[nodiscard]] double number_at(std::span<const std::byte> all, std::uint64_t offset, Number number, std::uint32_t bytes,
                               bool is_unsigned);

// The input of one of a kernel's arrays: numbers, row by row; for vectors and structures, their members.
struct Buffer {
  static constexpr std::string_view left = "left ";  // prefix of the fill of an array that another launch left

  std::string name;
  std::vector<std::int64_t> sides;
  // The source of the values: "ramp", "values.csv", "left by launch 1"; empty for an array that the source declares.
  std::string fill;
  ArrayBytes bytes;             // as in memory
  Number number = Number::f32;  // the type of each number
  std::uint32_t element_bytes = 4;
  bool is_unsigned = false;  // for integers shorter than 32 bits

  [[nodiscard]] double at(std::uint64_t element) const { return in(bytes, element); }
  // An element of other bytes with the same layout.
  [[nodiscard]] double in(std::span<const std::byte> others, std::uint64_t element) const;
  // Stores the nearest representable number. The element must exist.
  void put(std::uint64_t element, double value);
  [[nodiscard]] bool is_left_by_another() const { return fill.starts_with(left); }
  [[nodiscard]] std::uint64_t wanted_bytes() const;  // by its sides; 0 without sides

  bool operator==(const Buffer&) const = default;
};

// What a launch computes, if the search or a declaration says so: its kind, and integers that only that kind's code
// interprets.
struct Meaning {
  std::string kind;  // empty: unknown
  std::vector<std::int64_t> says;

  bool operator==(const Meaning&) const = default;
};

struct Launch {
  std::string kernel;
  int tile = 1;  // the tile size with which the kernel was read, or the elements of a block
  Size2 grid;    // layers (z) are stacked in y
  Size2 block;
  unsigned grid_depth = 1, block_depth = 1;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Buffer> buffers;       // by array number; arrays without input have no bytes
  std::vector<ExactNumber> numbers;  // the other parameters of the kernel, in order
  Schedule schedule;
  Record record = Record::full;
  std::vector<BlockRange> window;
  OutOfBounds out_of_bounds = OutOfBounds::poison;
  std::shared_ptr<const RecordedKernel> program;  // for a kernel in a user's file
  Meaning meaning;
  double least_events = 0;        // a lower bound for the events of a full trace, where it is known in advance
  std::uint64_t most_rounds = 0;  // limit of a thread's loop iterations; 0: none on the CPU, an estimate on a GPU
  bool search_ended = false;      // the search for this launch used up its budget

  [[nodiscard]] std::uint64_t threads_per_block() const { return block.count(); }
  [[nodiscard]] bool records(unsigned block_y, unsigned block_x) const;
};

}  // namespace tilescope
