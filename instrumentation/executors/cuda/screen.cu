#include <algorithm>
#include <iterator>

#include "instrumentation/executors/cuda/screen.h"

namespace tilescope::cuda {

namespace {

struct Job {
  RecordedEvents events;
  const std::uint32_t* blocks;  // by slot

  bool cells_fit;  // or whatever a block does in shared memory is suspicious
  std::uint32_t cell_count;
  std::uint32_t first_cell[Screen::most_arrays + 1];

  std::uint64_t first_owner[Screen::most_arrays];
  std::uint64_t elements[Screen::most_arrays];  // that have owners
  std::uint32_t* owners;                        // the thread that stored it first, among all threads, from 1; 0: nobody

  BlockReport* reports;
  Screen::Made* all_made;
};

// What the threads of a block saw, put together.
struct Together {
  std::uint32_t print[Print::words];
  std::uint32_t flags;
  unsigned long long made;
  std::uint32_t most;
};

// One thread of a recorded block, gone through again by a thread of the screening one.
class Lane {
 public:
  __device__ Lane(const Job& job, ScreenedCell* cells)
      : job_(job),
        cells_(cells),
        threads_(blockDim.x),
        block_(job.blocks[blockIdx.x]),
        column_(job.events, std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) {
    made_ = job.events.made[std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x];
    left_ = ::min(made_, job.events.capacity);
    for (Fetched& event : ahead_) event = fetched();
  }

  // Up to and with the next barrier. Whether there is anything behind it.
  __device__ bool interval(std::uint32_t number) {
    while (left_ > 0) {
      const Event event = take();
      const Kind kind = event.kind();
      if (kind == Kind::barrier_release) {
        print_.add(event);
        break;
      }
      if (kind == Kind::shared_load || kind == Kind::shared_store) shared(event, number, kind == Kind::shared_store);
      if (kind == Kind::global_store) global_store(event);
      if (kind == Kind::out_of_bounds) flags_ |= BlockReport::strayed;
    }
    return left_ > 0;
  }
  __device__ void suspect() { flags_ |= BlockReport::suspicious; }
  __device__ void tell(Together& all) const {
    std::uint32_t words[Print::words];
    print_.finish(threadIdx.x, words);
    for (int n = 0; n < Print::words; ++n) atomicAdd(&all.print[n], words[n]);
    if (flags_ != 0) atomicOr(&all.flags, flags_);
    atomicAdd(&all.made, made_);
    atomicMax(&all.most, made_);
  }
  // For all of them, by one.
  __device__ void report(const Together& all) const {
    BlockReport& report = job_.reports[block_];
    for (int n = 0; n < Print::words; ++n) report.print[n] = all.print[n];
    if (all.flags != 0) atomicOr(&report.flags, all.flags);  // others may have found a conflict of stores
    atomicAdd(&job_.all_made->events, all.made);
    atomicMax(&job_.all_made->most, all.most);
  }

 private:
  static constexpr int depth = 4;  // events that are on their way, so that few threads are enough to fill the bus

  struct Fetched {
    uint2 numbers, words;
  };
  __device__ Fetched fetched() {
    Fetched event{};
    if (asked_ < left_ + taken_) event = {column_.numbers(asked_), column_.words(asked_)};
    ++asked_;
    return event;
  }
  __device__ Event take() {
    const Fetched event = ahead_[0];
#pragma unroll
    for (int n = 1; n < depth; ++n) ahead_[n - 1] = ahead_[n];
    ahead_[depth - 1] = fetched();
    --left_;
    ++taken_;
    return RecordedColumn::event(event.numbers, event.words);
  }

  __device__ void shared(const Event& event, std::uint32_t interval, bool store) {
    print_.add(event);
    const std::uint32_t cell = job_.first_cell[event.array()] + event.index;
    if (!job_.cells_fit || cell >= job_.first_cell[event.array() + 1])
      suspect();
    else if (const_cast<volatile ScreenedCell&>(cells_[cell]).touch(interval, threadIdx.x, store))
      suspect();
  }

  __device__ void global_store(const Event& event) {
    if (event.index >= job_.elements[event.array()]) return;
    const std::uint32_t mine = block_ * threads_ + threadIdx.x + 1;
    const std::uint32_t owner = atomicCAS(job_.owners + job_.first_owner[event.array()] + event.index, 0, mine);
    if (owner == 0 || owner == mine) return;
    flags_ |= BlockReport::store_conflict;
    atomicOr(&job_.reports[(owner - 1) / threads_].flags, BlockReport::store_conflict);
  }

