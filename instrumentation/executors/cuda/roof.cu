#include <algorithm>

#include "instrumentation/executors/cuda/roof.h"

namespace tilescope::cuda {

namespace {

constexpr unsigned threads = 256, blocks_each = 8;        // on a multiprocessor: as many threads as it holds
constexpr int sums = 8, rounds = 2048;                    // enough sums side by side that none waits for the one before
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // many times any cache

__global__ void multiply_add(float factor, float addend, float* to) {
  float sum[sums];
  for (int n = 0; n < sums; ++n) sum[n] = static_cast<float>(threadIdx.x + n);
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int n = 0; n < sums; ++n) sum[n] = fmaf(sum[n], factor, addend);
  float all = 0;
  for (int n = 0; n < sums; ++n) all += sum[n];
  if (all == -1.0f) *to = all;  // it never is, which no compiler can know
}

__global__ void copy(const float4* from, float4* to, std::size_t count) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t n = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step) to[n] = from[n];
}

__global__ void fill(float4* to, std::size_t count, float with) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t n = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step)
    to[n] = make_float4(with, with + 1, with + 2, with + 3);
}

}  // namespace

Roof::Roof(int multiprocessors)
    : blocks_(static_cast<unsigned>(multiprocessors) * blocks_each),
      count_(std::min<std::size_t>(most_bytes, free_memory() / 8) / sizeof(float4)),
      from_(count_ * 4),
      to_(count_ * 4) {
  fill<<<blocks_, threads>>>(reinterpret_cast<float4*>(from_.data()), count_, 0.5f);
  check(cudaGetLastError(), "filling memory");
  check(cudaDeviceSynchronize(), "filling memory");
}

void Roof::start_multiply_adds() {
  multiply_add<<<blocks_ * 4, threads>>>(0.999f, 0.001f, to_.data());
  check(cudaGetLastError(), "multiplying and adding");
}

void Roof::start_copy() {
  copy<<<blocks_ * 4, threads>>>(reinterpret_cast<const float4*>(from_.data()), reinterpret_cast<float4*>(to_.data()),
                                 count_);
  check(cudaGetLastError(), "copying memory");
}

void Roof::start_fill() {
  fill<<<blocks_ * 4, threads>>>(reinterpret_cast<float4*>(to_.data()), count_, 0.25f);
  check(cudaGetLastError(), "filling memory");
}

double Roof::flops() const { return 2.0 * sums * rounds * blocks_ * 4.0 * threads; }
double Roof::copied_bytes() const { return 2 * filled_bytes(); }
double Roof::filled_bytes() const { return static_cast<double>(count_ * sizeof(float4)); }

}  // namespace tilescope::cuda
