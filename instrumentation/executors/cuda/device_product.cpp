#include "instrumentation/executors/cuda/device_product.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/there/device_product.h"

namespace tilescope::cuda {

std::uint64_t product_bytes(const reading::LaunchProduct& product) {
  return static_cast<std::uint64_t>(product.c.elements()) * (sizeof(double) + sizeof(std::uint32_t));
}

std::optional<ResultCheck> check_product(const reading::LaunchProduct& product, const Matrices& matrices,
                                         std::uint64_t most_products) {
  const auto elements = static_cast<std::uint64_t>(product.c.elements());
  const std::int64_t m = product.m(), n = product.n(), k = product.k();
  if (!product.is_sure || elements > most_products / static_cast<std::uint64_t>(k)) return std::nullopt;
  constexpr std::uint32_t few = 1U << 16;
  Memory<std::uint32_t> wrong, wrong_count(1);
  Memory<double> expected;
  std::uint32_t count = static_cast<std::uint32_t>(std::min<std::uint64_t>(few, elements));
  while (count > wrong.size()) {
    wrong = Memory<std::uint32_t>(count);
    expected = Memory<double>(count);
    wrong_count.clear();
    const ProductJob job{matrices.a,   matrices.b,      matrices.c, m, n, k, wrong.data(), expected.data(),
                         count, wrong_count.data()};
    constexpr int side = ProductJob::side;
    const std::int64_t blocks = ((n + side - 1) / side) * ((m + side - 1) / side);
    start(own_function("device_product", "multiply"), {static_cast<unsigned>(blocks)}, {side, side}, 0,
          "starting to compute the product", job);
    wait("computing the product");
    wrong_count.download(0, 1, &count);
  }

  ResultCheck found;
  found.array = static_cast<std::uint8_t>(product.c.array);
  found.elements = elements;
  std::vector<std::uint32_t> all(count);
  std::vector<double> values(count);
  wrong.download(0, count, all.data());
  expected.download(0, count, values.data());
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t place) { return all[place]; });
  for (const std::uint32_t place : order) {
    found.wrong.push_back(all[place]);
    found.expected.push_back(values[place]);
  }
  return found;
}

}  // namespace tilescope::cuda
