// Goes through recorded blocks and reports what they may have done wrong in shared memory.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/screen.h"

namespace tilescope::cuda {

// The combined findings of a block's threads.
struct Together {
  unsigned long long print[Print::words];
  std::uint32_t flags;
  unsigned long long made;
  std::uint32_t most;
};

constexpr int depth = 4;  // events in flight, so that few threads saturate the bus

// A relevant event, and its place among those of its thread.
struct Seen {
  std::uint32_t index, site, interval, place;
  SiteWord is;
};

// The events of a narrow thread, from its path's outline. `step` threads take them in turn, so that each has a part of
// every interval.
class NarrowEvents {
 public:
  __device__ NarrowEvents(const ScreenJob& job, std::uint64_t column, std::uint32_t turn, std::uint32_t step)
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
    Seen event{0, 0, OutlinedEvent::nowhere, asked_, {}};
    if (asked_ < outline_.count) {
      const uint4 outlined = __ldg(reinterpret_cast<const uint4*>(outline_.events) + asked_);
      event = {column_.numbers(outlined.x).x, outlined.y, outlined.z, asked_, __builtin_bit_cast(SiteWord, outlined.w)};
    }
    asked_ += step_;
    return event;
  }

  RecordedColumn column_;
  const Outline outline_;
  std::uint32_t asked_, step_;
  Seen ahead_[depth];
};

// The events of a wide thread: one thread goes through all of them.
class WideEvents {
 public:
  __device__ WideEvents(const ScreenJob& job, std::uint64_t column, std::uint32_t turn, std::uint32_t)
      : column_(job.events, column),
        sites_(job.events.sites),
        count_(turn == 0 ? ::min(job.events.made[column], job.events.capacity) : 0) {}
  __device__ bool take(std::uint32_t interval, Seen& event) {
    while (interval_ == interval && next_ < count_) {
      const std::uint32_t index = column_.numbers(next_).x, site = column_.words(next_).y;
      const SiteWord is = sites_[site];
      ++next_;
      if (!is_judged(is.which())) continue;
      event = {index, site, interval_, place_++, is};
      if (is.which() == Kind::barrier_release) ++interval_;
      return true;
    }
    return false;
  }
  [[nodiscard]] __device__ bool any() const { return next_ < count_; }

 private:
  RecordedColumn column_;
  const SiteWord* sites_;
  std::uint32_t count_, next_ = 0, place_ = 0, interval_ = 1;
};

// One thread of a recorded block, replayed by threads of the screening block.
template <class Events>
class Lane {
 public:
  __device__ Lane(const ScreenJob& job, ScreenedCell* cells)
      : job_(job),
        cells_(cells),
        block_(job.blocks[blockIdx.x]),
        events_(job, std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x, threadIdx.y, blockDim.y) {}

  // Processes events up to and including the next barrier. Returns true if there are more.
  __device__ bool interval(std::uint32_t number) {
    for (Seen seen; events_.take(number, seen);) {
      const Kind kind = seen.is.which();
      print_.add(seen.site, kind, seen.index, threadIdx.x, seen.place);
      if (kind == Kind::shared_load || kind == Kind::shared_store)
        shared(seen, ::min(number, ScreenedCell::most_intervals), kind == Kind::shared_store);
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
  // For all threads, by one of them.
  __device__ void report(const Together& all) const {
    BlockReport& report = job_.reports[block_];
    for (int n = 0; n < Print::words; ++n) report.print[n] = all.print[n];
    report.flags = all.flags;
    atomicAdd(&job_.all_made->events, all.made);
    atomicMax(&job_.all_made->most, all.most);
  }

 private:
  __device__ ScreenedArray array(const Seen& event) const {
    const ulonglong2 words = __ldg(reinterpret_cast<const ulonglong2*>(job_.arrays) + event.is.array);
    return {words.x, words.y};
  }

  __device__ void shared(const Seen& event, std::uint32_t interval, bool store) {
    const ScreenedArray cells = array(event);
    if (!job_.cells_fit || event.index >= cells.count)
      suspect();
    else if (const_cast<volatile ScreenedCell&>(cells_[cells.first + event.index]).touch(interval, threadIdx.x, store))
      suspect();
  }

  const ScreenJob& job_;
  ScreenedCell* cells_;
  std::uint32_t block_;
  Events events_;
  Print print_;
  std::uint32_t flags_ = 0;
};

template <class Events>
__device__ __forceinline__ void screen(const ScreenJob& job) {
  extern __shared__ ScreenedCell cells[];
  __shared__ Together all;
  const std::uint32_t me = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  if (me == 0) all = {};
  const std::uint32_t count = job.cells_fit ? job.cell_count : 0;
  for (std::uint32_t cell = me; cell < count; cell += threads) cells[cell] = {};
  __syncthreads();
  Lane<Events> lane(job, cells);
  for (std::uint32_t interval = 1;; ++interval) {
    if (interval == ScreenedCell::most_intervals) lane.suspect();  // from here on, cells do not distinguish intervals
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

extern "C" __global__ void __launch_bounds__(1024) screen_narrow(const __grid_constant__ ScreenJob job) {
  screen<NarrowEvents>(job);
}
extern "C" __global__ void __launch_bounds__(1024) screen_wide(const __grid_constant__ ScreenJob job) {
  screen<WideEvents>(job);
}

}  // namespace tilescope::cuda
