// Finds the parts of an array of zeros that were overwritten.
#pragma once

#include <cstdint>

namespace tilescope::cuda {

// One block for each part of `part` bytes, a multiple of 16.
extern "C" __global__ void tell_written(const unsigned char* array, std::uint64_t bytes, std::uint32_t part,
                                        std::uint32_t* written) {
  const std::uint64_t first = std::uint64_t{blockIdx.x} * part, end = ::min(first + part, bytes);
  const std::uint64_t whole = end / 16 * 16;
  bool is_written = false;
  for (std::uint64_t at = first + std::uint64_t{threadIdx.x} * 16; at < whole; at += std::uint64_t{blockDim.x} * 16) {
    const uint4 words = *reinterpret_cast<const uint4*>(array + at);
    is_written = is_written || (words.x | words.y | words.z | words.w) != 0;
  }
  for (std::uint64_t at = ::max(first, whole) + threadIdx.x; at < end; at += blockDim.x)
    is_written = is_written || array[at] != 0;
  if (__syncthreads_or(is_written) != 0 && threadIdx.x == 0) written[blockIdx.x] = 1;
}

}  // namespace tilescope::cuda
