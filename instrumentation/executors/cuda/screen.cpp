#include "instrumentation/executors/cuda/screen.h"

#include <algorithm>

#include "instrumentation/executors/cuda/compiled.h"

namespace tilescope::cuda {

namespace {

std::uint64_t ask_gpu(DeviceFact fact) {
  int value = 0;
  check(driver().device_get_attribute(&value, fact, device()), "querying the GPU");
  return static_cast<std::uint64_t>(value);
}

}  // namespace

Screen::Screen(const Launch& launch, const DeviceRun& run)
    : launch_(launch),
      most_shared_(ask_gpu(DeviceFact::most_shared_of_block)),
      threads_at_once_(1024 * ask_gpu(DeviceFact::multiprocessors)),
      reports_(launch.grid.count()),
      made_(1) {
  choose_cells(run);
  reports_.clear();
  made_.clear();
}

void Screen::choose_cells(const DeviceRun& run) {
  constexpr std::size_t numbers = no_array + 1;
  std::vector<ScreenedArray> arrays(numbers);
  for (std::size_t n = 0; n < std::min(numbers, run.code().arrays.size()); ++n) {
    const std::uint64_t bytes = run.cell_bytes(n);
    if (bytes == 0 || run.code().arrays[n].space != Space::shared) continue;
    arrays[n] = {cell_count_, run.bytes_of(n) / bytes};
    cell_count_ += arrays[n].count;
  }
  arrays_ = Memory<ScreenedArray>(std::span<const ScreenedArray>(arrays));
}

void Screen::look_at(const RecordedEvents& events, const Outlines& outlines, std::span<const std::uint32_t> blocks) {
  const Function screen = own_function("screen", events.wide ? "screen_wide" : "screen_narrow");
  const Memory<std::uint32_t> device_blocks(blocks);
  const std::uint64_t cell_bytes = cell_count_ * sizeof(ScreenedCell);
  const std::uint64_t own_bytes = static_cast<std::uint64_t>(fact(screen, FunctionFact::static_shared));
  ScreenJob job{};
  job.events = events;
  job.outlines = outlines.there();
  job.blocks = device_blocks.data();
  job.arrays = arrays_.data();
  job.cells_fit = cell_bytes + own_bytes <= most_shared_;
  job.cell_count = job.cells_fit ? static_cast<std::uint32_t>(cell_count_) : 0;
  job.reports = reports_.data();
  job.all_made = made_.data();
  const std::size_t shared = job.cells_fit ? cell_bytes : 0;
  check(driver().func_set_attribute(screen, FunctionFact::dynamic_shared, static_cast<int>(shared)),
        "preparing to screen events");
  const std::uint64_t threads = launch_.threads_per_block();
  // Just enough threads to fill the GPU: those of one recorded block wait for each other at every barrier.
  const std::uint64_t wanted = (threads_at_once_ + blocks.size() * threads - 1) / (blocks.size() * threads);
  const std::uint64_t share = events.wide ? 1 : std::clamp<std::uint64_t>(wanted, 1, 1024 / threads);
  start(screen, {static_cast<unsigned>(blocks.size())}, {static_cast<unsigned>(threads), static_cast<unsigned>(share)},
        shared, "starting to screen events", job);
  wait("screening events");
}

Screen::Made Screen::take_made() {
  Made made{};
  made_.download(0, 1, &made);
  made_.clear();
  return made;
}

std::vector<BlockReport> Screen::take_reports() {
  std::vector<BlockReport> reports = reports_.download();
  reports_.clear();
  return reports;
}

}  // namespace tilescope::cuda
