// The paths of a narrow recording. Threads with the same path have the same `origin` and `site` in every event; these
// are found by running one thread of each path again.
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

  // Finds the path of every thread in the run's last recording, for these blocks by slot. Known paths are not run
  // again. False if there are too many paths to gain anything, or if a thread took another path the second time: then
  // events have to be recorded wide.
  [[nodiscard]] bool find(DeviceRun& run, std::span<const std::uint32_t> blocks);

  // The bytes that paths need in addition to `events` bytes of narrow events.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t events);
  // Additionally for every recorded thread: its number of events, its hash and its path.
  static constexpr std::uint64_t thread_bytes = 2 * sizeof(std::uint32_t) + sizeof(std::uint64_t);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

  // Adds paths before anything is recorded: from these columns, those with at most `capacity` events.
  void know(const DeviceRun::Columns& columns, std::span<const std::uint32_t> column_of_thread,
            Memory<WideEvent> events, std::uint32_t capacity);

  // By place of the path: its events, if any, and their number.
  [[nodiscard]] const WideEvent* events(std::uint32_t place) const { return events_of_path_[place]; }
  [[nodiscard]] std::uint32_t made(std::uint32_t place) const { return made_[place]; }

  // By slot and thread, the place of each path found last; and the events of a path.
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

  // The run's last recording, which is wide or has known paths.
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
  std::vector<std::uint32_t> made_;  // the same, by place
  Memory<const WideEvent*> events_of_path_there_;
  std::uint32_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tilescope::cuda
