// The executor on a GPU, and which GPUs there are.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "instrumentation/device_text/write.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_record.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/device_verdict.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/of_program.h"

namespace tilescope {

namespace {

using cuda::check;
using cuda::DeviceRun;

constexpr std::size_t kept_slabs = 64;

// What a GPU does otherwise, or does not tell.
void require_fit(const RecordedKernel& kernel, const Launch& launch) {
  if (device_text::may_part_at_barriers(kernel.prepared->code()))
    throw GpuError(
        fmt::format("not all threads of {} may reach its barriers, and a GPU does not tell whether they do: "
                    "--backend cpu sees it",
                    kernel.name));
  if (launch.schedule.kind != Schedule::Kind::in_order)
    throw GpuError("a GPU has its own schedule: --schedule is for --backend cpu");
}

class GpuExecutor final : public Executor {
 public:
  explicit GpuExecutor(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] Trace record(const RecordedKernel& kernel, const Launch& launch,
                             const RecordOptions& options) const override {
    require_fit(kernel, launch);
    take_room();  // which is free memory from here on
    DeviceRun run(kernel, launch);
    const auto keeps = [&](std::uint64_t block) {
      return launch.records(static_cast<unsigned>(block / launch.grid.x), static_cast<unsigned>(block % launch.grid.x));
    };
    const cuda::Recording how{launch.record, keeps, options, options.pool ? options.pool : pool_};
    return trace_of(kernel, launch, cuda::record(run, how), name_, Backend::cuda);
  }

  [[nodiscard]] Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                              const RecordOptions& options) const override {
    require_fit(kernel, launch);
    if (launch.record != Record::full || !cuda::can_be_judged_there(kernel))
      return Executor::judge(kernel, launch, options);
    std::string why_not;
    cuda::Memory<cuda::NarrowEvent> room = take_room();
    std::optional<Verdict> there =
        cuda::judge_there(kernel, launch, options, options.pool ? *options.pool : *pool_, room, name_, why_not);
    keep_room(std::move(room));
    if (there) return std::move(*there);
    Verdict verdict = Executor::judge(kernel, launch, options);
    verdict.why_not_there = why_not;
    return verdict;
  }

 private:
  // Room for events, so that one verdict after another finds it: a GPU takes as long to clear what it gives out anew as
  // to fill it. Never more than a part of what the GPU has.
  cuda::Memory<cuda::NarrowEvent> take_room() const {
    const std::lock_guard lock(mutex_);
    if (std::exchange(generation_, cuda::generation()) != cuda::generation()) room_ = {};
    return std::exchange(room_, {});
  }
  void keep_room(cuda::Memory<cuda::NarrowEvent> room) const {
    constexpr std::uint64_t most = std::uint64_t{4} << 30;
    if (room.size() * sizeof(cuda::NarrowEvent) > std::min(most, cuda::all_memory() / 16)) return;
    const std::lock_guard lock(mutex_);
    room_ = std::move(room);
  }

  mutable std::mutex mutex_;
  mutable cuda::Memory<cuda::NarrowEvent> room_;
  mutable std::uint32_t generation_ = 0;
  std::string name_;
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(kept_slabs);
};

GpuInfo info_of(const cuda::Driver& driver, cuda::Device device, std::string version) {
  using cuda::DeviceFact;
  const auto fact = [&](DeviceFact which) {
    int value = 0;
    return driver.device_get_attribute(&value, which, device) == 0 ? value : 0;
  };
  GpuInfo info;
  char name[256] = "";
  std::size_t memory = 0;
  driver.device_get_name(name, static_cast<int>(sizeof name), device);
  driver.device_total_mem(&memory, device);
  info.name = name;
  info.major = fact(DeviceFact::major);
  info.minor = fact(DeviceFact::minor);
  info.capability = fmt::format("{}.{}", info.major, info.minor);
  info.multiprocessors = fact(DeviceFact::multiprocessors);
  info.memory = memory;
  info.driver = std::move(version);
  info.threads_per_block = fact(DeviceFact::most_threads_of_block);
  info.threads_per_multiprocessor = fact(DeviceFact::threads_of_multiprocessor);
  info.blocks_per_multiprocessor = fact(DeviceFact::blocks_of_multiprocessor);
  info.registers_per_block = fact(DeviceFact::registers_of_block);
  info.registers_per_multiprocessor = fact(DeviceFact::registers_of_multiprocessor);
  info.shared_per_multiprocessor = static_cast<std::uint32_t>(fact(DeviceFact::shared_of_multiprocessor));
  info.shared_per_block = static_cast<std::uint32_t>(fact(DeviceFact::most_shared_of_block));
  info.shared_reserved_per_block = static_cast<std::uint32_t>(fact(DeviceFact::reserved_shared_of_block));
  info.clock_khz = fact(DeviceFact::clock_khz);
  info.memory_clock_khz = fact(DeviceFact::memory_clock_khz);
  info.memory_bus_bits = fact(DeviceFact::memory_bus_bits);
  return info;
}

constexpr int oldest_gpu = 75;  // that today's NVRTC knows

}  // namespace

CudaExecutor make_cuda_executor() {
  CudaExecutor cuda;
  const cuda::Driver* const driver = cuda::find_driver(cuda.why_not);
  if (driver == nullptr) return cuda;
  int version = 0, count = 0;
  driver->driver_get_version(&version);
  driver->device_get_count(&count);
  if (count == 0) cuda.why_not = "the NVIDIA driver finds no GPU";
  for (int n = 0; n < count; ++n) {
    cuda::Device device = 0;
    if (driver->device_get(&device, n) != 0) continue;
    const GpuInfo info = info_of(*driver, device, fmt::format("{}.{}", version / 1000, version % 1000 / 10));
    cuda.devices.push_back(info);
    if (cuda.executor || info.major * 10 + info.minor < oldest_gpu) continue;
    if (!cuda::compiler().there)
      cuda.why_not = cuda::compiler().why_not;
    else if (const std::string failed = cuda::use_device(*driver, device); !failed.empty())
      cuda.why_not = fmt::format("{} cannot be used: {}", info.name, failed);
    else
      cuda.executor = std::make_unique<GpuExecutor>(info.name);
  }
  if (cuda.executor)
    cuda.why_not.clear();
  else if (cuda.why_not.empty())
    cuda.why_not =
        fmt::format("no GPU here has the compute capability {}.{} or a later one", oldest_gpu / 10, oldest_gpu % 10);
  return cuda;
}

std::optional<PlainBuild> plain_build(const RecordedKernel& kernel, int threads, std::uint32_t dynamic_shared) {
  if (!make_cuda_executor().executor) return std::nullopt;
  const std::string what = fmt::format("asking what {} takes", kernel.name);
  const cuda::Function function = cuda::plain_function(kernel.name, kernel.prepared);
  using cuda::FunctionFact;
  PlainBuild build;
  build.registers = cuda::fact(function, FunctionFact::registers);
  build.local = static_cast<std::uint32_t>(cuda::fact(function, FunctionFact::local));
  build.static_shared = static_cast<std::uint32_t>(cuda::fact(function, FunctionFact::static_shared));
  build.most_threads = cuda::fact(function, FunctionFact::most_threads);
  cuda::allow_shared_memory(function, dynamic_shared, kernel.name);
  check(cuda::driver().occupancy_max_active_blocks(&build.blocks, function, threads, dynamic_shared), what);
  return build;
}

}  // namespace tilescope