  const Job& job_;
  ScreenedCell* cells_;
  std::uint32_t threads_;
  std::uint32_t block_;
  RecordedColumn column_;
  std::uint32_t made_ = 0, left_ = 0, taken_ = 0, asked_ = 0;
  Fetched ahead_[depth];
  Print print_;
  std::uint32_t flags_ = 0;
};

__global__ void __launch_bounds__(1024) screen(const __grid_constant__ Job job) {
  extern __shared__ ScreenedCell cells[];
  __shared__ Together all;
  if (threadIdx.x == 0) all = {};
  const std::uint32_t count = job.cells_fit ? job.cell_count : 0;
  for (std::uint32_t cell = threadIdx.x; cell < count; cell += blockDim.x) cells[cell] = {};
  __syncthreads();
  Lane lane(job, cells);
  for (std::uint32_t interval = 1;; ++interval) {
    if (interval == ScreenedCell::most_intervals)
      lane.suspect();  // from here on, cells are not told apart by intervals
    const bool any = __syncthreads_or(lane.interval(::min(interval, ScreenedCell::most_intervals)));
    for (std::uint32_t cell = threadIdx.x; cell < count; cell += blockDim.x)
      if (const_cast<volatile ScreenedCell&>(cells[cell]).raced(interval)) lane.suspect();
    if (!any) break;
    __syncthreads();
  }
  lane.tell(all);
  __syncthreads();
  if (threadIdx.x == 0) lane.report(all);
}

}  // namespace

Screen::Screen(const RecordedKernel& kernel, const Launch& launch, const DeviceRun& run)
    : launch_(launch), reports_(launch.grid.count()), made_(1) {
  std::fill(std::begin(elements_), std::end(elements_), 0);
  std::fill(std::begin(first_owner_), std::end(first_owner_), 0);
  std::uint64_t owners = 0;
  for (std::size_t n = 0; n < most_arrays; ++n) {
    first_cell_[n] = cell_count_;
    if (n >= kernel.arrays.size()) continue;
    const DeclaredArray& array = kernel.arrays[n];
    std::uint64_t elements = 1;
    if (array.space == Space::shared) {
      for (const std::int64_t side : run.sides(n)) elements *= static_cast<std::uint64_t>(side);
      cell_count_ += static_cast<std::uint32_t>(elements);
    }
    if (array.space != Space::global || !array.writable) continue;
    elements = array.name == "A" ? launch.a.size() : array.name == "B" ? launch.b.size() : launch.m * launch.n;
    first_owner_[n] = owners;
    elements_[n] = elements;
    owners += elements;
  }
  owners_ = Memory<std::uint32_t>(owners);
  owners_.clear();
  reports_.clear();
  made_.clear();

  int device = 0, most_shared = 0;
  check(cudaGetDevice(&device), "finding the GPU");
  check(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "asking the GPU");
  const std::uint64_t wanted = std::uint64_t{cell_count_} * sizeof(ScreenedCell);
  cells_fit_ = wanted <= static_cast<std::uint64_t>(most_shared);
  if (cells_fit_)
    check(cudaFuncSetAttribute(screen, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(wanted)),
          "preparing to look at events");
}

void Screen::start(const RecordedEvents& events, std::span<const std::uint32_t> blocks) {
  const Memory<std::uint32_t> device_blocks(blocks);
  Job job{};
  job.events = events;
  job.blocks = device_blocks.data();
  job.cells_fit = cells_fit_;
  job.cell_count = cell_count_;
  std::copy(std::begin(first_cell_), std::end(first_cell_), job.first_cell);
  job.first_cell[most_arrays] = cell_count_;
  std::copy(std::begin(first_owner_), std::end(first_owner_), job.first_owner);
  std::copy(std::begin(elements_), std::end(elements_), job.elements);
  job.owners = owners_.data();
  job.reports = reports_.data();
  job.all_made = made_.data();
  const auto threads = static_cast<unsigned>(launch_.threads_per_block());
  const std::size_t shared = cells_fit_ ? cell_count_ * sizeof(ScreenedCell) : 0;
  screen<<<static_cast<unsigned>(blocks.size()), threads, shared>>>(job);
  check(cudaGetLastError(), "starting to look at events");
  check(cudaDeviceSynchronize(), "looking at events");
}

Screen::Made Screen::take_made() {
  Made made{};
  made_.download(0, 1, &made);
  made_.clear();
  return made;
}

std::vector<BlockReport> Screen::take_reports() {
  std::vector<BlockReport> reports = reports_.download();
  reports_.clear();
  return reports;
}

}  // namespace tilescope::cuda
