// bench first: how long it takes from a source to its first events: reading, compiling, recording and copying them
// here. On a GPU twice: with a source that is new to its compiler, and with a cached one.
#include <fmt/format.h>

#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/machine/run.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

struct FirstTimes {
  std::uint64_t events = 0;
  std::vector<double> read, cpu, gpu_new, gpu_kept;  // seconds, by run
};

// Reads the kernel as if for the first time.
RecordedKernel read_anew(const RecordedKernel& known) {
  RecordedKernel kernel = known;
  const language::Program program = language::read(known.text, {.knobs = known.knobs, .defined = known.defined});
  const language::Kernel* const entry = program.kernel(known.prepared->code().kernel->name);
  if (entry == nullptr) throw Error(fmt::format("{} is not found in its text", known.name));
  kernel.prepared = std::make_shared<machine::Prepared>(program, *entry);
  return kernel;
}

FirstTimes measure(const Options& options, const std::string& name, const Executor& cpu, const Executor* gpu) {
  FirstTimes times;
  Request request = request_of(name, options.size, widths_near(name, options.tile).front());
  request.inputs = "random";
  const Launch launch = plan(request);
  const RecordedKernel& known = recorded_kernel(launch);
  const auto first_events = [&](const Executor& on) {
    return seconds([&] { times.events = on.record(read_anew(known), launch, {}).kept_events(); });
  };
  first_events(cpu);
  if (gpu != nullptr) first_events(*gpu);
  for (int run = 0; run < options.runs; ++run) {
    times.read.push_back(seconds([&] { static_cast<void>(read_anew(known).prepared->code()); }));
    times.cpu.push_back(first_events(cpu));
    if (gpu == nullptr) continue;
    cuda::use_kept_code(false);
    times.gpu_new.push_back(first_events(*gpu));
    cuda::use_kept_code(true);
    times.gpu_kept.push_back(first_events(*gpu));
  }
  return times;
}

}  // namespace

Report first(const Options& options) {
  const std::unique_ptr<Executor> cpu = make_cpu_executor();
  const CudaExecutor cuda = make_cuda_executor();
  const std::vector<std::string> ladder{"naive", "tiled", "register_tiled", "warp_tiled"};
  Rows rows;
  Json kernels = Json::array();
  for (const std::string& kernel : options.kernels.empty() ? ladder : options.kernels) {
    const FirstTimes times = measure(options, kernel, *cpu, cuda.executor.get());
    kernels.push_back(rows.add({{"kernel", kernel, "kernel", kernel},
                                {"events", with_commas(times.events), "events", times.events},
                                ms("read ms", "read_seconds", times.read),
                                ms("first events, CPU ms", "cpu_seconds", times.cpu),
                                ms("GPU, new ms", "gpu_new_seconds", times.gpu_new),
                                ms("GPU, kept ms", "gpu_kept_seconds", times.gpu_kept)}));
  }
  const std::string gpu = cuda.executor ? cuda.executor->name() : fmt::format("No GPU: {}.", cuda.why_not);
  return report(fmt::format("From a text to its events, sides of {}; median of {} runs, measured. {}\n\n{}",
                            options.size, options.runs, gpu, rows.text()),
                {{"gpu", gpu}, {"size", options.size}, {"runs", options.runs}, {"kernels", kernels}});
}

}  // namespace tilescope::bench
