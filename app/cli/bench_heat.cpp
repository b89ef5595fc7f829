// tilescope bench heat: what the heat maps of all blocks of a large launch cost on a GPU, and what of that is copying.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cli {

namespace {

struct BenchHeatOptions : OutputOptions {
  LaunchOptions launch;
};

Json json_of(const HeatMap& map) {
  return {{"rows", map.rows},   {"columns", map.columns}, {"cell_side", map.side},
          {"least", map.least}, {"most", map.most},       {"loads", map.all_loads()}};
}

// All elements' counts, which is what cells are copied instead of.
std::uint64_t all_bytes(const Launch& l) {
  const auto [m, n, k] = reading::sides_of(l);
  return static_cast<std::uint64_t>(m * k + k * n) * sizeof(std::uint32_t);
}

Json json_of(const Launch& launch, const WholeHeat& heat, const HeatSeconds& seconds) {
  return launch_json(launch).with({{"executor", heat.executor},
                                   {"rounds", seconds.rounds},
                                   {"A", json_of(heat.a)},
                                   {"B", json_of(heat.b)},
                                   {"seconds",
                                    {{"counting", seconds.counting},
                                     {"merging", seconds.merging},
                                     {"copying_cells", seconds.copying},
                                     {"copying_all_elements", seconds.copying_all}}},
                                   {"bytes", {{"cells", seconds.bytes}, {"all_elements", all_bytes(launch)}}},
                                   {"source", "measured"}});
}

std::string text_of(const Launch& launch, const WholeHeat& heat, const HeatSeconds& seconds) {
  const reading::ProductSides sides = reading::sides_of(launch);
  Table table;
  table.row({"", "ms", "bytes"});
  const auto row = [&](const std::string& what, double took, std::uint64_t bytes) {
    table.row({what, fmt::format("{:.3f}", 1e3 * took), bytes == 0 ? "" : in_words(bytes)});
  };
  row(fmt::format("recording and adding up, {} rounds", seconds.rounds), seconds.counting, 0);
  row("elements into cells", seconds.merging, 0);
  row("cells to this machine", seconds.copying, seconds.bytes);
  row("all elements to this machine, to compare", seconds.copying_all, all_bytes(launch));
  return fmt::format("{}, {} x {} x {}, tile {}, on {}: {} loads of A and {} of B, {} to {} an element; counted\n\n{}",
                     launch.kernel, sides.m, sides.k, sides.n, launch.tile, heat.executor,
                     with_commas(heat.a.all_loads()), with_commas(heat.b.all_loads()),
                     std::min(heat.a.least, heat.b.least), std::max(heat.a.most, heat.b.most), table.text());
}

void run(const BenchHeatOptions& options) {
  Request request = options.launch.request;
  request.record = Record::counts;
  request.window.clear();
  const Launch launch = plan(request);
  Progress progress("counting loads");
  RecordOptions how;
  how.watch = [&](double done) { return progress(done); };
  HeatSeconds seconds;
  const auto heat = whole_heat(recorded_kernel(launch), launch, how, &seconds);
  progress.clear();
  if (!heat) throw Error("bench heat: it was stopped");
  if (options.json) return write_json(options.output, json_of(launch, *heat, seconds));
  write_output(options.output, text_of(launch, *heat, seconds));
}

}  // namespace

void add_bench_heat(Subcommand& bench) {
  Subcommand& command = bench.command("heat", "what heat maps of all blocks cost on a GPU");
  BenchHeatOptions& options = command.does<BenchHeatOptions>(run);
  options.launch.add_to(command);
  command.output_options(options);
}

}  // namespace tilescope::cli
