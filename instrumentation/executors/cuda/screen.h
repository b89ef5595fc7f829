// Looks at recorded blocks where they lie, in the GPU's memory: one block of threads goes through each, once. Where few
// blocks were recorded at a time, several threads share the events of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/analysis/screening.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/outlines.h"
#include "instrumentation/executors/cuda/recorded_events.h"

namespace tilescope::cuda {

class Screen {
 public:
  // The run has recorded some block before, so that it knows how large its shared arrays are.
  Screen(const RecordedKernel& kernel, const Launch& launch, const DeviceRun& run);
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Looks at the blocks that were recorded last, by slot; narrow events need their paths to be outlined. What another
  // thread stored an element of is remembered from all blocks so far.
  void look_at(const RecordedEvents& events, const Outlines& outlines, std::span<const std::uint32_t> blocks);
  // What the threads made since the last time this was asked. Where one made more events than there was room for, some
  // were not looked at.
  struct Made {
    unsigned long long events;
    std::uint32_t most;  // of any thread
  };
  [[nodiscard]] Made take_made();
  // By block of the launch, of those that were looked at; the next ones start anew.
  [[nodiscard]] std::vector<BlockReport> take_reports();

  static constexpr int most_arrays = 24;  // as many as a GPU's threads can count

 private:
  const Launch& launch_;
  std::uint32_t first_cell_[most_arrays];  // of shared arrays, among the cells that are kept of a block
  std::uint32_t cell_count_ = 0;
  bool cells_fit_ = true;
  std::uint64_t threads_at_once_ = 0;       // of the GPU
  std::uint64_t first_owner_[most_arrays];  // of global arrays that the kernel may store to
  std::uint64_t elements_[most_arrays];
  Memory<std::uint32_t> owners_;
  Memory<BlockReport> reports_;
  Memory<Made> made_;
};

}  // namespace tilescope::cuda
