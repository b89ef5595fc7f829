#include "instrumentation/analysis/product.h"

#include <cmath>

namespace tilescope {

namespace {

// The factors, row by row, wherever they lie.
struct InDouble {
  std::size_t m, n, k;
  std::vector<double> a, b;
};

std::vector<double> matrix_of(const Launch& launch, const ProductIn::Matrix& matrix) {
  std::vector<double> all;
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column)
      all.push_back(matrix.array < launch.buffers.size() ? launch.buffers[matrix.array].at(matrix.at(row, column)) : 0);
  return all;
}

InDouble in_double(const Launch& launch) {
  if (launch.product)
    return {static_cast<std::size_t>(launch.product->c.rows), static_cast<std::size_t>(launch.product->c.columns),
            static_cast<std::size_t>(launch.product->a.columns), matrix_of(launch, launch.product->a),
            matrix_of(launch, launch.product->b)};
  return {static_cast<std::size_t>(launch.m),
          static_cast<std::size_t>(launch.n),
          static_cast<std::size_t>(launch.k),
          {launch.a.begin(), launch.a.end()},
          {launch.b.begin(), launch.b.end()}};
}

}  // namespace

std::optional<ProductCheck> check_product(const Trace& trace, std::uint64_t most_products) {
  const Launch& launch = trace.launch();
  const std::uint64_t depth =
      launch.product ? static_cast<std::uint64_t>(launch.product->a.columns) : static_cast<std::uint64_t>(launch.k);
  const bool is_known = launch.product || launch.is_product;
  if (!is_known || launch.elements_of_c() > most_products / depth || !trace.all_ran()) return std::nullopt;
  const auto [m, n, k, in_a, in_b] = in_double(launch);
  ProductCheck check;
  std::vector<double> sums(n), sizes(n);
  for (std::size_t row = 0; row < m; ++row) {
    sums.assign(n, 0);
    sizes.assign(n, 0);
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double a = in_a[row * k + inner];
      for (std::size_t col = 0; col < n; ++col) {
        const double product = a * in_b[inner * n + col];
        sums[col] += product;
        sizes[col] += std::abs(product);
      }
    }
    for (std::size_t col = 0; col < n; ++col) {
      const double off = std::abs(static_cast<double>(trace.c()[row * n + col]) - sums[col]);
      if (off <= static_cast<double>(k) * 0x1p-23 * sizes[col]) continue;
      check.wrong.push_back(static_cast<std::uint32_t>(row * n + col));
      check.expected.push_back(sums[col]);
    }
  }
  return check;
}

}  // namespace tilescope
