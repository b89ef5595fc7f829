#include "instrumentation/reading/product_reading.h"

#include <algorithm>
#include <cmath>

#include "instrumentation/machine/array_values.h"

namespace tilescope::reading {

std::array<std::int64_t, 3> Cover::grid(std::int64_t m, std::int64_t n) const {
  switch (kind) {
    case Kind::text:
    case Kind::tiles: return {up(n, columns), up(m, rows), 1};
    case Kind::tiles_by_rows: return {up(m, rows), up(n, columns), 1};
    case Kind::tiles_in_a_row: return {up(n, columns) * up(m, rows), 1, 1};
    case Kind::elements: return {up(m * n, columns), 1, 1};
  }
  return {1, 1, 1};
}

std::int64_t up(std::int64_t a, std::int64_t b) { return (a + b - 1) / std::max<std::int64_t>(b, 1); }

int sides_said(const std::vector<Number>& scalars) {
  std::array<bool, 4> said{};
  for (const Number& number : scalars) said[static_cast<std::size_t>(number.side)] = true;
  return said[1] + said[2] + said[3];
}

bool scales(const machine::Prepared& kernel, LaunchInputs given, const Product& product) {
  const machine::Code& code = kernel.code();
  std::vector<double> factors{0, 1, -1};
  double next = 2;
  for (std::size_t n = 0; n < code.scalars.size(); ++n)
    if (code.scalars[n].type.is_floating()) factors.push_back(given.scalars[n] = next++);
  for (std::size_t n = 3, all = factors.size(); n < all; ++n)
    for (std::size_t other = n; other < all; ++other) factors.push_back(factors[n] * factors[other]);
  std::vector<double>& c = given.arrays[product.c.array];
  for (std::size_t n = 0; n < c.size(); ++n) c[n] = static_cast<double>(n * 7 % 23) - 11;
  const Tried tried = try_out(kernel, given, Blocks::all);
  if (!tried.finished) return false;
  const auto fits = [&](double of_product, double of_c) {
    for (std::int64_t row = 0; row < product.m(); ++row)
      for (std::int64_t column = 0; column < product.n(); ++column) {
        const std::size_t at = product.c.at(row, column);
        const double sum = of_product * element_of(product, given.arrays, row, column) + of_c * c[at];
        if (tried.arrays[product.c.array][at] != sum) return false;
      }
    return true;
  };
  for (const double of_product : factors)
    for (const double of_c : factors)
      if (of_product != 0 && fits(of_product, of_c)) return true;
  return false;
}

namespace {

std::ptrdiff_t inputs_of(const machine::Prepared& kernel) {
  const auto& arrays = kernel.code().arrays;
  return std::count_if(arrays.begin(), arrays.end(), [](const machine::Array& array) {
    return is_of_numbers(array) && array.is_read && !array.is_written;
  });
}
bool changes(const Tried& tried, const LaunchInputs& given, const Product& product) {
  return tried.arrays[product.c.array] != given.arrays[product.c.array];
}

}  // namespace

double products_made(const machine::Prepared& kernel, const LaunchInputs& given, const Product& product) {
  constexpr std::int64_t most_columns = 8, enough_to_tell = 2;
  const std::int64_t count = std::min(most_columns, product.k());
  std::int64_t right = 0, all = 0;
  Tried nothing;  // what comes out of a left factor of zeros
  for (std::int64_t n = 0; n < count; ++n) {
    const std::int64_t k = n * product.k() / count;
    LaunchInputs one = given;
    std::vector<double>& a = one.arrays[product.a.array];
    a.assign(a.size(), 0);
    if (n == 0) nothing = try_out(kernel, one, Blocks::all);
    if (!nothing.finished || (inputs_of(kernel) > 2 && changes(nothing, given, product))) return 0;
    for (std::int64_t row = 0; row < product.m(); ++row)
      a[product.a.at(row, k)] = given.arrays[product.a.array][product.a.at(row, k)];
    if (n == enough_to_tell && right * 4 < n * product.c.elements()) return 0;
    const Tried tried = try_out(kernel, one, Blocks::all);
    if (!tried.finished) return 0;
    for (std::int64_t row = 0; row < product.m(); ++row)
      for (std::int64_t column = 0; column < product.n(); ++column) {
        const std::size_t at = product.c.at(row, column);
        const double made = tried.arrays[product.c.array][at] - nothing.arrays[product.c.array][at];
        const double meant = std::abs(element_of(product, one.arrays, row, column));
        if (meant != 0) ++all;
        if (meant != 0 && std::abs(made) == meant) ++right;
      }
  }
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

namespace {

// How many of some elements of the matrix matter to what is left in C: none of them on its diagonal, as many on one
// side of it as on the other, since of triangular and symmetric matrices only one side is read.
int elements_that_matter(const machine::Prepared& kernel, const LaunchInputs& given, const Product& product,
                         const Matrix& matrix, const std::vector<double>& made) {
  constexpr std::int64_t each_side = 4;
  int all = 0;
  for (std::int64_t n = 0; n < each_side; ++n)
    for (const bool above : {false, true}) {
      const std::int64_t most = std::min(matrix.rows, matrix.columns) - 1;
      const std::int64_t small = n * std::max<std::int64_t>(most - 1, 1) / each_side, large = most - n / 2;
      const std::size_t at = above ? matrix.at(small, large) : matrix.at(large, small);
      LaunchInputs without = given;
      without.arrays[matrix.array][at] = 0;
      const Tried tried = try_out(kernel, without, Blocks::all);
      if (tried.finished && tried.arrays[product.c.array] != made) ++all;
    }
  return all;
}

}  // namespace

bool multiplies(const machine::Prepared& kernel, const LaunchInputs& given, const Product& product, int sides) {
  constexpr std::int64_t least_side = 3;
  constexpr double fewest = 0.65, most = 1.6;
  constexpr int enough_of_eight = 6;
  if (std::min({product.m(), product.n(), product.k()}) < least_side) return false;
  const Tried once = try_out(kernel, given, Blocks::all);
  if (!once.finished || once.strays > 0) return false;
  const std::vector<double>& made = once.arrays[product.c.array];
  const double products = static_cast<double>(product.m() * product.n() * product.k());
  const double count = static_cast<double>(once.multiply_adds) / products;
  if (count < fewest || count > most || changed(given.arrays[product.c.array], made).empty()) return false;
  // With the sign turned, where there is one: what is cut off at zero is not a product.
  const bool is_unsigned = machine::number_in(kernel.code().arrays[product.a.array]).is_unsigned() ||
                           machine::number_in(kernel.code().arrays[product.b.array]).is_unsigned();
  const double factor = is_unsigned ? 2 : -2;
  const auto grows = [&](std::initializer_list<std::uint32_t> inputs, double by) {
    LaunchInputs twice = given;
    for (const std::uint32_t input : inputs)
      for (double& element : twice.arrays[input]) element *= factor;
    const Tried tried = try_out(kernel, twice, Blocks::all);
    const std::vector<double>& more = tried.arrays[product.c.array];
    for (std::size_t n = 0; n < made.size(); ++n)
      if (!tried.finished || more[n] != by * made[n]) return false;
    return true;
  };
  if (!grows({product.a.array, product.b.array}, 4)) return false;
  if (!grows({product.a.array}, factor) && !grows({product.a.array}, 4) && !grows({product.b.array}, 4)) return false;
  if (sides == 3) return true;
  const int of_a = elements_that_matter(kernel, given, product, product.a, made);
  const int of_b = elements_that_matter(kernel, given, product, product.b, made);
  return (of_a >= enough_of_eight || of_a == 0) && (of_b >= enough_of_eight || of_b == 0) && of_a + of_b > 0;
}

}  // namespace tilescope::reading
