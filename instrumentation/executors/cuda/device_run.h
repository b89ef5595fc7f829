// One launch on a GPU: its arrays there, and the texts of its kernel to run on them, recorded, counted and plain.
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

// Where a run's events go on the GPU, and what the kernels that are done left there.
struct Room {
  Memory<NarrowEvent> events;  // or as many bytes of others
  Memory<std::uint32_t> more;  // what events have besides
  Memory<std::uint32_t> made;  // how many, by column
  Memory<std::uint64_t> paths;
  Memory<std::uint64_t> indices;  // of thin ones
  std::uint32_t capacity = 0, event_bytes = sizeof(NarrowEvent);
  bool pairs = false;  // they stand in pairs, which wide ones do not
  [[nodiscard]] bool wide() const { return event_bytes == sizeof(WideEvent); }
  [[nodiscard]] bool thin() const { return event_bytes == sizeof(std::uint32_t); }
};

class DeviceRun {
 public:
  // From which on a recording is worth a compiler's time, and events without indices.
  static constexpr std::uint64_t many_events = std::uint64_t{1} << 27;

  // The text that counts, and the one that records, are compiled side by side.
  DeviceRun(std::string name, std::shared_ptr<const machine::Prepared> prepared, machine::Launch launch)
      : DeviceRun(std::move(name), std::move(prepared), std::move(launch), std::nullopt) {}
  DeviceRun(const RecordedKernel& kernel, const Launch& launch);
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun();

  // Whether it is a run of that launch, whatever blocks of it are recorded: on arrays that hold the same.
  [[nodiscard]] bool is_of(const RecordedKernel& kernel, const Launch& launch) const;
  // Gives up what the next kernel is given again; the room for events stays.
  void rest();
  // Whether the GPU was not begun again since.
  [[nodiscard]] bool is_of_now() const { return generation_ == generation(); }
  // For the GPU's memory, while it rests.
  [[nodiscard]] std::uint64_t bytes() const;

  // Each starts a kernel and comes back before it is done.
  void start_plain();
  void start_bare();  // with the recorded one's roundings, and nothing told
  void start_counting();
  // For each element that the kernel stores the first thread that did so is kept, and whether there is another.
  void start_finding_ways();
  void start_recording();
  // The same on copies of the arrays, as the launch gives them: what the first run made of them stays.
  void start_recording_again();
  // Waits for what was started.
  void finish();

  // What the kernel writes to, as the launch gives it; as it is at first.
  void reset();

  // Where the events of the blocks to record go: a column for each of their threads. Narrow events need their paths to
  // be whole, thin ones their indices as well, and both have room for an even number of them. `with_all`: also what
  // does not go into 16 bytes.
  void make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns, std::uint32_t capacity,
                 std::uint32_t event_bytes, bool with_all = false);
  // Room from elsewhere, which is used as long as it is enough; and whatever room there is in the end.
  void borrow_room(Memory<NarrowEvent> events) { room_.events = std::move(events); }
  [[nodiscard]] Memory<NarrowEvent> give_room_back() { return std::exchange(room_.events, {}); }
  // Another choice of blocks in the same room, which has to hold them.
  void choose_blocks(const std::vector<std::uint32_t>& slot_of_block);
  // Runs some blocks on copies of the arrays. A thread with a column, by block and thread, has its events there, up to
  // `capacity` of them. Gives the hashes of the paths of all their threads, and how many events each made.
  struct Columns {
    std::vector<std::uint64_t> paths;
    std::vector<std::uint32_t> made;
  };
  [[nodiscard]] Columns record_columns(std::span<const std::uint32_t> blocks,
                                       std::span<const std::uint32_t> column_of_thread, const Memory<WideEvent>& events,
                                       std::uint32_t capacity);
  // Runs some blocks on copies of the arrays, and keeps all threads' narrow events, by their place here.
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
  // For a product of floats, by the numbers of its arrays: C as it is there, and A and B as the launch gives them.
  [[nodiscard]] Matrices matrices_to_compare(std::uint32_t a, std::uint32_t b, std::uint32_t c);

  [[nodiscard]] const machine::Code& code() const { return code_; }
  [[nodiscard]] const SiteWord* sites() const { return sites_.data(); }
  // For a global array as it was given, or of a shared one.
  [[nodiscard]] std::uint64_t bytes_of(std::size_t array) const;
  // That an access to it has, where all have as many; else 0.
  [[nodiscard]] std::uint32_t cell_bytes(std::size_t array) const;
  // How many words an event has besides its first two.
  [[nodiscard]] std::uint32_t words_behind() const { return words_behind_; }
  [[nodiscard]] std::uint64_t bytes_of_event(std::uint32_t bytes) const { return bytes + 4 * words_behind_; }

  // What the kernels that are done left behind; of a launch's, only what they wrote to.
  [[nodiscard]] std::vector<LeftBytes> arrays() const { return arrays(room_for_arrays(false)); }
  // The same into room that was made before, perhaps while the kernel ran. `whole`: nearly all of it will be written
  // to.
  [[nodiscard]] std::vector<LeftBytes> room_for_arrays(bool whole) const;
  [[nodiscard]] std::vector<LeftBytes> arrays(std::vector<LeftBytes> room) const;
  void take_printed(machine::Ran& ran) const;
  [[nodiscard]] BlockTallies tallies(std::size_t block) const;
  // That indices follow from those of other blocks did not hold here before, with this text.
  [[nodiscard]] std::atomic<bool>& needs_indices() const { return texts_->needs_indices(); }
  [[nodiscard]] std::uint32_t most_events(std::size_t block) const { return most_events_of_block_[block]; }
  [[nodiscard]] std::vector<std::uint32_t> made() const { return room_.made.download(); }
  void fetch_counts();
  // For each block, as the kernel told that ran last, with its ways found or recorded after `expect_ways`.
  [[nodiscard]] std::vector<device_text::BlockWay> ways() const { return ways_.download(); }
  void expect_ways();
  void expect_no_ways() { ways_ = {}; }

 private:
  using There = device_text::There;
  // What an array holds before the kernel runs.
  struct First {
    std::span<const std::byte> bytes;
    std::uint64_t zeros = 0;  // instead
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
  std::optional<Launch> launch_;  // whose arrays it has in common
  std::uint32_t generation_ = generation();
  bool is_changed_ = false;                         // what the kernel writes to
  std::vector<First> firsts_;                       // by array of the code
  std::vector<Memory<std::byte>> arrays_, copies_;  // by array of the code; copies of those that are written
  Memory<SiteWord> sites_;
  std::uint32_t words_behind_;
  std::shared_ptr<KernelTexts> texts_;
  std::vector<std::jthread> ahead_;  // they compile what is wanted next
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
