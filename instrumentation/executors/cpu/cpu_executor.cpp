// Records on the CPU: a block's threads are fibers of one OS thread, and the blocks spread over the cores. The trace
// and the result are the same whatever the number of cores.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "instrumentation/error.h"
#include "instrumentation/executors/cpu/block_run.h"
#include "instrumentation/executors/cpu/program_run.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/memory.h"

namespace tilescope {

namespace {

using cpu::BlockResult;
using cpu::BlockRun;
using cpu::Job;

constexpr std::size_t kept_slabs = 64;  // unused event memory that is kept for the next recording

// Hands out blocks in order, collects what they did, and knows when to stop.
class Recording {
 public:
  Recording(const Job& job, std::shared_ptr<EventPool> pool, std::function<bool(double)> watch)
      : job_(job), pool_(std::move(pool)), watch_(std::move(watch)), results_(job.launch.grid.count()) {
    if (job.launch.record != Record::blocks) return;
    for (std::size_t block = 0; block < results_.size(); ++block)
      if (job.launch.records(static_cast<unsigned>(block / job.launch.grid.x),
                             static_cast<unsigned>(block % job.launch.grid.x)))
        chosen_.push_back(block);
  }

  void run(unsigned cores) {
    std::vector<std::thread> others;
    for (unsigned n = 1; n < cores; ++n) others.emplace_back([this] { work(false); });
    work(true);
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    if (cancelled_) throw Error("recording was cancelled");
  }

  // Blocks behind the first fault may or may not have run, so they are left out.
  Trace::Parts collect() {
    Trace::Parts parts;
    parts.c.assign(static_cast<std::size_t>(job_.launch.m * job_.launch.n), 0.0f);
    for (BlockResult& result : results_) {
      for (const cpu::Write& write : result.writes)
        if (job_.kernel.arrays[write.array].name == "C") parts.c[write.index] = write.value;
      parts.blocks.push_back(std::move(result.trace));
      if (result.fault) {
        parts.fault = std::move(result.fault);
        break;
      }
    }
    parts.slabs = std::move(slabs_);
    for (std::size_t n = 0; n < job_.kernel.arrays.size(); ++n) {
      const DeclaredArray& declared = job_.kernel.arrays[n];
      parts.arrays.push_back(
          {std::string(declared.name), declared.space, sides_.empty() ? std::vector<std::int64_t>{} : sides_[n]});
    }
    return parts;
  }

 private:
  void work(bool watches) {
    try {
      BlockRun run(job_, pool_);
      while (!stop_) {
        const std::size_t number = next_++;
        if (number >= blocks_to_run()) break;
        const std::size_t block = chosen_.empty() ? number : chosen_[number];
        results_[block] = run.run(block);
        if (results_[block].fault) stop_ = true;
        ++done_;
        if (watches) tell();
      }
      const std::lock_guard lock(mutex_);
      for (EventPool::Slab& slab : run.take_slabs()) slabs_.push_back(std::move(slab));
      learn(run.sides());
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  [[nodiscard]] std::size_t blocks_to_run() const { return chosen_.empty() ? results_.size() : chosen_.size(); }

  void tell() {
    if (!watch_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::milliseconds(50)) return;
    told_ = now;
    if (watch_(static_cast<double>(done_) / static_cast<double>(blocks_to_run()))) return;
    cancelled_ = true;
    stop_ = true;
  }

  void learn(const std::vector<std::vector<std::int64_t>>& sides) {
    sides_.resize(std::max(sides_.size(), sides.size()));
    for (std::size_t n = 0; n < sides.size(); ++n)
      if (sides_[n].empty()) sides_[n] = sides[n];
  }

  const Job& job_;
  std::shared_ptr<EventPool> pool_;
  std::function<bool(double)> watch_;
  std::vector<BlockResult> results_;
  std::vector<std::size_t> chosen_;  // none: all blocks run
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> stop_ = false;
  std::chrono::steady_clock::time_point told_;
  bool cancelled_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<EventPool::Slab> slabs_;
  std::vector<std::vector<std::int64_t>> sides_;
};

class CpuExecutor final : public Executor {
 public:
  [[nodiscard]] std::string name() const override { return "CPU executor"; }

  [[nodiscard]] Trace record(const RecordedKernel& kernel, const Launch& launch,
                             const RecordOptions& options) const override {
    if (kernel.program != nullptr) return cpu::record_program(*kernel.program, launch, options, pool_);
    require_sides(kernel, launch);
    const auto blocks = launch.grid.count();
    const unsigned wanted = options.cores != 0 ? options.cores : std::max(1U, std::thread::hardware_concurrency());
    const auto cores = static_cast<unsigned>(std::min<std::uint64_t>(wanted, blocks));
    const std::uint64_t memory = options.memory != 0 ? options.memory : usable_memory();
    const std::uint64_t room = event_memory(launch, memory, cores) / sizeof(PackedEvent);

    const std::uint64_t threads = launch.threads_per_block();
    SiteTable sites;
    Job job{kernel, launch};
    job.sites = &sites;
    job.piece_events = piece_events(launch);
    // Each thread gets the same share, in whole pieces, so that what is kept does not depend on the cores.
    const std::uint64_t pieces = room / (threads * recorded_blocks(launch)) / job.piece_events;
    if (pieces == 0 && launch.record != Record::counts)
      throw UsageError(
          fmt::format("{} threads in the blocks to record leave each of them no room for events: take a "
                      "smaller window or size",
                      threads * recorded_blocks(launch)));
    job.kept_events_per_thread =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(pieces, no_origin / job.piece_events) * job.piece_events);
    job.loop_limit = loop_limit(launch);

    Recording recording(job, options.pool ? options.pool : pool_, options.watch);
    recording.run(cores);
    Trace::Parts parts = recording.collect();
    parts.launch = launch;
    parts.kernel_text = kernel.text;
    parts.executor = name();
    parts.sites = sites.take();
    name_matrices(parts);
    return Trace(std::move(parts));
  }

 private:
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(kept_slabs);
};

}  // namespace

std::unique_ptr<Executor> make_cpu_executor() { return std::make_unique<CpuExecutor>(); }

}  // namespace tilescope
