// What is run: a kernel, the shape of its launch, its inputs, and how it is scheduled and recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

// What a launch gives one of a kernel's arrays: numbers, row by row; of vectors and structures, their parts.
struct Buffer {
  std::string name;
  std::vector<std::int64_t> sides;
  std::string fill;              // where they are from: "ramp", "values.csv"; of what the text declares, nothing
  std::vector<std::byte> bytes;  // as they lie in memory
  Number number = Number::f32;   // what each is, in so many bytes
  std::uint32_t element_bytes = 4;
  bool is_unsigned = false;  // of shorter integers

  [[nodiscard]] double at(std::uint64_t element) const;

  bool operator==(const Buffer&) const = default;
};

// What a launch of any arrays is known to multiply: C = A * B, in whatever order their elements lie.
struct ProductIn {
  struct Matrix {
    std::uint8_t array = 0;
    std::int64_t rows = 1, columns = 1;
    bool by_columns = false;

    [[nodiscard]] std::uint64_t at(std::int64_t row, std::int64_t column) const {
      return static_cast<std::uint64_t>(by_columns ? column * rows + row : row * columns + column);
    }
    bool operator==(const Matrix&) const = default;
  };
  Matrix a, b, c;

  bool operator==(const ProductIn&) const = default;
};

// Of matrices: A is M x K, B is K x N, C is M x N, all row-major. Of any other arrays, the sides are 0.
struct Launch {
  std::string kernel;
  std::int64_t m = 1, n = 1, k = 1;
  int tile = 1;
  Size2 grid;  // where it has several layers (z), one below the other
  Size2 block;
  unsigned grid_depth = 1, block_depth = 1;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<float> a, b;
  std::vector<Buffer> buffers;       // of a kernel of any arrays, by the number that events know them by; else none
  std::vector<ExactNumber> numbers;  // that such a kernel is given besides, in their order
  Schedule schedule;
  Record record = Record::full;
  std::vector<BlockRange> window;
  OutOfBounds out_of_bounds = OutOfBounds::poison;
  std::shared_ptr<const RecordedKernel> program;  // of a kernel in somebody's file
  bool is_product = true;                         // which, of such a kernel, may not be known
  std::optional<ProductIn> product;               // of any arrays, where it is known

  [[nodiscard]] bool has_matrices() const { return m > 0; }
  // How many elements the product has that is known of, row by row; 0 where none is.
  [[nodiscard]] std::uint64_t elements_of_c() const {
    return static_cast<std::uint64_t>(product ? product->c.rows * product->c.columns : m * n);
  }
  [[nodiscard]] std::uint64_t threads_per_block() const { return block.count(); }
  [[nodiscard]] bool records(unsigned block_y, unsigned block_x) const;
};

}  // namespace tilescope
