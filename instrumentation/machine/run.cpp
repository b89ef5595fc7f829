#include "instrumentation/machine/run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/wanted.h"

namespace tilescope::machine {

bool is_chained(const Code& code) {
  return std::any_of(code.arrays.begin(), code.arrays.end(),
                     [](const Array& a) { return a.space == Space::global && a.is_read && a.is_written; });
}

namespace {

constexpr std::uint64_t instructions_between = 1024;  // two questions whether a block has to pause
constexpr std::uint64_t work_of_turns = 512;          // of those between two questions, which are dear

// How many of them are worth running side by side, so that there are lanes enough. A warp is of one block.
std::uint32_t blocks_at_once(const Code& code, const Launch& launch) {
  constexpr std::uint32_t lanes = 512;
  if (launch.together || is_chained(code) || !code.warps.empty() || launch.threads() > lanes / 2) return 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(lanes / launch.threads(), launch.blocks()));
}

}  // namespace

class Running {
 public:
  Running(const Code& code, const Launch& launch, const RunOptions& options, bool in_turns)
      : code_(code),
        launch_(launch),
        options_(options),
        in_turns_(in_turns),
        chained_(is_chained(code)),
        at_once_(code.several_blocks ? blocks_at_once(code, launch) : 1),
        results_(launch.blocks()) {}

  // All of it.
  Ran run() {
    const std::uint64_t cores = chained_ ? 1 : std::clamp<std::uint64_t>(options_.cores, 1, results_.size());
    std::vector<std::thread> others;
    for (std::uint64_t n = 1; n < cores; ++n) others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    if (cancelled_) WantedWhile::require();
    if (cancelled_) throw Error("recording was cancelled");
    return collect();
  }

  // A part of it, until `pauses`; whether it is done.
  bool go_on(const std::function<bool()>& pauses) {
    if (!block_) block_ = make_block();
    while (!stop_) {
      if (some_.count == 0) {
        some_ = take();
        if (some_.count == 0) break;
        block_->start(some_.first, some_.count, keeps(some_.first));
      }
      if (!block_->go_on(pauses)) return false;
      keep(std::exchange(some_, {}), *block_);
    }
    for (EventPool::Slab& slab : block_->take_slabs()) slabs_.push_back(std::move(slab));
    return true;
  }
  [[nodiscard]] double done() const { return static_cast<double>(done_) / static_cast<double>(results_.size()); }

  Ran collect() {
    Ran ran;
    ran.code = &code_;
    ran.in_turns = in_turns_;
    ran.work = work_;
    std::vector<std::vector<std::byte>> arrays = launch_.arrays;
    arrays.resize(code_.arrays.size());
    ran.mask_mistakes.emplace();
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (arrays[n].empty() && code_.arrays[n].space == Space::global) arrays[n] = code_.arrays[n].first;
    for (BlockResult& result : results_) {
      for (const Write& write : result.writes)
        std::memcpy(arrays[write.array].data() + write.byte, &write.bits, bytes_of(write.cell));
      ran.printed += result.printed;
      ran.said.insert(ran.said.end(), result.said.begin(), result.said.end());
      for (const MaskMistake& mistake : result.mask_mistakes) add_mask_mistake(*ran.mask_mistakes, mistake);
      const bool fails = result.fault.has_value();
      if (fails) ran.fault = std::move(result.fault);
      ran.blocks.push_back(std::move(result));
      if (fails) break;
    }
    ran.arrays.assign(std::make_move_iterator(arrays.begin()), std::make_move_iterator(arrays.end()));
    ran.slabs = std::move(slabs_);
    return ran;
  }

 private:
  struct Some {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };

  std::unique_ptr<Block> make_block() {
    auto block = std::make_unique<Block>(code_, launch_, options_.pool, in_turns_, at_once_);
    block->chains(chained_);
    if (options_.event_bytes != 0) block->limit(options_.event_bytes);
    return block;
  }

