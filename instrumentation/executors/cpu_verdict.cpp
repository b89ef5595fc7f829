#include "instrumentation/executors/cpu_verdict.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <utility>

#include "instrumentation/analysis/hazard_search.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/reading/check_result.h"

namespace tilescope {

namespace {

constexpr std::size_t most_blocks_shown = 16;
constexpr std::uint64_t most_products = std::uint64_t{1} << 30;  // maximum size for checking a product

std::uint64_t events_of(const BlockTrace& block, std::uint32_t threads) {
  std::uint64_t events = 0;
  for (std::uint32_t thread = 0; thread < threads; ++thread) events += block.record->count(block.first_lane + thread);
  return events;
}

// Examines blocks as they finish.
class Looking final : public machine::BlockSink {
 public:
  Looking(const RecordedKernel& kernel, const Launch& launch, const VerdictRoom& room, const EventPool& pool,
          bool careful_with_shared)
      : kernel_(kernel), launch_(launch), room_(room), pool_(pool), careful_with_shared_(careful_with_shared) {}

  void begin(const machine::Code& code, machine::RunMode way) override {
    machine::Ran none;
    none.code = &code;
    none.way = way;
    search_.reset();
    launch_without_blocks_.emplace(parts_of(kernel_, launch_, std::move(none)));
    search_.emplace(*launch_without_blocks_, careful_with_shared_);
    blocks_.clear();
    is_few_.assign(launch_.grid.count(), false);
    keeps_all_ = room_.kept > 0;
    looked_at_ = 0;
    events_ = 0;
  }
  [[nodiscard]] bool keeps_few() const override { return !keeps_all_; }
  [[nodiscard]] const std::vector<bool>* sites_needed() const override {
    return search_->sites_needed() ? &*search_->sites_needed() : nullptr;
  }
  [[nodiscard]] bool wants_memory() const override { return !keeps_all_; }

  void take(std::uint64_t first, std::vector<machine::BlockResult> blocks, std::vector<EventPool::Slab> memory,
            bool few) override {
    const std::uint64_t bytes = memory.size() * EventPool::slab_bytes;
    // A block that finished while all were kept did not hand over its memory, which may be freed before a later block
    // is compared with it.
    const bool is_compared = (keeps_all_ || !memory.empty()) && bytes <= room_.compared;
    const std::shared_ptr<const void> held = std::make_shared<std::vector<EventPool::Slab>>(std::move(memory));
    std::optional<Fault> fault = blocks.back().fault;
    std::vector<BlockTrace> traces =
        traces_of(std::move(blocks), launch_without_blocks_->sites(), launch_without_blocks_->arrays());
    for (std::size_t n = 0; n < traces.size(); ++n) {
      const std::uint64_t block = first + n;
      is_few_[block] = few;
      const Fault* const its_fault = n + 1 == traces.size() && fault ? &*fault : nullptr;
      if (traces[n].lost == 0) look_at(block, traces[n], its_fault, is_compared, held);
    }
    if (!keeps_all_) return;
    if (few) return keep_none();
    std::move(traces.begin(), traces.end(), std::back_inserter(blocks_));
    if (pool_.bytes_in_use() > room_.kept) keep_none();
  }

  [[nodiscard]] const HazardSearch& search() const { return *search_; }
  [[nodiscard]] const Trace& launch() const { return *launch_without_blocks_; }
  [[nodiscard]] bool has_all() const { return keeps_all_; }
  [[nodiscard]] std::vector<BlockTrace> take_blocks() { return std::move(blocks_); }
  [[nodiscard]] bool is_few(std::size_t block) const { return is_few_[block]; }
  [[nodiscard]] std::size_t looked_at() const { return looked_at_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  void keep_none() {
    keeps_all_ = false;
    search_->forget_blocks();
    blocks_ = {};
  }

  void look_at(std::uint64_t number, const BlockTrace& block, const Fault* fault, bool is_compared,
               const std::shared_ptr<const void>& held) {
    ++looked_at_;
    events_ += events_of(block, launch_without_blocks_->threads_per_block());
    if (is_compared)
      search_->block(number, block, fault, held);
    else
      search_->block_for(number, block, fault, 1);
  }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  const VerdictRoom& room_;
  const EventPool& pool_;
  bool careful_with_shared_;
  std::optional<Trace> launch_without_blocks_;
  std::optional<HazardSearch> search_;
  std::atomic<bool> keeps_all_ = true;
  std::vector<BlockTrace> blocks_;  // while all are kept
  std::vector<bool> is_few_;        // by block: it only had events of some sites
  std::size_t looked_at_ = 0;
  std::uint64_t events_ = 0;
};

class Judging {
 public:
  Judging(const RecordedKernel& kernel, const Launch& launch, machine::RunOptions how, const VerdictRoom& room)
      : kernel_(kernel),
        launch_(launch),
        how_(std::move(how)),
        room_(room),
        machine_launch_(machine_launch(kernel, launch)) {
    how_.most_work_in_turns = room_.work_in_turns;
    machine_launch_.most_rounds = launch_.most_rounds;  // work is limited in instructions
  }

