// The kernel runs twice. First it counts the events of every block, and so the room that they need (chosen blocks that
// run alone count their own). Then, if events are wanted, it records. Threads that retry until they succeed make
// different numbers of events each time: then it records again, with more room.
#include "instrumentation/executors/cuda/device_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "instrumentation/executors/cuda/collect.h"
#include "instrumentation/executors/cuda/indices.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/memory.h"

namespace tilescope::cuda {

namespace {

using device_text::There;

constexpr int most_times = 5;                          // maximum number of recordings to find enough room
constexpr std::uint32_t most_known = Paths::most / 4;  // maximum number of earlier paths to keep
constexpr std::uint64_t most_known_bytes = std::uint64_t{32} << 20;

// The blocks to record, and the room for events of a thread.
struct Plan {
  std::vector<std::uint32_t> slot_of_block;
  std::vector<std::size_t> blocks;  // by slot
  std::uint64_t columns = 0;
  std::uint32_t most_events = 0;  // of any thread
  bool is_guessed = false;
};

class Work {
 public:
  Work(DeviceRun& run, EarlierRecording& known, const Recording& how) : run_(run), known_(known), how_(how) {
    ran_.code = &run_.code();
  }

  machine::Ran take() {
    tell(0);
    run_.expect_no_ways();
    run_.reset();
    ran_.blocks.resize(run_.blocks());
    if (how_.record != Record::blocks) count();
    if (how_.record == Record::counts)
      take_whole();
    else
      record();
    return std::move(ran_);
  }

 private:
  void count() {
    if (!known_.whole || how_.record == Record::full)
      room_for_arrays_ = std::async(std::launch::async, [this] { return run_.room_for_arrays(true); });
    if (!known_.whole) {
      run_.start_counting();
      run_.finish();
      run_.fetch_counts();
    }
    for (std::size_t block = 0; block < ran_.blocks.size(); ++block)
      if (!keeps(block)) ran_.blocks[block].tallies = run_.tallies(block);
  }

  void record() {
    Plan plan = blocks_to_record();
    if (how_.record == Record::window) take_whole();  // the other blocks do not run again
    const std::vector<std::uint32_t> blocks(plan.blocks.begin(), plan.blocks.end());
    // A path without its last events would be incomplete.
    if (how_.options.memory != 0 || known_.paths.count() > most_known || known_.paths.bytes() > most_known_bytes)
      known_.paths = Paths();
    Paths& paths = known_.paths;
    Indices indices;
    for (std::uint32_t bytes = least_bytes(plan);; bytes *= 2) {
      record(plan, bytes);
      if (bytes == sizeof(WideEvent) ||
          (paths.find(run_, blocks) && (bytes == sizeof(NarrowEvent) || follow(indices, paths, blocks))))
        break;
    }
    collect(run_, paths, indices, plan.blocks, ran_, *how_.pool, [this](double done) { tell(done); });
    if (how_.options.memory != 0) known_.paths = Paths();
  }

  // Takes the results of the run that counted.
  void take_whole() {
    if (!known_.whole) {
      fetch_arrays();
      run_.take_printed(ran_);
      known_.whole = {ran_.arrays, ran_.printed, ran_.said};
    }
    ran_.arrays = known_.whole->arrays;
    ran_.printed = known_.whole->printed;
    ran_.said = known_.whole->said;
  }

  // For a large recording, events without indices save time. They need all events of a thread.
  [[nodiscard]] std::uint32_t least_bytes(const Plan& plan) const {
    if (how_.options.event_bytes != 0) return how_.options.event_bytes;
    const bool thin =
        how_.options.memory == 0 && plan.columns * plan.most_events > DeviceRun::many_events && !run_.needs_indices();
    return thin ? sizeof(std::uint32_t) : sizeof(NarrowEvent);
  }
  bool follow(Indices& indices, const Paths& paths, const std::vector<std::uint32_t>& blocks) {
    const bool holds = indices.find(run_, paths, blocks);
    if (!holds) run_.needs_indices() = true;
    return holds;
  }

  void record(Plan& plan, std::uint32_t bytes) {
    for (int times = 0; !fits(plan, bytes); ++times) {
      const std::uint32_t made = most_made();
      if (times == most_times)
        throw GpuError(
            fmt::format("{}: its threads retry until they succeed, and one of them made {} events with room for {}, "
                        "after {} runs with more room each time: use --backend cpu, or fewer threads",
                        run_.name(), made, run_.room().capacity, times + 1));
      // A guess is now replaced by the actual number; a count that was too low is doubled.
      plan.most_events = std::exchange(plan.is_guessed, false) ? made : 2 * std::min(made, There::none / 4);
    }
    if (how_.record == Record::blocks) known_.most_events = std::max(known_.most_events, most_made());
    if (how_.record == Record::window) return;
    fetch_arrays();
    run_.take_printed(ran_);
  }

