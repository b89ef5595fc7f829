// How the indices of a thin recording follow from those of few blocks, as both sides see it.
#pragma once

#include <cstdint>

#include "instrumentation/executors/cuda/there/events.h"

namespace tilescope::cuda {

// A block that was recorded once more, with its indices: the first one whose threads take these paths, or one that lies
// so many blocks beside that along an axis.
struct IndexSample {
  std::uint32_t slot, first;  // the other one's place among the samples, or its own
  std::uint32_t axis;
  std::int32_t blocks;
};

// How far a site's index goes from one block to the next, along each axis.
struct IndexStep {
  static constexpr long long unknown = -0x7fffffffffffffff - 1;

  long long along[3];
};

// Threads of a block that learns, along each of its sides.
constexpr std::uint32_t index_side = 32;

struct IndexJob {
  std::uint32_t threads, slots;  // of a block; blocks of the thin recording
  std::uint32_t grid[3];
  const std::uint32_t* blocks;  // by slot

  // What was recorded thin, by slot and thread.
  const std::uint32_t* made;
  const std::uint64_t* paths;
  const std::uint64_t* indices;
  const std::uint32_t* path_of_thread;
  const std::uint32_t* first_of_slot;  // by slot: the slot of the first block whose threads take these paths

  // By path's place: a thread's events, how many, and what a block's step adds to the number that its indices are.
  const WideEvent* const* events_of_path;
  const std::uint32_t* made_of_path;
  std::uint64_t* steps_of_path;  // three each

  // The samples, and what was recorded of them.
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
