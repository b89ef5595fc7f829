#include "instrumentation/executors/cuda/gpu_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>

#include "instrumentation/device_text/there.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/indices.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/cuda/stopwatch.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/of_program.h"

namespace tilescope {

namespace {

void require_gpu() {
  const CudaExecutor gpu = make_cuda_executor();
  if (!gpu.executor) throw GpuError(gpu.why_not);
}

void store_zeros(const cuda::Memory<cuda::NarrowEvent>& to, std::uint64_t bytes, bool wide) {
  constexpr unsigned blocks = 4096, threads = 256;
  const std::uint64_t count = bytes / (wide ? sizeof(cuda::WideEvent) : sizeof(cuda::NarrowEvent));
  cuda::start(cuda::own_function("gpu_speed", wide ? "store_wide_zeros" : "store_narrow_zeros"), {blocks}, {threads}, 0,
              "filling memory", to.data(), count);
}

// A launch of a kernel's plain source, on arrays that already exist.
class PlainRun {
 public:
  PlainRun(const RecordedKernel& kernel, const Launch& launch)
      : what_(fmt::format("running {}", kernel.name)),
        plain_(kernel.name, kernel.prepared, machine_shape(kernel, launch)) {
    for (const std::vector<std::byte>& given : machine_launch(kernel, launch).arrays) {
      memory_.emplace_back(std::span<const std::byte>(given));
      arrays_.push_back(memory_.back().data());
    }
  }

  void start() { plain_.start(arrays_); }
  void finish() { cuda::wait(what_); }

 private:
  std::string what_;
  cuda::PlainKernel plain_;
  std::vector<cuda::Memory<std::byte>> memory_;
  std::vector<void*> arrays_;
};

// Recordings of a whole launch. Narrow events and their paths come first; if these gain nothing, wide ones.
class Recordings {
 public:
  Recordings(const RecordedKernel& kernel, const Launch& launch) : launch_(launch), run_(kernel, launch) {
    run_.start_counting();
    run_.finish();
    run_.fetch_counts();
    std::uint32_t most = 0;
    for (std::uint32_t block = 0; block < launch.grid.count(); ++block) {
      slots_.push_back(block);
      most = std::max(most, run_.most_events(block));
    }
    const std::uint64_t columns = launch.grid.count() * launch.threads_per_block();
    most_ = most;
    record(sizeof(std::uint32_t));
    thin_ = paths_.find(run_, slots_) && indices_.find(run_, paths_, slots_);
    record(sizeof(cuda::NarrowEvent));
    narrow_ = paths_.find(run_, slots_);
    if (!narrow_) record(sizeof(cuda::WideEvent));
    const std::uint64_t event = narrow_ ? sizeof(cuda::NarrowEvent) : sizeof(cuda::WideEvent);
    room_ = columns * most * event;
    for (const std::uint32_t made : run_.made()) speed_.events += made;
    speed_.paths = narrow_ ? paths_.count() : 0;
    speed_.bytes = speed_.events * event + (narrow_ ? paths_.bytes() : 0);
    time(Work::fill);
    time(Work::store);
    time(Work::plain);
  }

  GpuSpeed measured(int runs) {
    for (int n = 0; n < runs; ++n) {
      speed_.fill.push_back(time(Work::fill));
      speed_.store.push_back(time(Work::store));
      speed_.record.push_back(time(Work::record));
      if (narrow_) speed_.find_paths.push_back(time(Work::find_paths));
      if (thin_) {
        make_room(sizeof(std::uint32_t));
        speed_.record_thin.push_back(time(Work::record));
        if (paths_.find(run_, slots_)) speed_.find_indices.push_back(time(Work::find_indices));
        make_room(narrow_ ? sizeof(cuda::NarrowEvent) : sizeof(cuda::WideEvent));
      }
      speed_.count.push_back(time(Work::count));
      speed_.plain.push_back(time(Work::plain));
    }
    std::fill(slots_.begin() + launch_.grid.x, slots_.end(), device_text::There::none);
    run_.choose_blocks(slots_);
    for (int n = 0; n < runs; ++n) speed_.window.push_back(time(Work::record));
    return speed_;
  }

 private:
  enum class Work : std::uint8_t { fill, store, record, find_paths, find_indices, count, plain };

  void make_room(std::uint32_t event_bytes) {
    run_.make_room(slots_, launch_.grid.count() * launch_.threads_per_block(), most_, event_bytes);
  }
  void record(std::uint32_t event_bytes) {
    make_room(event_bytes);
    run_.start_recording();
    run_.finish();
  }

  void start(Work work) {
    switch (work) {
      case Work::fill: return cuda::fill_with_zeros(run_.room().events.data(), room_);
      case Work::store: return store_zeros(run_.room().events, room_, !narrow_);
      case Work::record: return run_.start_recording();
      case Work::find_paths: static_cast<void>(paths_.find(run_, slots_)); return;
      case Work::find_indices: static_cast<void>(indices_.find(run_, paths_, slots_)); return;
      case Work::count: return run_.start_counting();
      case Work::plain: return run_.start_plain();
    }
  }
  double time(Work work) {
    if (work == Work::find_paths) paths_ = cuda::Paths();
    return watch_.time([&] { start(work); }, [&] { run_.finish(); });
  }

  const Launch& launch_;
  cuda::DeviceRun run_;
  cuda::Paths paths_;
  cuda::Indices indices_;
  cuda::Stopwatch watch_;
  std::vector<std::uint32_t> slots_;
  bool narrow_ = true, thin_ = false;
  std::uint32_t most_ = 0;  // events of any thread
  std::uint64_t room_ = 0;  // bytes of events
  GpuSpeed speed_;
};

}  // namespace

GpuSpeed measure_gpu(const RecordedKernel& kernel, const Launch& launch, int runs) {
  require_gpu();
  return Recordings(kernel, launch).measured(runs);
}

void watch_gpu_memory() { cuda::forget_most(); }

GpuMemory most_gpu_memory() {
  const cuda::OwnMemory own = cuda::own_memory();
  return {own.most, cuda::all_memory() - cuda::free_memory() + own.most - own.now};
}

PlainCalls call_plain(const RecordedKernel& kernel, const Launch& launch, int runs) {
  require_gpu();
  PlainRun run(kernel, launch);
  const auto call = [&] {
    const auto begin = std::chrono::steady_clock::now();
    run.start();
    run.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  PlainCalls calls{call(), {}};
  for (int n = 0; n < runs; ++n) calls.others.push_back(call());
  return calls;
}

}  // namespace tilescope
