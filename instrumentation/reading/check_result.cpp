#include "instrumentation/reading/check_result.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include "instrumentation/reading/reference.h"
#include "instrumentation/threads.h"

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

void add_products(double* __restrict sums, double* __restrict sizes, double a, const double* __restrict b,
                  std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) {
    const double one = a * b[n];
    sums[n] += one;
    sizes[n] += std::abs(one);
  }
}

// The number nearest to it that an array can hold: a product of bytes is cut off where it does not fit.
double held_by(const Buffer& array, double value) {
  if (is_float(array.number) || array.element_bytes > 4) return value;
  const double all = std::ldexp(1.0, static_cast<int>(8 * array.element_bytes));
  const bool is_unsigned = array.is_unsigned || array.number == Number::u32;
  return is_unsigned ? std::clamp(value, 0.0, all - 1) : std::clamp(value, -all / 2, all / 2 - 1);
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
  using Wrong = std::vector<std::pair<std::uint32_t, double>>;
  const auto wrong_in = [&](std::size_t first, std::size_t behind) {
    Wrong wrong;
    std::vector<double> sums(n), sizes(n);
    for (std::size_t row = first; row < behind; ++row) {
      sums.assign(n, 0);
      sizes.assign(n, 0);
      for (std::size_t inner = 0; inner < k; ++inner)
        add_products(sums.data(), sizes.data(), in_a[row * k + inner], in_b.data() + inner * n, n);
      for (std::size_t col = 0; col < n; ++col) {
        const std::size_t at = product->c.at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
        const double expected = held_by(trace.launch().buffers[check.array], sums[col]);
        const double off = std::abs(trace.left(check.array, at) - expected);
        if (off <= static_cast<double>(k) * 0x1p-23 * sizes[col]) continue;
        wrong.emplace_back(static_cast<std::uint32_t>(at), expected);
      }
    }
    return wrong;
  };
  constexpr std::size_t few_products = 1 << 22;  // for which another thread is not worth while
  const std::size_t parts = m * n * k < few_products ? 1 : std::min<std::size_t>(usable_cores(), m);
  std::vector<Wrong> wrong_of(parts);
  std::vector<std::thread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back([&, part] { wrong_of[part] = wrong_in(m * part / parts, m * (part + 1) / parts); });
  wrong_of[0] = wrong_in(0, m / parts);
  for (std::thread& other : others) other.join();
  Wrong wrong;
  for (const Wrong& some : wrong_of) wrong.insert(wrong.end(), some.begin(), some.end());
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

}  // namespace tilescope::reading
