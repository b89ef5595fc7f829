// tilescope bench record: how fast events are recorded, as a ratio to how fast the same bytes are filled.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/threads.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::cli {

namespace {

struct BenchRecordOptions : OutputOptions {
  LaunchOptions launch;
  std::string versus;
  unsigned cores = 0;
  int runs = 5;
};

// How the machine's memory itself takes more cores.
void fill_on(unsigned cores, std::vector<char>& bytes, int with) {
  const auto fill_part = [&](std::size_t n) {
    const std::size_t begin = bytes.size() / cores * n;
    const std::size_t end = n + 1 == cores ? bytes.size() : bytes.size() / cores * (n + 1);
    std::memset(bytes.data() + begin, with, end - begin);
  };
  std::vector<std::thread> others;
  for (unsigned n = 1; n < cores; ++n) others.emplace_back(fill_part, n);
  fill_part(0);
  for (std::thread& other : others) other.join();
  volatile char last = bytes.back();
  (void)last;
}

struct RecordTimes {
  std::uint64_t events = 0;
  std::vector<double> fill, fill_all_cores, one_core, all_cores, counting;  // seconds of each run
  std::vector<double> other, other_counting;                                // of another kernel, on one core
};

// All memory is touched before; the kinds of work take turns, so that each run's ratios are of one moment.
RecordTimes measure(const Launch& launch, const std::optional<Launch>& other, unsigned cores, int runs) {
  const std::unique_ptr<Executor> executor = make_cpu_executor();
  RecordOptions how;
  how.pool = std::make_shared<EventPool>(std::size_t{1} << 30);
  const auto counts = [](Launch of) {
    of.record = Record::counts;
    return of;
  };
  const auto record_on = [&](unsigned n, const Launch& what) {
    how.cores = n;
    const Trace trace = executor->record(recorded_kernel(what), what, how);
    if (trace.fault()) throw Error(trace.fault()->message);
    if (trace.lost_events() > 0)
      throw UsageError("bench record: the trace does not fit into memory; take a smaller size");
    return trace.kept_events();
  };
  RecordTimes m;
  m.events = record_on(cores, launch);
  record_on(1, launch);
  if (other) record_on(1, *other);
  std::vector<char> bytes(m.events * sizeof(PackedEvent), 1);
  for (int run = 0; run < runs; ++run) {
    m.fill.push_back(seconds([&] { fill_on(1, bytes, run + 2); }));
    m.fill_all_cores.push_back(seconds([&] { fill_on(cores, bytes, run + 3); }));
    m.one_core.push_back(seconds([&] { record_on(1, launch); }));
    m.all_cores.push_back(seconds([&] { record_on(cores, launch); }));
    m.counting.push_back(seconds([&] { record_on(1, counts(launch)); }));
    if (!other) continue;
    m.other.push_back(seconds([&] { record_on(1, *other); }));
    m.other_counting.push_back(seconds([&] { record_on(1, counts(*other)); }));
  }
  return m;
}

// A kind of work on the same events: its runs' seconds, and whether it moves all of their bytes.
struct Work {
  const char* key;  // in JSON; null: told elsewhere
  std::string name;
  const std::vector<double>& seconds;
  bool moves_bytes = true;
};

struct Measured {
  std::uint64_t events = 0;
  double bytes_per_event = sizeof(PackedEvent);
  Json more;  // about the machine
  std::vector<Work> works;
  std::vector<std::pair<const char*, Spread>> ratios;
  std::string conclusion;
};

Json json_of(const Launch& launch, const Measured& m, int runs) {
  Json json = launch_json(launch).with({{"events", m.events}, {"runs", runs}}).with(m.more);
  for (const Work& work : m.works)
    if (work.key != nullptr) json[work.key] = list(spread(work.seconds));
  for (const auto& [key, ratio] : m.ratios) json[key] = list(ratio);
  return json;
}

std::string text_of(const Launch& launch, const Measured& m, int runs) {
  const auto events = static_cast<double>(m.events);
  Table table;
  table.row({"", "ms", "GB/s", "ns/event"});
  for (const Work& work : m.works) {
    const double middle = spread(work.seconds).middle;
    const auto rate = [&](const char* format, double number) {
      return work.moves_bytes ? fmt::format(fmt::runtime(format), number) : "";
    };
    table.row({work.name, fmt::format("{:.4g}", middle * 1e3),
               rate("{:.4g}", events * m.bytes_per_event / middle / 1e9), rate("{:.3g}", middle / events * 1e9)});
  }
  return fmt::format("{}: {} events of {:.4g} bytes; median of {} runs, measured\n\n{}\n{}\n", sizes_of(launch),
                     with_commas(m.events), m.bytes_per_event, runs, table.text(), m.conclusion);
}

void write(const BenchRecordOptions& options, const Launch& launch, const Measured& measured) {
  if (options.json) return write_json(options.output, json_of(launch, measured, options.runs));
  write_output(options.output, text_of(launch, measured, options.runs));
}

void run_on_gpu(const Executor& gpu, const Launch& launch, const BenchRecordOptions& options) {
  const GpuSpeed m = measure_gpu(recorded_kernel(launch), launch, options.runs);
  const Spread to_fill = spread(ratios(m.fill, m.record)), to_store = spread(ratios(m.store, m.record)),
               to_plain = spread(ratios(m.count, m.plain));
  Json more{{"executor", gpu.name()}, {"bytes_per_event", bytes_per_event(m)}, {"paths", m.paths}};
  if (m.paths > 0) more["paths_seconds"] = list(spread(m.find_paths));
  std::vector<Work> works{{"fill_seconds", "cudaMemset of the same bytes", m.fill},
                          {"store_seconds", "a kernel that only stores them", m.store},
                          {"record_seconds", "record", m.record}};
  if (m.paths > 0)
    works.push_back({nullptr, fmt::format("find paths, of which there are {}", m.paths), m.find_paths, false});
  works.push_back({"count_seconds", "count", m.count, false});
  works.push_back({"plain_seconds", "plain kernel", m.plain, false});
  write(options, launch,
        {m.events,
         bytes_per_event(m),
         more,
         works,
         {{"record_of_fill", to_fill}, {"record_of_store", to_store}, {"count_over_plain", to_plain}},
         fmt::format("{} records at {:.3f} of cudaMemset's rate ({:.3f} to {:.3f}), and at {:.3f} of the rate of a "
                     "kernel that only stores ({:.3f} to {:.3f}); counting takes {:.2f} times the plain kernel "
                     "({:.2f} to {:.2f})",
                     gpu.name(), to_fill.middle, to_fill.low, to_fill.high, to_store.middle, to_store.low,
                     to_store.high, to_plain.middle, to_plain.low, to_plain.high)});
}

void run_on_cpu(const Launch& launch, const BenchRecordOptions& options) {
  const unsigned cores = options.cores != 0 ? options.cores : usable_cores();
  std::optional<Launch> other;
  if (!options.versus.empty()) other = launch_with(options.launch, options.versus, launch);
  const RecordTimes m = measure(launch, other, cores, options.runs);
  const Spread to_fill = spread(ratios(m.fill, m.one_core)), speed_up = spread(ratios(m.one_core, m.all_cores)),
               fill_speed_up = spread(ratios(m.fill, m.fill_all_cores));
  std::vector<Work> works{{"fill_seconds", "memset of the same bytes", m.fill},
                          {"fill_all_cores_seconds", fmt::format("the same by {} cores", cores), m.fill_all_cores},
                          {"one_core_seconds", "record, 1 core", m.one_core},
                          {"all_cores_seconds", fmt::format("record, {} cores", cores), m.all_cores},
                          {"counts_one_core_seconds", "counts, 1 core", m.counting}};
  std::vector<std::pair<const char*, Spread>> found{
      {"one_core_of_fill", to_fill}, {"all_cores_over_one", speed_up}, {"fill_all_cores_over_one", fill_speed_up}};
  std::string beside;
  if (other) {
    const Spread recording = spread(ratios(m.one_core, m.other)),
                 counting = spread(ratios(m.counting, m.other_counting));
    works.push_back({"other_one_core_seconds", fmt::format("record {}, 1 core", other->kernel), m.other});
    works.push_back(
        {"other_counts_one_core_seconds", fmt::format("counts {}, 1 core", other->kernel), m.other_counting});
    found.push_back({"other_times_as_fast", recording});
    found.push_back({"other_counts_times_as_fast", counting});
    beside = fmt::format("; {} is recorded {:.2f} times as fast ({:.2f} to {:.2f}), and counted {:.2f} times",
                         other->kernel, recording.middle, recording.low, recording.high, counting.middle);
  }
  write(options, launch,
        {m.events,
         sizeof(PackedEvent),
         {{"cores", cores}},
         works,
         found,
         fmt::format("1 core records at {:.3f} of memset's rate ({:.3f} to {:.3f}); {} cores at {:.2f} times 1 core "
                     "({:.2f} to {:.2f}), and memset at {}{}",
                     to_fill.middle, to_fill.low, to_fill.high, cores, speed_up.middle, speed_up.low, speed_up.high,
                     told(fill_speed_up, 2), beside)});
}

void run(const BenchRecordOptions& options) {
  const Launch launch = launch_to_record(options.launch);
  if (launch.record != Record::full)
    throw UsageError("bench record: measures full traces; leave --record and --blocks out");
  on_gpu_or_cpu(
      options.launch, launch, [&](const Executor& gpu) { run_on_gpu(gpu, launch, options); },
      [&](const Executor&) { run_on_cpu(launch, options); });
}

}  // namespace

void add_bench(Subcommand& program) {
  Subcommand& bench = program.command("bench", "measure TileScope itself, and its kernels");
  Subcommand& command = bench.command("record", "how fast events are recorded");
  BenchRecordOptions& options = command.does<BenchRecordOptions>(run);
  options.launch.request.m = options.launch.request.n = options.launch.request.k = 256;
  options.launch.request.tile = 16;
  options.launch.add_to(command);
  command.option("--vs", options.versus, "another kernel, in turns with it: how much faster it is recorded");
  command.option("--cores", options.cores, "how many cores (default: all)", {1, 1024});
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.output_options(options);
  add_bench_frames(bench);
  add_bench_live(bench);
  add_bench_file(bench);
  add_bench_heat(bench);
  add_bench_analyses(bench);
  add_bench_kernels(bench);
  add_bench_cost(bench);
  add_bench_language(bench);
  add_bench_apart(bench);
  add_bench_click(bench);
  add_bench_first(bench);
  add_bench_plain(bench);
}

}  // namespace tilescope::cli
