#include "instrumentation/executors/executors.h"

#include <fmt/format.h>

namespace tilescope {

std::string Executors::run(std::string_view backend, const Launch& launch, const Work& on_gpu, const Work& on_cpu) {
  const bool by_name = backend == "cuda";
  const bool has_schedule = launch.schedule.kind != Schedule::Kind::in_order;  // which is the CPU's
  std::string why_not;
  if (backend != "cpu" && (by_name || !has_schedule)) {
    if (!cuda_) cuda_ = make_cuda_executor();
    why_not = cuda_->why_not;
    if (cuda_->executor) {
      try {
        on_gpu(*cuda_->executor);
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

}  // namespace tilescope
