// The CUDA executor of a build without nvcc.
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/executors/cuda/kernel_times.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

namespace {

constexpr const char* why_not = "this build has no CUDA: it was made without nvcc";

}  // namespace

CudaExecutor make_cuda_executor() { return {nullptr, why_not, {}}; }

std::optional<PlainBuild> plain_build(const RecordedKernel&, int, std::uint32_t) { return std::nullopt; }

std::optional<double> plain_seconds(const RecordedKernel&, const Launch&) { return std::nullopt; }

GpuSpeed measure_gpu(const RecordedKernel&, const Launch&, int) { throw UsageError(why_not); }

PlainCalls call_plain(const RecordedKernel&, const Launch&, int) { throw UsageError(why_not); }

KernelTimes time_kernels(const Factors&, std::span<const PlainLaunch>, int, std::uint64_t,
                         const std::function<void(double)>&) {
  throw UsageError(why_not);
}

std::optional<WholeHeat> whole_heat(const RecordedKernel&, const Launch&, const RecordOptions&, HeatSeconds*) {
  throw UsageError(why_not);
}

}  // namespace tilescope
