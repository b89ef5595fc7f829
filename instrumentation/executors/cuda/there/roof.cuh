// Kernels that only multiply-add, copy or fill.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/roof.h"

namespace tilescope::cuda {

extern "C" __global__ void multiply_add(float factor, float addend, float* to) {
  constexpr int sums = RoofWork::sums;
  float sum[sums];
  for (int n = 0; n < sums; ++n) sum[n] = static_cast<float>(threadIdx.x + n);
  for (int round = 0; round < RoofWork::rounds; ++round)
#pragma unroll
    for (int n = 0; n < sums; ++n) sum[n] = fmaf(sum[n], factor, addend);
  float all = 0;
  for (int n = 0; n < sums; ++n) all += sum[n];
  if (all == -1.0f) *to = all;  // never true, but no compiler can know that
}

extern "C" __global__ void copy(const float4* from, float4* to, std::uint64_t count) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step) to[n] = from[n];
}

extern "C" __global__ void fill(float4* to, std::uint64_t count, float with) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step)
    to[n] = make_float4(with, with + 1, with + 2, with + 3);
}

}  // namespace tilescope::cuda
