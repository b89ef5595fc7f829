// tilescope bench cost: what recording costs each right kernel on this GPU, and how soon a trace says what is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "app/cli/commands.h"
#include "app/cli/gpu_options.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/executors/executors.h"
#include "kernels/catalogue.h"
#include "kernels/own_kernel.h"

namespace tilescope::cli {

namespace {

constexpr std::int64_t preparing_size = 64;

struct BenchCostOptions : OutputOptions {
  std::vector<std::string> kernels;
  std::int64_t size = 512, verdict_size = 64;
  int tile = 16, runs = 11;
  bool only_plain = false, only_verdict = false, wrong = false;
};

// What a trace of all blocks says is wrong, and how long that takes by this machine's clock.
struct Judged {
  std::uint64_t events = 0;
  std::size_t blocks = 0, looked_at = 0, findings = 0;
  bool on_device = false;
  std::vector<double> seconds, one_block;  // and until any one block's events are here, as after a click on it
};

// A kernel's costs, or why there are none.
struct Cost {
  std::string kernel, why_not;
  int tile = 0;
  GpuSpeed speed;
  Judged verdict;
  PlainCalls calls;
};

// The first run is not timed: in it the driver translates the recorded kernel.
Judged verdict_of(const Executor& gpu, const Launch& launch, int runs, std::uint64_t seed) {
  Judged judged;
  std::mt19937_64 random(seed);
  for (int run = 0; run <= runs; ++run) {
    std::optional<Verdict> verdict;
    const double time = seconds([&] { verdict = gpu.judge(recorded_kernel(launch), launch, {}); });
    judged.events = verdict->events;
    judged.blocks = verdict->hazards.blocks;
    judged.looked_at = verdict->hazards.looked_at;
    judged.findings = verdict->hazards.findings.size();
    judged.on_device = verdict->on_device;
    if (run > 0) judged.seconds.push_back(time);
    Launch block = launch;
    block.record = Record::blocks;
    const auto any = static_cast<unsigned>(random() % launch.grid.count());
    const unsigned row = any / launch.grid.x, column = any % launch.grid.x;
    block.window = {{row, column, row, column}};
    const double until_there = seconds([&] { static_cast<void>(gpu.record(recorded_kernel(launch), block, {})); });
    if (run > 0) judged.one_block.push_back(until_there);
  }
  return judged;
}

// The width that was asked for, or the nearest that takes the shape; of a file's kernel, its own.
Launch launch_of(const BenchCostOptions& options, const std::string& kernel, std::int64_t size, std::uint64_t seed) {
  std::vector<std::optional<int>> tiles{std::nullopt};
  if (!is_kernel_file(kernel)) {
    const std::vector<int> all = find_kernel(kernel).tiles();
    tiles.assign(all.begin(), all.end());
  }
  std::stable_sort(tiles.begin(), tiles.end(), [&](std::optional<int> a, std::optional<int> b) {
    return std::abs(*a - options.tile) < std::abs(*b - options.tile);
  });
  std::string why;
  for (const std::optional<int> tile : tiles) {
    Request request;
    request.kernel = kernel;
    request.m = request.n = request.k = size;
    request.tile = tile;
    request.inputs = "random";
    request.seed = seed;
    request.record = Record::counts;
    try {
      Launch launch = plan(request);
      launch.record = Record::full;
      return launch;
    } catch (const UsageError& error) {
      why = error.what();
    }
  }
  throw UsageError(why);
}

// A file's kernel that is wrong is not run as it stands, unless it is asked for.
Cost cost_of(const BenchCostOptions& options, const std::string& kernel, const Executor& gpu, std::uint64_t seed) {
  Cost cost;
  cost.kernel = kernel;
  try {
    const Launch small = launch_of(options, kernel, options.verdict_size, seed);
    const RecordedKernel& built = recorded_kernel(small);
    cost.tile = small.tile;
    if (!options.only_plain) cost.verdict = verdict_of(gpu, small, options.runs, seed);
    if (is_kernel_file(kernel) && cost.verdict.findings > 0) return cost;
    // Whatever tool this runs under makes its preparations at the first call, which need not be a long one.
    if (const Launch least = launch_of(options, kernel, std::min(options.verdict_size, preparing_size), seed);
        least.tile == small.tile)
      static_cast<void>(call_plain(built, least, 0));
    cost.calls = call_plain(built, small, options.only_plain ? options.runs - 1 : options.runs);
    if (options.only_plain || options.only_verdict) return cost;
    if (!is_kernel_file(kernel) && !find_kernel(kernel).right()) return cost;
    const Launch launch = launch_of(options, kernel, options.size, seed);
    cost.speed = measure_gpu(recorded_kernel(launch), launch, options.runs);
  } catch (const UsageError& error) {
    cost.why_not = error.what();
  }
  return cost;
}

double gbs(const Cost& cost, const std::vector<double>& times) {
  return static_cast<double>(cost.speed.bytes) / spread(times).middle / 1e9;
}

// All but the first, where there are others.
std::vector<double> calls_of(const Cost& cost) {
  return cost.calls.others.empty() ? std::vector{cost.calls.first} : cost.calls.others;
}

Json json_of(const Judged& judged) {
  return {{"events", judged.events},
          {"blocks", {{"all", judged.blocks}, {"looked_at", judged.looked_at}}},
          {"judged_on", judged.on_device ? "device" : "host"},
          {"findings", judged.findings},
          {"seconds", list(spread(judged.seconds))},
          {"one_block_seconds", list(spread(judged.one_block))}};
}

Json json_of(const Cost& cost) {
  Json json{{"kernel", cost.kernel}};
  if (!cost.why_not.empty()) {
    json["why_not"] = cost.why_not;
    return json;
  }
  json["tile"] = cost.tile;
  const std::vector<double> calls = calls_of(cost);
  if (cost.calls.first > 0)
    json["plain_call"] = {{"first_seconds", cost.calls.first}, {"seconds", list(spread(calls))}};
  if (!cost.verdict.seconds.empty()) json["verdict"] = json_of(cost.verdict);
  if (cost.speed.events == 0) return json;
  const GpuSpeed& s = cost.speed;
  json["events"] = s.events;
  json["bytes_per_event"] = bytes_per_event(s);
  json["paths"] = s.paths;
  if (s.paths > 0) json["paths_seconds"] = list(spread(s.find_paths));
  if (!s.record_thin.empty()) {
    json["thin_seconds"] = list(spread(s.record_thin));
    json["indices_seconds"] = list(spread(s.find_indices));
    json["thin_times_as_many_events"] = list(spread(ratios(s.record, s.record_thin)));
  }
  json["plain_seconds"] = list(spread(s.plain));
  json["full_seconds"] = list(spread(s.record));
  json["window_seconds"] = list(spread(s.window));
  json["counts_seconds"] = list(spread(s.count));
  json["fill_gbs"] = gbs(cost, s.fill);
  json["full_gbs"] = gbs(cost, s.record);
  json["full_of_fill"] = list(spread(ratios(s.fill, s.record)));
  json["full_of_store"] = list(spread(ratios(s.store, s.record)));
  json["counts_over_plain"] = list(spread(ratios(s.count, s.plain)));
  return json;
}

std::string text_of(const BenchCostOptions& options, const std::vector<Cost>& costs) {
  const auto ms = [](const std::vector<double>& times) { return fmt::format("{:.4g}", spread(times).middle * 1e3); };
  Table table;
  table.row({"kernel", "tile", "events", "plain ms", "full ms", "paths ms", "window ms", "counts ms", "bytes/event",
             "thin ms", "indices ms", "times as many", "of fill", "of store", "counts/plain", "verdict ms", "judged on",
             "findings"});
  std::string notes;
  for (const Cost& cost : costs) {
    if (!cost.why_not.empty()) {
      notes += fmt::format("Not measured: {}: {}.\n", cost.kernel, cost.why_not);
      continue;
    }
    std::vector<std::string> cells{cost.kernel, std::to_string(cost.tile)};
    const GpuSpeed& s = cost.speed;
    const bool thin = !s.record_thin.empty();
    if (s.events > 0)
      cells.insert(cells.end(), {with_commas(s.events), ms(s.plain), ms(s.record), s.paths > 0 ? ms(s.find_paths) : "-",
                                 ms(s.window), ms(s.count), fmt::format("{:.4g}", bytes_per_event(s)),
                                 thin ? ms(s.record_thin) : "-", thin ? ms(s.find_indices) : "-",
                                 thin ? fmt::format("{:.2f}", spread(ratios(s.record, s.record_thin)).middle) : "-",
                                 fmt::format("{:.3f}", spread(ratios(s.fill, s.record)).middle),
                                 fmt::format("{:.3f}", spread(ratios(s.store, s.record)).middle),
                                 fmt::format("{:.2f}", spread(ratios(s.count, s.plain)).middle)});
    else
      cells.insert(cells.end(), {"-", cost.calls.first > 0 ? ms(calls_of(cost)) : "-", "-", "-", "-", "-", "-", "-",
                                 "-", "-", "-", "-", "-"});
    if (const Judged& judged = cost.verdict; judged.seconds.empty())
      cells.insert(cells.end(), {"-", "-", "-", "-"});
    else
      cells.insert(cells.end(), {ms(judged.seconds), ms(judged.one_block), judged.on_device ? "device" : "host",
                                 std::to_string(judged.findings)});
    table.row(cells);
  }
  return fmt::format(
      "Sides of {}, random inputs; median of {} runs, measured by the GPU's clock. A fill is of the bytes that are "
      "recorded, by cudaMemset, and a store by a kernel that does nothing else; paths are found afterwards. Thin "
      "events have no indices: those follow from few blocks', which are "
      "recorded afterwards. A verdict "
      "is a trace and its hazards, by this machine's clock, of all blocks with sides of {}, and a block is one of "
      "these, recorded by itself.\n\n{}\n{}",
      options.size, options.runs, options.verdict_size, table.text(), notes);
}

void run(const BenchCostOptions& options) {
  for (const std::string& name : options.kernels)
    if (!is_kernel_file(name)) static_cast<void>(find_kernel(name));
  const CudaExecutor cuda = make_cuda_executor();
  if (!cuda.executor) throw UsageError(fmt::format("bench cost: {}", cuda.why_not));
  const std::uint64_t seed = std::random_device{}();
  std::vector<Cost> costs;
  std::vector<std::string> kernels = options.kernels;
  for (const CatalogueKernel& kernel : catalogue())
    if (options.kernels.empty() && (kernel.right() || options.wrong)) kernels.emplace_back(kernel.name);
  for (const std::string& kernel : kernels) costs.push_back(cost_of(options, kernel, *cuda.executor, seed));
  if (!options.json) return write_output(options.output, text_of(options, costs));
  Json list = Json::array();
  for (const Cost& cost : costs) list.push_back(json_of(cost));
  const Json json{{"gpu", cuda.executor->name()},
                  {"driver", driver_release()},
                  {"size", options.size},
                  {"verdict_size", options.verdict_size},
                  {"runs", options.runs},
                  {"seed", seed},
                  {"kernels", list}};
  write_json(options.output, json);
}

}  // namespace

void add_bench_cost(Subcommand& bench) {
  Subcommand& command = bench.command("cost", "what recording costs each right kernel on this GPU");
  BenchCostOptions& options = command.does<BenchCostOptions>(run);
  command.option("--kernel", options.kernels, "which kernels, or files with one (default: all that are right)")
      .separated_by(',')
      .such_as(kernel_names());
  command.option("--size", options.size, "all three sides", {std::int64_t{1}, std::int64_t{1} << 16});
  command.option("--verdict-size", options.verdict_size, "all three sides, of what is judged",
                 {std::int64_t{1}, std::int64_t{1} << 12});
  command.option("--tile", options.tile, "the tile's width, or the nearest that a kernel has", {1, 1024});
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.flag("--wrong", options.wrong, "judge those that are wrong on purpose as well");
  command.flag("--only-plain", options.only_plain, "nothing but calls of the plain kernels, for other tools to watch");
  command.flag("--only-verdict", options.only_verdict, "judge them, and measure nothing else").excludes("--only-plain");
  command.output_options(options);
}

}  // namespace tilescope::cli
