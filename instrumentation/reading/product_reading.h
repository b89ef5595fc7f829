// The roles that trials found for a kernel's numbers and arrays, and the tests that a product has to pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "instrumentation/reading/guess_launch.h"
#include "instrumentation/reading/product.h"
#include "instrumentation/reading/trial.h"

namespace tilescope::reading {

enum class Side : std::uint8_t { none, m, n, k };

// What a whole number that the kernel is given says.
struct Number {
  Side side = Side::none;
  double value = 0;  // where it is none
  bool operator==(const Number&) const = default;
};

// How the blocks lie that make C: as the text says, or each so many of its columns and rows, or elements of it in a
// row.
struct Cover {
  enum class Kind : std::uint8_t { text, tiles, tiles_by_rows, tiles_in_a_row, elements };  // by_rows: x goes down
  Kind kind = Kind::tiles;
  std::int64_t columns = 1, rows = 1;  // of a block; of `elements`, columns alone

  [[nodiscard]] std::array<std::int64_t, 3> grid(std::int64_t m, std::int64_t n) const;
  bool operator==(const Cover&) const = default;
};

// What is known before anything is tried.
struct ProductHints {
  std::vector<Number> by_name;  // of the scalars, by machine::Code::scalars; empty: not known
  // What the text's own launch makes of numbers that the kernel is given.
  std::function<std::optional<Setting>(const std::vector<double>& scalars)> in_text;
  LaunchHints launch;
  // Finds a launch by these hints; it may keep what it found.
  std::function<LaunchGuess(const LaunchHints& hints)> guess;
};

// How far a product is to be trusted that was right in one launch: it is in all others that were tried; not all could
// be tried or are surely meant for it; or it is wrong in one that is meant for it.
enum class Trust : std::uint8_t { right, doubtful, wrong };

struct ProductReading {
  Product product;              // of the launch that was tried
  std::vector<Number> scalars;  // by machine::Code::scalars
  Setting setting;
  Cover cover;
  Trust trust = Trust::right;
  std::array<std::int64_t, 3> fails{};  // M, N and K with which it is not right, where some are known

  // All elements of C are right, and no other was changed.
  [[nodiscard]] bool is_right() const { return product.agree == 1 && trust != Trust::wrong; }
  // And so they are in other launches.
  [[nodiscard]] bool is_trusted() const { return is_right() && trust == Trust::right; }
};

// How many times b goes into a, the last time perhaps in part.
[[nodiscard]] std::int64_t up(std::int64_t a, std::int64_t b);
// How many of M, N and K some number says.
[[nodiscard]] int sides_said(const std::vector<Number>& scalars);

// Whether the kernel makes x * A * B + y * C for whatever the numbers with a point are that it is given, and whatever C
// holds: x and y are such numbers, or 1, -1 or, of C, 0.
[[nodiscard]] bool scales(const machine::Prepared& kernel, LaunchInputs given, const Product& product);

// The part of a product's products that a launch of the kernel makes: one column of A after the other is left, the rest
// of it zero, and what C then is has to be that column times a row of B. So a kernel that leaves some out, or takes
// them twice, is still known for what it was meant to be.
[[nodiscard]] double products_made(const machine::Prepared& kernel, const LaunchInputs& given, const Product& product);
// Whether what it makes grows with A and B as a product does, takes about as many products as A * B, and, where the
// names do not say all three sides, elements on both sides of a diagonal matter: what can be said of a kernel that has
// the names of a product and makes another one.
[[nodiscard]] bool multiplies(const machine::Prepared& kernel, const LaunchInputs& given, const Product& product,
                              int sides);

// From so many on, it is one; as it is where so many of C's elements are right.
inline constexpr double enough_products = 2.0 / 3, enough_elements = 0.6;

}  // namespace tilescope::reading
