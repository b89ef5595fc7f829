#include <algorithm>
#include <iterator>

#include "instrumentation/executors/cuda/screen.h"
#include "instrumentation/traced/device_kernel.h"

namespace tilescope::cuda {

namespace {

struct Job {
  RecordedEvents events;
  const Outline* outlines;      // by path's place; of narrow events
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
  unsigned long long print[Print::words];
  std::uint32_t flags;
  unsigned long long made;
  std::uint32_t most;
};

constexpr int depth = 4;  // events that are on their way, so that few threads are enough to fill the bus

// An event that matters, and its place among those of its thread.
struct Seen {
  std::uint32_t index, what, interval, place;
};

// Those of a narrow thread, as its path's outline names them. Several threads take turns, `step` of them, so each has
// its part of every interval.
class NarrowEvents {
 public:
  __device__ NarrowEvents(const Job& job, std::uint64_t column, std::uint32_t turn, std::uint32_t step)
      : column_(job.events, column),
        outline_(job.outlines[job.events.path_of_thread[column]]),
        asked_(turn),
        step_(step) {
    for (Seen& event : ahead_) event = fetched();
  }
  __device__ bool take(std::uint32_t interval, Seen& event) {
    event = ahead_[0];
    if (event.interval != interval) return false;
#pragma unroll
    for (int n = 1; n < depth; ++n) ahead_[n - 1] = ahead_[n];
    ahead_[depth - 1] = fetched();
    return true;
  }
  [[nodiscard]] __device__ bool any() const { return ahead_[0].interval != OutlinedEvent::nowhere; }

 private:
  __device__ Seen fetched() {
    Seen event{0, 0, OutlinedEvent::nowhere, asked_};
    if (asked_ < outline_.count) {
      const uint4 outlined = __ldg(reinterpret_cast<const uint4*>(outline_.events) + asked_);
      event = {column_.numbers(outlined.x).x, outlined.y, outlined.z, asked_};
    }
    asked_ += step_;
    return event;
  }

  RecordedColumn column_;
  const Outline outline_;
  std::uint32_t asked_, step_;
  Seen ahead_[depth];
};

// Those of a wide thread: all of its events are gone through for them, by one thread.
class WideEvents {
 public:
  __device__ WideEvents(const Job& job, std::uint64_t column, std::uint32_t turn, std::uint32_t)
      : column_(job.events, column), count_(turn == 0 ? ::min(job.events.made[column], job.events.capacity) : 0) {}
  __device__ bool take(std::uint32_t interval, Seen& event) {
    while (interval_ == interval && next_ < count_) {
      const PackedEvent full = RecordedColumn::event(column_.numbers(next_), column_.words(next_));
      ++next_;
      if (!is_judged(full.kind())) continue;
      event = {full.index, full.what, interval_, place_++};
      if (full.kind() == Kind::barrier_release) ++interval_;
      return true;
    }
    return false;
  }
  [[nodiscard]] __device__ bool any() const { return next_ < count_; }

 private:
  RecordedColumn column_;
  std::uint32_t count_, next_ = 0, place_ = 0, interval_ = 1;
};

// One thread of a recorded block, gone through again by threads of the screening one.
template <class Events>
class Lane {
 public:
  __device__ Lane(const Job& job, ScreenedCell* cells)
      : job_(job),
        cells_(cells),
        block_(job.blocks[blockIdx.x]),
        events_(job, std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x, threadIdx.y, blockDim.y) {}

