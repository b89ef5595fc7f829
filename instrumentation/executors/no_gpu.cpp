// Stands in for the GPU code in a program without GPU support, and gives the reason.
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

namespace {

constexpr const char* why_not = "a web page cannot use CUDA: TileScope on the desktop can";

}  // namespace

CudaExecutor make_cuda_executor() { return {nullptr, why_not, {}}; }

std::optional<PlainBuild> plain_build(const RecordedKernel&, int, std::uint32_t) { return std::nullopt; }

std::optional<WholeHeat> whole_heat(const RecordedKernel&, const Launch&, const RecordOptions&, HeatSeconds*) {
  throw GpuError(why_not);
}

void use_for_timing(std::filesystem::path) {}

double plain_seconds_apart(const RecordedKernel&, const Launch&, const std::function<bool()>&) {
  throw GpuError(why_not);
}

}  // namespace tilescope
