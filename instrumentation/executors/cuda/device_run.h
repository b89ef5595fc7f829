// One launch on a GPU: its matrices there, and the three builds of its kernel to run on them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/trace.h"
#include "instrumentation/traced/device_launch.h"

namespace tilescope::cuda {

class DeviceRun {
 public:
  DeviceRun(const RecordedKernel& kernel, const Launch& launch);
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;

  // Each starts a kernel and comes back before it is done.
  void start_plain();
  void start_counting();
  void start_recording();
  // Waits for what was started.
  void finish();

  // C, and A and B where the kernel writes to them, as the launch gives them.
  void reset();

  // Where the events of the blocks to record go: a column for each of their threads.
  void make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns, std::uint32_t capacity);
  // Room from elsewhere, which is used as long as it is enough; and whatever room there is in the end.
  void borrow_room(Memory<Event> room) { events_ = std::move(room); }
  [[nodiscard]] Memory<Event> give_room_back() { return std::exchange(events_, {}); }
  // Another choice of blocks in the same room, which has to hold them.
  void choose_blocks(const std::vector<std::uint32_t>& slot_of_block);
  [[nodiscard]] const Memory<Event>& events() const { return events_; }
  [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
  [[nodiscard]] const Memory<std::uint32_t>& made_there() const { return made_; }
  // C as it is there, and A and B as the launch gives them.
  [[nodiscard]] Matrices matrices_to_compare();

  // What the kernels that are done left behind.
  [[nodiscard]] std::vector<float> c() const;
  [[nodiscard]] std::vector<Tallies> tallies(std::size_t block) const;
  [[nodiscard]] std::uint32_t most_events(std::size_t block) const { return most_events_of_block_[block]; }
  [[nodiscard]] std::vector<std::uint32_t> made() const { return made_.download(); }
  [[nodiscard]] const std::uint32_t* made_by_thread() const { return made_.data(); }  // on the GPU
  [[nodiscard]] std::vector<std::int64_t> sides(std::size_t array) const;
  [[nodiscard]] std::vector<ArrayInfo> arrays() const;
  void fetch_counts();

 private:
  void upload_what_is_written();
  void start(const void* function, void** arguments, const std::string& what);
  [[nodiscard]] traced::DeviceLaunch device_launch(const void* function) const;
  [[nodiscard]] std::size_t rows() const { return kernel_.arrays.size() + 2; }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  bool writes_a_, writes_b_;
  Memory<float> a_, b_, c_;
  Memory<std::int64_t> sides_;
  Memory<Tally> tallies_;
  Memory<std::uint32_t> most_events_;
  Memory<std::uint32_t> stuck_;
  std::vector<Tally> tallies_of_block_;
  std::vector<std::uint32_t> most_events_of_block_;
  Memory<std::uint32_t> slot_of_block_;
  Memory<Event> events_;
  Memory<std::uint32_t> made_;
  std::uint32_t capacity_ = 0;
  std::string running_;
};

}  // namespace tilescope::cuda
