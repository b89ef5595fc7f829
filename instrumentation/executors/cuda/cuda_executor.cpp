// Records on a GPU. The kernel runs twice: first it counts, which tells how many events every block has and so how much
// room they need; then, if events are wanted, it records.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "instrumentation/executors/cuda/collect.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/device_verdict.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/memory.h"
#include "instrumentation/traced/device_kernel.h"

namespace tilescope {

namespace {

using cuda::check;
using cuda::DeviceRun;

constexpr std::size_t kept_slabs = 64;

// A matrix whose sides the kernel's text fixes has to be of that size, and a block whose sides its build fixes.
void require_sides(const RecordedKernel& kernel, const Launch& launch) {
  const auto [x, y] = kernel.device->block;
  if (x != 0 && Size2{x, y} != launch.block)
    throw UsageError(fmt::format("{} is built for blocks of {} x {} threads (y x x), and the launch has {} x {}",
                                 kernel.name, y, x, launch.block.y, launch.block.x));
  for (const DeclaredArray& array : kernel.device->arrays) {
    if (array.space != Space::global || array.sides[0] == 0) continue;
    const std::int64_t elements = array.sides[0] * std::max<std::int64_t>(array.sides[1], 1);
    const std::int64_t given = array.name == "A"   ? launch.m * launch.k
                               : array.name == "B" ? launch.k * launch.n
                                                   : launch.m * launch.n;
    if (elements != given)
      throw UsageError(fmt::format("{} declares {} with {} elements, and the launch has {}", kernel.name, array.name,
                                   elements, given));
  }
}

void require_device_build(const RecordedKernel& kernel, const Launch& launch) {
  if (!kernel.file.empty())
    throw GpuError(fmt::format("{} is not built for GPUs, as kernels of files are not yet", kernel.name));
  if (kernel.device == nullptr)
    throw GpuError(
        fmt::format("{} with a tile of {} is not built for GPUs: --backend cpu has it", kernel.name, launch.tile));
  if (launch.schedule.kind != Schedule::Kind::in_order)
    throw GpuError("a GPU has its own schedule: --schedule is for --backend cpu");
  require_sides(kernel, launch);
}

// The blocks to record, and how many events of a thread there is room for.
struct Plan {
  std::vector<std::uint32_t> slot_of_block;
  std::vector<std::size_t> blocks;  // by slot
  std::uint64_t columns = 0;
  std::uint32_t most_events = 0;  // of any thread
};

class Recording {
 public:
  Recording(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options,
            std::shared_ptr<EventPool> pool)
      : kernel_(kernel), launch_(launch), options_(options), pool_(std::move(pool)), run_(kernel, launch) {
    parts_.launch = launch;
    parts_.kernel_text = kernel.text;
    parts_.backend = Backend::cuda;
  }

  Trace::Parts take() {
    tell(0);
    run_.start_counting();
    run_.finish();
    run_.fetch_counts();
    parts_.c = run_.c();
    parts_.blocks.resize(launch_.grid.count());
    for (std::size_t block = 0; block < parts_.blocks.size(); ++block)
      if (launch_.record != Record::blocks && !launch_.records(block_y(block), block_x(block)))
        parts_.blocks[block].tallies = run_.tallies(block);
    if (launch_.record != Record::counts) record();
    parts_.arrays = run_.arrays();
    name_matrices(parts_);
    return std::move(parts_);
  }

 private:
  void record() {
    const Plan plan = blocks_to_record();
    cuda::Paths paths;
    record(plan, options_.wide);
    if (!options_.wide && !paths.find(run_, std::vector<std::uint32_t>(plan.blocks.begin(), plan.blocks.end())))
      record(plan, true);
    cuda::collect(run_, paths.events_of(run_), plan.blocks, parts_, *pool_, [this](double done) { tell(done); });
  }

  void record(const Plan& plan, bool wide) {
    run_.make_room(plan.slot_of_block, plan.columns, room_for(plan, wide), wide);
    run_.reset();
    run_.start_recording();
    run_.finish();
    if (launch_.record != Record::window) parts_.c = run_.c();
  }

  [[nodiscard]] unsigned block_y(std::size_t block) const { return static_cast<unsigned>(block / launch_.grid.x); }
  [[nodiscard]] unsigned block_x(std::size_t block) const { return static_cast<unsigned>(block % launch_.grid.x); }

