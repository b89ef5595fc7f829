#include "instrumentation/executors/cuda/device_product.h"

#include <algorithm>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/there/device_product.h"

namespace tilescope::cuda {

namespace {

std::uint64_t elements_of(const Launch& launch) { return static_cast<std::uint64_t>(launch.m * launch.n); }

}  // namespace

std::uint64_t product_bytes(const Launch& launch) {
  return elements_of(launch) * (sizeof(double) + sizeof(std::uint32_t));
}

std::optional<ProductCheck> check_product(const Launch& launch, const Matrices& matrices, std::uint64_t most_products) {
  if (!launch.is_product) return std::nullopt;
  if (elements_of(launch) > most_products / static_cast<std::uint64_t>(launch.k)) return std::nullopt;
  const Memory<double> expected(elements_of(launch));
  const Memory<std::uint32_t> wrong(elements_of(launch));
  Memory<std::uint32_t> wrong_count(1);
  wrong_count.clear();
  const ProductJob job{matrices.a, matrices.b,      matrices.c,   launch.m,          launch.n,
                       launch.k,   expected.data(), wrong.data(), wrong_count.data()};
  constexpr int side = ProductJob::side;
  const std::int64_t blocks = ((launch.n + side - 1) / side) * ((launch.m + side - 1) / side);
  start(own_function("device_product", "multiply"), {static_cast<unsigned>(blocks)}, {side, side}, 0,
        "starting to multiply out the product", job);
  wait("multiplying out the product");

  ProductCheck found;
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
