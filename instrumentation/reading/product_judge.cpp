#include "instrumentation/reading/product_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace tilescope {

namespace {

std::vector<std::int64_t> some_rows(std::int64_t all, std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  std::set<std::int64_t> rows{0, all - 1};
  while (static_cast<std::int64_t>(rows.size()) < std::min<std::int64_t>(all, count))
    rows.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all)));
  return {rows.begin(), rows.end()};
}

}  // namespace

std::string in_words(const WrongElement& wrong) {
  return fmt::format("C[{}][{}] is {}, but should be within {:.2g} of {}", wrong.row, wrong.column, wrong.value,
                     wrong.allowed, wrong.expected);
}

ProductJudge::ProductJudge(const Factors& product, std::uint64_t seed, int rows)
    : m_(product.m),
      n_(product.n),
      lengths_of_rows_(static_cast<std::size_t>(product.m)),
      lengths_of_columns_(static_cast<std::size_t>(product.n)),
      rows_(some_rows(product.m, seed, rows)) {
  const auto n = static_cast<std::size_t>(n_), k = static_cast<std::size_t>(product.k);
  for (std::size_t row = 0; row < lengths_of_rows_.size(); ++row) {
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double a = product.a[row * k + inner];
      lengths_of_rows_[row] += a * a;
    }
    lengths_of_rows_[row] = std::sqrt(lengths_of_rows_[row]);
  }
  for (std::size_t inner = 0; inner < k; ++inner)
    for (std::size_t column = 0; column < n; ++column) {
      const double b = product.b[inner * n + column];
      lengths_of_columns_[column] += b * b;
    }
  for (double& length : lengths_of_columns_) length = std::sqrt(length);
  expected_.resize(rows_.size() * n);
  for (std::size_t one = 0; one < rows_.size(); ++one) {
    double* const sums = expected_.data() + one * n;
    for (std::size_t inner = 0; inner < k; ++inner) {
      const double a = product.a[static_cast<std::size_t>(rows_[one]) * k + inner];
      const float* const b = product.b.data() + inner * n;
      for (std::size_t column = 0; column < n; ++column) sums[column] += a * static_cast<double>(b[column]);
    }
  }
}

std::optional<WrongElement> ProductJudge::wrong(std::int64_t row, std::int64_t column, float value,
                                                double expected) const {
  const double allowed = 16 * 0x1p-24 * lengths_of_rows_[static_cast<std::size_t>(row)] *
                         lengths_of_columns_[static_cast<std::size_t>(column)];
  // For a NaN no comparison is true.
  if (std::abs(static_cast<double>(value) - expected) <= allowed) return std::nullopt;
  return WrongElement{row, column, value, expected, allowed};
}

std::optional<WrongElement> ProductJudge::judge(std::span<const float> c) const {
  for (std::size_t one = 0; one < rows_.size(); ++one)
    for (std::int64_t column = 0; column < n_; ++column) {
      const float value = c[static_cast<std::size_t>(rows_[one] * n_ + column)];
      const double expected = expected_[one * static_cast<std::size_t>(n_) + static_cast<std::size_t>(column)];
      if (const auto found = wrong(rows_[one], column, value, expected)) return found;
    }
  return std::nullopt;
}

std::optional<WrongElement> ProductJudge::compare(std::span<const float> c, std::span<const float> c_of_another) const {
  for (std::int64_t row = 0; row < m_; ++row)
    for (std::int64_t column = 0; column < n_; ++column) {
      const auto at = static_cast<std::size_t>(row * n_ + column);
      if (const auto found = wrong(row, column, c[at], static_cast<double>(c_of_another[at]))) return found;
    }
  return std::nullopt;
}

}  // namespace tilescope