  Verdict verdict() {
    look(false);
    if (!ran_.was_stopped && launch_.meaning.kind.empty() && any_stored_twice(looking_->launch(), found_)) look(true);
    const machine::Code& code = *ran_.code;
    const bool was_stopped = ran_.was_stopped;
    const std::uint64_t in_step = ran_.in_step;
    how_.way = ran_.way;
    Trace::Parts parts = parts_of(kernel_, launch_, std::move(ran_));
    parts.executor = "CPU executor";
    parts.backend = Backend::cpu;
    if (was_stopped)
      parts.blocks.resize(launch_.grid.count());
    else if (looking_->has_all())
      parts.blocks = looking_->take_blocks();
    else
      record_some(code, parts);
    const std::vector<bool>* const needed = looking_->sites_needed();
    Trace trace(std::move(parts));
    if (needed != nullptr)
      renumber(found_, trace, *needed, [this](std::size_t block) { return looking_->is_few(block); });
    std::optional<ResultCheck> result;
    if (!was_stopped && in_step == 0) result = reading::check_result(trace, most_products);
    Hazards all = hazards_with(std::move(found_), trace, looking_->looked_at(), std::move(result));
    if (!was_stopped && in_step == 0) look_at_unset_reads(all, trace);
    return {std::move(trace), std::move(all), looking_->events(), was_stopped, in_step, false, {}};
  }

 private:
  void look(bool careful_with_shared) {
    looking_.emplace(kernel_, launch_, room_, *how_.pool, careful_with_shared);
    how_.sink = &*looking_;
    ran_ = machine::run(*kernel_.prepared, machine_launch_, how_);
    found_ = looking_->search().findings();
  }

  // The blocks in findings, errors first, and the first block, with all of their events.
  [[nodiscard]] std::set<std::uint64_t> blocks_to_show(const Trace::Parts& parts) const {
    std::set<std::uint64_t> blocks{0};
    if (parts.fault && parts.fault->kind != Fault::Kind::limit_reached) blocks.insert(block_of(*parts.fault));
    for (const Severity severity : {Severity::error, Severity::note})
      for (const Finding& finding : found_)
        for (const Access& access : finding.accesses)
          if (finding.severity == severity && blocks.size() < most_blocks_shown) blocks.insert(access.block);
    return blocks;
  }

  void record_some(const machine::Code& code, Trace::Parts& parts) {
    const std::set<std::uint64_t> blocks = blocks_to_show(parts);
    machine::RunOptions how = how_;
    how.sink = nullptr;
    how.event_bytes = room_.shown / blocks.size();
    how.keeps = [&](std::uint64_t block) { return blocks.contains(block); };
    // If blocks see the stores of earlier blocks, those have to run as well.
    const bool is_chained = machine::is_chained(code);
    if (how.way != machine::RunMode::interleaved)
      how.runs = [&](std::uint64_t block) { return is_chained ? block <= *blocks.rbegin() : blocks.contains(block); };
    try {
      machine::Ran ran = machine::run(*kernel_.prepared, machine_launch_, how);
      parts.slabs = std::move(ran.slabs);
      parts.blocks = traces_of(std::move(ran.blocks), parts.sites, parts.arrays);
    } catch (const Error&) {  // from the watcher: the findings are valid anyway
    }
    parts.blocks.resize(parts.fault ? block_of(*parts.fault) + 1 : launch_.grid.count());
    for (BlockTrace& block : parts.blocks) {
      if (block.lost != 0) block.record = nullptr;
      block.lost = 0;
      block.tallies = {};
    }
  }
  [[nodiscard]] std::uint64_t block_of(const Fault& fault) const {
    return std::uint64_t{fault.block_y} * launch_.grid.x + fault.block_x;
  }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  machine::RunOptions how_;
  const VerdictRoom& room_;
  machine::Launch machine_launch_;
  std::optional<Looking> looking_;
  machine::Ran ran_;
  std::vector<Finding> found_;
};

}  // namespace

Verdict judge_here(const RecordedKernel& kernel, const Launch& launch, machine::RunOptions how,
                   const VerdictRoom& room) {
  return Judging(kernel, launch, std::move(how), room).verdict();
}

}  // namespace tilescope
