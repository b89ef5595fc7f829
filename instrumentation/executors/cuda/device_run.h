// A launch on a GPU: its arrays there, and the sources of its kernel for recording, counting and plain runs.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "instrumentation/device_text/there.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/kernel_texts.h"
#include "instrumentation/executors/cuda/matrices.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/cuda/there/events.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/count.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::cuda {

// Where a run's events go on the GPU, and what finished kernels left there.
struct Room {
  Memory<NarrowEvent> events;  // or the same number of bytes for other events
  Memory<std::uint32_t> more;  // further words of events
  Memory<std::uint32_t> made;  // number of events, by column
  Memory<std::uint64_t> paths;
  Memory<std::uint64_t> indices;  // of thin events
  std::uint32_t capacity = 0, event_bytes = sizeof(NarrowEvent);
  bool pairs = false;  // stored in pairs; never for wide events
  [[nodiscard]] bool wide() const { return event_bytes == sizeof(WideEvent); }
  [[nodiscard]] bool thin() const { return event_bytes == sizeof(std::uint32_t); }
};

class DeviceRun {
 public:
  // From this number on, longer compilation and events without indices are worth it.
  static constexpr std::uint64_t many_events = std::uint64_t{1} << 27;

  // The sources for counting and recording are compiled in parallel.
  DeviceRun(std::string name, std::shared_ptr<const machine::Prepared> prepared, machine::Launch launch)
      : DeviceRun(std::move(name), std::move(prepared), std::move(launch), std::nullopt) {}
  DeviceRun(const RecordedKernel& kernel, const Launch& launch);
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun();

  // True if it is a run of that launch, with the same contents of arrays; recorded blocks may differ.
  [[nodiscard]] bool is_of(const RecordedKernel& kernel, const Launch& launch) const;
  // Releases what the next kernel gets again; the room for events stays.
  void rest();
  // True if the GPU has not been restarted since.
  [[nodiscard]] bool is_of_now() const { return generation_ == generation(); }
  // In device memory, while it rests.
  [[nodiscard]] std::uint64_t bytes() const;

  // Each starts a kernel and returns before it is done.
  void start_plain();
  void start_bare();  // with the recorded kernel's roundings, without records
  void start_counting();
  // For each stored element, notes the first thread, and whether there is another.
  void start_finding_ways();
  void start_recording();
  // The same on copies of the launch's arrays: the results of the first run stay.
  void start_recording_again();
  // Waits for the started kernel.
  void finish();

  // Restores the launch's contents of the arrays that the kernel writes.
  void reset();