  // Up to and with the next barrier. Whether there is anything behind it.
  __device__ bool interval(std::uint32_t number) {
    for (Seen seen; events_.take(number, seen);) {
      const PackedEvent event{seen.index, 0, 0, seen.what};
      const Kind kind = event.kind();
      if (kind == Kind::global_store)
        global_store(event);
      else if (kind == Kind::out_of_bounds)
        flags_ |= BlockReport::strayed;
      else
        print_.add(event, threadIdx.x, seen.place);
      if (kind == Kind::shared_load || kind == Kind::shared_store)
        shared(event, ::min(number, ScreenedCell::most_intervals), kind == Kind::shared_store);
    }
    return events_.any();
  }
  __device__ void suspect() { flags_ |= BlockReport::suspicious; }
  __device__ void tell(Together& all) const {
    std::uint64_t words[Print::words];
    print_.tell(words);
    for (int n = 0; n < Print::words; ++n) atomicAdd(&all.print[n], static_cast<unsigned long long>(words[n]));
    if (flags_ != 0) atomicOr(&all.flags, flags_);
    if (threadIdx.y != 0) return;
    const std::uint32_t made = job_.events.made[std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x];
    atomicAdd(&all.made, made);
    atomicMax(&all.most, made);
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
  __device__ void shared(const PackedEvent& event, std::uint32_t interval, bool store) {
    const std::uint32_t cell = job_.first_cell[event.array()] + event.index;
    if (!job_.cells_fit || cell >= job_.first_cell[event.array() + 1])
      suspect();
    else if (const_cast<volatile ScreenedCell&>(cells_[cell]).touch(interval, threadIdx.x, store))
      suspect();
  }

  __device__ void global_store(const PackedEvent& event) {
    if (event.index >= job_.elements[event.array()]) return;
    const std::uint32_t mine = block_ * blockDim.x + threadIdx.x + 1;
    const std::uint32_t owner = atomicCAS(job_.owners + job_.first_owner[event.array()] + event.index, 0, mine);
    if (owner == 0 || owner == mine) return;
    flags_ |= BlockReport::store_conflict;
    atomicOr(&job_.reports[(owner - 1) / blockDim.x].flags, BlockReport::store_conflict);
  }

  const Job& job_;
  ScreenedCell* cells_;
  std::uint32_t block_;
  Events events_;
  Print print_;
  std::uint32_t flags_ = 0;
};

template <class Events>
__global__ void __launch_bounds__(1024) screen(const __grid_constant__ Job job) {
  extern __shared__ ScreenedCell cells[];
  __shared__ Together all;
  const std::uint32_t me = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  if (me == 0) all = {};
  const std::uint32_t count = job.cells_fit ? job.cell_count : 0;
  for (std::uint32_t cell = me; cell < count; cell += threads) cells[cell] = {};
  __syncthreads();
  Lane<Events> lane(job, cells);
  for (std::uint32_t interval = 1;; ++interval) {
    if (interval == ScreenedCell::most_intervals)
      lane.suspect();  // from here on, cells are not told apart by intervals
    const bool any = __syncthreads_or(lane.interval(interval));
    for (std::uint32_t cell = me; cell < count; cell += threads)
      if (const_cast<volatile ScreenedCell&>(cells[cell]).raced(interval)) lane.suspect();
    if (!any) break;
    __syncthreads();
  }
  lane.tell(all);
  __syncthreads();
  if (me == 0) lane.report(all);
}

template <class Events>
void allow_shared_memory(std::uint64_t bytes) {
  check(cudaFuncSetAttribute(screen<Events>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "preparing to look at events");
}

}  // namespace

Screen::Screen(const RecordedKernel& kernel, const Launch& launch, const DeviceRun& run)
    : launch_(launch), reports_(launch.grid.count()), made_(1) {
  std::fill(std::begin(elements_), std::end(elements_), 0);
  std::fill(std::begin(first_owner_), std::end(first_owner_), 0);
  std::uint64_t owners = 0;
  for (std::size_t n = 0; n < most_arrays; ++n) {
    first_cell_[n] = cell_count_;
    if (n >= kernel.device->arrays.size()) continue;
    const DeclaredArray& array = kernel.device->arrays[n];
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

  int device = 0, most_shared = 0, multiprocessors = 0;
  check(cudaGetDevice(&device), "finding the GPU");
  check(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "asking the GPU");
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "asking the GPU");
  threads_at_once_ = std::uint64_t{1024} * static_cast<std::uint64_t>(multiprocessors);
  const std::uint64_t wanted = std::uint64_t{cell_count_} * sizeof(ScreenedCell);
  cells_fit_ = wanted <= static_cast<std::uint64_t>(most_shared);
  if (!cells_fit_) return;
  allow_shared_memory<NarrowEvents>(wanted);
  allow_shared_memory<WideEvents>(wanted);
}

void Screen::look_at(const RecordedEvents& events, const Outlines& outlines, std::span<const std::uint32_t> blocks) {
  const Memory<std::uint32_t> device_blocks(blocks);
  Job job{};
  job.events = events;
  job.outlines = outlines.there();
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
  const std::uint64_t threads = launch_.threads_per_block();
  // So few as to fill the GPU: those of one recorded block wait for each other at every barrier.
  const std::uint64_t wanted = (threads_at_once_ + blocks.size() * threads - 1) / (blocks.size() * threads);
  const std::uint64_t share = events.wide ? 1 : std::clamp<std::uint64_t>(wanted, 1, 1024 / threads);
  const dim3 shape(static_cast<unsigned>(threads), static_cast<unsigned>(share));
  const auto grid = static_cast<unsigned>(blocks.size());
  const std::size_t shared = cells_fit_ ? cell_count_ * sizeof(ScreenedCell) : 0;
  if (events.wide)
    screen<WideEvents><<<grid, shape, shared>>>(job);
  else
    screen<NarrowEvents><<<grid, shape, shared>>>(job);
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
