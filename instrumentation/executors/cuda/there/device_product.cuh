// Computes a product as the host does, and finds the elements of C that are too far from it.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/device_product.h"

namespace tilescope::cuda {

// A product of two floats is exact in double, so that, fused or not, the sums equal the host's, which adds in the same
// order.
extern "C" __global__ void multiply(const ProductJob job) {
  constexpr int side = ProductJob::side;
  __shared__ double as[side][side], bs[side][side + 1];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const std::int64_t across = (job.n + side - 1) / side;  // blocks side by side
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
  const double off = fabs(static_cast<double>(job.c[element]) - sum);
  if (off <= static_cast<double>(job.k) * 0x1p-23 * size) return;  // false for a NaN
  const std::uint32_t place = atomicAdd(job.wrong_count, 1);
  if (place >= job.room) return;
  job.wrong[place] = static_cast<std::uint32_t>(element);
  job.expected[place] = sum;
}

}  // namespace tilescope::cuda
