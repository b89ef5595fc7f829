// Records on the CPU: the machine runs the launch, and its recording becomes a Trace. The trace and the result do not
// depend on the number of cores.
#include "instrumentation/executors/cpu_executor.h"

#include <algorithm>
#include <utility>

#include "instrumentation/executors/cpu_verdict.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/memory.h"
#include "instrumentation/threads.h"

namespace tilescope {

namespace {

std::function<bool(std::uint64_t)> chosen(const Launch& launch) {
  return [&launch](std::uint64_t block) {
    return launch.records(static_cast<unsigned>(block / launch.grid.x), static_cast<unsigned>(block % launch.grid.x));
  };
}

// Loops are not limited, unless the launch itself limits them: work is limited in instructions instead.
machine::Launch launch_here(const RecordedKernel& kernel, const Launch& launch) {
  machine::Launch here = machine_launch(kernel, launch);
  here.most_rounds = launch.most_rounds;
  return here;
}

// Memory for events is requested only if it is known to be available.
machine::RunOptions run_options(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options,
                                std::shared_ptr<EventPool> pool) {
  const bool is_chained = machine::is_chained(kernel.prepared->code());  // then one core has all the room
  const unsigned wanted = is_chained ? 1 : options.cores != 0 ? options.cores : usable_cores();
  machine::RunOptions how;
  how.cores = static_cast<unsigned>(std::min<std::uint64_t>(wanted, launch.grid.count()));
  how.pool = options.pool ? options.pool : std::move(pool);
  how.watch = options.watch;
  how.limit = options.limit;
  if (launch.record == Record::blocks)
    how.runs = chosen(launch);
  else if (launch.record != Record::full)
    how.keeps = chosen(launch);
  const std::uint64_t memory = options.memory != 0 ? options.memory : usable_memory();
  how.event_bytes = event_memory(launch, memory, how.cores) / recorded_blocks(launch);
  return how;
}

Trace cpu_trace(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran) {
  return trace_of(kernel, launch, std::move(ran), "CPU executor", Backend::cpu);
}

Trace record_program(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options,
                     std::shared_ptr<EventPool> pool) {
  require_declared_sides(kernel, launch);
  const machine::RunOptions how = run_options(kernel, launch, options, std::move(pool));
  return cpu_trace(kernel, launch, machine::run(*kernel.prepared, launch_here(kernel, launch), how));
}

// The arrays' names outside the kernel.
void name_arrays(std::vector<std::string>& arrays, const Launch& launch) {
  for (std::size_t n = 0; n < launch.buffers.size() && n < arrays.size(); ++n)
    if (!launch.buffers[n].name.empty()) arrays[n] = launch.buffers[n].name;
}

class CpuExecutor final : public Executor {
 public:
  [[nodiscard]] std::string name() const override { return "CPU executor"; }
  [[nodiscard]] Trace record(const RecordedKernel& kernel, const Launch& launch,
                             const RecordOptions& options) const override {
    return record_program(kernel, launch, options, pool_);
  }
  [[nodiscard]] Verdict judge(const RecordedKernel& kernel, const Launch& launch,
                              const RecordOptions& options) const override {
    if (launch.record != Record::full) return Executor::judge(kernel, launch, options);
    require_declared_sides(kernel, launch);
    constexpr std::size_t kept = 32;
    Launch counted = launch;  // only its arrays have to fit
    counted.record = Record::counts;
    machine::RunOptions how = run_options(kernel, counted, options, std::make_shared<EventPool>(kept));
    how.keeps = {};
    how.event_bytes /= 2 * std::uint64_t{how.cores};  // per block
    return judge_here(kernel, launch, std::move(how));
  }

 private:
  static constexpr std::size_t kept_slabs = 64;  // unused event memory that is kept for the next recording
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(kept_slabs);
};

}  // namespace

Turns turns_of(const RecordedKernel& kernel, const Launch& launch, std::uint64_t most,
               const std::function<bool()>& goes_on) {
  machine::TurnOptions options;
  options.most = most;
  options.goes_on = goes_on;
  options.keeps = chosen(launch);
  if (launch.record == Record::blocks) options.runs = chosen(launch);
  return machine::turn_order(*kernel.prepared, launch_here(kernel, launch), options);
}

machine::Locals locals_at(const RecordedKernel& kernel, const Launch& launch, std::uint64_t block,
                          std::vector<std::uint32_t> moments) {
  machine::WatchOptions options;
  options.block = block;
  options.moments = std::move(moments);
  if (launch.record == Record::blocks) options.runs = chosen(launch);
  machine::Locals locals = machine::watch(*kernel.prepared, launch_here(kernel, launch), options);
  name_arrays(locals.arrays, launch);
  return locals;
}

void follow_locals(const RecordedKernel& kernel, const Launch& launch, machine::FollowOptions options,
                   const std::function<void(std::uint64_t, machine::History)>& take) {
  if (launch.record == Record::blocks) options.runs = chosen(launch);
  machine::follow(*kernel.prepared, launch_here(kernel, launch), options,
                  [&](std::uint64_t block, machine::History history) {
                    name_arrays(history.arrays, launch);
                    take(block, std::move(history));
                  });
}

std::unique_ptr<Executor> make_cpu_executor() { return std::make_unique<CpuExecutor>(); }

}  // namespace tilescope
