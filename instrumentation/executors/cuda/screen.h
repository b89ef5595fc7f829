// Examines recorded blocks in device memory: one block of threads goes through each, once. If few blocks were recorded
// at a time, several threads share the events of one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/screening.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/outlines.h"
#include "instrumentation/executors/cuda/there/screen.h"

namespace tilescope::cuda {

class Screen {
 public:
  // All accesses to a shared array must have the same size.
  Screen(const Launch& launch, const DeviceRun& run);
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Examines the blocks recorded last, by slot; narrow events need outlined paths.
  void look_at(const RecordedEvents& events, const Outlines& outlines, std::span<const std::uint32_t> blocks);
  // The events made since the last call.
  using Made = ScreenedEvents;
  [[nodiscard]] Made take_made();
  // By block of the launch, for the examined blocks; then starts again.
  [[nodiscard]] std::vector<BlockReport> take_reports();

 private:
  void choose_cells(const DeviceRun& run);

  const Launch& launch_;
  Memory<ScreenedArray> arrays_;       // indexed by all array numbers that a site can hold
  std::uint64_t cell_count_ = 0;       // kept of a block
  std::uint64_t most_shared_ = 0;      // shared memory of a block, in bytes
  std::uint64_t threads_at_once_ = 0;  // on the GPU
  Memory<BlockReport> reports_;
  Memory<Made> made_;
};

}  // namespace tilescope::cuda
