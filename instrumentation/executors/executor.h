// Runs a kernel with the recorder on: a kernel and a launch in, a Trace out.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What a GPU could not do. Who asked for the GPU by name has to look to the machine; others take the CPU.
class GpuError : public UsageError {
 public:
  using UsageError::UsageError;
};

struct RecordOptions {
  unsigned cores = 0;               // 0: all of this machine's
  std::uint64_t memory = 0;         // bytes that the trace may take; 0: most of what is free now
  std::shared_ptr<EventPool> pool;  // where event memory comes from; none: a fresh one
  // Told now and then how much is done (0 to 1); false stops the recording, which then throws.
  std::function<bool(double done)> watch;
};

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  // What a badge shows: "CPU executor", or the GPU's name.
  [[nodiscard]] virtual std::string name() const = 0;

  // A kernel that comes to no end is a fault in the Trace; what cannot be started is an Error.
  [[nodiscard]] virtual Trace record(const RecordedKernel& kernel, const Launch& launch,
                                     const RecordOptions& options) const = 0;
};

[[nodiscard]] std::unique_ptr<Executor> make_cpu_executor();

struct GpuInfo {
  std::string name;
  std::string capability;  // "9.0"
  int multiprocessors = 0;
  std::uint64_t memory = 0;  // bytes
  std::string driver;        // the CUDA version that it knows
};

// The CUDA executor, on the first GPU that can be used, or why there is none.
struct CudaExecutor {
  std::unique_ptr<Executor> executor;
  std::string why_not;
  std::vector<GpuInfo> devices;
};
[[nodiscard]] CudaExecutor make_cuda_executor();

}  // namespace tilescope
