// A CUDA thread on a device: it owns a column of the device trace buffer, so that a warp's 32 events are one
// contiguous write and nothing is atomic. What launches it is the CUDA executor.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "instrumentation/trace/event.h"

namespace tilescope::traced {

class Thread {
 public:
  // `column` is this thread's first slot; its events stand `stride` slots apart.
  __device__ Thread(Event* column, std::uint64_t stride, std::uint32_t capacity, std::uint32_t stray_load_bits)
      : column_(column), stride_(stride), capacity_(capacity), stray_load_bits_(stray_load_bits) {}
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  TILESCOPE_HERE std::uint32_t record(const Event& event) {
    if (number_ < capacity_)
      *reinterpret_cast<uint4*>(column_ + number_ * stride_) =
          make_uint4(event.index, __float_as_uint(event.value), event.origin, event.what);
    return number_++;
  }
  TILESCOPE_HERE std::uint32_t next_number() const { return number_; }

  TILESCOPE_HERE void write(const What&, float* data, std::uint32_t index, float number) { data[index] = number; }

  TILESCOPE_HERE float stray_value(const float* data, std::uint32_t extent, std::int64_t index) const {
    const bool stale = stray_load_bits_ == stale_bits && extent > 0;
    return stale ? data[wrapped(index, extent)] : __uint_as_float(stray_load_bits_);
  }

  TILESCOPE_HERE void barrier(std::uint32_t line) {
    record({barriers_, 0, no_origin, What{.kind = Kind::barrier_arrive, .line = line}.packed()});
    __syncthreads();
    record({barriers_++, 0, no_origin, What{.kind = Kind::barrier_release, .line = line}.packed()});
  }

  // All threads of a block come by a shared declaration together; they poison what it declares before they go on.
  TILESCOPE_HERE void declare_shared(std::uint8_t array, float* data, std::initializer_list<std::int64_t> sides) {
    const std::uint64_t bit = std::uint64_t{1} << array % 64;
    if ((declared_[array / 64] & bit) != 0) return;  // it stands in a loop, or in a helper that is called again
    declared_[array / 64] |= bit;
    std::int64_t elements = 1;
    for (const std::int64_t side : sides) elements *= side;
    poison_together(data, elements);
  }
  TILESCOPE_HERE void declare_local(std::uint8_t, std::initializer_list<std::int64_t>) {}
  TILESCOPE_HERE float* dynamic_shared(std::uint8_t, std::uint32_t& extent) {
    extern __shared__ float tilescope_dynamic[];
    unsigned bytes = 0;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    extent = bytes / sizeof(float);
    poison_together(tilescope_dynamic, extent);
    return tilescope_dynamic;
  }

  static constexpr std::uint32_t stale_bits = 0xffffffff;

 private:
  TILESCOPE_HERE static void poison_together(float* data, std::int64_t elements) {
    const unsigned threads = blockDim.x * blockDim.y;
    for (std::int64_t n = threadIdx.y * blockDim.x + threadIdx.x; n < elements; n += threads)
      data[n] = __uint_as_float(poison_bits);
    __syncthreads();
  }
  TILESCOPE_HERE static std::uint32_t wrapped(std::int64_t index, std::uint32_t extent) {
    const std::int64_t rest = index % extent;
    return static_cast<std::uint32_t>(rest < 0 ? rest + extent : rest);
  }

  Event* column_;
  std::uint64_t stride_;
  std::uint32_t capacity_;
  std::uint32_t stray_load_bits_;
  std::uint32_t number_ = 0;
  std::uint32_t barriers_ = 0;
  std::uint64_t declared_[4] = {};
};

}  // namespace tilescope::traced
