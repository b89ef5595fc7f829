// The kernel runs twice: first it counts, which tells how many events every block has and so how much room they need;
// then, if events are wanted, it records. Threads that try until nobody was faster make other numbers of events each
// time: then it records again, with more room.
#include "instrumentation/executors/cuda/device_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/executors/cuda/collect.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/memory.h"

namespace tilescope::cuda {

namespace {

using device_text::There;

constexpr int most_times = 5;  // that it records, for room enough

// The blocks to record, and how many events of a thread there is room for.
struct Plan {
  std::vector<std::uint32_t> slot_of_block;
  std::vector<std::size_t> blocks;  // by slot
  std::uint64_t columns = 0;
  std::uint32_t most_events = 0;  // of any thread
};

class Work {
 public:
  Work(DeviceRun& run, const Recording& how) : run_(run), how_(how) { ran_.code = &run_.code(); }

  machine::Ran take() {
    tell(0);
    run_.start_counting();
    run_.finish();
    run_.fetch_counts();
    ran_.blocks.resize(run_.blocks());
    for (std::size_t block = 0; block < ran_.blocks.size(); ++block)
      if (how_.record != Record::blocks && !keeps(block)) ran_.blocks[block].tallies = run_.tallies(block);
    if (how_.record == Record::counts) {
      ran_.arrays = run_.arrays();
      run_.take_printed(ran_);
    } else {
      record();
    }
    return std::move(ran_);
  }

 private:
  void record() {
    Plan plan = blocks_to_record();
    if (how_.record == Record::window) {  // the others do not run again
      ran_.arrays = run_.arrays();
      run_.take_printed(ran_);
    }
    Paths paths;
    record(plan, how_.options.wide);
    if (!how_.options.wide && !paths.find(run_, std::vector<std::uint32_t>(plan.blocks.begin(), plan.blocks.end())))
      record(plan, true);
    collect(run_, paths, plan.blocks, ran_, *how_.pool, [this](double done) { tell(done); });
  }

  void record(Plan& plan, bool wide) {
    for (int times = 0; !fits(plan, wide); ++times) {
      const std::uint32_t made = most_made();
      if (times == most_times)
        throw GpuError(
            fmt::format("{}: its threads try until nobody was faster, and one of them made {} events where there was "
                        "room for {}, after {} runs with more room each time: take --backend cpu, or fewer threads",
                        run_.name(), made, run_.room().capacity, times + 1));
      plan.most_events = 2 * std::min(made, There::none / 4);
    }
    if (how_.record == Record::window) return;
    ran_.arrays = run_.arrays();
    run_.take_printed(ran_);
  }

  // Records. Whether all events found room, or there is no more.
  bool fits(const Plan& plan, bool wide) {
    const std::uint32_t room = room_for(plan, wide);
    run_.make_room(plan.slot_of_block, plan.columns, room, wide, true);
    run_.reset();
    run_.start_recording();
    run_.finish();
    return room < plan.most_events || most_made() <= run_.room().capacity;
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
      plan.most_events = std::max(plan.most_events, run_.most_events(block));
    }
    plan.columns = plan.blocks.size() * run_.threads();
    return plan;
  }

  // Where the memory to use was named, a thread's first events are kept as far as it goes. Otherwise all are, or none.
  [[nodiscard]] std::uint32_t room_for(const Plan& plan, bool wide) const {
    const std::uint64_t row = plan.columns * (8 + 4 * run_.words_behind());  // one event of every thread
    if (how_.options.memory != 0) {
      const std::uint64_t rows = how_.options.memory / row;
      if (rows == 0)
        throw UsageError(
            fmt::format("{} leave each of {} threads no room for events", in_words(how_.options.memory), plan.columns));
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, plan.most_events));
    }
    constexpr std::uint64_t spare = std::uint64_t{64} << 20;
    const std::uint64_t wanted = row * plan.most_events;
    const std::uint64_t there = plan.columns * plan.most_events * run_.bytes_of_event(wide);
    const std::uint64_t beside = spare + plan.columns * Paths::thread_bytes + Paths::most_bytes(wide ? 0 : there);
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
    std::string advice = "take --record counts, or a smaller size";
    if (blocks > 0) {
      const std::uint64_t x = std::min<std::uint64_t>(blocks, run_.grid()[0]);
      const std::uint64_t y = std::min<std::uint64_t>(blocks / x, run_.grid()[1]);
      advice =
          fmt::format("--record window --blocks 0-{},0-{} would fit, and --record counts takes any size", y - 1, x - 1);
    }
    return GpuError(fmt::format(
        "{}: {} blocks of {} threads with up to {} events each need {}, and {} may be used {}: {}", run_.name(),
        plan.blocks.size(), run_.threads(), plan.most_events, in_words(wanted), in_words(free), where, advice));
  }

  void tell(double done) const {
    if (how_.options.watch && !how_.options.watch(done)) throw Error("recording was cancelled");
  }

  DeviceRun& run_;
  const Recording& how_;
  machine::Ran ran_;
};

}  // namespace

machine::Ran record(DeviceRun& run, const Recording& how) { return Work(run, how).take(); }

}  // namespace tilescope::cuda