  // Makes room for the events of the blocks to record: a column for each thread. Narrow events need complete paths,
  // thin ones complete indices as well, and both need an even `capacity`. `with_all`: also for the parts beyond 16
  // bytes.
  void make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns, std::uint32_t capacity,
                 std::uint32_t event_bytes, bool with_all = false);
  // Uses this room as long as it is large enough; give_room_back returns the current room.
  void borrow_room(Memory<NarrowEvent> events) { room_.events = std::move(events); }
  [[nodiscard]] Memory<NarrowEvent> give_room_back() { return std::exchange(room_.events, {}); }
  // Chooses other blocks for the same room, which must be large enough.
  void choose_blocks(const std::vector<std::uint32_t>& slot_of_block);
  // Runs some blocks on copies of the arrays. A thread with a column, by block and thread, keeps up to `capacity`
  // events there. Returns all threads' path hashes and numbers of events.
  struct Columns {
    std::vector<std::uint64_t> paths;
    std::vector<std::uint32_t> made;
  };
  [[nodiscard]] Columns record_columns(std::span<const std::uint32_t> blocks,
                                       std::span<const std::uint32_t> column_of_thread, const Memory<WideEvent>& events,
                                       std::uint32_t capacity);
  // Runs some blocks on copies of the arrays, and keeps the narrow events of all threads, by their index in `blocks`.
  struct Again {
    Memory<NarrowEvent> events;
    Memory<std::uint32_t> made;
    Memory<std::uint64_t> paths;
    bool pairs = false;
  };
  [[nodiscard]] Again record_again(std::span<const std::uint32_t> blocks, std::uint32_t capacity);
  [[nodiscard]] const Room& room() const { return room_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t threads() const { return given_.threads(); }
  [[nodiscard]] std::uint64_t blocks() const { return given_.blocks(); }
  [[nodiscard]] const std::array<std::uint32_t, 3>& grid() const { return given_.grid; }
  // For a product of floats, by array number: C after the run, and A and B as the launch passes them.
  [[nodiscard]] Matrices matrices_to_compare(std::uint32_t a, std::uint32_t b, std::uint32_t c);

  [[nodiscard]] const machine::Code& code() const { return code_; }
  [[nodiscard]] const SiteWord* sites() const { return sites_.data(); }
  // Size of a global array's input, or of a shared array.
  [[nodiscard]] std::uint64_t bytes_of(std::size_t array) const;
  // The size of accesses to it, if all have the same; else 0.
  [[nodiscard]] std::uint32_t cell_bytes(std::size_t array) const;
  // The number of words in an event beyond its first two.
  [[nodiscard]] std::uint32_t words_behind() const { return words_behind_; }
  [[nodiscard]] std::uint64_t bytes_of_event(std::uint32_t bytes) const { return bytes + 4 * words_behind_; }

  // The results of finished kernels: only the arrays that they write.
  [[nodiscard]] std::vector<LeftBytes> arrays() const { return arrays(room_for_arrays(false)); }
  // The same, into room made earlier, perhaps while the kernel ran. `whole`: nearly all of it will be written.
  [[nodiscard]] std::vector<LeftBytes> room_for_arrays(bool whole) const;
  [[nodiscard]] std::vector<LeftBytes> arrays(std::vector<LeftBytes> room) const;
  void take_printed(machine::Ran& ran) const;
  [[nodiscard]] BlockTallies tallies(std::size_t block) const;
  // True if indices did not follow from those of other blocks in an earlier recording with this source.
  [[nodiscard]] std::atomic<bool>& needs_indices() const { return texts_->needs_indices(); }
  [[nodiscard]] std::uint32_t most_events(std::size_t block) const { return most_events_of_block_[block]; }
  [[nodiscard]] std::vector<std::uint32_t> made() const { return room_.made.download(); }
  void fetch_counts();
  // By block, from the last kernel, if it found ways or recorded after `expect_ways`.
  [[nodiscard]] std::vector<device_text::BlockWay> ways() const { return ways_.download(); }
  void expect_ways();
  void expect_no_ways() { ways_ = {}; }

 private:
  using There = device_text::There;
  // The initial contents of an array.
  struct First {
    std::span<const std::byte> bytes;
    std::uint64_t zeros = 0;  // in place of bytes
    [[nodiscard]] std::uint64_t size() const { return zeros > 0 ? zeros : bytes.size(); }
  };

  DeviceRun(std::string name, std::shared_ptr<const machine::Prepared> prepared, machine::Launch shape,
            std::optional<Launch> launch);
  [[nodiscard]] First first_of(std::size_t array) const;
  void give(std::size_t array, Memory<std::byte>& to) const;
  void bring_written(std::size_t array, std::span<std::byte> to) const;
  void reset_copies();
  [[nodiscard]] There there(bool copies);
  void start(Module& module, There& there, bool copies, const std::string& what);
  void start_recording(bool copies);
  [[nodiscard]] Memory<std::uint32_t> slots_of(std::span<const std::uint32_t> blocks) const;
  [[nodiscard]] bool is_large() const;
  [[nodiscard]] bool has_fast_text() const;
  [[nodiscard]] std::size_t rows() const { return code_.arrays.size() + 2; }

  std::string name_;
  std::shared_ptr<const machine::Prepared> prepared_;
  const machine::Code& code_;
  machine::Launch given_;
  std::optional<Launch> launch_;  // the launch whose arrays it shares
  std::uint32_t generation_ = generation();
  bool is_changed_ = false;                         // true if the kernel has written to its arrays
  std::vector<First> firsts_;                       // by array of the code
  std::vector<Memory<std::byte>> arrays_, copies_;  // by array of the code; copies of written arrays
  Memory<SiteWord> sites_;
  std::uint32_t words_behind_;
  std::shared_ptr<KernelTexts> texts_;
  std::vector<std::jthread> ahead_;  // compile further sources in advance
  std::unique_ptr<PlainKernel> plain_;
  Memory<Tallies> tallies_;
  Memory<std::uint32_t> most_events_;
  Memory<std::uint32_t> stuck_, said_;
  std::shared_ptr<const std::vector<Tallies>> tallies_of_block_;
  std::vector<std::uint32_t> most_events_of_block_;
  Memory<std::uint32_t> slot_of_block_;
  Memory<device_text::BlockWay> ways_;
  std::vector<Memory<std::uint32_t>> owners_;  // by array, while ways are found
  Room room_;
  std::string running_;
};

}  // namespace tilescope::cuda
