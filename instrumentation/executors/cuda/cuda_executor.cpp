// The executor on a GPU, and the list of GPUs.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <list>
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

// Rejects what a GPU does differently or does not report.
void require_fit(const RecordedKernel& kernel, const Launch& launch) {
  if (device_text::may_part_at_barriers(kernel.prepared->code()))
    throw GpuError(
        fmt::format("some threads of {} may miss a barrier, which a GPU does not report: "
                    "use --backend cpu",
                    kernel.name));
  if (launch.schedule.kind != Schedule::Kind::in_order)
    throw GpuError("a GPU has its own schedule: --schedule needs --backend cpu");
}

class GpuExecutor final : public Executor {
 public:
  explicit GpuExecutor(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] Trace record(const RecordedKernel& kernel, const Launch& launch,
                             const RecordOptions& options) const override {
    require_fit(kernel, launch);
    std::unique_ptr<Held> held = take(kernel, launch);
    const auto keeps = [&](std::uint64_t block) {
      return launch.records(static_cast<unsigned>(block / launch.grid.x), static_cast<unsigned>(block % launch.grid.x));
    };
    const cuda::Recording how{launch.record, keeps, options, options.pool ? options.pool : pool_};
    machine::Ran ran = cuda::record(held->run, held->known, how);
    hold(std::move(held));
    return trace_of(kernel, launch, std::move(ran), name_, Backend::cuda);
  }

  [[nodiscard]] Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                              const RecordOptions& options) const override {
    require_fit(kernel, launch);
    if (launch.record != Record::full || !cuda::can_be_judged_there(kernel))
      return Executor::judge(kernel, launch, options);
    std::string why_not;
    std::unique_ptr<Held> held = take(kernel, launch, Others::go);
    std::optional<Verdict> there = cuda::judge_there(kernel, launch, options, options.pool ? *options.pool : *pool_,
                                                     held->run, held->known, name_, why_not);
    hold(std::move(held));
    if (there) return std::move(*there);
    Verdict verdict = Executor::judge(kernel, launch, options);
    verdict.why_not_there = why_not;
    return verdict;
  }

 private:
  // A launch of which more may be needed: another block's events, or a verdict. Its arrays are on the GPU, and the
  // findings about it are kept.
  struct Held {
    Held(const RecordedKernel& kernel, const Launch& launch) : run(kernel, launch) {}
    DeviceRun run;
    cuda::EarlierRecording known;
  };

  // Another launch only supplies its room for events, because a GPU takes as long to clear reused memory as to fill it.
  // A verdict needs much memory: other held launches are dropped.
  enum class Others : std::uint8_t { stay, go };
  std::unique_ptr<Held> take(const RecordedKernel& kernel, const Launch& launch, Others others = Others::stay) const {
    const std::lock_guard lock(mutex_);
    std::erase_if(held_, [](const std::unique_ptr<Held>& each) { return !each->run.is_of_now(); });
    const auto known = std::find_if(held_.begin(), held_.end(),
                                    [&](const std::unique_ptr<Held>& each) { return each->run.is_of(kernel, launch); });
    if (known != held_.end()) {
      std::unique_ptr<Held> held = std::move(*known);
      held_.erase(known);
      if (others == Others::go) held_.clear();
      return held;
    }
    cuda::Memory<cuda::NarrowEvent> room;
    for (const std::unique_ptr<Held>& each : held_)
      if (room.size() == 0) room = each->run.give_room_back();
    if (others == Others::go) held_.clear();
    while (held_.size() >= most_held) held_.pop_back();
    auto held = std::make_unique<Held>(kernel, launch);
    held->run.borrow_room(std::move(room));
    return held;
  }
  // The total is limited to a part of the GPU's memory.
  void hold(std::unique_ptr<Held> held) const {
    const std::uint64_t most = std::min(std::uint64_t{4} << 30, cuda::all_memory() / 16);
    const auto bytes = [](const Held& of) { return of.run.bytes() + of.known.paths.bytes(); };
    held->run.rest();
    if (bytes(*held) > most) static_cast<void>(held->run.give_room_back());
    const std::lock_guard lock(mutex_);
    held_.push_front(std::move(held));
    std::uint64_t all = 0;
    for (auto each = held_.begin(); each != held_.end();) {
      all += bytes(**each);
      each = all > most ? held_.erase(each) : std::next(each);
    }
  }

  static constexpr std::size_t most_held = 2;  // a launch, and the one beside it
  mutable std::mutex mutex_;
  mutable std::list<std::unique_ptr<Held>> held_;  // the last one first
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

constexpr int oldest_gpu = 75;  // the oldest one that the current NVRTC supports

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
    cuda.why_not = fmt::format("no GPU here has compute capability {}.{} or later", oldest_gpu / 10, oldest_gpu % 10);
  return cuda;
}

std::optional<PlainBuild> plain_build(const RecordedKernel& kernel, int threads, std::uint32_t dynamic_shared) {
  if (!make_cuda_executor().executor) return std::nullopt;
  const std::string what = fmt::format("querying the resources of {}", kernel.name);
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
