// How the indices of a thin recording follow from those of few blocks, for host and GPU.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

// A block that was recorded again, with its indices: the first block whose threads take these paths, or one that is
// `blocks` away from it along an axis.
struct IndexSample {
  std::uint32_t slot, first;  // index of the first block's sample
  std::uint32_t axis;
  std::int32_t blocks;
};

// The stride of a site's index from block to block, along each axis.
struct IndexStep {
  static constexpr long long unknown = -0x7fffffffffffffff - 1;

  long long along[3];
};

// The sides of a block of threads that learns.
constexpr std::uint32_t index_side = 32;

struct IndexJob {
  std::uint32_t threads, slots;  // in a block; blocks in the thin recording
  std::uint32_t grid[3];
  const std::uint32_t* blocks;  // by slot

  // The thin recording, by slot and thread.
  const std::uint32_t* made;
  const std::uint64_t* paths;
  const std::uint64_t* indices;
  const std::uint32_t* path_of_thread;
  const std::uint32_t* first_of_slot;  // by slot: the slot of the first block with these paths

  // By place of the path: a thread's events, their number, and the change of its index number from block to block.
  const WideEvent* const* events_of_path;
  const std::uint32_t* made_of_path;
  std::uint64_t* steps_of_path;  // three per path

  // The samples and their recordings.
  const IndexSample* samples;
  const NarrowEvent* events;
  std::uint32_t capacity;
  bool pairs;
  const std::uint32_t* sample_made;
  const std::uint64_t* sample_paths;

  IndexStep* steps;  // by site
  std::uint32_t* failed;
};

}  // namespace tilescope::cuda
