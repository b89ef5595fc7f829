#include "instrumentation/machine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/machine/resident_blocks.h"
#include "instrumentation/wanted.h"

namespace tilescope::machine {

bool is_chained(const Code& code) {
  return std::any_of(code.arrays.begin(), code.arrays.end(),
                     [](const Array& a) { return a.space == Space::global && a.is_read && a.is_written; });
}

namespace {

constexpr std::uint64_t instructions_between = 1024;  // between two polls for a pause
constexpr std::uint64_t work_of_turns = 512;          // between two polls, in the expensive mode
constexpr std::uint64_t bytes_of_a_call = 32;         // minimum charge for a printf, which limits their number

// The line is added to the last call, because all output belongs to some call.
void add_left_out(Ran& ran) {
  const bool ends = ran.printed.empty() || ran.printed.back() == '\n';
  const std::string line = fmt::format("{}[{} more printf call{} left out: a run keeps {} bytes]\n", ends ? "" : "\n",
                                       ran.left_out, ran.left_out == 1 ? "" : "s", ran.printed.size());
  if (ran.said.empty()) ran.said.emplace_back();
  ran.said.back().bytes += line.size();
  ran.printed += line;
}

// How many blocks to run side by side to have enough lanes. A warp belongs to one block.
std::uint32_t blocks_at_once(const Code& code, const Launch& launch) {
  constexpr std::uint32_t lanes = 512;
  if (launch.together || is_chained(code) || !code.warps.empty() || launch.threads() > lanes / 2) return 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(lanes / launch.threads(), launch.blocks()));
}

}  // namespace

class Running {
 public:
  // `apart`: the code for diverging threads or turns, if single blocks may use another mode than the rest.
  Running(const Code& code, const Code* apart, const Launch& launch, const RunOptions& options, RunMode way)
      : code_(code),
        apart_code_(apart),
        launch_(launch),
        options_(options),
        in_turns_(way >= RunMode::in_turns),
        mingles_(way == RunMode::interleaved),
        chained_(is_chained(code)),
        at_once_(code.several_blocks ? blocks_at_once(code, launch) : 1),
        budget_(options.limit),
        blocks_(launch.blocks()) {
    ran_.code = &code_;
    ran_.way = way;
    ran_.mask_mistakes.emplace();
    arrays_ = launch_.arrays;
    arrays_.resize(code_.arrays.size());
    for (std::size_t n = 0; n < arrays_.size(); ++n)
      if (arrays_[n].empty() && code_.arrays[n].space == Space::global) arrays_[n] = code_.arrays[n].first;
    told_of_ = next_behind(0);
    if (options_.sink != nullptr) options_.sink->begin(code_, way);
  }

  // Runs all of it.
  Ran run() {
    const std::uint64_t cores = chained_ ? 1 : std::clamp<std::uint64_t>(options_.cores, 1, blocks_);
    std::vector<std::thread> others;
    for (std::uint64_t n = 1; n < cores; ++n) others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    if (cancelled_) WantedWhile::require();
    if (cancelled_ && options_.sink == nullptr) throw Error("recording was cancelled");
    ran_.was_stopped = cancelled_;
    return collect();
  }

  [[nodiscard]] double done() const { return static_cast<double>(done_) / static_cast<double>(blocks_); }

  Ran collect() {
    if (resident_blocks_ && resident_blocks_->memory() != nullptr)
      for (std::size_t n = 0; n < resident_blocks_->memory()->arrays.size(); ++n)
        if (!resident_blocks_->memory()->arrays[n].empty()) arrays_[n] = resident_blocks_->memory()->arrays[n];
    ran_.work = work_;
    ran_.in_step = in_step_;
    if (ran_.left_out > 0 && options_.printed_bytes > 0) add_left_out(ran_);
    if (options_.sink == nullptr && !ran_.fault) ran_.blocks.resize(blocks_);
    ran_.arrays.assign(std::make_move_iterator(arrays_.begin()), std::make_move_iterator(arrays_.end()));
    return std::move(ran_);
  }

 private:
  struct Some {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };
  // The results of finished blocks, until the blocks before them are done.
  struct Done {
    std::uint32_t count = 0;
    std::vector<BlockResult> blocks;
    std::vector<EventPool::Slab> memory;
    bool few = false;
  };

  std::unique_ptr<Block> make_block(const Code& code, const Launch& launch, bool in_turns, std::uint32_t at_once,
                                    std::shared_ptr<MemoryOfBlocks> memory = nullptr) {
    auto block = std::make_unique<Block>(code, launch, options_.pool, in_turns, at_once, std::move(memory));
    block->chains(chained_);
    // Blocks that are delivered together are in memory together.
    const std::uint32_t shares = options_.sink != nullptr ? std::max<std::uint32_t>(at_once, 1) : 1;
    if (options_.event_bytes != 0) block->limit(options_.event_bytes / shares);
    block->spend(&budget_);
    return block;
  }

