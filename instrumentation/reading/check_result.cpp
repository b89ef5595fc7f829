#include "instrumentation/reading/check_result.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "instrumentation/reading/reference.h"

namespace tilescope::reading {

namespace {

// Row by row, wherever its elements lie.
std::vector<double> values_of(const Launch& launch, const Matrix& matrix) {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(matrix.elements()));
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column)
      all.push_back(launch.buffers[matrix.array].at(matrix.at(row, column)));
  return all;
}

std::optional<ResultCheck> check_product(const Trace& trace, std::uint64_t most_products) {
  const auto product = product_of(trace.launch());
  if (!product || !product->is_sure || trace.fault() || !trace.all_ran()) return std::nullopt;
  const auto m = static_cast<std::size_t>(product->m()), n = static_cast<std::size_t>(product->n()),
             k = static_cast<std::size_t>(product->k());
  if (m * n > most_products / k) return std::nullopt;
  const std::vector<double> in_a = values_of(trace.launch(), product->a), in_b = values_of(trace.launch(), product->b);
  ResultCheck check;
  check.array = static_cast<std::uint8_t>(product->c.array);
  check.elements = m * n;
  std::vector<std::pair<std::uint32_t, double>> wrong;
  std::vector<double> sums(n), sizes(n);
  for (std::size_t row = 0; row < m; ++row) {
    sums.assign(n, 0);
    sizes.assign(n, 0);
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double a = in_a[row * k + inner];
      for (std::size_t col = 0; col < n; ++col) {
        const double one = a * in_b[inner * n + col];
        sums[col] += one;
        sizes[col] += std::abs(one);
      }
    }
    for (std::size_t col = 0; col < n; ++col) {
      const std::size_t at = product->c.at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
      const double off = std::abs(trace.left(check.array, at) - sums[col]);
      if (off <= static_cast<double>(k) * 0x1p-23 * sizes[col]) continue;
      wrong.emplace_back(static_cast<std::uint32_t>(at), sums[col]);
    }
  }
  std::sort(wrong.begin(), wrong.end());
  for (const auto& [at, expected] : wrong) {
    check.wrong.push_back(at);
    check.expected.push_back(expected);
  }
  return check;
}

}  // namespace

std::optional<ResultCheck> check_result(const Trace& trace, std::uint64_t most_products) {
  Refereed said = by_reference(trace);
  if (said.is_of_launch || said.is_of_list || !said.why_not.empty()) return std::move(said.check);
  return check_product(trace, most_products);
}

Hazards judged(const Trace& trace) { return hazards(trace, check_result(trace)); }

}  // namespace tilescope::reading