  [[nodiscard]] Plan blocks_to_record() const {
    Plan plan;
    plan.slot_of_block.assign(parts_.blocks.size(), traced::DeviceLaunch::none);
    for (std::size_t block = 0; block < parts_.blocks.size(); ++block) {
      if (!launch_.records(block_y(block), block_x(block))) continue;
      plan.slot_of_block[block] = static_cast<std::uint32_t>(plan.blocks.size());
      plan.blocks.push_back(block);
      plan.most_events = std::max(plan.most_events, run_.most_events(block));
    }
    plan.columns = plan.blocks.size() * launch_.threads_per_block();
    return plan;
  }

  // Where the memory to use was named, a thread's first events are kept as far as it goes. Otherwise all are, or none.
  [[nodiscard]] std::uint32_t room_for(const Plan& plan, bool wide) const {
    const std::uint64_t row =
        plan.columns * sizeof(PackedEvent);  // one event of every thread, in this machine's memory
    if (options_.memory != 0) {
      const std::uint64_t rows = options_.memory / row;
      if (rows == 0)
        throw UsageError(
            fmt::format("{} leave each of {} threads no room for events", in_words(options_.memory), plan.columns));
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, plan.most_events));
    }
    constexpr std::uint64_t spare = std::uint64_t{64} << 20;
    const std::uint64_t wanted = row * plan.most_events;
    const std::uint64_t there = wide ? wanted : wanted / 2;
    const std::uint64_t beside = cuda::staging_bytes + spare + plan.columns * cuda::Paths::thread_bytes +
                                 cuda::Paths::most_bytes(wide ? 0 : there);
    const std::uint64_t free = cuda::free_memory() + run_.room().events.size() * sizeof(traced::NarrowEvent);
    if (there + beside > free) throw too_much(plan, there, free - std::min(free, beside), "on the GPU");
    const std::uint64_t on_host = usable_memory();
    if (wanted > on_host) throw too_much(plan, wanted, on_host, "in this machine's memory");
    return plan.most_events;
  }

  [[nodiscard]] GpuError too_much(const Plan& plan, std::uint64_t wanted, std::uint64_t free,
                                  std::string_view where) const {
    const std::uint64_t block = std::max<std::uint64_t>(1, wanted / plan.blocks.size());
    const std::uint64_t blocks = free / block;
    std::string advice = "take --record counts, or a smaller size";
    if (blocks > 0) {
      const std::uint64_t x = std::min<std::uint64_t>(blocks, launch_.grid.x);
      const std::uint64_t y = std::min<std::uint64_t>(blocks / x, launch_.grid.y);
      advice =
          fmt::format("--record window --blocks 0-{},0-{} would fit, and --record counts takes any size", y - 1, x - 1);
    }
    return GpuError(
        fmt::format("{}: {} blocks of {} threads with up to {} events each need {}, and {} may be used {}: {}",
                    kernel_.name, plan.blocks.size(), launch_.threads_per_block(), plan.most_events, in_words(wanted),
                    in_words(free), where, advice));
  }

  void tell(double done) const {
    if (options_.watch && !options_.watch(done)) throw Error("recording was cancelled");
  }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  const RecordOptions& options_;
  std::shared_ptr<EventPool> pool_;
  DeviceRun run_;
  Trace::Parts parts_;
};

class GpuExecutor final : public Executor {
 public:
  explicit GpuExecutor(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] Trace record(const RecordedKernel& kernel, const Launch& launch,
                             const RecordOptions& options) const override {
    require_device_build(kernel, launch);
    take_room();  // which is free memory from here on
    Recording recording(kernel, launch, options, options.pool ? options.pool : pool_);
    Trace::Parts parts = recording.take();
    parts.executor = name_;
    return Trace(std::move(parts));
  }

  [[nodiscard]] Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                              const RecordOptions& options) const override {
    if (launch.record != Record::full) return Executor::judge(kernel, launch, options);
    require_device_build(kernel, launch);
    std::string why_not;
    cuda::Memory<traced::NarrowEvent> room = take_room();
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
  cuda::Memory<traced::NarrowEvent> take_room() const {
    const std::lock_guard lock(mutex_);
    return std::exchange(room_, {});
  }
  void keep_room(cuda::Memory<traced::NarrowEvent> room) const {
    constexpr std::uint64_t most = std::uint64_t{4} << 30;
    if (room.size() * sizeof(traced::NarrowEvent) > std::min(most, cuda::all_memory() / 16)) return;
    const std::lock_guard lock(mutex_);
    room_ = std::move(room);
  }

  mutable std::mutex mutex_;
  mutable cuda::Memory<traced::NarrowEvent> room_;
  std::string name_;
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(kept_slabs);
};

