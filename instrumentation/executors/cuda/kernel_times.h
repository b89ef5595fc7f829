// Measures how long plain kernels and cuBLAS take for one product on a GPU, and the GPU's limits.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/product_judge.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// A kernel, and a launch of it without matrices.
struct PlainLaunch {
  const RecordedKernel* kernel = nullptr;
  Launch launch;
};

// Seconds of one launch by the GPU's own clock, one for each run. A run has enough launches to be timed well, after an
// untimed one.
struct Timed {
  int launches = 1;
  std::vector<double> seconds;
};

struct KernelTimes {
  std::vector<Timed> kernels;      // in the order of the kernels
  std::vector<PlainBuild> builds;  // the same order
  std::string cublas;              // its version
  std::string why_no_cublas;       // empty if it was timed
  Timed of_cublas;
  // For each run: GFLOP/s of multiply-adds; GB/s of a copy (read and written) and of a fill.
  std::vector<double> multiply_adds, copies, fills;
};

// All kernels alternate in each run. A kernel that takes seconds has fewer runs, but at least three. Results are
// checked before the first run and after the last; a wrong one is an Error that names the kernel and the element.
[[nodiscard]] KernelTimes time_kernels(const Factors& product, std::span<const PlainLaunch> launches, int runs,
                                       std::uint64_t seed, const std::function<void(double done)>& tell);

}  // namespace tilescope
