// A CUDA thread on a device: it owns a column of its block's part of the device trace buffer, so that a warp's 32
// events are one contiguous write, a block's writes stay close together, and nothing is atomic.
#pragma once

#include "instrumentation/traced/device_place.h"
#include "instrumentation/traced/path_hash.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Thread : public DevicePlace {
 public:
  static constexpr bool counts_only = false;
  // Whether an event waits for its neighbour, so that two narrow ones are stored at once: half the stores, for more
  // arithmetic and two registers.
#if defined(TILESCOPE_PAIRS)
  static constexpr bool pairs = true;
#else
  static constexpr bool pairs = false;
#endif

  __device__ Thread(const DeviceLaunch& launch, std::uint32_t slot) : DevicePlace(launch), capacity_(launch.capacity) {
    const std::uint32_t threads = blockDim.x * blockDim.y;
    // Narrow pairs take the room of one wide event.
    const std::uint32_t size = launch.wide || pairs ? sizeof(PackedEvent) : sizeof(NarrowEvent);
    const std::uint32_t rows = pairs && !launch.wide ? launch.capacity / 2 : launch.capacity;
    std::uint64_t first = std::uint64_t{slot} * rows * threads + thread_in_block();
    step_ = size * threads;
    if (launch.column_of_thread != nullptr) {
      const std::uint32_t column = launch.column_of_thread[column_by_slot(launch)];
      if (column == DeviceLaunch::none) capacity_ = 0;
      first = std::uint64_t{column} * launch.capacity;
      step_ = sizeof(PackedEvent);
    }
    next_ = launch.events + first * size;
  }

  // The block's slot in the trace; without one it has nothing to do.
  TILESCOPE_HERE static std::uint32_t slot(const DeviceLaunch& launch) {
    return launch.slot_of_block == nullptr ? block_in_grid() : launch.slot_of_block[block_in_grid()];
  }
  template <class Program>
  TILESCOPE_HERE void finish() const {
    const std::uint64_t column = column_by_slot(launch_);
    launch_.made[column] = number_;
    if (pairs && !launch_.wide && number_ % 2 != 0 && number_ <= capacity_)
      __stcs(reinterpret_cast<uint2*>(next_), waiting_);
    launch_.paths[column] = path_.finish(number_);
  }

  TILESCOPE_HERE std::uint32_t record(const PackedEvent& event) {
    // Nobody reads it here, so it need not stay in the cache.
    const uint2 numbers = make_uint2(event.index, __float_as_uint(event.value));
    if constexpr (pairs) {
      if (launch_.wide || number_ % 2 != 0) {
        if (number_ < capacity_)
          __stcs(reinterpret_cast<uint4*>(next_), launch_.wide
                                                      ? make_uint4(numbers.x, numbers.y, event.origin, event.what)
                                                      : make_uint4(waiting_.x, waiting_.y, numbers.x, numbers.y));
        next_ += step_;
      }
      waiting_ = numbers;
    } else {
      if (number_ < capacity_) {
        if (launch_.wide)
          __stcs(reinterpret_cast<uint4*>(next_), make_uint4(numbers.x, numbers.y, event.origin, event.what));
        else
          __stcs(reinterpret_cast<uint2*>(next_), numbers);
      }
      next_ += step_;
    }
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
  uint2 waiting_ = {};  // the numbers of the last event, of pairs
  std::uint32_t capacity_;
  std::uint32_t number_ = 0;
  std::uint32_t barriers_ = 0;
  PathHash path_;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
