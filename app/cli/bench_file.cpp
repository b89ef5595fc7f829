// tilescope bench file: how fast traces are saved and loaded, beside zstd alone on the same events.
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <cstring>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/cli/timing.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/trace/file/trace_file.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::cli {

namespace {

constexpr int level = 3;

struct BenchFileOptions : OutputOptions {
  LaunchOptions launch;
  int runs = 5;
};

// A file that goes when this does.
struct Scratch {
  std::filesystem::path path = std::filesystem::temp_directory_path() / fmt::format("tilescope-bench-{}.tsc", getpid());
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove(path, error);
  }
};

// All events as they are in memory, 16 bytes each, thread after thread.
std::vector<PackedEvent> in_a_row(const Trace& trace) {
  std::vector<PackedEvent> events;
  events.reserve(trace.kept_events());
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column column = trace.events(block, thread);
      for (const Event& event : column) events.push_back(packed(event));
    }
  }
  return events;
}

struct FileTimes {
  std::uint64_t events = 0, file_bytes = 0, packed_bytes = 0;
  std::vector<double> pack, save, unpack, load;  // seconds of each run
};

// The kinds of work take turns, on one core; all memory is touched before.
FileTimes measure(const Trace& trace, int runs) {
  std::vector<PackedEvent> events = in_a_row(trace);
  const std::size_t bytes = events.size() * sizeof(PackedEvent);
  std::vector<char> packed(ZSTD_compressBound(bytes), 1);
  const Scratch scratch;
  LoadOptions how;
  how.pool = std::make_shared<EventPool>(std::size_t{1} << 30);
  FileTimes m;
  m.events = events.size();
  const auto pack = [&] { m.packed_bytes = ZSTD_compress(packed.data(), packed.size(), events.data(), bytes, level); };
  const auto unpack = [&] { return ZSTD_decompress(events.data(), bytes, packed.data(), m.packed_bytes); };
  const auto save_it = [&] { m.file_bytes = save(trace, scratch.path.string()); };
  const auto load_it = [&] { return TraceFile(scratch.path.string()).load(how).kept_events(); };
  pack();
  save_it();
  if (unpack() != bytes || load_it() != m.events) throw Error("bench file: what was packed does not unpack");
  for (int run = 0; run < runs; ++run) {
    m.pack.push_back(seconds(pack));
    m.save.push_back(seconds(save_it));
    m.unpack.push_back(seconds(unpack));
    m.load.push_back(seconds(load_it));
  }
  return m;
}

Json json_of(const Launch& launch, const FileTimes& m, int runs) {
  return launch_json(launch).with(
      {{"events", m.events},
       {"runs", runs},
       {"file_bytes", m.file_bytes},
       {"bytes_per_event", static_cast<double>(m.file_bytes) / static_cast<double>(m.events)},
       {"zstd_bytes", m.packed_bytes},
       {"zstd_compress_seconds", list(spread(m.pack))},
       {"save_seconds", list(spread(m.save))},
       {"zstd_decompress_seconds", list(spread(m.unpack))},
       {"load_seconds", list(spread(m.load))},
       {"save_of_zstd", list(spread(ratios(m.pack, m.save)))},
       {"load_of_zstd", list(spread(ratios(m.unpack, m.load)))}});
}

std::string text_of(const Launch& launch, const FileTimes& m, int runs) {
  const auto events = static_cast<double>(m.events);
  Table table;
  table.row({"", "ms", "GB/s of events", "ns/event", "bytes", "bytes/event"});
  const auto row = [&](const std::string& name, const std::vector<double>& times, std::uint64_t bytes) {
    const double middle = spread(times).middle;
    table.row({name, fmt::format("{:.4g}", middle * 1e3),
               fmt::format("{:.3g}", events * sizeof(PackedEvent) / middle / 1e9),
               fmt::format("{:.3g}", middle / events * 1e9), with_commas(bytes),
               fmt::format("{:.3g}", static_cast<double>(bytes) / events)});
  };
  row("zstd -3, compressing", m.pack, m.packed_bytes);
  row("save", m.save, m.file_bytes);
  row("zstd, decompressing", m.unpack, m.packed_bytes);
  row("load", m.load, m.file_bytes);
  const Spread saving = spread(ratios(m.pack, m.save)), loading = spread(ratios(m.unpack, m.load));
  return fmt::format(
      "{}: {} events of {} bytes; one core, median of {} runs, measured\n\n{}\nsaves at {:.2f} of zstd's rate ({:.2f} "
      "to {:.2f}), loads at {}\n",
      sizes_of(launch), with_commas(m.events), sizeof(PackedEvent), runs, table.text(), saving.middle, saving.low,
      saving.high, told(loading, 2));
}

void run(const BenchFileOptions& options) {
  const Launch launch = launch_of(options.launch);
  if (launch.record == Record::counts) throw UsageError("bench file: a trace without events; take full or window");
  const FileTimes m = measure(record_or_load(options.launch, launch), options.runs);
  if (options.json) return write_json(options.output, json_of(launch, m, options.runs));
  write_output(options.output, text_of(launch, m, options.runs));
}

}  // namespace

void add_bench_file(Subcommand& bench) {
  Subcommand& command = bench.command("file", "how fast traces are saved and loaded");
  BenchFileOptions& options = command.does<BenchFileOptions>(run);
  options.launch.request.m = options.launch.request.n = options.launch.request.k = 160;
  options.launch.request.tile = 16;
  options.launch.request.inputs = "random";
  options.launch.add_to(command);
  command.option("--runs", options.runs, "how often", {1, 1000});
  command.output_options(options);
}

}  // namespace tilescope::cli
