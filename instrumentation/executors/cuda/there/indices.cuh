// Learns from a few blocks how indices follow from the place of a block, and proves it for all threads: the number with
// a thread's indices as digits is linear in them.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/indices.h"

namespace tilescope::cuda {

// Numbers modulo a prime, as in the recorder: a step multiplies by the base and adds a digit.
constexpr std::uint32_t index_base = 0xd134259b;
constexpr std::uint64_t index_prime = (static_cast<std::uint64_t>(index_base) << 32) - 1;

__device__ std::uint64_t reduced(std::uint64_t x) { return x >= index_prime ? x - index_prime : x; }
__device__ std::uint64_t next_digit(std::uint64_t x, std::uint32_t digit) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) * index_base + (digit + (x >> 32));
}
__device__ std::uint64_t sum(std::uint64_t a, std::uint64_t b) {  // of reduced numbers
  const std::uint64_t left = index_prime - b;
  return a >= left ? a - left : a + b;
}
__device__ std::uint64_t negative(std::uint64_t x) { return x == 0 ? 0 : index_prime - x; }
__device__ std::uint64_t of_integer(long long x) {
  return x < 0 ? negative(static_cast<std::uint64_t>(-x)) : static_cast<std::uint64_t>(x);
}
__device__ std::uint64_t times(std::uint64_t x, long long by) {
  std::uint64_t result = 0, power = x;
  for (std::uint64_t left = static_cast<std::uint64_t>(by < 0 ? -by : by); left != 0; left >>= 1) {
    if ((left & 1) != 0) result = sum(result, power);
    power = sum(power, power);
  }
  return by < 0 ? negative(result) : result;
}

// Blocks whose threads take the same paths, thread by thread, have the same number.
extern "C" __global__ void tell_kinds(const std::uint32_t* path_of_thread, std::uint32_t threads, std::uint64_t columns,
                                      unsigned long long* kinds) {
  const std::uint64_t column = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  std::uint64_t x = (column % threads + 1) * 0x9e3779b97f4a7c15 ^ path_of_thread[column];
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  atomicAdd(&kinds[column / threads], x ^ x >> 31);
}

__device__ std::uint32_t sample_index(const IndexJob& job, std::uint32_t sample, std::uint32_t thread,
                                      std::uint32_t event) {
  const std::uint64_t rows = std::uint64_t{sample} * job.capacity;
  if (job.pairs) return job.events[((rows + event) / 2 * job.threads + thread) * 2 + event % 2].index;
  return job.events[(rows + event) * job.threads + thread].index;
}

// Stores the stride of an index, from its difference over some blocks. It must be the same for all threads and blocks.
__device__ bool keep_step(long long* step, long long far, std::int32_t blocks) {
  if (far % blocks != 0) return false;
  const long long one = far / blocks;
  unsigned long long* const to = reinterpret_cast<unsigned long long*>(step);
  long long there = *const_cast<volatile long long*>(step);
  if (there == IndexStep::unknown) {
    there = static_cast<long long>(
        atomicCAS(to, static_cast<unsigned long long>(IndexStep::unknown), static_cast<unsigned long long>(one)));
    if (there == IndexStep::unknown) return true;
  }
  return there == one;
}

// The part of the number that comes from the digits from `first` to before `end`, of `count` digits.
template <class Next>
__device__ std::uint64_t part_of_number(std::uint32_t first, std::uint32_t end, std::uint32_t count, const Next& next) {
  std::uint64_t number = 0;
#pragma unroll 4
  for (std::uint32_t n = first; n < end; ++n) number = next(number, n);
  for (std::uint32_t n = end; n < count; ++n) number = next_digit(number, 0);
  return reduced(number);
}

