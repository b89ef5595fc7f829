// Runs a kernel and records it: from a kernel and a launch to a Trace.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/analysis/gpus.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/machine/block/budget.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// A failure of the GPU. A user who requested the GPU has to check the machine; for others, the CPU takes over.
class GpuError : public UsageError {
 public:
  using UsageError::UsageError;
};

struct RecordOptions {
  unsigned cores = 0;        // 0: all of this machine's
  std::uint64_t memory = 0;  // maximum memory of the trace in bytes; 0: most of the free memory
  // The initial size of a GPU's events: 16, 8 or 4 bytes; a larger one is used if it does not suffice. 0: chosen by the
  // launch's size.
  std::uint32_t event_bytes = 0;
  std::shared_ptr<EventPool> pool;  // the source of event memory; null: a new one
  // Called regularly with the progress (0 to 1); false stops the recording, which then throws.
  std::function<bool(double done)> watch;
  // Limit for the launch on the CPU, in instructions of 64 threads; it ends with the fault limit_reached. 0: no limit.
  std::uint64_t limit = machine::usual_limit;
};

// The errors of a kernel, and a trace of the blocks whose events were examined on the host.
struct Verdict {
  Trace trace;
  Hazards hazards;
  std::uint64_t events = 0;   // that were judged
  bool was_stopped = false;   // by the watcher, before all blocks were done
  std::uint64_t in_step = 0;  // racing blocks that ran in lockstep; their results are not compared
  bool on_device = false;     // mostly judged on the GPU: the trace has only events of doubtful blocks
  std::string why_not_there;  // if the GPU was tried
};

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  // For display: "CPU executor", or the GPU's name.
  [[nodiscard]] virtual std::string name() const = 0;

  // A kernel that does not end is a fault in the Trace; a launch that cannot start is an Error.
  [[nodiscard]] virtual Trace record(const RecordedKernel& kernel, const Launch& launch,
                                     const RecordOptions& options) const = 0;

  // Records the launch and finds its hazards. A device may do most of that itself, for launches of any size.
  [[nodiscard]] virtual Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                                      const RecordOptions& options) const;
};

[[nodiscard]] std::unique_ptr<Executor> make_cpu_executor();

// The resources of a kernel's plain build on the CUDA executor's GPU.
struct PlainBuild {
  int registers = 0;                // per thread
  std::uint32_t local = 0;          // bytes of a thread's local memory: spilled registers, and its arrays
  std::uint32_t static_shared = 0;  // bytes of a block, without the system's own
  int most_threads = 0;             // per block
  int blocks = 0;                   // resident on a multiprocessor, according to the driver
};
// For blocks of `threads` threads with `dynamic_shared` bytes of dynamic shared memory. None if there is no usable GPU.
[[nodiscard]] std::optional<PlainBuild> plain_build(const RecordedKernel& kernel, int threads,
                                                    std::uint32_t dynamic_shared = 0);

// The CUDA executor, on the first usable GPU, or why there is none.
struct CudaExecutor {
  std::unique_ptr<Executor> executor;
  std::string why_not;
  std::vector<GpuInfo> devices;
};
[[nodiscard]] CudaExecutor make_cuda_executor();

}  // namespace tilescope
