// Measures how long a GPU takes for a kernel: plain, recorded, and counted.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Seconds by the GPU's own clock, one for each run. The kinds of work take turns.
struct GpuSpeed {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;    // of them, with what was recorded of each path
  std::uint32_t paths = 0;    // 0: events were recorded wide
  std::vector<double> fill;   // of the memory that the events are recorded into, by cuMemsetD8
  std::vector<double> store;  // of the same, by a kernel that does nothing but store as many bytes at a time
  std::vector<double> plain, record, count;
  std::vector<double> find_paths;    // and record one thread of each
  std::vector<double> record_thin;   // the same without indices, where they follow from those of few blocks
  std::vector<double> find_indices;  // and record these blocks, and prove it
  std::vector<double> window;        // the first row of blocks recorded, the others passed by
};

[[nodiscard]] inline double bytes_per_event(const GpuSpeed& speed) {
  return static_cast<double>(speed.bytes) / static_cast<double>(speed.events);
}

// Throws where there is no GPU, or not the room for a full trace.
[[nodiscard]] GpuSpeed measure_gpu(const RecordedKernel& kernel, const Launch& launch, int runs);

// Bytes of the GPU's memory: what this program had at most since `watch_gpu_memory`, and what was in use there with
// that by all, the driver's own for this program among it.
struct GpuMemory {
  std::uint64_t own = 0, all = 0;
};
void watch_gpu_memory();
[[nodiscard]] GpuMemory most_gpu_memory();

// Seconds from the start of the plain kernel to its end as this machine's clock has it, under whatever tool this
// program runs. The first time it is compiled, unless it was before, and loaded, and a tool may rewrite it; the others
// come after that.
struct PlainCalls {
  double first = 0;
  std::vector<double> others;
};
[[nodiscard]] PlainCalls call_plain(const RecordedKernel& kernel, const Launch& launch, int runs);

}  // namespace tilescope
