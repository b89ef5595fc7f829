// One launch on a GPU: its matrices there, and the three builds of its kernel to run on them.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/trace.h"
#include "instrumentation/traced/device_kernel.h"
#include "instrumentation/traced/device_launch.h"

namespace tilescope::cuda {

// Where a run's events go on the GPU, and what the kernels that are done left there.
struct Room {
  Memory<traced::NarrowEvent> events;  // of wide ones, each is half
  Memory<std::uint32_t> made;          // how many, by column
  Memory<std::uint64_t> paths;
  std::uint32_t capacity = 0;
  bool wide = false, pairs = false;  // narrow events may stand in pairs
};

class DeviceRun {
 public:
  DeviceRun(const RecordedKernel& kernel, const Launch& launch);
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;

  // Each starts a kernel and comes back before it is done.
  void start_plain();
  void start_counting();
  void start_recording();
  // The same on copies of the matrices, as the launch gives them: what the first run made of them stays.
  void start_recording_again();
  // Waits for what was started.
  void finish();

  // C, and A and B where the kernel writes to them, as the launch gives them.
  void reset();

  // Where the events of the blocks to record go: a column for each of their threads. Wide ones are Events, narrow ones
  // need their paths to be whole, and have room for an even number of them.
  void make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns, std::uint32_t capacity,
                 bool wide);
  // Room from elsewhere, which is used as long as it is enough; and whatever room there is in the end.
  void borrow_room(Memory<traced::NarrowEvent> events) { room_.events = std::move(events); }
  [[nodiscard]] Memory<traced::NarrowEvent> give_room_back() { return std::exchange(room_.events, {}); }
  // Another choice of blocks in the same room, which has to hold them.
  void choose_blocks(const std::vector<std::uint32_t>& slot_of_block);
  // Runs some blocks on copies of the matrices. A thread with a column, by block and thread, has its Events there, up
  // to `capacity` of them. Gives the hashes of the paths of all their threads, and how many events each made.
  struct Columns {
    std::vector<std::uint64_t> paths;
    std::vector<std::uint32_t> made;
  };
  [[nodiscard]] Columns record_columns(std::span<const std::uint32_t> blocks,
                                       std::span<const std::uint32_t> column_of_thread,
                                       const Memory<PackedEvent>& events, std::uint32_t capacity);
  [[nodiscard]] const Room& room() const { return room_; }
  [[nodiscard]] std::uint32_t threads() const { return static_cast<std::uint32_t>(launch_.threads_per_block()); }
  // C as it is there, and A and B as the launch gives them.
  [[nodiscard]] Matrices matrices_to_compare();

  // What the kernels that are done left behind.
  [[nodiscard]] std::vector<float> c() const;
  [[nodiscard]] std::vector<Tallies> tallies(std::size_t block) const;
  [[nodiscard]] std::uint32_t most_events(std::size_t block) const { return most_events_of_block_[block]; }
  [[nodiscard]] std::vector<std::uint32_t> made() const { return room_.made.download(); }
  [[nodiscard]] std::vector<std::int64_t> sides(std::size_t array) const;
  [[nodiscard]] std::vector<ArrayInfo> arrays() const;
  void fetch_counts();

 private:
  void upload_what_is_written();
  void reset_copies();
  void start(const void* function, void** arguments, const std::string& what);
  void start_recording(const Matrices& on);
  [[nodiscard]] Matrices matrices() const { return {a_.data(), b_.data(), c_.data()}; }
  [[nodiscard]] Matrices copies() const;
  [[nodiscard]] traced::DeviceLaunch device_launch(const void* function, const Matrices& on) const;
  [[nodiscard]] std::size_t rows() const { return kernel_.device->arrays.size() + 2; }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  bool writes_a_, writes_b_;
  Memory<float> a_, b_, c_;
  Memory<float> copy_of_a_, copy_of_b_, copy_of_c_;  // of A and B only where they are written
  Memory<std::int64_t> sides_;
  Memory<Tally> tallies_;
  Memory<std::uint32_t> most_events_;
  Memory<std::uint32_t> stuck_;
  std::vector<Tally> tallies_of_block_;
  std::vector<std::uint32_t> most_events_of_block_;
  Memory<std::uint32_t> slot_of_block_;
  Room room_;
  std::string running_;
};

}  // namespace tilescope::cuda
