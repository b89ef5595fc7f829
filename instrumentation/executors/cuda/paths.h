// The paths of a narrow recording. Threads that take the same path have the same `origin` and `site` in every event;
// these are found by running one thread of each path once more.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/executors/cuda/there/paths.h"

namespace tilescope::cuda {

class Paths {
 public:
  static constexpr std::uint32_t most = PathTable::places / 2;

  Paths();
  Paths(Paths&&) = default;
  Paths& operator=(Paths&&) = default;

  // Finds the path of every thread that the run recorded last, in these blocks by slot. Paths that were found before
  // need not be run again. False if there are so many that nothing is gained, or where a thread went another way the
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
            Memory<WideEvent> events, std::uint32_t capacity);

  // By path's place: its events, where there are any, and how many.
  [[nodiscard]] const WideEvent* events(std::uint32_t place) const { return events_of_path_[place]; }
  [[nodiscard]] std::uint32_t made(std::uint32_t place) const { return made_[place]; }

  // For threads by slot, as they were found last: their paths' places; and what the events of a path are.
  [[nodiscard]] std::vector<std::uint32_t> path_of_thread(std::size_t threads) const {
    std::vector<std::uint32_t> places(threads);
    path_of_thread_.download(0, threads, places.data());
    return places;
  }
  // The same on the GPU.
  [[nodiscard]] const std::uint32_t* places() const { return path_of_thread_.data(); }
  [[nodiscard]] const WideEvent* const* events_there() const { return events_of_path_there_.data(); }
  [[nodiscard]] std::span<const std::uint32_t> all_made() const { return made_; }
  [[nodiscard]] std::vector<WideEvent> download(std::uint32_t place) const {
    std::vector<WideEvent> events(made_[place]);
    cuda::download(events.data(), events_of_path_[place], events.size() * sizeof(WideEvent));
    return events;
  }

  // What the run recorded last: wide, or its paths are found.
  [[nodiscard]] RecordedEvents events_of(const DeviceRun& run) const;

 private:
  void keep(std::uint32_t place, const WideEvent* events, std::uint32_t made);
  [[nodiscard]] bool record_first_threads(DeviceRun& run, std::span<const std::uint32_t> blocks,
                                          const std::vector<std::uint32_t>& found);

  Memory<PathTable> there_;
  PathTable here_;
  Memory<std::uint32_t> path_of_thread_;
  std::vector<Memory<WideEvent>> recorded_;
  std::vector<const WideEvent*> events_of_path_;
  std::vector<std::uint32_t> made_;  // likewise by place
  Memory<const WideEvent*> events_of_path_there_;
  std::uint32_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tilescope::cuda
