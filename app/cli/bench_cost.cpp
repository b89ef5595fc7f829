// tilescope bench cost: what recording costs each right kernel on this GPU, and how soon a trace says what is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>

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
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/request/catalogue.h"

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
  std::vector<double> seconds;
  // And until any one block's events are here, as after a click on it: the first one, and another one.
  std::vector<double> first_block, other_block;
  GpuMemory memory;  // of a verdict
};

// A kernel's costs, or why there are none.
struct Cost {
  std::string kernel, why_not;
  int tile = 0;
  GpuSpeed speed;
  Judged verdict;
  PlainCalls calls;
};

// Which nobody has seen before: a GPU may hold the arrays of launches that it had.
void make_another(Launch& launch, int number) {
  for (Buffer& buffer : launch.buffers)
    if (!std::as_const(buffer.bytes).empty() && buffer.fill != "zeros") {
      buffer.bytes[0] = static_cast<std::byte>(number);
      return;
    }
}

// The first run is not timed: in it the driver translates the recorded kernel.
Judged verdict_of(const Executor& gpu, Launch launch, int runs, std::uint64_t seed) {
  Judged judged;
  std::mt19937_64 random(seed);
  const auto time_of_block = [&] {
    Launch block = launch;
    block.record = Record::blocks;
    const auto any = static_cast<unsigned>(random() % launch.grid.count());
    const unsigned row = any / launch.grid.x, column = any % launch.grid.x;
    block.window = {{row, column, row, column}};
    return seconds([&] { static_cast<void>(gpu.record(recorded_kernel(launch), block, {})); });
  };
  for (int run = 0; run <= runs; ++run) {
    make_another(launch, run);
    std::optional<Verdict> verdict;
    watch_gpu_memory();
    const double time = seconds([&] { verdict = gpu.judge(recorded_kernel(launch), launch, {}); });
    judged.memory = most_gpu_memory();
    judged.events = verdict->events;
    judged.blocks = verdict->hazards.blocks;
    judged.looked_at = verdict->hazards.looked_at;
    judged.findings = verdict->hazards.findings.size();
    judged.on_device = verdict->on_device;
    verdict.reset();
    const double first = time_of_block(), other = time_of_block();
    if (run == 0) continue;
    judged.seconds.push_back(time);
    judged.first_block.push_back(first);
    judged.other_block.push_back(other);
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
          {"first_block_seconds", list(spread(judged.first_block))},
          {"other_block_seconds", list(spread(judged.other_block))},
          {"bytes", {{"own", judged.memory.own}, {"all_in_use", judged.memory.all}}}};
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

// "10.3 (10.2 to 10.4)", in milliseconds where they are seconds.
std::string spread_of(const std::vector<double>& all, double times = 1e3) {
  if (all.empty()) return "-";
  const Spread s = spread(all);
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", s.middle * times, s.low * times, s.high * times);
}

std::string recordings_of(const BenchCostOptions& options, const std::vector<Cost>& costs) {
  Table table;
  table.row({"kernel", "tile", "events", "plain, ms", "8 bytes, ms", "of fill", "of store", "paths, ms", "4 bytes, ms",
             "indices, ms", "times as many", "with indices", "counts, times plain", "window, ms"});
  for (const Cost& cost : costs) {
    const GpuSpeed& s = cost.speed;
    if (s.events == 0) continue;
    std::vector<double> with_indices = s.record_thin;
    for (std::size_t n = 0; n < with_indices.size(); ++n) with_indices[n] += s.find_indices[n];
    table.row({cost.kernel, std::to_string(cost.tile), with_commas(s.events), spread_of(s.plain), spread_of(s.record),
               spread_of(ratios(s.fill, s.record), 1), spread_of(ratios(s.store, s.record), 1), spread_of(s.find_paths),
               s.record_thin.empty() ? "does not hold" : spread_of(s.record_thin), spread_of(s.find_indices),
               s.record_thin.empty() ? "-" : spread_of(ratios(s.record, s.record_thin), 1),
               s.record_thin.empty() ? "-" : spread_of(ratios(s.record, with_indices), 1),
               spread_of(ratios(s.count, s.plain), 1), spread_of(s.window)});
  }
  return fmt::format(
      "Sides of {}, random inputs; median of {} runs, smallest and largest in brackets, by the GPU's clock. A fill is "
      "of the bytes that are recorded, by cudaMemset, and a store by a kernel that does nothing else; paths are found "
      "afterwards. Events of 4 bytes have no indices: those follow from few blocks', which are recorded afterwards. "
      "Times as many: events a second in 4 bytes, by those in 8; with indices: what these take counted as well.\n\n{}",
      options.size, options.runs, table.text());
}

std::string verdicts_of(const BenchCostOptions& options, const std::vector<Cost>& costs) {
  Table table;
  table.row({"kernel", "tile", "events", "plain call, ms", "verdict, ms", "judged on", "findings", "first block, ms",
             "another, ms", "own MiB", "MiB in use"});
  const auto mib = [](std::uint64_t bytes) { return fmt::format("{:.0f}", static_cast<double>(bytes) / 0x1p20); };
  for (const Cost& cost : costs) {
    const Judged& j = cost.verdict;
    if (!cost.why_not.empty() || (j.seconds.empty() && cost.calls.first == 0)) continue;
    const std::string plain = cost.calls.first > 0 ? spread_of(calls_of(cost)) : "-";
    if (j.seconds.empty())
      table.row({cost.kernel, std::to_string(cost.tile), "-", plain, "-", "-", "-", "-", "-", "-", "-"});
    else
      table.row({cost.kernel, std::to_string(cost.tile), with_commas(j.events), plain, spread_of(j.seconds),
                 j.on_device ? "device" : "host", std::to_string(j.findings), spread_of(j.first_block), spread_of(j.other_block),
                 mib(j.memory.own), mib(j.memory.all)});
  }
  return fmt::format(
      "Sides of {}, by this machine's clock. A verdict is a trace and its hazards, of all blocks of a launch whose arrays "
      "the GPU has not seen. Then any one block of it is recorded by itself, and another one. MiB: of the GPU's memory "
      "at most during a verdict, this program's own and all that was in use, the driver's among it.\n\n{}",
      options.verdict_size, table.text());
}

std::string text_of(const BenchCostOptions& options, const std::vector<Cost>& costs) {
  std::string notes;
  for (const Cost& cost : costs)
    if (!cost.why_not.empty()) notes += fmt::format("Not measured: {}: {}.\n", cost.kernel, cost.why_not);
  const bool records = !options.only_plain && !options.only_verdict;
  return fmt::format("{}{}{}\n{}", records ? recordings_of(options, costs) : "", records ? "\n" : "",
                     verdicts_of(options, costs), notes);
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
