// Measures how long a GPU takes for a kernel: plain, recorded and counted.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Seconds by the GPU's own clock, one for each run. The kinds of work alternate.
struct GpuSpeed {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;    // of events, and of the recordings of paths
  std::uint32_t paths = 0;    // 0: events were recorded wide
  std::vector<double> fill;   // cuMemsetD8 of the memory for events
  std::vector<double> store;  // the same by a kernel that only stores, with as many bytes at a time
  std::vector<double> plain, record, count;
  std::vector<double> find_paths;    // and to record one thread of each
  std::vector<double> record_thin;   // without indices, if those follow from a few blocks
  std::vector<double> find_indices;  // and to record these blocks, and prove it
  std::vector<double> window;        // only the first row of blocks recorded
};

[[nodiscard]] inline double bytes_per_event(const GpuSpeed& speed) {
  return static_cast<double>(speed.bytes) / static_cast<double>(speed.events);
}

// Throws if there is no GPU, or no room for a full trace.
[[nodiscard]] GpuSpeed measure_gpu(const RecordedKernel& kernel, const Launch& launch, int runs);

// Device memory in bytes: this program's maximum since `watch_gpu_memory`, and the total in use at that time, including
// the driver's own memory.
struct GpuMemory {
  std::uint64_t own = 0, all = 0;
};
void watch_gpu_memory();
[[nodiscard]] GpuMemory most_gpu_memory();

// Seconds of the plain kernel from start to end by the host's clock, under any tool that this program runs in. The
// first call may include compiling and loading, and a tool's instrumentation.
struct PlainCalls {
  double first = 0;
  std::vector<double> others;
};
[[nodiscard]] PlainCalls call_plain(const RecordedKernel& kernel, const Launch& launch, int runs);

}  // namespace tilescope
