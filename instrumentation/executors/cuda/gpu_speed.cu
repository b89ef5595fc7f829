#include <algorithm>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/gpu_speed.h"

namespace tilescope {

namespace {

__global__ void store_zeros(uint4* to, std::uint64_t count) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < count; n += step)
    __stcs(to + n, make_uint4(0, 0, 0, 0));
}

class Stopwatch {
 public:
  Stopwatch() {
    cuda::check(cudaEventCreate(&begin_), "measuring time");
    cuda::check(cudaEventCreate(&end_), "measuring time");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  // Seconds that the GPU takes for what `start` starts.
  template <class Start>
  double time(cuda::DeviceRun& run, const Start& start) {
    cuda::check(cudaEventRecord(begin_), "measuring time");
    start();
    cuda::check(cudaEventRecord(end_), "measuring time");
    run.finish();
    float milliseconds = 0;
    cuda::check(cudaEventElapsedTime(&milliseconds, begin_, end_), "measuring time");
    return static_cast<double>(milliseconds) / 1000;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

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
  run.make_room(slots, columns, most);
  run.start_recording();
  run.finish();
  GpuSpeed speed;
  for (const std::uint32_t made : run.made()) speed.events += made;
  Stopwatch watch;
  const auto fill = [&] {
    cuda::check(cudaMemsetAsync(run.events().data(), 0, run.events().size() * sizeof(Event)), "filling memory");
  };
  const auto store = [&] {
    constexpr unsigned blocks = 4096;
    store_zeros<<<blocks, 256>>>(reinterpret_cast<uint4*>(run.events().data()), run.events().size());
    cuda::check(cudaGetLastError(), "filling memory");
  };
  watch.time(run, fill);
  watch.time(run, store);
  watch.time(run, [&] { run.start_plain(); });
  for (int n = 0; n < runs; ++n) {
    speed.fill.push_back(watch.time(run, fill));
    speed.store.push_back(watch.time(run, store));
    speed.record.push_back(watch.time(run, [&] { run.start_recording(); }));
    speed.count.push_back(watch.time(run, [&] { run.start_counting(); }));
    speed.plain.push_back(watch.time(run, [&] { run.start_plain(); }));
  }
  return speed;
}

std::optional<double> plain_seconds(const RecordedKernel& kernel, const Launch& launch) {
  if (kernel.device == nullptr) return std::nullopt;
  cuda::DeviceRun run(kernel, launch);
  Stopwatch watch;
  const auto plain = [&] { return watch.time(run, [&] { run.start_plain(); }); };
  plain();  // the first one takes longer
  std::vector<double> times;
  for (int n = 0; n < 5; ++n) times.push_back(plain());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace tilescope