  // Records. Returns true if all events had room, or if there is no more room.
  bool fits(const Plan& plan, std::uint32_t bytes) {
    const std::uint32_t room = room_for(plan, bytes);
    run_.make_room(plan.slot_of_block, plan.columns, room, bytes, true);
    run_.reset();
    run_.start_recording();
    run_.finish();
    return room < plan.most_events || most_made() <= run_.room().capacity;
  }

  // The first access to new memory is slow; this memory was prepared while the kernel ran.
  void fetch_arrays() {
    ran_.arrays = run_.arrays(room_for_arrays_.valid() ? room_for_arrays_.get() : run_.room_for_arrays(false));
  }

  [[nodiscard]] std::uint32_t most_made() const {
    const std::vector<std::uint32_t> made = run_.made();
    return made.empty() ? 0 : *std::max_element(made.begin(), made.end());
  }

  [[nodiscard]] bool keeps(std::size_t block) const {
    return how_.record != Record::counts && (!how_.keeps || how_.keeps(block));
  }

  [[nodiscard]] Plan blocks_to_record() const {
    Plan plan;
    plan.slot_of_block.assign(ran_.blocks.size(), There::none);
    for (std::size_t block = 0; block < ran_.blocks.size(); ++block) {
      if (!keeps(block)) continue;
      plan.slot_of_block[block] = static_cast<std::uint32_t>(plan.blocks.size());
      plan.blocks.push_back(block);
      if (how_.record != Record::blocks) plan.most_events = std::max(plan.most_events, run_.most_events(block));
    }
    plan.columns = plan.blocks.size() * run_.threads();
    if (how_.record == Record::blocks) plan.most_events = events_of(plan);
    return plan;
  }

  // For blocks that were not counted: the maximum of earlier blocks, or else from a run without room.
  [[nodiscard]] std::uint32_t events_of(Plan& plan) const {
    plan.is_guessed = known_.most_events != 0 && how_.options.memory == 0;
    if (plan.is_guessed) return known_.most_events;
    run_.make_room(plan.slot_of_block, plan.columns, 0, sizeof(NarrowEvent));
    run_.start_recording();
    run_.finish();
    return most_made();
  }

  // If the user limits the memory, a thread's first events are kept up to the limit. Otherwise, all or none are.
  [[nodiscard]] std::uint32_t room_for(const Plan& plan, std::uint32_t bytes) const {
    const std::uint64_t row = plan.columns * (8 + 4 * run_.words_behind());  // one event of every thread
    if (how_.options.memory != 0) {
      const std::uint64_t rows = how_.options.memory / row;
      if (rows == 0)
        throw UsageError(fmt::format("{} leave no room for even one event of each of {} threads",
                                     in_words(how_.options.memory), plan.columns));
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, plan.most_events));
    }
    constexpr std::uint64_t spare = std::uint64_t{64} << 20;
    const std::uint64_t wanted = row * plan.most_events;
    const std::uint64_t there = plan.columns * plan.most_events * run_.bytes_of_event(bytes);
    const std::uint64_t beside =
        spare + plan.columns * Paths::thread_bytes + (bytes == sizeof(WideEvent) ? 0 : 2 * Paths::most_bytes(there));
    const std::uint64_t free = free_memory() + run_.room().events.size() * sizeof(NarrowEvent);
    if (there + beside > free) throw too_much(plan, there, free - std::min(free, beside), "on the GPU");
    const std::uint64_t on_host = usable_memory();
    if (wanted > on_host) throw too_much(plan, wanted, on_host, "in this machine's memory");
    return plan.most_events;
  }

  [[nodiscard]] GpuError too_much(const Plan& plan, std::uint64_t wanted, std::uint64_t free,
                                  std::string_view where) const {
    const std::uint64_t block = std::max<std::uint64_t>(1, wanted / plan.blocks.size());
    const std::uint64_t blocks = free / block;
    std::string advice = "use --record counts, or a smaller size";
    if (blocks > 0) {
      const std::uint64_t x = std::min<std::uint64_t>(blocks, run_.grid()[0]);
      const std::uint64_t y = std::min<std::uint64_t>(blocks / x, run_.grid()[1]);
      advice =
          fmt::format("--record window --blocks 0-{},0-{} would fit, and --record counts takes any size", y - 1, x - 1);
    }
    return GpuError(fmt::format(
        "{}: {} blocks of {} threads with up to {} events each need {}, but only {} may be used {}: {}", run_.name(),
        plan.blocks.size(), run_.threads(), plan.most_events, in_words(wanted), in_words(free), where, advice));
  }

  void tell(double done) const {
    if (how_.options.watch && !how_.options.watch(done)) throw Error("recording was cancelled");
  }

  DeviceRun& run_;
  EarlierRecording& known_;
  const Recording& how_;
  machine::Ran ran_;
  std::future<std::vector<LeftBytes>> room_for_arrays_;
};

}  // namespace

machine::Ran record(DeviceRun& run, EarlierRecording& known, const Recording& how) {
  return Work(run, known, how).take();
}

}  // namespace tilescope::cuda
