// tilescope bench record: how fast events are recorded, as a ratio to how fast the same bytes are filled.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"

namespace tilescope::cli {

namespace {

struct BenchRecordOptions : OutputOptions {
  LaunchOptions launch;
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
};

// All memory is touched before; the kinds of work take turns, so that each run's ratios are of one moment.
RecordTimes measure(const Launch& launch, unsigned cores, int runs) {
  const std::unique_ptr<Executor> executor = make_cpu_executor();
  const RecordedKernel& kernel = recorded_kernel(launch);
  RecordOptions how;
  how.pool = std::make_shared<EventPool>(std::size_t{1} << 30);
  Launch counts = launch;
  counts.record = Record::counts;
  const auto record_on = [&](unsigned n, const Launch& what) {
    how.cores = n;
    const Trace trace = executor->record(kernel, what, how);
    if (trace.fault()) throw Error(trace.fault()->message);
    if (trace.lost_events() > 0)
      throw UsageError("bench record: the trace does not fit into memory; take a smaller size");
    return trace.kept_events();
  };
  RecordTimes m;
  m.events = record_on(cores, launch);
  record_on(1, launch);
  std::vector<char> bytes(m.events * sizeof(Event), 1);
  for (int run = 0; run < runs; ++run) {
    m.fill.push_back(seconds([&] { fill_on(1, bytes, run + 2); }));
    m.fill_all_cores.push_back(seconds([&] { fill_on(cores, bytes, run + 3); }));
    m.one_core.push_back(seconds([&] { record_on(1, launch); }));
    m.all_cores.push_back(seconds([&] { record_on(cores, launch); }));
    m.counting.push_back(seconds([&] { record_on(1, counts); }));
  }
  return m;
}

Json json_of(const Launch& launch, std::uint64_t events, int runs) {
  return {{"kernel", launch.kernel}, {"m", launch.m},    {"n", launch.n}, {"k", launch.k},
          {"tile", launch.tile},     {"events", events}, {"runs", runs}};
}

// Times of the same events, with their rates.
class Rates {
 public:
  explicit Rates(std::uint64_t events, double bytes_per_event = sizeof(Event))
      : events_(static_cast<double>(events)), bytes_(events_ * bytes_per_event) {
    table_.row({"", "ms", "GB/s", "ns/event"});
  }
  void row(const std::string& name, const Spread& s) {
    table_.row({name, fmt::format("{:.4g}", s.middle * 1e3), fmt::format("{:.4g}", bytes_ / s.middle / 1e9),
                fmt::format("{:.3g}", s.middle / events_ * 1e9)});
  }
  void row_without_bytes(const std::string& name, const Spread& s) {
    table_.row({name, fmt::format("{:.4g}", s.middle * 1e3), "", ""});
  }
  [[nodiscard]] std::string text() const { return table_.text(); }

