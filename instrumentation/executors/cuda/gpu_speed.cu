#include <algorithm>
#include <chrono>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/stopwatch.h"
#include "instrumentation/traced/device_kernel.h"

namespace tilescope {

namespace {

template <class Words>
__global__ void store_zeros(Words* to, std::uint64_t count) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step)
    __stcs(to + n, Words{});
}
template <class Words>
void store_zeros(const cuda::Memory<traced::NarrowEvent>& to, std::uint64_t bytes) {
  constexpr unsigned blocks = 4096;
  store_zeros<<<blocks, 256>>>(reinterpret_cast<Words*>(to.data()), bytes / sizeof(Words));
}

}  // namespace

GpuSpeed measure_gpu(const RecordedKernel& kernel, const Launch& launch, int runs) {
  if (kernel.device == nullptr) throw GpuError("this kernel and tile are not built for GPUs");
  cuda::DeviceRun run(kernel, launch);
  run.start_counting();
  run.finish();
  run.fetch_counts();
  std::vector<std::uint32_t> slots;
  std::uint32_t most = 0;
  for (std::uint32_t block = 0; block < launch.grid.count(); ++block) {
    slots.push_back(block);
    most = std::max(most, run.most_events(block));
  }
  const std::uint64_t columns = launch.grid.count() * launch.threads_per_block();
  run.make_room(slots, columns, most, false);
  run.start_recording();
  run.finish();
  GpuSpeed speed;
  cuda::Paths paths;
  const bool narrow = paths.find(run, slots);
  speed.paths = narrow ? paths.count() : 0;
  if (!narrow) run.make_room(slots, columns, most, true);
  const std::uint64_t room = columns * most * (narrow ? sizeof(traced::NarrowEvent) : sizeof(PackedEvent));
  for (const std::uint32_t made : run.made()) speed.events += made;
  speed.bytes =
      narrow ? speed.events * sizeof(traced::NarrowEvent) + paths.bytes() : speed.events * sizeof(PackedEvent);
  cuda::Stopwatch watch;
  const auto fill = [&] { cuda::check(cudaMemsetAsync(run.room().events.data(), 0, room), "filling memory"); };
  const auto store = [&] {
    narrow ? store_zeros<uint2>(run.room().events, room) : store_zeros<uint4>(run.room().events, room);
    cuda::check(cudaGetLastError(), "filling memory");
  };
  const auto finish = [&] { run.finish(); };
  watch.time(fill, finish);
  watch.time(store, finish);
  watch.time([&] { run.start_plain(); }, finish);
  for (int n = 0; n < runs; ++n) {
    speed.fill.push_back(watch.time(fill, finish));
    speed.store.push_back(watch.time(store, finish));
    speed.record.push_back(watch.time([&] { run.start_recording(); }, finish));
    if (narrow) {
      paths = cuda::Paths();
      speed.find_paths.push_back(watch.time([&] { static_cast<void>(paths.find(run, slots)); }, finish));
    }
    speed.count.push_back(watch.time([&] { run.start_counting(); }, finish));
    speed.plain.push_back(watch.time([&] { run.start_plain(); }, finish));
  }
  std::fill(slots.begin() + launch.grid.x, slots.end(), traced::DeviceLaunch::none);
  run.choose_blocks(slots);
  for (int n = 0; n < runs; ++n) speed.window.push_back(watch.time([&] { run.start_recording(); }, finish));
  return speed;
}

std::optional<double> plain_seconds(const RecordedKernel& kernel, const Launch& launch) {
  if (kernel.device == nullptr) return std::nullopt;
  cuda::DeviceRun run(kernel, launch);
  cuda::Stopwatch watch;
  const auto finish = [&] { run.finish(); };
  const auto plain = [&] { return watch.time([&] { run.start_plain(); }, finish); };
  plain();  // the first one takes longer
  std::vector<double> times;
  for (int n = 0; n < 5; ++n) times.push_back(plain());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

PlainCalls call_plain(const RecordedKernel& kernel, const Launch& launch, int runs) {
  if (kernel.device == nullptr) throw GpuError("this kernel and tile are not built for GPUs");
  cuda::DeviceRun run(kernel, launch);
  const auto call = [&] {
    const auto begin = std::chrono::steady_clock::now();
    run.start_plain();
    run.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  PlainCalls calls{call(), {}};
  for (int n = 0; n < runs; ++n) calls.others.push_back(call());
  return calls;
}

}  // namespace tilescope
