// bench cost: what recording each correct kernel costs on this GPU, and how soon a trace shows what is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "app/cli/gpu_options.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

constexpr std::int64_t preparing_size = 64;

// The errors in a trace of all blocks, and the time to find them by this computer's clock.
struct Judged {
  std::uint64_t events = 0;
  std::size_t blocks = 0, looked_at = 0, findings = 0;
  bool on_device = false;
  std::vector<double> seconds;
  // The time until any one block's events are available, as after a click on it: the first block, and another.
  std::vector<double> first_block, other_block;
  GpuMemory memory;  // used by a verdict
};

// A kernel's costs, or why there are none.
struct Cost {
  std::string kernel, why_not;
  int tile = 0;
  GpuSpeed speed;
  Judged verdict;
  PlainCalls calls;
};

// Makes the launch new, because a GPU may hold the arrays of earlier launches.
void make_another(Launch& launch, int number) {
  for (Buffer& buffer : launch.buffers)
    if (!std::as_const(buffer.bytes).empty() && buffer.fill != "zeros") {
      buffer.bytes[0] = static_cast<std::byte>(number);
      return;
    }
}

// The first run is not timed, because the driver then translates the recorded kernel.
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

// The launch with the requested tile width, or the nearest one that takes the shape.
Launch launch_of(const Options& options, const std::string& kernel, std::int64_t size, std::uint64_t seed) {
  std::string why;
  for (const std::optional<int> width : widths_near(kernel, options.tile)) {
    Request request = request_of(kernel, size, width);
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

// A wrong kernel from a file is not run without recording, unless that was requested.
Cost cost_of(const Options& options, const std::string& kernel, const Executor& gpu, std::uint64_t seed) {
  Cost cost;
  cost.kernel = kernel;
  try {
    const Launch small = launch_of(options, kernel, options.verdict_size, seed);
    const RecordedKernel& built = recorded_kernel(small);
    cost.tile = small.tile;
    if (!options.only_plain) cost.verdict = verdict_of(gpu, small, options.runs, seed);
    if (is_kernel_file(kernel) && cost.verdict.findings > 0) return cost;
    // A tool that watches this program prepares itself at the first call, for which a short one is enough.
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

// All calls except the first, if there are others.
std::vector<double> calls_of(const Cost& cost) {
  return cost.calls.others.empty() ? std::vector{cost.calls.first} : cost.calls.others;
}

Json tell_recording(const Cost& cost, Rows& rows) {
  const GpuSpeed& s = cost.speed;
  std::vector<double> with_indices = s.record_thin;
  for (std::size_t n = 0; n < with_indices.size(); ++n) with_indices[n] += s.find_indices[n];
  Cell thin = ms("4 bytes, ms", "thin_seconds", s.record_thin);
  if (s.record_thin.empty()) thin.text = "does not hold";
  const auto gbs = [&](const std::vector<double>& times) {
    return static_cast<double>(s.bytes) / spread(times).middle / 1e9;
  };
  return rows.add({{"kernel", cost.kernel},
                   {"tile", std::to_string(cost.tile)},
                   {"events", with_commas(s.events), "events", s.events},
                   {nullptr, "", "bytes_per_event", bytes_per_event(s)},
                   {nullptr, "", "paths", s.paths},
                   ms("plain, ms", "plain_seconds", s.plain),
                   ms("8 bytes, ms", "full_seconds", s.record),
                   ratio("of fill", "full_of_fill", ratios(s.fill, s.record)),
                   ratio("of store", "full_of_store", ratios(s.store, s.record)),
                   ms("paths, ms", "paths_seconds", s.find_paths),
                   thin,
                   ms("indices, ms", "indices_seconds", s.find_indices),
                   ratio("times as many", "thin_times_as_many_events", ratios(s.record, s.record_thin)),
                   ratio("with indices", nullptr, ratios(s.record, with_indices)),
                   ratio("counts, times plain", "counts_over_plain", ratios(s.count, s.plain)),
                   ms("window, ms", "window_seconds", s.window),
                   {nullptr, "", "counts_seconds", list(spread(s.count))},
                   {nullptr, "", "fill_gbs", gbs(s.fill)},
                   {nullptr, "", "full_gbs", gbs(s.record)}});
}

Json tell_verdict(const Cost& cost, Rows& rows) {
  const Judged& j = cost.verdict;
  const auto if_judged = [&](std::string text) { return j.seconds.empty() ? "-" : text; };
  const auto mib = [&](std::uint64_t bytes) {
    return if_judged(fmt::format("{:.0f}", static_cast<double>(bytes) / 0x1p20));
  };
  const char* const on = j.on_device ? "device" : "host";
  return rows.add({{"kernel", cost.kernel},
                   {"tile", std::to_string(cost.tile)},
                   {"events", if_judged(with_commas(j.events)), "events", j.events},
                   {nullptr, "", "blocks", {{"all", j.blocks}, {"looked_at", j.looked_at}}},
                   ms("plain call, ms", nullptr, cost.calls.first > 0 ? calls_of(cost) : std::vector<double>{}),
                   ms("verdict, ms", "seconds", j.seconds),
                   {"judged on", if_judged(on), "judged_on", on},
                   {"findings", if_judged(std::to_string(j.findings)), "findings", j.findings},
                   ms("first block, ms", "first_block_seconds", j.first_block),
                   ms("another, ms", "other_block_seconds", j.other_block),
                   {"own MiB", mib(j.memory.own)},
                   {"MiB in use", mib(j.memory.all)},
                   {nullptr, "", "bytes", {{"own", j.memory.own}, {"all_in_use", j.memory.all}}}});
}

// Both tables for all kernels, and why some are in neither.
struct Told {
  Rows recordings, verdicts;
  std::string notes;
  Json kernels = Json::array();

  void add(const Cost& cost) {
    Json json{{"kernel", cost.kernel}};
    if (!cost.why_not.empty()) {
      json["why_not"] = cost.why_not;
      notes += fmt::format("Not measured: {}: {}.\n", cost.kernel, cost.why_not);
      return kernels.push_back(json);
    }
    json["tile"] = cost.tile;
    const bool is_called = cost.calls.first > 0, is_judged = !cost.verdict.seconds.empty();
    if (is_called)
      json["plain_call"] = {{"first_seconds", cost.calls.first}, {"seconds", list(spread(calls_of(cost)))}};
    if (is_called || is_judged) {
      const Json verdict = tell_verdict(cost, verdicts);
      if (is_judged) json["verdict"] = verdict;
    }
    kernels.push_back(cost.speed.events == 0 ? json : json.with(tell_recording(cost, recordings)));
  }
};

std::string text_of(const Options& options, const Told& told) {
  std::string text;
  if (!options.only_plain && !options.only_verdict)
    text = fmt::format(
        "Sides of {}, random inputs; median of {} runs, smallest and largest in brackets, by the GPU's clock. A fill "
        "is "
        "of the bytes that are recorded, by cudaMemset, and a store by a kernel that does nothing else; paths are "
        "found "
        "afterwards. Events of 4 bytes have no indices: those follow from few blocks', which are recorded afterwards. "
        "Times as many: events a second in 4 bytes, by those in 8; with indices: what these take counted as "
        "well.\n\n{}\n",
        options.size, options.runs, told.recordings.text());
  return text +
         fmt::format(
             "Sides of {}, by this machine's clock. A verdict is a trace and its hazards, of all blocks of a launch "
             "whose "
             "arrays the GPU has not seen. Then any one block of it is recorded by itself, and another one. MiB: of "
             "the "
             "GPU's memory at most during a verdict, this program's own and all that was in use, the driver's among "
             "it.\n\n{}\n{}",
             options.verdict_size, told.verdicts.text(), told.notes);
}

}  // namespace

Report cost(const Options& options) {
  for (const std::string& name : options.kernels) require_kernel(name);
  const CudaExecutor cuda = make_cuda_executor();
  if (!cuda.executor) throw UsageError(fmt::format("bench cost: {}", cuda.why_not));
  const std::uint64_t seed = std::random_device{}();
  std::vector<std::string> kernels = options.kernels;
  for (const CatalogueKernel& kernel : catalogue())
    if (options.kernels.empty() && (kernel.right() || options.wrong)) kernels.emplace_back(kernel.name);
  Told told;
  for (const std::string& kernel : kernels) told.add(cost_of(options, kernel, *cuda.executor, seed));
  return report(text_of(options, told), {{"gpu", cuda.executor->name()},
                                         {"driver", driver_release()},
                                         {"size", options.size},
                                         {"verdict_size", options.verdict_size},
                                         {"runs", options.runs},
                                         {"seed", seed},
                                         {"kernels", told.kernels}});
}

}  // namespace tilescope::bench
