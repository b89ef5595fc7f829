// Sums up the loads of a recording by element, and merges elements into cells.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/loads.h"

namespace tilescope::cuda {

constexpr unsigned whole_warp = 0xffffffff;
constexpr unsigned lanes = 32;

// Adjacent lanes often load the same element: the first lane of such a run adds for the whole run.
__device__ void add_run(std::uint32_t* element) {
  const unsigned lane = threadIdx.x % lanes;
  const auto key = reinterpret_cast<unsigned long long>(element);
  const unsigned long long before = __shfl_up_sync(whole_warp, key, 1);
  const unsigned heads = __ballot_sync(whole_warp, lane == 0 || before != key);
  if (element == nullptr || (heads >> lane & 1U) == 0) return;
  const unsigned behind = lane == lanes - 1 ? 0 : heads >> (lane + 1);
  const unsigned length = behind == 0 ? lanes - lane : static_cast<unsigned>(__ffs(static_cast<int>(behind)));
  atomicAdd(element, length);
}

// The counter of an event's load; null if it is not counted.
__device__ std::uint32_t* loaded(const AddLoads& job, const RecordedColumn& events, std::uint32_t row) {
  const SiteWord is = job.events.sites[events.words(row).y];
  if (is.which() != Kind::global_load) return nullptr;
  for (const AddLoads::Matrix& matrix : job.matrices) {
    if (matrix.array != is.array || matrix.loads == nullptr) continue;
    const std::uint32_t index = events.numbers(row).x;
    return index < matrix.elements ? matrix.loads + index : nullptr;
  }
  return nullptr;
}

// One block processes some rows of one recorded block; the threads of a row are adjacent. All lanes of a warp do the
// same number of rounds.
extern "C" __global__ void add_up(const __grid_constant__ AddLoads job) {
  const std::uint32_t threads = job.events.threads;
  for (std::uint32_t first = threadIdx.x - threadIdx.x % lanes; first < threads; first += blockDim.x) {
    const std::uint32_t thread = first + threadIdx.x % lanes;
    const std::uint64_t column = std::uint64_t{blockIdx.x} * threads + ::min(thread, threads - 1);
    const RecordedColumn events(job.events, column);
    const std::uint32_t made = thread < threads ? job.events.made[column] : 0;
    for (std::uint32_t row = blockIdx.y; row < job.events.capacity; row += gridDim.y)
      add_run(row < made ? loaded(job, events, row) : nullptr);
  }
}

extern "C" __global__ void merge(const MergeLoads job, std::uint64_t cell_columns, std::uint64_t cells) {
  const std::uint64_t cell = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  const std::uint64_t row = cell / cell_columns * job.side, column = cell % cell_columns * job.side;
  unsigned long long all = 0;
  std::uint32_t least = 0xffffffff, most = 0;
  for (std::uint64_t y = row; y < row + job.side && y < job.rows; ++y)
    for (std::uint64_t x = column; x < column + job.side && x < job.columns; ++x) {
      const std::uint32_t loads = job.loads[y * job.columns + x];
      all += loads;
      least = ::min(least, loads);
      most = ::max(most, loads);
    }
  job.cells[cell] = all;
  atomicMin(job.extremes, least);
  atomicMax(job.extremes + 1, most);
}

}  // namespace tilescope::cuda
