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

class Running {
 public:
  Running(const Code& code, const Launch& launch, const RunOptions& options, bool in_turns)
      : code_(code),
        launch_(launch),
        options_(options),
        in_turns_(in_turns),
        chained_(is_chained(code)),
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
      Block block(code_, launch_, options_.pool, in_turns_);
      block.chains(chained_);
      while (!stop_) {
        const std::uint64_t number = next_++;
        if (number >= results_.size()) break;
        results_[number] = block.run(number, !options_.keeps || options_.keeps(number));
        if (results_[number].fault) stop_ = true;
        const std::uint64_t done = ++done_;
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

  Ran collect() {
    Ran ran;
    ran.code = &code_;
    ran.in_turns = in_turns_;
    ran.arrays = launch_.arrays;
    for (BlockResult& result : results_) {
      for (const Write& write : result.writes)
        std::memcpy(ran.arrays[write.array].data() + write.byte, &write.bits, bytes_of(write.cell));
      ran.printed += result.printed;
      ran.blocks.push_back(std::move(result.record));
      if (result.fault) {
        ran.fault = std::move(result.fault);
        break;
      }
    }
    ran.slabs = std::move(slabs_);
    return ran;
  }

  const Code& code_;
  const Launch& launch_;
  const RunOptions& options_;
  bool in_turns_, chained_;
  std::vector<BlockResult> results_;
  std::atomic<std::uint64_t> next_ = 0, done_ = 0;
  std::atomic<bool> stop_ = false, cancelled_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<EventPool::Slab> slabs_;
};

}  // namespace

Prepared::Prepared(language::Program program, const language::Kernel& kernel)
    : program_(std::move(program)), together_(compile(program_, kernel, false)) {}

const Code& Prepared::apart() const {
  std::call_once(compiled_, [this] { apart_ = compile(program_, *together_.kernel, true); });
  return apart_;
}

Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options) {
  try {
    return Running(kernel.together(), launch, options, false).run();
  } catch (const WentApart&) {
    try {
      return Running(kernel.apart(), launch, options, false).run();
    } catch (const Raced&) {
    }
  } catch (const Raced&) {
  }
  return Running(kernel.apart(), launch, options, true).run();
}

}  // namespace tilescope::machine