  void work() {
    try {
      const std::unique_ptr<Block> block = make_block();
      while (!stop_) {
        const Some some = take();
        if (some.count == 0) break;
        block->start(some.first, some.count, keeps(some.first));
        if (!block->go_on([this] { return has_worked() || has_to_stop(); })) break;
        keep(some, *block);
        if (has_to_stop()) break;
      }
      const std::lock_guard lock(mutex_);
      for (EventPool::Slab& slab : block->take_slabs()) slabs_.push_back(std::move(slab));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  void keep(const Some& some, Block& block) {
    std::vector<BlockResult> results = block.take();
    for (std::uint32_t n = 0; n < some.count; ++n) {
      if (results[n].fault) stop_ = true;
      results_[some.first + n] = std::move(results[n]);
    }
    done_ += some.count;
  }

  // Counts what was done since it was asked last; whether that is enough.
  bool has_worked() {
    work_ +=
        in_turns_ ? work_of_turns : instructions_between * ((std::uint64_t{launch_.threads()} * at_once_ + 63) / 64);
    if (options_.most_work != 0 && work_ > options_.most_work) cancelled_ = stop_ = true;
    return cancelled_;
  }

  // Tells how far it is, and hears whether that is enough. A fault elsewhere stops only who begins another block: those
  // before it still count.
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

  // The next blocks, as many as run side by side and are recorded alike.
  Some take() {
    const std::lock_guard lock(mutex_);
    while (next_ < results_.size() && options_.runs && !options_.runs(next_)) ++next_;
    Some some{next_, 0};
    while (some.count < at_once_ && next_ < results_.size() && keeps(next_) == keeps(some.first) &&
           (!options_.runs || options_.runs(next_))) {
      ++next_;
      ++some.count;
    }
    return some;
  }
  [[nodiscard]] bool keeps(std::uint64_t block) const { return !options_.keeps || options_.keeps(block); }

  const Code& code_;
  const Launch& launch_;
  const RunOptions& options_;
  bool in_turns_, chained_;
  std::uint32_t at_once_;
  std::vector<BlockResult> results_;
  std::uint64_t next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> work_ = 0;
  std::atomic<bool> stop_ = false, cancelled_ = false;
  const std::function<bool()> wanted_ = WantedWhile::asked();  // by whoever began the run
  std::mutex mutex_, watching_;
  std::chrono::steady_clock::time_point told_;
  std::unique_ptr<Block> block_;  // of a run in parts
  Some some_;                     // that it is at
  std::exception_ptr failure_;
  std::vector<EventPool::Slab> slabs_;
};

Prepared::Prepared(language::Program program, const language::Kernel& kernel)
    : program_(std::move(program)), kernel_(&kernel) {
  static_cast<void>(code());
}

const Code& Prepared::code(Lanes lanes) const {
  Compiled& compiled = compiled_[static_cast<std::size_t>(lanes)];
  std::call_once(compiled.once, [&] { compiled.code = compile(program_, *kernel_, lanes); });
  return compiled.code;
}

// A launch is tried with all threads together. Where they go apart, each gets its own of everything; where they get in
// each other's way, they go in turns.
enum class Way : std::uint8_t { together, apart, in_turns };

namespace {

std::unique_ptr<Running> running(const Prepared& kernel, const Launch& launch, const RunOptions& options, Way way) {
  const bool several = way == Way::together && !options.watched && blocks_at_once(kernel.code(), launch) > 1;
  const Lanes lanes = options.watched        ? Lanes::watched
                      : several              ? Lanes::of_several
                      : way == Way::together ? Lanes::of_a_block
                                             : Lanes::apart;
  return std::make_unique<Running>(kernel.code(lanes), launch, options, way == Way::in_turns);
}

// What `tries` gives of the first way that can be gone.
template <class Tries>
auto first_way(Way& way, const Tries& tries) {
  for (;;) try {
      return tries();
    } catch (const WentApart&) {
      way = Way::apart;
    } catch (const Raced&) {
      way = Way::in_turns;
    }
}

}  // namespace

Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options) {
  Way way = Way::together;
  return first_way(way, [&] {
    if (way != Way::in_turns || options.takes_turns) return running(kernel, launch, options, way)->run();
    Ran raced;
    raced.in_turns = true;
    return raced;
  });
}

struct Slices::State {
  const Prepared& kernel;
  Launch launch;
  RunOptions options;
  Way way = Way::together;
  std::unique_ptr<Running> running;
};

Slices::Slices(const Prepared& kernel, const Launch& launch, RunOptions options)
    : state_(new State{kernel, launch, std::move(options), Way::together, nullptr}) {}
Slices::~Slices() = default;

bool Slices::go_on(const std::function<bool()>& pauses) {
  State& state = *state_;
  Way tried = state.way;
  return first_way(state.way, [&] {
    if (!state.running || tried != state.way)
      state.running = running(state.kernel, state.launch, state.options, state.way);
    tried = state.way;
    return state.running->go_on(pauses);
  });
}

double Slices::done() const { return state_->running ? state_->running->done() : 0; }

Ran Slices::take() { return state_->running->collect(); }

}  // namespace tilescope::machine