 private:
  double events_, bytes_;
  Table table_;
};

std::string heading(const Launch& launch, std::uint64_t events, int runs, double bytes_per_event = sizeof(Event)) {
  return fmt::format(
      "{}: {} x {} x {} (M x N x K), tile {}: {} events of {:.4g} bytes; median of {} runs, measured\n\n",
      launch.kernel, launch.m, launch.n, launch.k, launch.tile, with_commas(events), bytes_per_event, runs);
}

void run_on_gpu(const Executor& gpu, const Launch& launch, const BenchRecordOptions& options) {
  const GpuSpeed m = measure_gpu(recorded_kernel(launch), launch, options.runs);
  const Spread to_fill = spread(ratios(m.fill, m.record));
  const Spread to_store = spread(ratios(m.store, m.record));
  const Spread to_plain = spread(ratios(m.count, m.plain));
  if (options.json) {
    Json json = json_of(launch, m.events, options.runs);
    json["executor"] = gpu.name();
    json["bytes_per_event"] = bytes_per_event(m);
    json["paths"] = m.paths;
    if (m.paths > 0) json["paths_seconds"] = list(spread(m.find_paths));
    json["fill_seconds"] = list(spread(m.fill));
    json["store_seconds"] = list(spread(m.store));
    json["record_seconds"] = list(spread(m.record));
    json["count_seconds"] = list(spread(m.count));
    json["plain_seconds"] = list(spread(m.plain));
    json["record_of_fill"] = list(to_fill);
    json["record_of_store"] = list(to_store);
    json["count_over_plain"] = list(to_plain);
    return write_json(options.output, json);
  }
  Rates rates(m.events, bytes_per_event(m));
  rates.row("cudaMemset of the same bytes", spread(m.fill));
  rates.row("a kernel that only stores them", spread(m.store));
  rates.row("record", spread(m.record));
  if (m.paths > 0)
    rates.row_without_bytes(fmt::format("find paths, of which there are {}", m.paths), spread(m.find_paths));
  rates.row_without_bytes("count", spread(m.count));
  rates.row_without_bytes("plain kernel", spread(m.plain));
  write_output(
      options.output,
      fmt::format("{}{}\n{} records at {:.3f} of cudaMemset's rate ({:.3f} to {:.3f}), and at {:.3f} of the rate of a "
                  "kernel that only stores ({:.3f} to {:.3f}); counting takes {:.2f} times the plain kernel "
                  "({:.2f} to {:.2f})\n",
                  heading(launch, m.events, options.runs, bytes_per_event(m)), rates.text(), gpu.name(), to_fill.middle,
                  to_fill.low, to_fill.high, to_store.middle, to_store.low, to_store.high, to_plain.middle,
                  to_plain.low, to_plain.high));
}

void run_on_cpu(const Launch& launch, const BenchRecordOptions& options) {
  const unsigned cores = options.cores != 0 ? options.cores : std::max(1U, std::thread::hardware_concurrency());
  const RecordTimes m = measure(launch, cores, options.runs);
  const Spread to_fill = spread(ratios(m.fill, m.one_core));
  const Spread speed_up = spread(ratios(m.one_core, m.all_cores));
  const Spread fill_speed_up = spread(ratios(m.fill, m.fill_all_cores));
  const Spread fill = spread(m.fill);
  const Spread fill_all = spread(m.fill_all_cores);
  const Spread one = spread(m.one_core);
  const Spread all = spread(m.all_cores);
  const Spread counting = spread(m.counting);
  if (options.json) {
    Json json = json_of(launch, m.events, options.runs);
    json["cores"] = cores;
    json["fill_seconds"] = list(fill);
    json["fill_all_cores_seconds"] = list(fill_all);
    json["one_core_seconds"] = list(one);
    json["all_cores_seconds"] = list(all);
    json["counts_one_core_seconds"] = list(counting);
    json["one_core_of_fill"] = list(to_fill);
    json["all_cores_over_one"] = list(speed_up);
    json["fill_all_cores_over_one"] = list(fill_speed_up);
    return write_json(options.output, json);
  }
  Rates rates(m.events);
  rates.row("memset of the same bytes", fill);
  rates.row(fmt::format("the same by {} cores", cores), fill_all);
  rates.row("record, 1 core", one);
  rates.row(fmt::format("record, {} cores", cores), all);
  rates.row("counts, 1 core", counting);
  write_output(
      options.output,
      fmt::format("{}{}\n1 core records at {:.3f} of memset's rate ({:.3f} to {:.3f}); {} cores at {:.2f} times "
                  "1 core ({:.2f} to {:.2f}), and memset at {:.2f} ({:.2f} to {:.2f})\n",
                  heading(launch, m.events, options.runs), rates.text(), to_fill.middle, to_fill.low, to_fill.high,
                  cores, speed_up.middle, speed_up.low, speed_up.high, fill_speed_up.middle, fill_speed_up.low,
                  fill_speed_up.high));
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
  command.option("--cores", options.cores, "how many cores (default: all)", {1, 1024});
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.output_options(options);
  add_bench_frames(bench);
  add_bench_file(bench);
  add_bench_heat(bench);
  add_bench_analyses(bench);
  add_bench_kernels(bench);
  add_bench_cost(bench);
}

}  // namespace tilescope::cli
