#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/gather.h"

namespace tilescope::cuda {

namespace {

constexpr unsigned side = 32;  // columns, and events of each, that a block turns at once
constexpr unsigned rows = 8;

__global__ void turn(const Gather job) {
  __shared__ uint4 tile[side][side + 1];
  const unsigned column = blockIdx.x * side;
  // Behind the last of them, the last one.
  const RecordedColumn mine(job.from, job.first + ::min(column + threadIdx.x, job.count - 1));
  for (std::uint64_t event = std::uint64_t{blockIdx.y} * side;; event += std::uint64_t{gridDim.y} * side) {
    bool any = false;
    for (unsigned row = threadIdx.y; row < side; row += rows) {
      const unsigned c = column + threadIdx.x;
      if (c >= job.count || event + row >= job.kept[c]) continue;
      any = true;
      const auto number = static_cast<std::uint32_t>(event + row);
      const uint2 numbers = mine.numbers(number), words = mine.words(number);
      tile[row][threadIdx.x] = make_uint4(numbers.x, numbers.y, words.x, words.y);
    }
    if (!__syncthreads_or(any)) return;
    for (unsigned row = threadIdx.y; row < side; row += rows) {
      const unsigned c = column + row;
      if (c >= job.count || event + threadIdx.x >= job.kept[c]) continue;
      reinterpret_cast<uint4*>(job.out)[job.places[c] + event + threadIdx.x] = tile[threadIdx.x][row];
    }
    __syncthreads();
  }
}

}  // namespace

void gather(const Gather& job, std::uint32_t most_kept) {
  const dim3 grid((job.count + side - 1) / side, std::min<std::uint32_t>((most_kept + side - 1) / side, 65535));
  turn<<<grid, dim3(side, rows)>>>(job);
  check(cudaGetLastError(), "starting to gather events");
}

}  // namespace tilescope::cuda
