#include "instrumentation/executors/cuda/device_product.h"

#include <algorithm>

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
  const Memory<double> expected(elements);
  const Memory<std::uint32_t> wrong(elements);
  Memory<std::uint32_t> wrong_count(1);
  wrong_count.clear();
  const ProductJob job{matrices.a, matrices.b, matrices.c, m, n, k, expected.data(), wrong.data(), wrong_count.data()};
  constexpr int side = ProductJob::side;
  const std::int64_t blocks = ((n + side - 1) / side) * ((m + side - 1) / side);
  start(own_function("device_product", "multiply"), {static_cast<unsigned>(blocks)}, {side, side}, 0,
        "starting to multiply out the product", job);
  wait("multiplying out the product");

  ResultCheck found;
  found.array = static_cast<std::uint8_t>(product.c.array);
  found.elements = elements;
  std::uint32_t count = 0;
  wrong_count.download(0, 1, &count);
  if (count == 0) return found;
  found.wrong.resize(count);
  wrong.download(0, count, found.wrong.data());
  std::sort(found.wrong.begin(), found.wrong.end());
  const std::vector<double> all = expected.download();
  for (const std::uint32_t element : found.wrong) found.expected.push_back(all[element]);
  return found;
}

}  // namespace tilescope::cuda
