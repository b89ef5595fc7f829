// Measures how long plain kernels and cuBLAS take for one product on a GPU, and the limits of that GPU.
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

// Seconds of one launch by the GPU's own clock, one for each run. A run is as many launches as make it long enough to
// be timed well, after one that is not timed.
struct Timed {
  int launches = 1;
  std::vector<double> seconds;
};

struct KernelTimes {
  std::vector<Timed> kernels;      // in the order in which they were given
  std::vector<PlainBuild> builds;  // likewise
  std::string cublas;              // its version
  std::string why_no_cublas;       // empty if it was timed
  Timed of_cublas;
  // For each run: GFLOP/s of multiply-adds; GB/s of a copy, read and written, and of a fill.
  std::vector<double> multiply_adds, copies, fills;
};

// All of them take turns in each run. A kernel that takes seconds is timed in fewer runs, and three at least. Results
// are checked before the first run and after the last; a wrong one is an Error that names the kernel and the element.
[[nodiscard]] KernelTimes time_kernels(const Factors& product, std::span<const PlainLaunch> launches, int runs,
                                       std::uint64_t seed, const std::function<void(double done)>& tell);

}  // namespace tilescope
