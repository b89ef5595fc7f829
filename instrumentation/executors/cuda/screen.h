// Looks at recorded blocks where they lie, in the GPU's memory: one block of threads goes through each, once. Where few
// blocks were recorded at a time, several threads share the events of one.
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
  // For a shared array, all accesses have to be of one size.
  Screen(const Launch& launch, const DeviceRun& run);
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Looks at the blocks that were recorded last, by slot; narrow events need their paths to be outlined.
  void look_at(const RecordedEvents& events, const Outlines& outlines, std::span<const std::uint32_t> blocks);
  // What the threads made since the last time this was asked.
  using Made = ScreenedEvents;
  [[nodiscard]] Made take_made();
  // By block of the launch, of those that were looked at; the next ones start again.
  [[nodiscard]] std::vector<BlockReport> take_reports();

 private:
  void choose_cells(const DeviceRun& run);

  const Launch& launch_;
  Memory<ScreenedArray> arrays_;       // by every number that a site has room for
  std::uint64_t cell_count_ = 0;       // that are kept of a block
  std::uint64_t most_shared_ = 0;      // bytes that a block of threads may have
  std::uint64_t threads_at_once_ = 0;  // of the GPU
  Memory<BlockReport> reports_;
  Memory<Made> made_;
};

}  // namespace tilescope::cuda
