// A kernel as nvcc compiled it: the plain text as it stands, and the recorded text twice, to keep events and to count.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/trace/packed_event.h"

namespace tilescope {

// An array as the kernel's text declares it, in the order in which a GPU's events number them.
struct DeclaredArray {
  std::string_view name;
  Space space = Space::global;
  bool writable = false;                // a global array that is not const
  std::array<std::int64_t, 3> sides{};  // of a `__device__ float A[H][W]`; others tell theirs when they run
};

// The addresses are those of __global__ functions, as cudaLaunchKernel takes them.
struct DeviceKernel {
  std::string_view name;
  int tile = 0;  // 0: the text does not use TILE, any will do
  const void* plain = nullptr;
  const void* record = nullptr;
  const void* count = nullptr;
  bool pairs = false;  // keeps narrow events in pairs
  std::span<const DeclaredArray> arrays{};
  std::string_view parameters{};    // of the plain text, in order: "A B C M N K"
  std::array<unsigned, 2> block{};  // x and y that it is built for; {0, 0}: any
};

}  // namespace tilescope
