// A CUDA thread on a device: it owns a column of its block's part of the device trace buffer, so that a warp's 32
// events are one contiguous write, a block's writes stay close together, and nothing is atomic.
#pragma once

#include "instrumentation/traced/device_place.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Thread : public DevicePlace {
 public:
  static constexpr bool counts_only = false;

  __device__ Thread(const DeviceLaunch& launch, std::uint32_t slot)
      : DevicePlace(launch),
        threads_(blockDim.x * blockDim.y),
        made_(launch.made + std::uint64_t{slot} * threads_ + thread_in_block()),
        next_(launch.events + std::uint64_t{slot} * launch.capacity * threads_ + thread_in_block()),
        capacity_(launch.capacity) {}

  // The block's slot in the trace; without one it has nothing to do.
  TILESCOPE_HERE static std::uint32_t slot(const DeviceLaunch& launch) {
    return launch.slot_of_block == nullptr ? block_in_grid() : launch.slot_of_block[block_in_grid()];
  }
  template <class Program>
  TILESCOPE_HERE void finish() const {
    *made_ = number_;
  }

  TILESCOPE_HERE std::uint32_t record(const Event& event) {
    // Nobody reads it here, so it need not stay in the cache.
    if (number_ < capacity_)
      __stcs(reinterpret_cast<uint4*>(next_),
             make_uint4(event.index, __float_as_uint(event.value), event.origin, event.what));
    next_ += threads_;
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

  std::uint32_t threads_;
  std::uint32_t* made_;
  Event* next_;
  std::uint32_t capacity_;
  std::uint32_t number_ = 0;
  std::uint32_t barriers_ = 0;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
