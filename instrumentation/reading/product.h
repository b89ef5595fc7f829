// Checks whether an array of results is the product of two others, in any layout.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope::reading {

struct Matrix {
  std::uint32_t array = 0;  // by the machine's number
  std::int64_t rows = 1, columns = 1;
  bool by_columns = false;

  [[nodiscard]] std::int64_t elements() const { return rows * columns; }
  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(by_columns ? column * rows + row : row * columns + column);
  }
  bool operator==(const Matrix&) const = default;
};

// C = A * B. `agree` is the part of the elements that were looked at that are right.
struct Product {
  Matrix a, b, c;
  double agree = 0;

  // As textbooks have them: A beside C, and B above it.
  [[nodiscard]] bool lies_by_rows() const { return !a.by_columns && !b.by_columns && !c.by_columns; }
  [[nodiscard]] std::int64_t m() const { return a.rows; }
  [[nodiscard]] std::int64_t n() const { return b.columns; }
  [[nodiscard]] std::int64_t k() const { return a.columns; }
};

using Arrays = std::vector<std::vector<double>>;

// Which arrays may be what.
struct Parts {
  std::vector<std::uint32_t> inputs, outputs;
};

// All that could be, with sides among these: the plainer of two that say the same comes first.
[[nodiscard]] std::vector<Product> products_of(const Parts& parts, const std::array<std::int64_t, 3>& sides,
                                               const Arrays& arrays);
// The product with sides among these that most of the elements agree with that were changed, if `least` of them do.
[[nodiscard]] std::optional<Product> find_product(const Parts& parts, const std::array<std::int64_t, 3>& sides,
                                                  const Arrays& before, const Arrays& after, double least);
// The part of all of C's elements, and of those that were changed after them, that are right.
[[nodiscard]] double agreement(const Product& product, const Arrays& before, const Arrays& after);
// The part of the elements that were changed that are a part of their sum: some of its products that follow each other,
// or what is left without them, perhaps with the sign turned. Nothing like that is left by accident.
[[nodiscard]] double resemblance(const Product& product, const Arrays& before, const Arrays& after);
[[nodiscard]] std::vector<std::size_t> changed(const std::vector<double>& before, const std::vector<double>& after);
// What an element of C is, exactly.
[[nodiscard]] double element_of(const Product& product, const Arrays& inputs, std::int64_t row, std::int64_t column);

}  // namespace tilescope::reading
