// A kernel as nvcc compiled it: the plain text as it stands, and the recorded text twice, to keep events and to count.
#pragma once

namespace tilescope {

// The addresses are those of __global__ functions, as cudaLaunchKernel takes them.
struct DeviceKernel {
  const void* plain = nullptr;
  const void* record = nullptr;
  const void* count = nullptr;
  bool pairs = false;  // keeps narrow events in pairs
};

}  // namespace tilescope
