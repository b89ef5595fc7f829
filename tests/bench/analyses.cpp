// bench analyses: how long each analysis of a trace takes, and how much memory it needs in addition to the trace.
#include <fmt/format.h>

#include <memory>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/provenance.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/packed_event.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

// An analysis; its result is kept until its memory has been measured.
struct Analysis {
  const char* name;
  std::shared_ptr<const void> (*run)(const Trace& trace);
  bool looks_at_all = true;  // whether it visits all events, so that events per second mean something
};

template <class Result>
std::shared_ptr<const void> kept(Result&& result) {
  return std::make_shared<std::decay_t<Result>>(std::forward<Result>(result));
}

std::size_t first_recorded(const Trace& trace) {
  std::size_t block = 0;
  while (!trace.block(block).recorded()) ++block;
  return block;
}

// The products for all elements of C that the block computes.
std::vector<Products> products_of(const Trace& trace, std::size_t block) {
  const BlockStores stores(trace, block);
  std::vector<Products> all;
  for (const FinalStore& last : final_stores(trace, reading::result_of(trace.launch())))
    if (last.stores > 0 && last.store.block == block) all.push_back(products_behind(stores, last.store));
  return all;
}

// Several analyses share one order, which is also measured by itself.
const Order& order_of(const Trace& trace) {
  static std::pair<const Trace*, std::unique_ptr<const Order>> known;
  if (known.first != &trace) known = {&trace, std::make_unique<const Order>(trace)};
  return *known.second;
}

// Every analysis of the core, one line each.
constexpr Analysis all_analyses[] = {
    {"counts", [](const Trace& trace) { return kept(count(trace)); }},
    {"counts by interval", [](const Trace& trace) { return kept(count_intervals(trace)); }},
    {"useful FLOPs", [](const Trace& trace) { return kept(useful_flops(trace)); }},
    {"order", [](const Trace& trace) { return kept(Order(trace)); }},
    {"product check", [](const Trace& trace) { return kept(reading::check_result(trace)); }, false},
    {"reuse", [](const Trace& trace) { return kept(reuse(trace)); }},
    {"hazards", [](const Trace& trace) { return kept(judged(trace)); }},
    {"wrong reads", [](const Trace& trace) { return kept(wrong_reads(trace, order_of(trace))); }},
    {"warps", [](const Trace& trace) { return kept(count_warps(trace, order_of(trace))); }},
    {"final stores", [](const Trace& trace) { return kept(final_stores(trace, reading::result_of(trace.launch()))); }},
    {"stores of a block", [](const Trace& trace) { return kept(BlockStores(trace, first_recorded(trace))); }, false},
    {"products of a block", [](const Trace& trace) { return kept(products_of(trace, first_recorded(trace))); }, false},
};

struct AnalysisTimes {
  const Analysis* of = nullptr;
  Spread seconds{};
  std::optional<std::uint64_t> bytes;  // the maximum, in addition to what was in use before
};

// The first run measures the memory. The result of each run is freed while the next run is timed.
template <class Run>
AnalysisTimes measure(const Analysis& analysis, int runs, const Run& run) {
  AnalysisTimes measured{&analysis, {}, {}};
  const std::uint64_t before = memory_in_use();
  forget_most_memory();
  auto result = run();
  if (const auto most = most_memory_in_use()) measured.bytes = *most > before ? *most - before : 0;
  std::vector<double> times;
  for (int n = 0; n < runs; ++n) times.push_back(seconds([&] { result = run(); }));
  measured.seconds = spread(times);
  return measured;
}

// Runs each analysis by itself, and then all in sequence, with every result kept until the end.
std::vector<AnalysisTimes> measure_all(const Trace& trace, int runs) {
  std::vector<AnalysisTimes> all;
  for (const Analysis& analysis : all_analyses)
    all.push_back(measure(analysis, runs, [&] { return analysis.run(trace); }));
  static constexpr Analysis together{"all together", nullptr};
  all.push_back(measure(together, runs, [&] {
    std::vector<std::shared_ptr<const void>> results;
    for (const Analysis& analysis : all_analyses) results.push_back(analysis.run(trace));
    return results;
  }));
  return all;
}

}  // namespace

Report analyses(const Options& options) {
  const Trace trace = trace_with_events(options, "analyses");
  const std::uint64_t events = trace.kept_events(), trace_bytes = events * sizeof(PackedEvent);
  Rows rows;
  Json json =
      launch_json(trace.launch()).with({{"events", events}, {"runs", options.runs}, {"trace_bytes", trace_bytes}});
  for (const auto& [of, s, bytes] : measure_all(trace, options.runs)) {
    const double rate = static_cast<double>(events) / s.middle;
    const double part = static_cast<double>(bytes.value_or(0)) / static_cast<double>(trace_bytes);
    Json& row = json["analyses"][of->name];
    row = rows.add({{"", of->name},
                    {"ms", fmt::format("{:.4g}", s.middle * 1e3), "seconds", list(s)},
                    {"min", fmt::format("{:.4g}", s.low * 1e3)},
                    {"max", fmt::format("{:.4g}", s.high * 1e3)},
                    {"million events/s", of->looks_at_all ? fmt::format("{:.4g}", rate / 1e6) : "-"},
                    {"memory", bytes ? in_words(*bytes) : "-", "bytes", bytes ? Json(*bytes) : Json(nullptr)},
                    {"of the trace's", bytes ? fmt::format("{:.4f}", part) : "-"}});
    if (of->looks_at_all) row["events_per_second"] = rate;
  }
  json["source"] = "measured";
  return report(fmt::format("{}: {} events of {} bytes, {}; one core, median of {} runs, measured\n\n{}",
                            sizes_of(trace.launch()), with_commas(events), sizeof(PackedEvent), in_words(trace_bytes),
                            options.runs, rows.text()),
                json);
}

}  // namespace tilescope::bench
