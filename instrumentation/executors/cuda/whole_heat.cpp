#include "instrumentation/executors/cuda/whole_heat.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

#include "instrumentation/device_text/there.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/loads.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using cuda::Memory;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// One matrix: the number of loads of each element, in device memory.
struct Counted {
  std::uint32_t array = 0;
  std::int64_t rows = 0, columns = 0;
  Memory<std::uint32_t> loads;
};

class Heating {
 public:
  Heating(const RecordedKernel& kernel, const Launch& launch, HeatSeconds& seconds)
      : kernel_(kernel),
        launch_(launch),
        seconds_(seconds),
        run_(kernel, launch),
        a_(unloaded(product_in(launch).a)),
        b_(unloaded(product_in(launch).b)) {
    run_.start_counting();
    run_.finish();
    run_.fetch_counts();
    for (std::size_t block = 0; block < launch.grid.count(); ++block)
      capacity_ = std::max(capacity_, run_.most_events(block));
  }

  // Counts all blocks, as many at a time as there is room for. False if it was stopped.
  bool count(const RecordOptions& options) {
    const auto begin = Clock::now();
    wide_ = options.event_bytes == sizeof(cuda::WideEvent);
    const std::uint64_t blocks = launch_.grid.count();
    std::uint64_t at_once = take_room(options.memory);
    for (std::uint64_t first = 0; first < blocks;) {
      std::vector<std::uint32_t> batch(std::min(at_once, blocks - first));
      std::iota(batch.begin(), batch.end(), static_cast<std::uint32_t>(first));
      std::vector<std::uint32_t> slots(blocks, device_text::There::none);
      for (std::uint32_t slot = 0; slot < batch.size(); ++slot) slots[batch[slot]] = slot;
      run_.choose_blocks(slots);
      run_.start_recording();
      run_.finish();
      if (!wide_ && !paths_.find(run_, batch)) {
        wide_ = true;
        at_once = take_room(options.memory);
        continue;
      }
      cuda::add_loads(job(static_cast<std::uint32_t>(batch.size())));
      run_.finish();
      ++seconds_.rounds;
      first += batch.size();
      if (options.watch && !options.watch(static_cast<double>(first) / static_cast<double>(blocks))) return false;
    }
    seconds_.counting = since(begin);
    return true;
  }

  // Measures copying all elements to the host.
  void copy_all() {
    for (const Counted* each : {&a_, &b_}) {
      std::vector<std::uint32_t> all(each->loads.size());
      const auto begin = Clock::now();
      each->loads.download(0, all.size(), all.data());
      seconds_.copying_all += since(begin);
    }
  }

  HeatMap map_of_a() { return merged(a_); }
  HeatMap map_of_b() { return merged(b_); }

 private:
  static reading::LaunchProduct product_in(const Launch& launch) {
    const auto product = reading::matrices_of(launch);
    if (!product) throw GpuError("loads are counted over all blocks only for row-major matrix products");
    return *product;
  }
  static Counted unloaded(const reading::Matrix& of) {
    Counted matrix{of.array, of.rows, of.columns, Memory<std::uint32_t>(static_cast<std::size_t>(of.elements()))};
    matrix.loads.clear();
    return matrix;
  }

  // Returns the number of blocks at a time.
  std::uint64_t take_room(std::uint64_t memory) {
    const std::uint32_t event = wide_ ? sizeof(cuda::WideEvent) : sizeof(cuda::NarrowEvent);
    const std::uint64_t block = launch_.threads_per_block() * capacity_ * event;
    const std::uint64_t free = cuda::free_memory() + run_.room().events.size() * sizeof(cuda::NarrowEvent);
    const std::uint64_t room = memory != 0 ? memory : free / 10 * 8;
    if (block > room)
      throw GpuError(fmt::format("{}: the events of one block need {}, but only {} may be used on the GPU",
                                 kernel_.name, in_words(block), in_words(room)));
    const std::uint64_t at_once =
        std::clamp<std::uint64_t>(block == 0 ? launch_.grid.count() : room / block, 1, launch_.grid.count());
    run_.make_room({}, at_once * launch_.threads_per_block(), capacity_, event);
    return at_once;
  }

  [[nodiscard]] cuda::AddLoads job(std::uint32_t blocks) const {
    cuda::AddLoads job;
    job.events = paths_.events_of(run_);
    job.blocks = blocks;
    job.matrices[0] = {a_.array, a_.loads.size(), a_.loads.data()};
    job.matrices[1] = {b_.array, b_.loads.size(), b_.loads.data()};
    return job;
  }

  HeatMap merged(const Counted& counted) {
    HeatMap map;
    map.rows = counted.rows;
    map.columns = counted.columns;
    map.side = heat_side(counted.rows, counted.columns);
    const Memory<unsigned long long> cells(std::size_t{map.cell_rows()} * map.cell_columns());
    const std::uint32_t none[2] = {std::numeric_limits<std::uint32_t>::max(), 0};
    const Memory<std::uint32_t> extremes{std::span<const std::uint32_t>(none)};
    auto begin = Clock::now();
    cuda::merge_loads({counted.loads.data(), static_cast<std::uint64_t>(counted.rows),
                       static_cast<std::uint64_t>(counted.columns), map.side, cells.data(), extremes.data()});
    cuda::wait("merging loads");
    seconds_.merging += since(begin);
    begin = Clock::now();
    const std::vector<unsigned long long> loads = cells.download();
    map.loads.assign(loads.begin(), loads.end());
    const std::vector<std::uint32_t> found = extremes.download();
    seconds_.copying += since(begin);
    seconds_.bytes += loads.size() * sizeof loads[0];
    map.least = found[0];
    map.most = found[1];
    return map;
  }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  HeatSeconds& seconds_;
  cuda::DeviceRun run_;
  cuda::Paths paths_;
  Counted a_, b_;
  std::uint32_t capacity_ = 0;  // maximum events of any thread
  bool wide_ = false;
};

}  // namespace

std::optional<WholeHeat> whole_heat(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options,
                                    HeatSeconds* seconds) {
  const CudaExecutor cuda = make_cuda_executor();
  if (!cuda.executor) throw GpuError(cuda.why_not);
  HeatSeconds told;
  Heating heating(kernel, launch, seconds != nullptr ? *seconds : told);
  if (!heating.count(options)) return std::nullopt;
  if (seconds != nullptr) heating.copy_all();
  return WholeHeat{heating.map_of_a(), heating.map_of_b(), cuda.executor->name()};
}

}  // namespace tilescope
