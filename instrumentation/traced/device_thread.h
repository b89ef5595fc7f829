// A CUDA thread on a device: it owns a column of its block's part of the device trace buffer, so that a warp's 32
// events are one contiguous write, a block's writes stay close together, and nothing is atomic.
#pragma once

#include "instrumentation/traced/device_place.h"
#include "instrumentation/traced/path_hash.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Thread : public DevicePlace {
 public:
  static constexpr bool counts_only = false;

  __device__ Thread(const DeviceLaunch& launch, std::uint32_t slot) : DevicePlace(launch), capacity_(launch.capacity) {
    const std::uint32_t threads = blockDim.x * blockDim.y;
    std::uint64_t first = std::uint64_t{slot} * launch.capacity * threads + thread_in_block();  // among all events
    step_ = (launch.wide ? sizeof(Event) : sizeof(NarrowEvent)) * threads;
    if (launch.column_of_thread != nullptr) {
      const std::uint32_t column = launch.column_of_thread[column_by_slot(launch)];
      if (column == DeviceLaunch::none) capacity_ = 0;
      first = std::uint64_t{column} * launch.capacity;
      step_ = sizeof(Event);
    }
    next_ = launch.events + first * (launch.wide ? sizeof(Event) : sizeof(NarrowEvent));
  }

  // The block's slot in the trace; without one it has nothing to do.
  TILESCOPE_HERE static std::uint32_t slot(const DeviceLaunch& launch) {
    return launch.slot_of_block == nullptr ? block_in_grid() : launch.slot_of_block[block_in_grid()];
  }
  template <class Program>
  TILESCOPE_HERE void finish() const {
    const std::uint64_t column = column_by_slot(launch_);
    launch_.made[column] = number_;
    launch_.paths[column] = path_.finish(number_);
  }

  TILESCOPE_HERE std::uint32_t record(const Event& event) {
    // Nobody reads it here, so it need not stay in the cache.
    if (number_ < capacity_) {
      if (launch_.wide)
        __stcs(reinterpret_cast<uint4*>(next_),
               make_uint4(event.index, __float_as_uint(event.value), event.origin, event.what));
      else
        __stcs(reinterpret_cast<uint2*>(next_), make_uint2(event.index, __float_as_uint(event.value)));
    }
    next_ += step_;
    path_.add(event.what, event.origin);
    return number_++;
  }
  TILESCOPE_HERE std::uint32_t next_number() const { return number_; }

  TILESCOPE_HERE void write(const What&, float* data, std::uint32_t index, float number) { data[index] = number; }

  TILESCOPE_HERE void barrier(std::uint32_t line) {
    record({barriers_, now(), no_origin, What{.kind = Kind::barrier_arrive, .line = line}.packed()});
    __syncthreads();
    record({barriers_++, now(), no_origin, What{.kind = Kind::barrier_release, .line = line}.packed()});
  }

 private:
  TILESCOPE_HERE static float now() {
    std::uint32_t clock = 0;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
    return __uint_as_float(clock);
  }
  // Among those of all recorded blocks. Looked up anew where it is wanted, so that no register keeps it.
  TILESCOPE_HERE static std::uint64_t column_by_slot(const DeviceLaunch& launch) {
    return std::uint64_t{slot(launch)} * (blockDim.x * blockDim.y) + thread_in_block();
  }

  std::byte* next_;
  std::uint32_t step_;  // bytes
  std::uint32_t capacity_;
  std::uint32_t number_ = 0;
  std::uint32_t barriers_ = 0;
  PathHash path_;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
