#include "instrumentation/analysis/product.h"

#include <cmath>

namespace tilescope {

std::optional<ProductCheck> check_product(const Trace& trace, std::uint64_t most_products) {
  const Launch& launch = trace.launch();
  const auto m = static_cast<std::size_t>(launch.m), n = static_cast<std::size_t>(launch.n),
             k = static_cast<std::size_t>(launch.k);
  if (!launch.is_product || m * n > most_products / k || !trace.all_ran()) return std::nullopt;
  ProductCheck check;
  std::vector<double> sums(n), sizes(n);
  for (std::size_t row = 0; row < m; ++row) {
    sums.assign(n, 0);
    sizes.assign(n, 0);
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double a = launch.a[row * k + inner];
      for (std::size_t col = 0; col < n; ++col) {
        const double product = a * static_cast<double>(launch.b[inner * n + col]);
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
