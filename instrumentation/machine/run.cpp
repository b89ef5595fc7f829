#include "instrumentation/machine/run.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "instrumentation/error.h"

namespace tilescope::machine {

namespace {

// Whether a block may find what another one wrote: then they go one after the other.
bool is_chained(const Code& code) {
  return std::any_of(code.arrays.begin(), code.arrays.end(),
                     [](const Array& a) { return a.space == Space::global && a.is_read && a.is_written; });
}

// How many of them are worth running side by side, so that there are lanes enough. A warp is of one block.
std::uint32_t blocks_at_once(const Code& code, const Launch& launch) {
  constexpr std::uint32_t lanes = 512;
  if (launch.together || is_chained(code) || !code.warps.empty() || launch.threads() > lanes / 2) return 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(lanes / launch.threads(), launch.blocks()));
}

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

  Ran run() {
    const std::uint64_t cores = chained_ ? 1 : std::clamp<std::uint64_t>(options_.cores, 1, results_.size());
    std::vector<std::thread> others;
    for (std::uint64_t n = 1; n < cores; ++n) others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    if (cancelled_) throw Error("recording was cancelled");
    return collect();
  }

 private:
  void work() {
    try {
      Block block(code_, launch_, options_.pool, in_turns_, at_once_);
      block.chains(chained_);
      while (!stop_) {
        const auto [first, count] = take();
        if (count == 0) break;
        std::vector<BlockResult> results = block.run(first, count, keeps(first));
        for (std::uint32_t n = 0; n < count; ++n) {
          if (results[n].fault) stop_ = true;
          results_[first + n] = std::move(results[n]);
        }
        const std::uint64_t done = done_ += count;
        if (options_.watch && !options_.watch(static_cast<double>(done) / static_cast<double>(results_.size())))
          cancelled_ = stop_ = true;
      }
      const std::lock_guard lock(mutex_);
      for (EventPool::Slab& slab : block.take_slabs()) slabs_.push_back(std::move(slab));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  struct Some {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };
  // The next blocks, as many as run side by side and are recorded alike.
  Some take() {
    const std::lock_guard lock(mutex_);
    Some some{next_, 0};
    while (some.count < at_once_ && next_ < results_.size() && keeps(next_) == keeps(some.first)) {
      ++next_;
      ++some.count;
    }
    return some;
  }
  [[nodiscard]] bool keeps(std::uint64_t block) const { return !options_.keeps || options_.keeps(block); }

  Ran collect() {
    Ran ran;
    ran.code = &code_;
    ran.in_turns = in_turns_;
    ran.arrays = launch_.arrays;
    for (BlockResult& result : results_) {
      for (const Write& write : result.writes)
        std::memcpy(ran.arrays[write.array].data() + write.byte, &write.bits, bytes_of(write.cell));
      ran.printed += result.printed;
      const bool fails = result.fault.has_value();
      if (fails) ran.fault = std::move(result.fault);
      ran.blocks.push_back(std::move(result));
      if (fails) break;
    }
    ran.slabs = std::move(slabs_);
    return ran;
  }

  const Code& code_;
  const Launch& launch_;
  const RunOptions& options_;
  bool in_turns_, chained_;
  std::uint32_t at_once_;
  std::vector<BlockResult> results_;
  std::uint64_t next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stop_ = false, cancelled_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<EventPool::Slab> slabs_;
};

}  // namespace

Prepared::Prepared(language::Program program, const language::Kernel& kernel)
    : program_(std::move(program)), kernel_(&kernel) {
  static_cast<void>(code());
}

const Code& Prepared::code(Lanes lanes) const {
  Compiled& compiled = compiled_[static_cast<std::size_t>(lanes)];
  std::call_once(compiled.once, [&] { compiled.code = compile(program_, *kernel_, lanes); });
  return compiled.code;
}

Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options) {
  const bool several = blocks_at_once(kernel.code(), launch) > 1;
  try {
    return Running(kernel.code(several ? Lanes::of_several : Lanes::of_a_block), launch, options, false).run();
  } catch (const WentApart&) {
    try {
      return Running(kernel.code(Lanes::apart), launch, options, false).run();
    } catch (const Raced&) {
    }
  } catch (const Raced&) {
  }
  return Running(kernel.code(Lanes::apart), launch, options, true).run();
}

}  // namespace tilescope::machine
