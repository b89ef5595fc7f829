#include <algorithm>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_product.h"

namespace tilescope::cuda {

namespace {

constexpr int side = 16;

struct Job {
  const float* a;
  const float* b;
  const float* c;
  std::int64_t m, n, k;
  double* expected;  // by element
  std::uint32_t* wrong;
  std::uint32_t* wrong_count;
};

// A product of two floats is exact in double, so that fused or not the sums are those of the host, which adds up in the
// same order.
__global__ void multiply(const Job job) {
  __shared__ double as[side][side], bs[side][side + 1];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const std::int64_t across = (job.n + side - 1) / side;  // blocks beside each other
  const std::int64_t row = blockIdx.x / across * side + ty, column = blockIdx.x % across * side + tx;
  double sum = 0, size = 0;
  for (std::int64_t first = 0; first < job.k; first += side) {
    as[ty][tx] = row < job.m && first + tx < job.k ? static_cast<double>(job.a[row * job.k + first + tx]) : 0.0;
    bs[ty][tx] = column < job.n && first + ty < job.k ? static_cast<double>(job.b[(first + ty) * job.n + column]) : 0.0;
    __syncthreads();
    const int end = static_cast<int>(min(static_cast<std::int64_t>(side), job.k - first));
    for (int inner = 0; inner < end; ++inner) {
      const double product = as[ty][inner] * bs[inner][tx];
      sum += product;
      size += fabs(product);
    }
    __syncthreads();
  }
  if (row >= job.m || column >= job.n) return;
  const std::int64_t element = row * job.n + column;
  job.expected[element] = sum;
  const double off = fabs(static_cast<double>(job.c[element]) - sum);
  if (off <= static_cast<double>(job.k) * 0x1p-23 * size) return;  // of a NaN no comparison is true
  job.wrong[atomicAdd(job.wrong_count, 1)] = static_cast<std::uint32_t>(element);
}

std::uint64_t elements_of(const Launch& launch) { return static_cast<std::uint64_t>(launch.m * launch.n); }

}  // namespace

std::uint64_t product_bytes(const Launch& launch) {
  return elements_of(launch) * (sizeof(double) + sizeof(std::uint32_t));
}

std::optional<ProductCheck> check_product(const Launch& launch, const Matrices& matrices, std::uint64_t most_products) {
  if (elements_of(launch) > most_products / static_cast<std::uint64_t>(launch.k)) return std::nullopt;
  const Memory<double> expected(elements_of(launch));
  const Memory<std::uint32_t> wrong(elements_of(launch));
  Memory<std::uint32_t> wrong_count(1);
  wrong_count.clear();
  const Job job{matrices.a, matrices.b,      matrices.c,   launch.m,          launch.n,
                launch.k,   expected.data(), wrong.data(), wrong_count.data()};
  const std::int64_t blocks = ((launch.n + side - 1) / side) * ((launch.m + side - 1) / side);
  multiply<<<static_cast<unsigned>(blocks), dim3(side, side)>>>(job);
  check(cudaGetLastError(), "starting to multiply out the product");
  check(cudaDeviceSynchronize(), "multiplying out the product");

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