// One block per sample and group of its threads, which share the events of each thread. The sample must match its thin
// recording.
extern "C" __global__ void __launch_bounds__(index_side * index_side) learn(const __grid_constant__ IndexJob job) {
  __shared__ std::uint64_t parts[index_side][index_side];
  const std::uint32_t here = blockIdx.x, thread = blockIdx.y * index_side + threadIdx.x;
  const IndexSample sample = job.samples[here];
  const std::uint64_t column = std::uint64_t{sample.slot} * job.threads + thread;
  const bool is_there = thread < job.threads;
  bool holds = true;
  parts[threadIdx.y][threadIdx.x] = 0;
  if (is_there) {
    const std::uint64_t again = std::uint64_t{here} * job.threads + thread;
    const std::uint32_t made = job.made[column], path = job.path_of_thread[column];
    holds = made == job.sample_made[again] && made <= job.capacity && made == job.made_of_path[path] &&
            job.paths[column] == job.sample_paths[again];
    const WideEvent* const events = job.events_of_path[path];
    const std::uint32_t share = (made + index_side - 1) / index_side, first = ::min(made, threadIdx.y * share);
    if (holds)
      parts[threadIdx.y][threadIdx.x] =
          part_of_number(first, ::min(made, first + share), made, [&](std::uint64_t number, std::uint32_t n) {
            const std::uint32_t index = sample_index(job, here, thread, n);
            if (sample.first != here) {
              const long long far = static_cast<long long>(index) - sample_index(job, sample.first, thread, n);
              holds = keep_step(&job.steps[events[n].site].along[sample.axis], far, sample.blocks) && holds;
            }
            return next_digit(number, index);
          });
  }
  __syncthreads();
  if (is_there && threadIdx.y == 0) {
    std::uint64_t number = 0;
    for (const auto& row : parts) number = sum(number, row[threadIdx.x]);
    holds = holds && number == reduced(job.indices[column]);
  }
  if (!holds) *job.failed = 1;
}

// One block per path and axis.
extern "C" __global__ void __launch_bounds__(index_side * index_side) weigh(const __grid_constant__ IndexJob job) {
  __shared__ std::uint64_t parts[index_side * index_side];
  const std::uint32_t path = blockIdx.x / 3, axis = blockIdx.x % 3;
  const WideEvent* const events = job.events_of_path[path];
  if (events == nullptr) return;
  const std::uint32_t made = job.made_of_path[path], share = (made + blockDim.x - 1) / blockDim.x;
  const std::uint32_t first = ::min(made, threadIdx.x * share);
  parts[threadIdx.x] =
      part_of_number(first, ::min(made, first + share), made, [&](std::uint64_t number, std::uint32_t n) {
        const long long step = job.steps[events[n].site].along[axis];
        return sum(reduced(next_digit(number, 0)), step == IndexStep::unknown ? 0 : of_integer(step));
      });
  for (std::uint32_t half = blockDim.x / 2; half != 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] = sum(parts[threadIdx.x], parts[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) job.steps_of_path[blockIdx.x] = parts[0];
}

extern "C" __global__ void prove(const __grid_constant__ IndexJob job) {
  const std::uint64_t column = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto slot = static_cast<std::uint32_t>(column / job.threads);
  if (slot >= job.slots) return;
  const std::uint32_t first = job.first_of_slot[slot], block = job.blocks[slot], from = job.blocks[first];
  const std::uint32_t across = job.grid[0], in_layer = job.grid[0] * job.grid[1];
  const long long away[] = {static_cast<long long>(block % across) - from % across,
                            static_cast<long long>(block % in_layer / across) - from % in_layer / across,
                            static_cast<long long>(block / in_layer) - from / in_layer};
  const std::uint64_t* const steps = job.steps_of_path + std::uint64_t{3} * job.path_of_thread[column];
  std::uint64_t number = reduced(job.indices[std::uint64_t{first} * job.threads + column % job.threads]);
  for (int axis = 0; axis < 3; ++axis) number = sum(number, times(steps[axis], away[axis]));
  if (number != reduced(job.indices[column])) *job.failed = 1;
}

}  // namespace tilescope::cuda
