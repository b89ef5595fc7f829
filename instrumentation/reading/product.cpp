#include "instrumentation/reading/product.h"

#include <algorithm>
#include <cmath>

namespace tilescope::reading {

namespace {

constexpr std::size_t looked_at_first = 24;  // elements of C

bool fits(const Matrix& matrix, const Arrays& arrays) {
  return matrix.elements() <= static_cast<std::int64_t>(arrays[matrix.array].size());
}

// Row and column of what lies there.
std::pair<std::int64_t, std::int64_t> place_of(const Matrix& c, std::size_t at) {
  const auto place = static_cast<std::int64_t>(at);
  if (c.by_columns) return {place % c.rows, place / c.rows};
  return {place / c.columns, place % c.columns};
}

bool is_right(const Product& product, const Arrays& before, const Arrays& after, std::size_t at) {
  if (static_cast<std::int64_t>(at) >= product.c.elements()) return false;
  const auto [row, column] = place_of(product.c, at);
  return after[product.c.array][at] == element_of(product, before, row, column);
}

bool is_part_of_sum(const Product& product, const Arrays& before, const Arrays& after, std::size_t at) {
  if (static_cast<std::int64_t>(at) >= product.c.elements()) return false;
  const auto [row, column] = place_of(product.c, at);
  const std::vector<double>&a = before[product.a.array], &b = before[product.b.array];
  std::vector<double> sums{0};  // of the first products
  for (std::int64_t k = 0; k < product.k(); ++k)
    sums.push_back(sums.back() + a[product.a.at(row, k)] * b[product.b.at(k, column)]);
  const double made = std::abs(after[product.c.array][at]);
  if (made == 0) return false;
  // The first product alone may be one of vectors.
  for (std::size_t end = 2; end < sums.size(); ++end)
    for (std::size_t begin = 0; begin < end; ++begin) {
      const double part = sums[end] - sums[begin];
      if (made == std::abs(part) || made == std::abs(sums.back() - part)) return true;
    }
  return false;
}

// Of so many of these elements, spread evenly.
double agreement_at(const Product& product, const Arrays& before, const Arrays& after,
                    const std::vector<std::size_t>& elements, std::size_t most) {
  const std::size_t count = std::min(most, elements.size());
  std::size_t right = 0;
  for (std::size_t n = 0; n < count; ++n)
    if (is_right(product, before, after, elements[n * elements.size() / count])) ++right;
  return static_cast<double>(right) / static_cast<double>(count);
}

}  // namespace

std::vector<std::size_t> changed(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < after.size(); ++n)
    if (after[n] != before[n]) all.push_back(n);
  return all;
}

double agreement(const Product& product, const Arrays& before, const Arrays& after) {
  const std::uint32_t c = product.c.array;
  std::size_t right = 0, all = static_cast<std::size_t>(product.c.elements());
  for (std::size_t n = 0; n < all; ++n)
    if (is_right(product, before, after, n)) ++right;
  for (const std::size_t n : changed(before[c], after[c]))
    if (n >= static_cast<std::size_t>(product.c.elements())) ++all;
  return static_cast<double>(right) / static_cast<double>(all);
}

double resemblance(const Product& product, const Arrays& before, const Arrays& after) {
  const std::vector<std::size_t> made = changed(before[product.c.array], after[product.c.array]);
  const std::size_t count = std::min(looked_at_first, made.size());
  std::size_t alike = 0;
  for (std::size_t n = 0; n < count; ++n)
    if (is_part_of_sum(product, before, after, made[n * made.size() / count])) ++alike;
  return count == 0 ? 0 : static_cast<double>(alike) / static_cast<double>(count);
}

double element_of(const Product& product, const Arrays& inputs, std::int64_t row, std::int64_t column) {
  const std::vector<double>&a = inputs[product.a.array], &b = inputs[product.b.array];
  double sum = 0;
  for (std::int64_t k = 0; k < product.k(); ++k) sum += a[product.a.at(row, k)] * b[product.b.at(k, column)];
  return sum;
}

// A before B, and all of them by rows.
std::vector<Product> products_of(const Parts& parts, const std::array<std::int64_t, 3>& sides, const Arrays& arrays) {
  std::vector<std::array<std::int64_t, 3>> orders;
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    const std::array<std::int64_t, 3> one{sides[order[0]], sides[order[1]], sides[order[2]]};
    if (std::find(orders.begin(), orders.end(), one) == orders.end()) orders.push_back(one);
  } while (std::next_permutation(order.begin(), order.end()));

  std::vector<Product> all;
  for (const std::uint32_t c : parts.outputs)
    for (std::size_t x = 0; x < parts.inputs.size(); ++x)
      for (std::size_t y = x + 1; y < parts.inputs.size(); ++y)
        for (const auto& [m, n, k] : orders)
          for (const int flags : {0, 7, 1, 2, 4, 3, 5, 6}) {
            const std::uint32_t a = parts.inputs[x], b = parts.inputs[y];
            const Product product{
                {a, m, k, (flags & 1) != 0}, {b, k, n, (flags & 2) != 0}, {c, m, n, (flags & 4) != 0}, 0};
            if (a != c && b != c && fits(product.a, arrays) && fits(product.b, arrays) && fits(product.c, arrays))
              all.push_back(product);
          }
  return all;
}

std::optional<Product> find_product(const Parts& parts, const std::array<std::int64_t, 3>& sides, const Arrays& before,
                                    const Arrays& after, double least) {
  std::vector<std::vector<std::size_t>> elements(after.size());
  for (const std::uint32_t c : parts.outputs) elements[c] = changed(before[c], after[c]);
  std::optional<Product> best;
  for (Product product : products_of(parts, sides, before)) {
    const std::vector<std::size_t>& made = elements[product.c.array];
    if (made.empty() || agreement_at(product, before, after, made, looked_at_first) < least / 2) continue;
    product.agree = agreement_at(product, before, after, made, made.size());
    if (product.agree >= least && (!best || product.agree > best->agree)) best = product;
  }
  return best;
}

}  // namespace tilescope::reading
