// Runs a kernel and records it: takes a kernel and a launch, gives a Trace.
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

// What a GPU could not do. A user who asked for the GPU by name has to check the machine; others get the CPU.
class GpuError : public UsageError {
 public:
  using UsageError::UsageError;
};

struct RecordOptions {
  unsigned cores = 0;        // 0: all of this machine's
  std::uint64_t memory = 0;  // bytes that the trace may take; 0: most of what is free now
  // With what a GPU begins: events of 16 bytes, of 8, or of 4; each is left for the larger one where it cannot hold
  // all. 0: what the launch's size is worth.
  std::uint32_t event_bytes = 0;
  std::shared_ptr<EventPool> pool;  // where event memory comes from; none: a fresh one
  // Told now and then how much is done (0 to 1); false stops the recording, which then throws.
  std::function<bool(double done)> watch;
  // What the launch may do on the CPU, in instructions of 64 threads; then it ends with a fault, limit_reached. 0: any
  // number.
  std::uint64_t limit = machine::usual_limit;
};

// What a kernel does wrong, and a trace of the blocks whose events were looked at here.
struct Verdict {
  Trace trace;
  Hazards hazards;
  std::uint64_t events = 0;   // that were judged
  bool was_stopped = false;   // by the watcher, before all blocks were done
  std::uint64_t in_step = 0;  // blocks whose threads race, and went in step: what they leave is not compared
  bool on_device = false;     // most of them there: only of blocks that are in doubt, the trace holds the events
  std::string why_not_there;  // where that was tried
};

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  // What a badge shows: "CPU executor", or the GPU's name.
  [[nodiscard]] virtual std::string name() const = 0;

  // A kernel that does not end is a fault in the Trace; what cannot be started is an Error.
  [[nodiscard]] virtual Trace record(const RecordedKernel& kernel, const Launch& launch,
                                     const RecordOptions& options) const = 0;

  // Records the launch and finds its hazards. A device may do most of that where it records, and take any size.
  [[nodiscard]] virtual Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                                      const RecordOptions& options) const;
};

[[nodiscard]] std::unique_ptr<Executor> make_cpu_executor();

// What a kernel's plain build takes on the GPU that the CUDA executor uses.
struct PlainBuild {
  int registers = 0;                // of a thread
  std::uint32_t local = 0;          // bytes of a thread's own in memory: registers that were spilled, and its arrays
  std::uint32_t static_shared = 0;  // bytes of a block, the system's own not counted
  int most_threads = 0;             // of a block
  int blocks = 0;                   // at once on a multiprocessor, as the driver says
};
// For blocks of `threads` threads and so many bytes of dynamic shared memory. Nothing if there is no GPU that can be
// used.
[[nodiscard]] std::optional<PlainBuild> plain_build(const RecordedKernel& kernel, int threads,
                                                    std::uint32_t dynamic_shared = 0);

// The CUDA executor, on the first GPU that can be used, or why there is none.
struct CudaExecutor {
  std::unique_ptr<Executor> executor;
  std::string why_not;
  std::vector<GpuInfo> devices;
};
[[nodiscard]] CudaExecutor make_cuda_executor();

}  // namespace tilescope
