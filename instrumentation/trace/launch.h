// A launch: a kernel, the shape of its launch, its inputs, and how it is scheduled and recorded.
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

// x runs along columns and y along rows, as CUDA has it.
struct Size2 {
  unsigned x = 1;
  unsigned y = 1;

  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y; }
  bool operator==(const Size2&) const = default;
};

// As dim3 has it, x first, and no more sides than it needs: "2", "32 x 2". `depth` layers lie below each other in y.
[[nodiscard]] std::string sides_in_words(Size2 of, unsigned depth, std::string_view times = " x ");
// What tells a thread of a block or a block of a grid from the others: its number where there is one row of them, "5";
// its row and column where there are several, "(1,2)".
[[nodiscard]] std::string place_among(Size2 sides, std::uint64_t number);
[[nodiscard]] std::string place_among(Size2 sides, unsigned y, unsigned x);

struct Schedule {
  // in_order and reverse run each thread to its next barrier; the others may switch at any recorded access.
  enum class Kind : std::uint8_t { in_order, reverse, warp_interleaved, random };
  Kind kind = Kind::in_order;
  std::uint64_t seed = 0;

  bool operator==(const Schedule&) const = default;
};

// What an out-of-bounds load gives: a NaN, 0, or what the array itself holds further on, as left-over memory might.
// `touch` is poison, but a GPU really reads the address, for a tool that watches addresses.
enum class OutOfBounds : std::uint8_t { poison, zero, stale, touch };

// How much is recorded: every event; those of chosen blocks, the others counted; counts alone; or chosen blocks alone,
// the others not being run at all.
enum class Record : std::uint8_t { full, window, counts, blocks };

// The blocks from (y0, x0) to (y1, x1), both included.
struct BlockRange {
  unsigned y0 = 0, x0 = 0, y1 = 0, x1 = 0;

  [[nodiscard]] bool contains(unsigned y, unsigned x) const { return y0 <= y && y <= y1 && x0 <= x && x <= x1; }
  bool operator==(const BlockRange&) const = default;
};

// The number that lies in so many bytes; 0 if these are not there.
[[nodiscard]] double number_at(std::span<const std::byte> all, std::uint64_t offset, Number number, std::uint32_t bytes,
                               bool is_unsigned);

// What a launch gives one of a kernel's arrays: numbers, row by row; of vectors and structures, their parts.
struct Buffer {
  static constexpr std::string_view left = "left ";  // how a fill begins that is another launch's doing

  std::string name;
  std::vector<std::int64_t> sides;
  // Where they are from: "ramp", "values.csv", "left by launch 1"; of what the text declares, nothing.
  std::string fill;
  ArrayBytes bytes;             // as they lie in memory
  Number number = Number::f32;  // what each is, in so many bytes
  std::uint32_t element_bytes = 4;
  bool is_unsigned = false;  // of shorter integers

  [[nodiscard]] double at(std::uint64_t element) const { return in(bytes, element); }
  // An element of other bytes that lie as these do.
  [[nodiscard]] double in(std::span<const std::byte> others, std::uint64_t element) const;
  // A number as near to it as the array's numbers come. The element has to be there.
  void put(std::uint64_t element, double value);
  [[nodiscard]] bool is_left_by_another() const { return fill.starts_with(left); }
  [[nodiscard]] std::uint64_t wanted_bytes() const;  // as its sides say; of none, nothing

  bool operator==(const Buffer&) const = default;
};

// What a launch computes, as far as a reader of launches found or declares it: of which kind that is, and what there is
// to say of it in whole numbers. No other code asks what they mean.
struct Meaning {
  std::string kind;  // nothing: unknown
  std::vector<std::int64_t> says;

  bool operator==(const Meaning&) const = default;
};

struct Launch {
  std::string kernel;
  int tile = 1;  // which the kernel was read with, or what a block covers
  Size2 grid;    // where it has several layers (z), one below the other
  Size2 block;
  unsigned grid_depth = 1, block_depth = 1;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Buffer>
      buffers;  // by the number that events know the array by; those that nothing is given have no bytes
  std::vector<ExactNumber> numbers;  // that the kernel is given besides, in their order
  Schedule schedule;
  Record record = Record::full;
  std::vector<BlockRange> window;
  OutOfBounds out_of_bounds = OutOfBounds::poison;
  std::shared_ptr<const RecordedKernel> program;  // of a kernel in a user's file
  Meaning meaning;
  double least_events = 0;        // that a full trace has in any case, where that is known before
  std::uint64_t most_rounds = 0;  // of a thread's loops; 0: any number on the CPU, on a GPU as its sides let one expect
  bool search_ended = false;      // how it is launched was looked for until the work for that was used up

  [[nodiscard]] std::uint64_t threads_per_block() const { return block.count(); }
  [[nodiscard]] bool records(unsigned block_y, unsigned block_x) const;
};

}  // namespace tilescope
