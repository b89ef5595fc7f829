// Stores as many bytes as a recording, and does nothing else.
#pragma once

#include <cstdint>

namespace tilescope::cuda {

template <class Words>
__device__ __forceinline__ void store_zeros(Words* to, std::uint64_t count) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step)
    __stcs(to + n, Words{});
}

extern "C" __global__ void store_narrow_zeros(uint2* to, std::uint64_t count) { store_zeros(to, count); }
extern "C" __global__ void store_wide_zeros(uint4* to, std::uint64_t count) { store_zeros(to, count); }

}  // namespace tilescope::cuda
