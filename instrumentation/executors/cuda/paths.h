// The paths of a narrow recording. Threads that take the same path have the same `origin` and `what` in every event;
// these are found by running one thread of each path once more.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/recorded_events.h"

namespace tilescope::cuda {

class Paths {
 public:
  static constexpr std::uint32_t most = 2048;

  Paths();
  Paths(Paths&&) = default;
  Paths& operator=(Paths&&) = default;

  // Finds the path of every thread that the run recorded last, in these blocks by slot. Paths that were found before
  // need not be run again. False where there are so many that nothing is gained, or where a thread went another way the
  // second time: then events have to be recorded wide.
  [[nodiscard]] bool find(DeviceRun& run, std::span<const std::uint32_t> blocks);

  // The bytes that are needed beside so many of narrow events.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t events);
  // And of every thread that is recorded, its number of events, its hash and its path among them.
  static constexpr std::uint64_t thread_bytes = 2 * sizeof(std::uint32_t) + sizeof(std::uint64_t);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

  // Paths that are known before anything is recorded: of these columns, those of no more than `capacity` events.
  void know(const DeviceRun::Columns& columns, std::span<const std::uint32_t> column_of_thread,
            Memory<PackedEvent> events, std::uint32_t capacity);

  // By path's place: its events, where there are any, and how many.
  [[nodiscard]] const PackedEvent* events(std::uint32_t place) const { return events_of_path_[place]; }
  [[nodiscard]] std::uint32_t made(std::uint32_t place) const { return made_[place]; }

  // What the run recorded last: wide, or its paths are found.
  [[nodiscard]] RecordedEvents events_of(const DeviceRun& run) const;

  // By path's place: threads' hashes, the first thread of each, and whether there was no place left.
  static constexpr std::uint32_t places = 2 * most;
  struct Table {
    unsigned long long hashes[places];
    std::uint32_t first[places];
    std::uint32_t full;
  };

 private:
  void keep(std::uint32_t place, const PackedEvent* events, std::uint32_t made);
  [[nodiscard]] bool record_first_threads(DeviceRun& run, std::span<const std::uint32_t> blocks,
                                          const std::vector<std::uint32_t>& found);

  Memory<Table> there_;
  Table here_;
  Memory<std::uint32_t> path_of_thread_;
  std::vector<Memory<PackedEvent>> recorded_;
  std::vector<const PackedEvent*> events_of_path_;
  std::vector<std::uint32_t> made_;  // likewise by place
  Memory<const PackedEvent*> events_of_path_there_;
  std::uint32_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tilescope::cuda
