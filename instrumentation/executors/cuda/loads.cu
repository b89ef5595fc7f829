#include <algorithm>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/loads.h"

namespace tilescope::cuda {

namespace {

constexpr unsigned whole_warp = 0xffffffff;
constexpr unsigned lanes = 32;

// Neighbouring lanes often load the same element: the first of such a run adds for all of it.
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

// A block of this takes some rows of one recorded block; in a row, threads stand side by side. All lanes of a warp go
// through the same rounds.
__global__ void add_up(const __grid_constant__ AddLoads job) {
  const std::uint32_t threads = job.events.threads;
  for (std::uint32_t first = threadIdx.x - threadIdx.x % lanes; first < threads; first += blockDim.x) {
    const std::uint32_t thread = first + threadIdx.x % lanes;
    const std::uint64_t column = std::uint64_t{blockIdx.x} * threads + ::min(thread, threads - 1);
    const RecordedColumn events(job.events, column);
    const std::uint32_t made = thread < threads ? job.events.made[column] : 0;
    for (std::uint32_t row = blockIdx.y; row < job.events.capacity; row += gridDim.y) {
      std::uint32_t* element = nullptr;
      if (row < made) {
        const PackedEvent path = RecordedColumn::event({}, events.words(row));
        if (path.kind() == Kind::global_load && path.array() < AddLoads::most_arrays &&
            job.loads[path.array()] != nullptr)
          element = job.loads[path.array()] + events.numbers(row).x;
      }
      add_run(element);
    }
  }
}

__global__ void merge(const MergeLoads job, std::uint64_t cell_columns, std::uint64_t cells) {
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

}  // namespace

void add_loads(const AddLoads& job) {
  if (job.blocks == 0) return;
  constexpr unsigned most_rows = 64;
  const unsigned rows = std::min(job.events.capacity, most_rows);
  const unsigned wide = std::min((job.events.threads + lanes - 1) / lanes * lanes, 256U);
  if (rows > 0) add_up<<<dim3(job.blocks, rows), wide>>>(job);
  check(cudaGetLastError(), "starting to add up loads");
}

void merge_loads(const MergeLoads& job) {
  const std::uint64_t columns = (job.columns + job.side - 1) / job.side;
  const std::uint64_t cells = columns * ((job.rows + job.side - 1) / job.side);
  constexpr unsigned threads = 128;
  merge<<<static_cast<unsigned>((cells + threads - 1) / threads), threads>>>(job, columns, cells);
  check(cudaGetLastError(), "starting to merge loads");
}

}  // namespace tilescope::cuda
