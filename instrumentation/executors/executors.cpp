#include "instrumentation/executors/executors.h"

#include <fmt/format.h>

#include "instrumentation/executors/judged.h"

namespace tilescope {

Verdict Executor::judge(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options) const {
  Trace trace = record(kernel, launch, options);
  Hazards found = judged(trace);
  const std::uint64_t events = trace.kept_events();
  return {std::move(trace), std::move(found), events, false, 0, false, {}};
}

std::string Executors::run(std::string_view backend, const Launch& launch, const Work& on_gpu, const Work& on_cpu) {
  const bool by_name = backend == "cuda";
  const bool has_schedule = launch.schedule.kind != Schedule::Kind::in_order;  // schedules exist only on the CPU
  std::string why_not;
  if (backend != "cpu" && (by_name || !has_schedule)) {
    why_not = cuda().why_not;
    if (cuda().executor) {
      try {
        on_gpu(*cuda().executor);
        return "";
      } catch (const GpuError& error) {
        why_not = error.what();
      }
    }
    if (by_name) throw UsageError(fmt::format("--backend cuda: {}", why_not));
  }
  on_cpu(*cpu_);
  return why_not;
}

std::optional<GpuInfo> Executors::gpu() {
  if (!cuda().executor) return std::nullopt;
  for (const GpuInfo& info : cuda().devices)
    if (info.name == cuda().executor->name()) return info;
  return std::nullopt;
}

const CudaExecutor& Executors::cuda() {
  if (!cuda_) cuda_ = make_cuda_executor();
  return *cuda_;
}

}  // namespace tilescope
