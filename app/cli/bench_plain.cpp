// tilescope bench plain: calls of a launch's plain kernel and nothing else, for other tools to watch.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/launching/derive/known_kernel.h"

namespace tilescope::cli {

namespace {

struct BenchPlainOptions : OutputOptions {
  LaunchOptions launch;
  int runs = 1;
};

void run(const BenchPlainOptions& options) {
  const Launch launch = launch_to_record(options.launch);
  const PlainCalls calls = call_plain(recorded_kernel(launch), launch, options.runs - 1);
  if (options.json) {
    Json json = launch_json(launch).with({{"runs", options.runs}, {"first_seconds", calls.first}});
    json["seconds"] = calls.others.empty() ? Json(nullptr) : list(spread(calls.others));
    return write_json(options.output, json);
  }
  std::string text =
      fmt::format("{}: the plain kernel took {:.4g} ms at its first call", sizes_of(launch), calls.first * 1e3);
  if (!calls.others.empty())
    text += fmt::format(", and {:.4g} ms at the others (median of {})", spread(calls.others).middle * 1e3,
                        calls.others.size());
  write_output(options.output, text + "; by this machine's clock\n");
}

}  // namespace

void add_bench_plain(Subcommand& bench) {
  Subcommand& command = bench.command("plain", "call a launch's plain kernel on this GPU, for other tools to watch");
  BenchPlainOptions& options = command.does<BenchPlainOptions>(run);
  options.launch.add_to(command);
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.output_options(options);
}

}  // namespace tilescope::cli