  // The blocks of one OS thread, by the mode of their threads.
  struct Worker {
    std::unique_ptr<Block> usual, apart, in_turns, in_step;
  };

  // The stores of blocks go to their common memory, in the order of time.
  ResidentBlocks& resident_blocks() {
    if (!resident_blocks_)
      resident_blocks_.emplace(ResidentBlocks::Work{[this](std::shared_ptr<MemoryOfBlocks> memory) {
                                                      return make_block(code_, launch_, true, 1, std::move(memory));
                                                    },
                                                    [this]() -> std::optional<std::uint64_t> {
                                                      const Some some = stop_ ? Some() : take();
                                                      return some.count == 0 ? std::nullopt : std::optional(some.first);
                                                    },
                                                    [this](Block& block, std::uint64_t number) {
                                                      start(block, {number, 1});
                                                    },
                                                    [this](Block& block, std::uint64_t number) {
                                                      const Some some{number, 1};
                                                      if (!block.has_let_others() && is_too_large(block, some))
                                                        return ResidentBlocks::Then::again;
                                                      keep(some, done(block, 1));
                                                      return stop_ ? ResidentBlocks::Then::stop
                                                                   : ResidentBlocks::Then::next;
                                                    }},
                               true);
    return *resident_blocks_;
  }

  void work() {
    if (mingles_) return work_interleaved();
    try {
      Worker worker;
      while (!stop_) {
        const Some some = take();
        if (some.count == 0) break;
        std::optional<Done> done = run(worker, some);
        if (!done) break;
        keep(some, std::move(*done));
        if (has_to_stop()) break;
      }
      const std::lock_guard lock(mutex_);
      for (const auto* block : {&worker.usual, &worker.apart, &worker.in_turns, &worker.in_step})
        if (*block)
          for (EventPool::Slab& slab : (*block)->take_slabs()) ran_.slabs.push_back(std::move(slab));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(ordering_);  // threads that wait for this one's block stop waiting
    turn_.notify_all();
  }

  void work_interleaved() {
    try {
      if (!resident_blocks().go_on([this] { return has_worked(nullptr) || has_to_stop(); })) return;
      resident_blocks().each([this](Block& block) {
        for (EventPool::Slab& slab : block.take_slabs()) ran_.slabs.push_back(std::move(slab));
      });
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  // None: it was stopped. If allowed, blocks that cannot use the launch's mode use another one individually.
  std::optional<Done> run(Worker& worker, const Some& some) {
    if (apart_code_ == nullptr) return run(block_of(worker.usual, code_, launch_, in_turns_), some, in_turns_);
    try {
      return run(block_of(worker.usual, code_, launch_, false), some, false);
    } catch (const WentApart&) {
    } catch (const Raced&) {
    }
    worker.usual->take_back();
    Done all{some.count, {}, {}, false};
    for (std::uint32_t n = 0; n < some.count; ++n) {
      std::optional<Done> one = run_by_itself(worker, {some.first + n, 1});
      if (!one) return std::nullopt;
      all.blocks.push_back(std::move(one->blocks.front()));
      std::move(one->memory.begin(), one->memory.end(), std::back_inserter(all.memory));
      all.few = one->few;
    }
    return all;
  }

  std::optional<Done> run_by_itself(Worker& worker, const Some& some) {
    try {
      return run(block_of(worker.apart, *apart_code_, launch_, false), some, false);
    } catch (const Raced&) {
      worker.apart->take_back();
    }
    if (options_.most_work_in_turns == 0 || work_in_turns_ < options_.most_work_in_turns)
      return run(block_of(worker.in_turns, *apart_code_, launch_, true), some, true);
    ++in_step_;
    return run(block_of(worker.in_step, *apart_code_, in_step(), false), some, false);
  }

  Block& block_of(std::unique_ptr<Block>& block, const Code& code, const Launch& launch, bool in_turns) {
    if (!block) block = make_block(code, launch, in_turns, &code == &code_ ? at_once_ : 1);
    return *block;
  }

  std::optional<Done> run(Block& block, const Some& some, bool in_turns) {
    const auto pauses = [this, in_turns, &block] { return has_worked(in_turns ? nullptr : &block) || has_to_stop(); };
    start(block, some);
    if (!block.go_on(pauses)) return std::nullopt;
    if (is_too_large(block, some) && !block.go_on(pauses)) return std::nullopt;
    return done(block, some.count);
  }

  // The launch with all threads in lockstep, even if threads race.
  const Launch& in_step() {
    const std::lock_guard lock(mutex_);
    if (!launch_in_step_) launch_in_step_ = launch_, launch_in_step_->together = true;
    return *launch_in_step_;
  }

  Done done(Block& block, std::uint32_t count) {
    Done done{count, block.take(), {}, block.sites() != nullptr};
    if (options_.sink != nullptr && options_.sink->wants_memory()) done.memory = block.take_slabs();
    return done;
  }

  // Its limit on output is what earlier blocks have left of it.
  void start(Block& block, const Some& some) {
    const auto left = [](std::uint64_t most, std::uint64_t had) { return most - std::min(most, had); };
    block.limit_printed(left(options_.printed_bytes, printed_bytes_), left(most_calls(), printed_calls_));
    const BlockSink* const sink = options_.sink;
    block.start(some.first, some.count, keeps(some.first),
                sink != nullptr && sink->keeps_few() ? sink->sites_needed() : nullptr);
  }

  [[nodiscard]] std::uint64_t most_calls() const { return options_.printed_bytes / bytes_of_a_call; }

  // In the order of blocks, up to the limit; blocks that ran side by side may exceed it together.
  void add_printed(const BlockResult& result) {
    std::size_t at = 0;
    for (const PrintCall& said : result.said) {
      const bool fits = ran_.left_out == 0 && ran_.said.size() < most_calls() &&
                        ran_.printed.size() + said.bytes <= options_.printed_bytes;
      if (fits) {
        ran_.printed.append(result.printed, at, said.bytes);
        ran_.said.push_back(said);
      } else {
        ++ran_.left_out;
      }
      at += said.bytes;
    }
    ran_.left_out += result.left_out;
    // After an omitted call, no more calls are kept.
    printed_bytes_ = ran_.left_out > 0 ? options_.printed_bytes : ran_.printed.size();
    printed_calls_ = ran_.said.size();
  }

  // True if the events of all sites did not fit, and the block has started again with fewer sites.
  bool is_too_large(Block& block, const Some& some) {
    const std::vector<bool>* const needed = options_.sink != nullptr ? options_.sink->sites_needed() : nullptr;
    if (needed == nullptr || block.sites() != nullptr || !block.has_lost() || !block.may_leave_sites_out())
      return false;
    block.take_back();
    block.drop_events();
    block.start(some.first, some.count, true, needed);
    return true;
  }

  // In order: a thread that comes too early waits, or lets others continue while few results are waiting.
  void keep(const Some& some, Done done) {
    constexpr std::size_t most_waiting = 8;
    constexpr std::uint64_t none = ~std::uint64_t{0};  // after a block that failed, no other is reported
    done_ += some.count;
    std::unique_lock lock(ordering_);
    const auto has_room = [&] { return waiting_.size() < most_waiting && !is_memory_for_another_taken(); };
    turn_.wait(lock, [&] { return stop_ || mingles_ || some.first == told_of_ || has_room(); });
    waiting_.emplace(some.first, std::move(done));
    while (!is_telling_ && !waiting_.empty() && waiting_.begin()->first == told_of_) {
      auto next = waiting_.extract(waiting_.begin());
      is_telling_ = true;
      lock.unlock();
      const bool goes_on = tell(next.key(), std::move(next.mapped())) && !has_to_stop();
      lock.lock();
      is_telling_ = false;
      told_of_ = goes_on ? next_behind(next.key() + next.mapped().count) : none;
      if (!goes_on) stop_ = true, waiting_.clear();
      turn_.notify_all();
    }
  }

  // A block's memory is released when it has been delivered. While too much is in use, no other block starts.
  [[nodiscard]] bool is_memory_for_another_taken() const {
    return options_.sink != nullptr && options_.event_bytes != 0 &&
           options_.pool->bytes_in_use() > options_.event_bytes;
  }

  // The first block to run, from this one on.
  [[nodiscard]] std::uint64_t next_behind(std::uint64_t block) const {
    while (block < blocks_ && options_.runs && !options_.runs(block)) ++block;
    return block;
  }

  // Returns false if a block failed.
  bool tell(std::uint64_t first, Done done) {
    if (options_.sink == nullptr) ran_.blocks.resize(first);
    for (std::size_t n = 0; n < done.blocks.size(); ++n) {
      BlockResult& result = done.blocks[n];
      for (const Write& write : result.writes)
        std::memcpy(arrays_[write.array].data() + write.byte, &write.bits, bytes_of(write.cell));
      result.writes = {};
      add_printed(result);
      result.printed = {};
      result.said = {};
      for (const MaskMistake& mistake : result.mask_mistakes) add_mask_mistake(*ran_.mask_mistakes, mistake);
      if (result.fault) {
        ran_.fault = result.fault;
        done.blocks.resize(n + 1);
      }
    }
    if (options_.sink != nullptr)
      options_.sink->take(first, std::move(done.blocks), std::move(done.memory), done.few);
    else
      std::move(done.blocks.begin(), done.blocks.end(), std::back_inserter(ran_.blocks));
    return !ran_.fault;
  }

  // Counts the work since the last call, of a block whose threads run together (null: in turns); true if it is enough.
  bool has_worked(Block* together) {
    constexpr std::uint64_t slow_accesses = 2;  // these cost as much as an instruction of 64 threads
    const std::uint64_t work = together == nullptr
                                   ? work_of_turns
                                   : instructions_between * ((std::uint64_t{launch_.threads()} * at_once_ + 63) / 64) +
                                         together->take_slow_accesses() / slow_accesses;
    work_ += work;
    if (together == nullptr) work_in_turns_ += work;
    if (options_.most_work != 0 && work_ > options_.most_work) cancelled_ = stop_ = true;
    return cancelled_;
  }

  // Reports progress, and returns true if the run has to stop. A fault elsewhere stops only new blocks: earlier ones
  // still count.
  bool has_to_stop() {
    if (cancelled_) return true;
    if (options_.stops && options_.stops()) cancelled_ = stop_ = true;
    if (wanted_ && !wanted_()) cancelled_ = stop_ = true;
    if (!options_.watch || cancelled_) return cancelled_;
    const std::unique_lock lock(watching_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::milliseconds(20)) return false;
    told_ = now;
    if (!options_.watch(done())) cancelled_ = stop_ = true;
    return cancelled_;
  }

  // The next blocks, as many as run side by side and are recorded in the same way.
  Some take() {
    const std::lock_guard lock(mutex_);
    next_ = next_behind(next_);
    Some some{next_, 0};
    while (some.count < at_once_ && next_ < blocks_ && keeps(next_) == keeps(some.first) &&
           (!options_.runs || options_.runs(next_))) {
      ++next_;
      ++some.count;
    }
    return some;
  }
  [[nodiscard]] bool keeps(std::uint64_t block) const { return !options_.keeps || options_.keeps(block); }

  const Code& code_;
  const Code* apart_code_;
  const Launch& launch_;
  std::optional<Launch> launch_in_step_;
  const RunOptions& options_;
  bool in_turns_, mingles_, chained_;
  std::uint32_t at_once_;
  Budget budget_;
  std::uint64_t blocks_;
  std::atomic<std::uint64_t> printed_bytes_ = 0, printed_calls_ = 0;  // of delivered blocks
  std::uint64_t next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> work_ = 0, work_in_turns_ = 0, in_step_ = 0;
  std::atomic<bool> stop_ = false, cancelled_ = false;
  const std::function<bool()> wanted_ = WantedWhile::asked();  // from the caller of the run
  std::mutex mutex_, watching_;
  std::chrono::steady_clock::time_point told_;
  std::optional<ResidentBlocks> resident_blocks_;  // if blocks interleave
  std::exception_ptr failure_;
  std::mutex ordering_;
  std::condition_variable turn_;
  std::map<std::uint64_t, Done> waiting_;  // by their first block
  std::uint64_t told_of_ = 0;              // the next block to deliver
  bool is_telling_ = false;
  std::vector<std::vector<std::byte>> arrays_;  // with the stores of delivered blocks
  Ran ran_;
};

namespace {

std::unique_ptr<Running> running(const Prepared& kernel, const Launch& launch, const RunOptions& options, RunMode way) {
  const bool several = way == RunMode::together && !options.watched && blocks_at_once(kernel.code(), launch) > 1;
  const Lanes lanes = options.watched            ? Lanes::watched
                      : several                  ? Lanes::of_several
                      : way == RunMode::together ? Lanes::of_a_block
                                                 : Lanes::apart;
  const Code& code = kernel.code(lanes);
  // Only for independent blocks whose events have the same sites in every mode.
  const bool may_part = options.sink != nullptr && way < RunMode::in_turns && !options.watched && !is_chained(code) &&
                        kernel.code(Lanes::apart).sites == code.sites;
  return std::make_unique<Running>(code, may_part ? &kernel.code(Lanes::apart) : nullptr, launch, options, way);
}

// The result of `tries` in the first mode that works.
template <class Tries>
auto first_way(RunMode& way, const Tries& tries) {
  for (;;) try {
      return tries();
    } catch (const WentApart&) {
      way = RunMode::apart;
    } catch (const Raced&) {
      way = RunMode::in_turns;
    } catch (const WaitsForBlocks&) {
      way = RunMode::interleaved;
    }
}

}  // namespace

Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options) {
  RunMode way = options.way;
  return first_way(way, [&] {
    if (way < RunMode::in_turns || options.takes_turns) return running(kernel, launch, options, way)->run();
    Ran raced;
    raced.way = way;
    return raced;
  });
}

}  // namespace tilescope::machine
