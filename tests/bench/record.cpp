// bench record: how fast events are recorded, compared with filling the same number of bytes.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <thread>

#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/threads.h"
#include "instrumentation/trace/packed_event.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

// Fills the memory on several cores, to see how the computer's memory scales.
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
  std::vector<double> fill, fill_all_cores, one_core, all_cores, counting;  // seconds, by run
  std::vector<double> other, other_counting;                                // of another kernel, on one core
};

// All memory is touched first. The kinds of work take turns, so that the ratios of a run are from one moment.
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

// Kinds of work on the same events, and their results.
struct Works {
  std::uint64_t events = 0;
  double bytes_per_event = sizeof(PackedEvent);
  Rows rows;
  Json json;

  // `bytes`: whether the work moves all bytes of the events. Without a key, the times are not added to the JSON.
  void add(const char* key, const std::string& name, const std::vector<double>& times, bool bytes = true) {
    const double middle = spread(times).middle, all = static_cast<double>(events);
    rows.add({{"", name},
              {"ms", fmt::format("{:.4g}", middle * 1e3)},
              {"GB/s", bytes ? fmt::format("{:.4g}", all * bytes_per_event / middle / 1e9) : ""},
              {"ns/event", bytes ? fmt::format("{:.3g}", middle / all * 1e9) : ""}});
    if (key != nullptr) json[key] = list(spread(times));
  }
  Spread ratio(const char* key, const std::vector<double>& above, const std::vector<double>& below) {
    const Spread found = spread(ratios(above, below));
    json[key] = list(found);
    return found;
  }
  [[nodiscard]] Report report(const Launch& launch, int runs, const std::string& conclusion) const {
    return bench::report(
        fmt::format("{}: {} events of {:.4g} bytes; median of {} runs, measured\n\n{}\n{}\n", sizes_of(launch),
                    with_commas(events), bytes_per_event, runs, rows.text(), conclusion),
        launch_json(launch).with({{"events", events}, {"runs", runs}}).with(json));
  }
};

Report on_gpu(const Executor& gpu, const Launch& launch, int runs) {
  const GpuSpeed m = measure_gpu(recorded_kernel(launch), launch, runs);
  Works works{.events = m.events, .bytes_per_event = bytes_per_event(m), .rows = {}, .json = {}};
  works.json = {{"executor", gpu.name()}, {"bytes_per_event", works.bytes_per_event}, {"paths", m.paths}};
  works.add("fill_seconds", "cudaMemset of the same bytes", m.fill);
  works.add("store_seconds", "a kernel that only stores them", m.store);
  works.add("record_seconds", "record", m.record);
  if (m.paths > 0)
    works.add("paths_seconds", fmt::format("find paths, of which there are {}", m.paths), m.find_paths, false);
  works.add("count_seconds", "count", m.count, false);
  works.add("plain_seconds", "plain kernel", m.plain, false);
  return works.report(launch, runs,
                      fmt::format("{} records at {} of cudaMemset's rate, and at {} of the rate of a kernel that only "
                                  "stores; counting takes {} times the plain kernel",
                                  gpu.name(), told(works.ratio("record_of_fill", m.fill, m.record), 3),
                                  told(works.ratio("record_of_store", m.store, m.record), 3),
                                  told(works.ratio("count_over_plain", m.count, m.plain), 2)));
}

Report on_cpu(const Launch& launch, const Options& options) {
  const unsigned cores = options.cores != 0 ? options.cores : usable_cores();
  std::optional<Launch> other;
  if (!options.versus.empty()) other = launch_with(options.launch, options.versus, launch);
  const RecordTimes m = measure(launch, other, cores, options.runs);
  Works works{.events = m.events, .rows = {}, .json = {{"cores", cores}}};
  works.add("fill_seconds", "memset of the same bytes", m.fill);
  works.add("fill_all_cores_seconds", fmt::format("the same by {} cores", cores), m.fill_all_cores);
  works.add("one_core_seconds", "record, 1 core", m.one_core);
  works.add("all_cores_seconds", fmt::format("record, {} cores", cores), m.all_cores);
  works.add("counts_one_core_seconds", "counts, 1 core", m.counting);
  std::string told_of =
      fmt::format("1 core records at {} of memset's rate; {} cores at {} times 1 core, and memset at {}",
                  told(works.ratio("one_core_of_fill", m.fill, m.one_core), 3), cores,
                  told(works.ratio("all_cores_over_one", m.one_core, m.all_cores), 2),
                  told(works.ratio("fill_all_cores_over_one", m.fill, m.fill_all_cores), 2));
  if (other) {
    works.add("other_one_core_seconds", fmt::format("record {}, 1 core", other->kernel), m.other);
    works.add("other_counts_one_core_seconds", fmt::format("counts {}, 1 core", other->kernel), m.other_counting);
    told_of += fmt::format("; {} is recorded {} times as fast, and counted {:.2f} times", other->kernel,
                           told(works.ratio("other_times_as_fast", m.one_core, m.other), 2),
                           works.ratio("other_counts_times_as_fast", m.counting, m.other_counting).middle);
  }
  return works.report(launch, options.runs, told_of);
}

}  // namespace

Report record(const Options& options) {
  const Launch launch = launch_to_record(options.launch);
  if (launch.record != Record::full)
    throw UsageError("bench record: measures full traces; leave --record and --blocks out");
  Report found;
  on_gpu_or_cpu(
      options.launch, launch, [&](const Executor& gpu) { found = on_gpu(gpu, launch, options.runs); },
      [&](const Executor&) { found = on_cpu(launch, options); });
  return found;
}

}  // namespace tilescope::bench
