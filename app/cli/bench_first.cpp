// tilescope bench first: how soon the first events of a text are there, from its letters on: read, compiled, recorded
// and brought here. On a GPU twice: as its compiler has never seen it, and as it was compiled and kept before.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/launching/request/catalogue.h"

namespace tilescope::cli {

namespace {

struct BenchFirstOptions : OutputOptions {
  std::vector<std::string> kernels;
  std::int64_t size = 64;
  int tile = 16, runs = 11;
};

struct FirstTimes {
  std::string kernel;
  std::uint64_t events = 0;
  std::vector<double> read, cpu, gpu_new, gpu_kept;  // seconds of each run
};

Launch launch_of(const BenchFirstOptions& options, const std::string& kernel) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = options.size;
  if (!is_kernel_file(kernel)) {  // the nearest width that it has
    const std::vector<int> tiles = find_kernel(kernel).tiles();
    request.tile = *std::min_element(tiles.begin(), tiles.end(), [&](int a, int b) {
      return std::abs(a - options.tile) < std::abs(b - options.tile);
    });
  }
  request.inputs = "random";
  return plan(request);
}

// As if nobody had ever read it.
RecordedKernel read_anew(const RecordedKernel& known) {
  RecordedKernel kernel = known;
  const language::Program program = language::read(known.text, {.knobs = known.knobs, .defined = known.defined});
  const language::Kernel* const entry = program.kernel(known.prepared->code().kernel->name);
  if (entry == nullptr) throw Error(fmt::format("{} is not found in its text", known.name));
  kernel.prepared = std::make_shared<machine::Prepared>(program, *entry);
  return kernel;
}

FirstTimes measure(const BenchFirstOptions& options, const std::string& name, const Executor& cpu,
                   const Executor* gpu) {
  FirstTimes times;
  times.kernel = name;
  const Launch launch = launch_of(options, name);
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

Json json_of(const FirstTimes& times) {
  Json json{{"kernel", times.kernel},
            {"events", times.events},
            {"read_seconds", list(spread(times.read))},
            {"cpu_seconds", list(spread(times.cpu))}};
  if (times.gpu_new.empty()) return json;
  json["gpu_new_seconds"] = list(spread(times.gpu_new));
  json["gpu_kept_seconds"] = list(spread(times.gpu_kept));
  return json;
}

std::string text_of(const BenchFirstOptions& options, const std::vector<FirstTimes>& all, const std::string& gpu) {
  const auto ms = [](const std::vector<double>& times) {
    if (times.empty()) return std::string("-");
    const Spread s = spread(times);
    return fmt::format("{:.3g} ({:.3g} to {:.3g})", s.middle * 1e3, s.low * 1e3, s.high * 1e3);
  };
  Table table;
  table.row({"kernel", "events", "read ms", "first events, CPU ms", "GPU, new ms", "GPU, kept ms"});
  for (const FirstTimes& times : all)
    table.row({times.kernel, with_commas(times.events), ms(times.read), ms(times.cpu), ms(times.gpu_new),
               ms(times.gpu_kept)});
  return fmt::format("From a text to its events, sides of {}; median of {} runs, measured. {}\n\n{}", options.size,
                     options.runs, gpu, table.text());
}

void run(const BenchFirstOptions& options) {
  const std::unique_ptr<Executor> cpu = make_cpu_executor();
  const CudaExecutor cuda = make_cuda_executor();
  std::vector<FirstTimes> all;
  const std::vector<std::string> ladder{"naive", "tiled", "register_tiled", "warp_tiled"};
  for (const std::string& kernel : options.kernels.empty() ? ladder : options.kernels)
    all.push_back(measure(options, kernel, *cpu, cuda.executor.get()));
  const std::string gpu = cuda.executor ? cuda.executor->name() : fmt::format("No GPU: {}.", cuda.why_not);
  if (!options.json) return write_output(options.output, text_of(options, all, gpu));
  Json kernels = Json::array();
  for (const FirstTimes& times : all) kernels.push_back(json_of(times));
  write_json(options.output, {{"gpu", gpu}, {"size", options.size}, {"runs", options.runs}, {"kernels", kernels}});
}

}  // namespace

void add_bench_first(Subcommand& bench) {
  Subcommand& command = bench.command("first", "how soon the first events of a text are there");
  BenchFirstOptions& options = command.does<BenchFirstOptions>(run);
  command.option("--kernel", options.kernels, "which kernels, or files with one (default: some of the ladder)")
      .separated_by(',')
      .such_as(kernel_names());
  command.option("--size", options.size, "all three sides", {std::int64_t{1}, std::int64_t{1} << 12});
  command.option("--tile", options.tile, "the tile's width", {1, 1024});
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.output_options(options);
}

}  // namespace tilescope::cli
