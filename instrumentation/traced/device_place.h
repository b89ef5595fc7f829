// What both kinds of device thread share: what a load outside its array gives, shared memory, and telling the sides of
// arrays.
#pragma once

#include <initializer_list>

#include "instrumentation/traced/device_launch.h"
#include "instrumentation/traced/platform.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

extern __shared__ float tilescope_dynamic_shared[];

TILESCOPE_HERE std::uint32_t thread_in_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
TILESCOPE_HERE std::uint32_t block_in_grid() { return blockIdx.y * gridDim.x + blockIdx.x; }

TILESCOPE_HERE std::uint32_t dynamic_shared_bytes() {
  std::uint32_t bytes = 0;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

// All threads of the block together, before the kernel's own text runs. What the kernel declares is not known here; but
// all of it lies right before the dynamic shared memory.
TILESCOPE_HERE void poison_shared(std::uint32_t static_bytes) {
  const auto dynamic = static_cast<std::uint32_t>(__cvta_generic_to_shared(tilescope_dynamic_shared));
  const std::uint32_t end = dynamic + dynamic_shared_bytes();
  const std::uint32_t begin = dynamic - (static_bytes + 15) / 16 * 16;
  const std::uint32_t step = blockDim.x * blockDim.y * sizeof(float);
  for (std::uint32_t at = begin + thread_in_block() * sizeof(float); at < end; at += step)
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(poison_bits) : "memory");
  if (begin != end) __syncthreads();
}

class DevicePlace {
 public:
  __device__ explicit DevicePlace(const DeviceLaunch& launch) : launch_(launch), fuel_(launch.loop_limit) {}
  DevicePlace(const DevicePlace&) = delete;
  DevicePlace& operator=(const DevicePlace&) = delete;

  TILESCOPE_HERE float stray_value(const float* data, std::uint32_t extent, std::int64_t index) const {
    return stray(launch_.stray_bits, data, extent, index);
  }

  // The first thread of each block tells.
  TILESCOPE_HERE void declare_shared(std::uint8_t array, float* data, std::initializer_list<std::int64_t> sides) const {
    asm volatile("" ::"l"(data) : "memory");  // a compiler must not think that it knows what nobody wrote to
    tell_sides(array, sides);
  }
  TILESCOPE_HERE void declare_local(std::uint8_t array, std::initializer_list<std::int64_t> sides) const {
    tell_sides(array, sides);
  }
  TILESCOPE_HERE float* dynamic_shared(std::uint8_t array, std::uint32_t& extent) const {
    extent = dynamic_shared_bytes() / sizeof(float);
    tell_sides(array, {static_cast<std::int64_t>(extent)});
    return tilescope_dynamic_shared;
  }

  // Every iteration of every loop calls this. It never leaves the loop; when loops come to no end, it ends
  // the thread.
  TILESCOPE_HERE bool tick() {
    if (--fuel_ == 0) give_up(launch_.stuck);
    return false;
  }

 protected:
  // Not inline: what happens rarely should not stand in a loop.
  __device__ __noinline__ static float stray(std::uint32_t bits, const float* data, std::uint32_t extent,
                                             std::int64_t index) {
    if (bits == DeviceLaunch::touch && extent != 0) static_cast<void>(static_cast<const volatile float*>(data)[index]);
    if (bits < DeviceLaunch::touch) return __uint_as_float(bits);
    if (bits == DeviceLaunch::touch || extent == 0) return __uint_as_float(poison_bits);
    const std::int64_t rest = index % extent;
    return data[rest < 0 ? rest + extent : rest];
  }

  const DeviceLaunch& launch_;

 private:
  TILESCOPE_HERE void tell_sides(std::uint8_t array, std::initializer_list<std::int64_t> sides) const {
    if (thread_in_block() != 0) return;
    std::int64_t* told = launch_.sides + array * DeviceLaunch::side_words;
    *told = static_cast<std::int64_t>(sides.size());
    for (const std::int64_t side : sides) *++told = side;
  }
  __device__ __noinline__ static void give_up(std::uint32_t* stuck) {
    stuck[1] = block_in_grid();
    stuck[2] = thread_in_block();
    __threadfence_system();
    stuck[0] = 1;
    asm volatile("exit;");
  }

  std::uint32_t fuel_;
};

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
