// bench file: how fast traces are saved and loaded, compared with zstd alone on the same events.
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <cstring>
#include <filesystem>
#include <memory>

#include "instrumentation/error.h"
#include "instrumentation/trace/file/trace_file.h"
#include "instrumentation/trace/packed_event.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

constexpr int level = 3;

// A file that is removed with this object.
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

// All events as in memory, 16 bytes each, thread by thread.
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
  std::vector<double> pack, save, unpack, load;  // seconds, by run
};

// The kinds of work take turns, on one core; all memory is touched first.
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

}  // namespace

Report file(const Options& options) {
  const Trace trace = trace_with_events(options, "file");
  const FileTimes m = measure(trace, options.runs);
  const auto events = static_cast<double>(m.events);
  Json json = launch_json(trace.launch())
                  .with({{"events", m.events},
                         {"runs", options.runs},
                         {"file_bytes", m.file_bytes},
                         {"bytes_per_event", static_cast<double>(m.file_bytes) / events},
                         {"zstd_bytes", m.packed_bytes}});
  Rows rows;
  const auto row = [&](const char* name, const char* key, const std::vector<double>& times, std::uint64_t bytes) {
    const double middle = spread(times).middle;
    rows.add({{"", name},
              {"ms", fmt::format("{:.4g}", middle * 1e3)},
              {"GB/s of events", fmt::format("{:.3g}", events * sizeof(PackedEvent) / middle / 1e9)},
              {"ns/event", fmt::format("{:.3g}", middle / events * 1e9)},
              {"bytes", with_commas(bytes)},
              {"bytes/event", fmt::format("{:.3g}", static_cast<double>(bytes) / events)}});
    json[key] = list(spread(times));
  };
  row("zstd -3, compressing", "zstd_compress_seconds", m.pack, m.packed_bytes);
  row("save", "save_seconds", m.save, m.file_bytes);
  row("zstd, decompressing", "zstd_decompress_seconds", m.unpack, m.packed_bytes);
  row("load", "load_seconds", m.load, m.file_bytes);
  const Spread saving = spread(ratios(m.pack, m.save)), loading = spread(ratios(m.unpack, m.load));
  return report(fmt::format("{}: {} events of {} bytes; one core, median of {} runs, measured\n\n{}\nsaves at {} of "
                            "zstd's rate, loads at {}\n",
                            sizes_of(trace.launch()), with_commas(m.events), sizeof(PackedEvent), options.runs,
                            rows.text(), told(saving, 2), told(loading, 2)),
                json.with({{"save_of_zstd", list(saving)}, {"load_of_zstd", list(loading)}}));
}

}  // namespace tilescope::bench
