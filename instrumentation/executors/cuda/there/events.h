// Events of a recording in device memory: narrow ones, which rely on their paths, or wide ones. Host and GPU compilers
// read this file.
#pragma once

#include <cstdint>

#include "instrumentation/anywhere.h"
#include "instrumentation/trace/site.h"

namespace tilescope::cuda {

// The part of an event that differs between threads of a path.
struct alignas(8) NarrowEvent {
  std::uint32_t index;
  std::uint32_t bits;  // the lower half of 64 bits
};

struct alignas(16) WideEvent {
  std::uint32_t index;
  std::uint32_t bits;
  std::uint32_t origin;
  std::uint32_t site;
};

// The properties of a site that the GPU needs.
struct SiteWord {
  std::uint32_t kind : 8, array : 8, stray_store : 1, unused : 15;

  [[nodiscard]] TILESCOPE_ANYWHERE Kind which() const { return static_cast<Kind>(kind); }
};

struct RecordedEvents {
  const unsigned char* events = nullptr;          // by slot, event number and thread
  bool wide = false;                              // WideEvents; otherwise NarrowEvents
  bool pairs = false;                             // two events of a thread stored together
  std::uint32_t threads = 0;                      // of a block
  std::uint32_t capacity = 0;                     // of a thread
  const std::uint32_t* made = nullptr;            // by slot and thread
  const std::uint32_t* path_of_thread = nullptr;  // the same, for narrow events
  const WideEvent* const* paths = nullptr;        // by path: the events of one of its threads
  const SiteWord* sites = nullptr;
};

#if defined(__CUDACC__)

// One thread's events. The two words that differ between threads and the two that a path has in common can be
// prefetched separately.
class RecordedColumn {
 public:
  // `column` is the thread's number among all threads by slot.
  __device__ RecordedColumn(const RecordedEvents& of, std::uint64_t column) {
    const std::uint32_t of_row = of.wide || of.pairs ? 2 : 1;
    const std::uint64_t slot = column / of.threads;
    pairs_ = of.pairs ? 1 : 0;
    numbers_step_ = of.threads * of_row;
    numbers_ = reinterpret_cast<const uint2*>(of.events) +
               (slot * (of.capacity >> pairs_) * of.threads + column % of.threads) * of_row;
    if (of.wide) {
      words_ = numbers_ + 1;
      words_step_ = numbers_step_;
    } else {
      words_ = reinterpret_cast<const uint2*>(of.paths[of.path_of_thread[column]]) + 1;
      words_step_ = 2;
    }
  }

  // Each thread's numbers are read once; words (origin and site) are read by all threads of the path.
  [[nodiscard]] __device__ uint2 numbers(std::uint32_t event) const {
    return __ldcs(numbers_ + std::uint64_t{event >> pairs_} * numbers_step_ + (event & pairs_));
  }
  [[nodiscard]] __device__ uint2 words(std::uint32_t event) const {
    return __ldg(words_ + std::uint64_t{event} * words_step_);
  }

 private:
  const uint2* numbers_;
  const uint2* words_;
  std::uint32_t numbers_step_, words_step_, pairs_;
};

#endif

}  // namespace tilescope::cuda