int attribute(cudaDeviceAttr of, int device) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, of, device) == cudaSuccess ? value : 0;
}

GpuInfo info_of(const cudaDeviceProp& properties, int device, std::string driver) {
  GpuInfo info;
  info.name = properties.name;
  info.capability = fmt::format("{}.{}", properties.major, properties.minor);
  info.multiprocessors = properties.multiProcessorCount;
  info.memory = properties.totalGlobalMem;
  info.driver = std::move(driver);
  info.major = properties.major;
  info.minor = properties.minor;
  info.threads_per_block = properties.maxThreadsPerBlock;
  info.threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  info.blocks_per_multiprocessor = properties.maxBlocksPerMultiProcessor;
  info.registers_per_block = properties.regsPerBlock;
  info.registers_per_multiprocessor = properties.regsPerMultiprocessor;
  info.shared_per_multiprocessor = static_cast<std::uint32_t>(properties.sharedMemPerMultiprocessor);
  info.shared_per_block = static_cast<std::uint32_t>(properties.sharedMemPerBlockOptin);
  info.shared_reserved_per_block = static_cast<std::uint32_t>(properties.reservedSharedMemPerBlock);
  info.clock_khz = attribute(cudaDevAttrClockRate, device);
  info.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
  info.memory_bus_bits = properties.memoryBusWidth;
  return info;
}

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

}  // namespace

CudaExecutor make_cuda_executor() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
    return {nullptr, "there is no NVIDIA driver on this machine", {}};
  int count = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (found == cudaErrorInsufficientDriver)
    return {nullptr,
            fmt::format("the NVIDIA driver is too old: it knows CUDA {}, and this build needs {}", version(driver),
                        version(CUDART_VERSION)),
            {}};
  if (found == cudaErrorNoDevice || (found == cudaSuccess && count == 0))
    return {nullptr, "the NVIDIA driver finds no GPU", {}};
  if (found != cudaSuccess)
    return {nullptr, fmt::format("the NVIDIA driver does not start: {}", cudaGetErrorString(found)), {}};

  CudaExecutor cuda;
  for (int n = 0; n < count; ++n) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, n) != cudaSuccess) continue;
    cuda.devices.push_back(info_of(properties, n, version(driver)));
    if (cuda.executor || properties.major * 10 + properties.minor < TILESCOPE_OLDEST_GPU) continue;
    if (const cudaError_t taken = cudaSetDevice(n); taken != cudaSuccess) {
      cuda.why_not = fmt::format("{} cannot be used: {}", properties.name, cudaGetErrorString(taken));
      continue;
    }
    cuda.executor = std::make_unique<GpuExecutor>(properties.name);
  }
  cudaGetLastError();
  if (!cuda.executor && cuda.why_not.empty())
    cuda.why_not = fmt::format("no GPU here has the compute capability {}.{} or a later one", TILESCOPE_OLDEST_GPU / 10,
                               TILESCOPE_OLDEST_GPU % 10);
  return cuda;
}

std::optional<PlainBuild> plain_build(const RecordedKernel& kernel, int threads, std::uint32_t dynamic_shared) {
  if (kernel.device == nullptr || kernel.device->plain == nullptr || !make_cuda_executor().executor)
    return std::nullopt;
  const std::string what = fmt::format("asking what {} takes", kernel.name);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel.device->plain), what);
  PlainBuild build;
  build.registers = attributes.numRegs;
  build.local = static_cast<std::uint32_t>(attributes.localSizeBytes);
  build.static_shared = static_cast<std::uint32_t>(attributes.sharedSizeBytes);
  build.most_threads = attributes.maxThreadsPerBlock;
  cuda::allow_shared_memory(kernel, kernel.device->plain, dynamic_shared);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&build.blocks, kernel.device->plain, threads, dynamic_shared),
        what);
  return build;
}

}  // namespace tilescope
