// bench heat: what the heat maps of all blocks of a large launch cost on a GPU, and how much of that is copying.
#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/progress.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/launch_product.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

Json json_of(const HeatMap& map) {
  return {{"rows", map.rows},   {"columns", map.columns}, {"cell_side", map.side},
          {"least", map.least}, {"most", map.most},       {"loads", map.all_loads()}};
}

// The size of the counts of all elements, in place of which only a map's cells are copied.
std::uint64_t all_bytes(const Launch& l) {
  const auto [m, n, k] = reading::sides_of(l);
  return static_cast<std::uint64_t>(m * k + k * n) * sizeof(std::uint32_t);
}

}  // namespace

Report heat(const Options& options) {
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
  const reading::ProductSides sides = reading::sides_of(launch);
  Rows rows;
  Json took = Json::object();
  const auto row = [&](const std::string& what, const char* key, double time, std::uint64_t bytes) {
    rows.add({{"", what}, {"ms", fmt::format("{:.3f}", 1e3 * time)}, {"bytes", bytes == 0 ? "" : in_words(bytes)}});
    took[key] = time;
  };
  row(fmt::format("recording and adding up, {} rounds", seconds.rounds), "counting", seconds.counting, 0);
  row("elements into cells", "merging", seconds.merging, 0);
  row("cells to this machine", "copying_cells", seconds.copying, seconds.bytes);
  row("all elements to this machine, to compare", "copying_all_elements", seconds.copying_all, all_bytes(launch));
  return report(fmt::format("{}, {} x {} x {}, tile {}, on {}: {} loads of A and {} of B, {} to {} an element; "
                            "counted\n\n{}",
                            launch.kernel, sides.m, sides.k, sides.n, launch.tile, heat->executor,
                            with_commas(heat->a.all_loads()), with_commas(heat->b.all_loads()),
                            std::min(heat->a.least, heat->b.least), std::max(heat->a.most, heat->b.most), rows.text()),
                launch_json(launch).with({{"executor", heat->executor},
                                          {"rounds", seconds.rounds},
                                          {"A", json_of(heat->a)},
                                          {"B", json_of(heat->b)},
                                          {"seconds", took},
                                          {"bytes", {{"cells", seconds.bytes}, {"all_elements", all_bytes(launch)}}},
                                          {"source", "measured"}}));
}

}  // namespace tilescope::bench
