// tilescope counts: the loads, stores and FLOPs of a launch.
#include "instrumentation/analysis/counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/heat.h"
#include "app/cli/launch_options.h"
#include "app/cli/warp_tables.h"
#include "app/command_line/table.h"
#include "app/export/counts_csv.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/replay/vocabulary.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/waits.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/order.h"

namespace tilescope::cli {

namespace {

// Everything reported about one launch.
struct Report {
  Launch launch;
  std::string executor;
  Backend backend = Backend::cpu;
  std::vector<ArrayInfo> arrays;
  Counts counts;
  std::optional<std::size_t> phases;  // only if all events are kept
  std::uint64_t useful = 0;
  bool useful_is_counted = false;  // otherwise the formula 2 * M * N * K
  std::uint64_t shared_bytes = 0;
  std::optional<std::uint64_t> warp_barriers;  // only if all events are kept
  std::optional<Warps> warps;                  // if requested
  std::optional<Waits> waits;                  // if the trace has a clock

  [[nodiscard]] std::string_view schedule() const {
    return backend == Backend::cuda ? "hardware" : name_of(launch.schedule.kind);
  }
  [[nodiscard]] std::uint64_t bytes(Count kind) const { return bytes_of(counts, arrays, kind); }
  [[nodiscard]] std::uint64_t total(Count count) const { return counts.of(count).total; }
  [[nodiscard]] std::uint64_t strays() const { return total(Count::stray_load) + total(Count::stray_store); }
  [[nodiscard]] std::uint64_t of(std::string_view name, Count count) const {
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (arrays[n].name == name) return counts.of(n, count).total;
    return 0;
  }
  [[nodiscard]] std::uint64_t loads_of(std::string_view name) const { return of(name, Count::global_load); }
  [[nodiscard]] std::uint64_t shuffles() const { return counts.without_array(Count::shuffle).total; }
  // All votes except __syncwarp.
  [[nodiscard]] std::optional<std::uint64_t> votes() const {
    if (!warp_barriers) return std::nullopt;
    return counts.without_array(Count::vote).total - *warp_barriers;
  }
  [[nodiscard]] Tally loads() const { return memory_loads(counts, arrays); }
  [[nodiscard]] Tally constants() const { return constant_loads(counts, arrays); }
  [[nodiscard]] double intensity() const {
    return static_cast<double>(useful) / static_cast<double>(bytes(Count::global_load));
  }
};

Report report(const Trace& trace, bool with_warps) {
  if (!trace.all_ran())
    throw UsageError("counts: --record blocks does not run the other blocks; use --record window, which counts them");
  Report r;
  r.launch = trace.launch();
  r.executor = trace.executor();
  r.backend = trace.backend();
  r.arrays = trace.arrays();
  r.counts = count(trace);
  if (const auto useful = useful_flops(trace)) {
    r.useful = std::min(*useful, reading::needed_flops(r.launch).value_or(*useful));
    r.useful_is_counted = true;
  } else {
    r.useful = reading::needed_flops(r.launch).value_or(0);
  }
  if (r.useful_is_counted || with_warps) {
    const Order order(trace);
    if (r.useful_is_counted) r.phases = order.phases().size();
    if (with_warps) r.warps = count_warps(trace, order);
  }
  r.waits = barrier_waits(trace);
  r.shared_bytes = shared_bytes(r.arrays);
  r.warp_barriers = warp_barriers(trace);
  return r;
}

Json waits_json(const Waits& waits) {
  Json lines = Json::array(), warps = Json::array();
  for (const BarrierLine& line : waits.lines)
    lines.push_back({{"line", line.line},
                     {"barriers", line.barriers},
                     {"waited_ticks", line.waited},
                     {"skew_ticks", line.skew},
                     {"worst_skew_ticks", line.worst_skew}});
  for (const WarpWait& warp : waits.warps) warps.push_back({{"waited_ticks", warp.waited}, {"last", warp.last}});
  const auto share = waits.all.share();
  return {{"blocks", waits.blocks},
          {"all_blocks", waits.all_blocks},
          {"waited_ticks", waits.all.ticks},
          {"of_ticks", waits.all.of},
          {"share", share ? Json(*share) : Json(nullptr)},
          {"lines", lines},
          {"warps", warps},
          {"source", "measured while it was recorded"}};
}

Json json_of(const Report& r) {
  Json loads = Json::object();
  for (const ArrayInfo& array : r.arrays)
    if (array.space == Space::global && !array.is_constant && (array.name != "C" || r.loads_of("C") > 0))
      loads[array.name] = r.loads_of(array.name);
  Json constants = Json::object();
  for (const ArrayInfo& array : r.arrays)
    if (array.is_constant) constants[array.name] = r.loads_of(array.name);
  constants["total"] = r.constants().total;
  loads["total"] = r.loads().total;
  loads["bytes"] = r.bytes(Count::global_load);
  loads["per_thread_max"] = r.loads().thread_max;
  Json stores = Json::object();
  for (const ArrayInfo& array : r.arrays)
    if (array.space == Space::global && r.of(array.name, Count::global_store) > 0)
      stores[array.name] = r.of(array.name, Count::global_store);
  stores["total"] = r.total(Count::global_store);
  stores["bytes"] = r.bytes(Count::global_store);
  const auto known = [](const std::optional<std::uint64_t>& number) { return number ? Json(*number) : Json(nullptr); };
  const char* const useful_source = r.useful_is_counted ? "counted" : "modelled";
  Json json = launch_json(r.launch).with({
      {"backend", r.backend == Backend::cuda ? "cuda" : "cpu"},
      {"executor", r.executor},
      {"schedule", r.schedule()},
      {"record", name_of(r.launch.record)},
      {"grid", {{"x", r.launch.grid.x}, {"y", r.launch.grid.y}}},
      {"block", {{"x", r.launch.block.x}, {"y", r.launch.block.y}}},
      {"phases", r.phases ? Json(*r.phases) : Json(nullptr)},
      {"global_loads", loads},
      {"constant_loads", constants},
      {"global_stores", stores},
      {"shared_loads", r.total(Count::shared_load)},
      {"shared_stores", r.total(Count::shared_store)},
      {"shared_bytes_per_block", r.shared_bytes},
      {"barriers_per_thread", r.counts.barriers_per_thread()},
      {"atomics", r.total(Count::atomic)},
      {"shuffles", r.shuffles()},
      {"votes", known(r.votes())},
      {"warp_barriers", known(r.warp_barriers)},
      {"out_of_bounds", r.strays()},
      {"flops", {{"useful", r.useful}, {"executed", r.counts.executed_flops()}}},
      {"intensity", r.intensity()},
      {"sources", {{"flops.useful", useful_source}, {"intensity", useful_source}, {"all_others", "counted"}}},
  });
  json["barrier_waits"] = r.waits ? waits_json(*r.waits) : Json(nullptr);
  if (r.warps) json["warps"] = warps_json(*r.warps, r.launch, r.arrays);
  return json;
}

// Only for a GPU's trace, because a CPU's trace has no clock.
std::string waits_text(const Report& r) {
  if (r.backend == Backend::cpu || r.counts.barriers_per_thread() == 0) return "";
  if (!r.waits)
    return fmt::format("\n{}: the cost of barriers needs events: use --record full or window\n", r.launch.kernel);
  std::string text;
  if (const auto share = r.waits->all.share())
    text += fmt::format(
        "\n{}: warps wait for {:.1f} % of the time from the first barrier to the last; "
        "measured while "
        "recording, in {} of {} blocks\n",
        r.launch.kernel, 100 * *share, r.waits->blocks, r.waits->all_blocks);
  for (const BarrierLine& line : r.waits->lines)
    text += fmt::format("  line {}: {} ticks of skew between a block's warps on average, {} at worst\n", line.line,
                        line.skew / line.barriers, line.worst_skew);
  return text;
}

std::string heading(const Report& r) {
  const std::string shape = shape_in_words(r.launch, "A {m} x {k}, B {k} x {n}, C {m} x {n}, tile {tile}; {blocks}");
  return fmt::format("{}: {}; {}, {}, record {}\n", r.launch.kernel, shape, r.executor, r.schedule(),
                     name_of(r.launch.record));
}

double load_ratio(const Report& other, const Report& own) {
  return static_cast<double>(other.loads().total) / static_cast<double>(own.loads().total);
}

std::string loads_beside(const Report& other, const Report& own) {
  const double ratio = load_ratio(other, own);
  const std::string much = ratio == 1 ? "as much" : fmt::format("{:.4g} times as much", ratio);
  const auto busiest = [](const Report& r) { return r.loads().thread_max; };
  return fmt::format("{} loads {} from global memory as {}: {} against {} elements in the busiest thread\n",
                     other.launch.kernel, much, own.launch.kernel, count_name(busiest(other)),
                     count_name(busiest(own)));
}

// The counts that every launch has.
struct CountRow {
  const char* name;
  const char* unit;
  std::uint64_t (*value)(const Report& report);
};
constexpr CountRow count_rows[] = {
    {"global loads", "elements", [](const Report& r) { return r.loads().total; }},
    {"  most by one thread", "elements", [](const Report& r) { return std::uint64_t{r.loads().thread_max}; }},
    {"  bytes", "bytes", [](const Report& r) { return r.bytes(Count::global_load); }},
    {"global stores", "elements", [](const Report& r) { return r.total(Count::global_store); }},
    {"  bytes", "bytes", [](const Report& r) { return r.bytes(Count::global_store); }},
    {"shared loads", "elements", [](const Report& r) { return r.total(Count::shared_load); }},
    {"shared stores", "elements", [](const Report& r) { return r.total(Count::shared_store); }},
    {"shared memory per block", "bytes", [](const Report& r) { return r.shared_bytes; }},
    {"barriers per thread", "barriers", [](const Report& r) { return r.counts.barriers_per_thread(); }}};

// The sources of the kernels' numbers. They differ if a window holds all blocks of only one of the kernels.
std::string source_of(const std::vector<Report>& reports, const std::string& modelled) {
  std::string all;
  bool alike = true;
  for (const Report& r : reports) {
    alike = alike && r.useful_is_counted == reports[0].useful_is_counted;
    all += (all.empty() ? "" : "; ") + r.launch.kernel + " " + (r.useful_is_counted ? "counted" : modelled);
  }
  return !alike ? all : reports[0].useful_is_counted ? "counted" : modelled;
}

bool any_constants(const std::vector<Report>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const Report& r) { return r.constants().total > 0; });
}

std::string table_of(const std::vector<Report>& reports) {
  Table table({reports.size() + 1, reports.size() + 2});
  const auto row = [&](const std::string& name, const std::string& unit, const std::string& source, auto value) {
    std::vector<std::string> cells{name};
    for (const Report& r : reports) cells.push_back(value(r));
    cells.insert(cells.end(), {unit, source});
    table.row(cells);
  };
  row("", "unit", "source", [](const Report& r) { return r.launch.kernel; });
  for (const auto& [name, unit, value] : count_rows) {
    row(name, unit, "counted", [value = value](const Report& r) { return count_name(value(r)); });
    if (&value == &count_rows[2].value && any_constants(reports)) {
      row("constant loads", "elements", "counted", [](const Report& r) { return count_name(r.constants().total); });
      for (const ArrayInfo& array : reports[0].arrays)
        if (array.is_constant)
          row("  of " + array.name, "elements", "counted",
              [&array](const Report& r) { return count_name(r.loads_of(array.name)); });
    }
    const bool stores = std::string_view(name) == "global stores",
               is_product = reading::has_matrices(reports[0].launch);
    if (std::string_view(name) != "global loads" && !stores) continue;
    const Count count = stores ? Count::global_store : Count::global_load;
    const auto of_array = [count](const ArrayInfo& array) {
      return [&array, count](const Report& r) { return r.of(array.name, count); };
    };
    for (const ArrayInfo& array : reports[0].arrays) {
      if (array.space != Space::global || array.is_constant || (is_product && (stores || array.name == "C"))) continue;
      const auto number = of_array(array);
      if (!stores || std::any_of(reports.begin(), reports.end(), [&](const Report& r) { return number(r) > 0; }))
        row("  of " + array.name, "elements", "counted", [&](const Report& r) { return count_name(number(r)); });
    }
  }
  // A row for a count that most kernels lack.
  const auto row_of_some = [&](const std::string& name, const std::string& unit, auto value) {
    const auto has = [&](const Report& r) { return value(r).value_or(1) > 0; };
    if (std::any_of(reports.begin(), reports.end(), has))
      row(name, unit, "counted", [&](const Report& r) {
        const std::optional<std::uint64_t> number = value(r);
        return number ? count_name(*number) : std::string("-");
      });
  };
  using Some = std::optional<std::uint64_t>;
  row_of_some("atomics", "operations", [](const Report& r) { return Some(r.total(Count::atomic)); });
  row_of_some("shuffles", "calls by threads", [](const Report& r) { return Some(r.shuffles()); });
  row_of_some("votes", "calls by threads", [](const Report& r) { return r.votes(); });
  row_of_some("warp barriers", "calls by threads", [](const Report& r) { return r.warp_barriers; });
  row("phases", "phases", "counted",
      [](const Report& r) { return r.phases ? count_name(*r.phases) : std::string("-"); });
  if (std::any_of(reports.begin(), reports.end(), [](const Report& r) { return r.strays() > 0; }))
    row("out of bounds", "accesses", "counted", [](const Report& r) { return count_name(r.strays()); });
  const Vocabulary& words = vocabulary_of(reports[0].launch);
  if (words.has_useful_work)
    row("FLOPs, useful", "FLOP", source_of(reports, "modelled: 2*M*N*K"),
        [](const Report& r) { return count_name(r.useful); });
  row(std::string(words.executed_flops), "FLOP",
      words.has_useful_work ? "counted" : "counted; only in sums and multiply-adds",
      [](const Report& r) { return count_name(r.counts.executed_flops()); });
  if (words.has_useful_work)
    row("intensity", "FLOP/byte of global load", source_of(reports, "modelled FLOPs, counted bytes"),
        [](const Report& r) { return r.intensity() == r.intensity() ? fmt::format("{:.4g}", r.intensity()) : "none"; });
  return table.text();
}

std::string text_of(const std::vector<Report>& reports) {
  std::string text;
  for (const Report& r : reports) text += heading(r);
  text += "\n" + table_of(reports);
  if (reports.size() == 2) text += "\n" + loads_beside(reports[1], reports[0]);
  for (const Report& r : reports) text += waits_text(r);
  for (const Report& r : reports)
    if (r.warps) text += fmt::format("\n{} {}", r.launch.kernel, warps_text(*r.warps, r.launch, r.arrays));
  return text;
}

struct CountsOptions : OutputOptions {
  LaunchOptions launch;
  std::string versus;
  bool warps = false;
  std::string heat;  // the array whose elements are counted
  bool csv = false;
};

void run_heat(const CountsOptions& options, const Launch& launch, const std::optional<Launch>& other) {
  if (launch.record == Record::counts)
    throw UsageError("--heat: counts each element, which needs events; use --record full or window");
  std::vector<Trace> traces;
  traces.push_back(record_or_load(options.launch, launch, OnFault::fail, Otherwise::first_blocks));
  if (other) traces.push_back(record(options.launch, *other, OnFault::fail, Otherwise::first_blocks));
  std::vector<const Trace*> each;
  for (const Trace& trace : traces) each.push_back(&trace);
  const HeatForm form = options.csv ? HeatForm::csv : options.json ? HeatForm::json : HeatForm::text;
  write_output(options.output, heat_of(each, options.heat, form));
}

void run_csv(const CountsOptions& options, const Launch& launch, const std::optional<Launch>& other) {
  std::string csv =
      counts_csv_head() + counts_csv(record_or_load(options.launch, launch, OnFault::fail, Otherwise::counts));
  if (other) csv += counts_csv(record(options.launch, *other, OnFault::fail, Otherwise::counts));
  write_output(options.output, csv);
}

void run(const CountsOptions& options) {
  const Launch launch = launch_of(options.launch);  // plans both before either one runs
  std::optional<Launch> other;
  if (!options.versus.empty()) other = launch_with(options.launch, options.versus, launch);
  if (!options.heat.empty()) return run_heat(options, launch, other);
  if (options.csv) return run_csv(options, launch, other);
  // Warp counts need events.
  const Otherwise otherwise = options.warps ? Otherwise::first_blocks : Otherwise::counts;
  std::vector<Report> reports{report(record_or_load(options.launch, launch, OnFault::fail, otherwise), options.warps)};
  if (other) reports.push_back(report(record(options.launch, *other, OnFault::fail, otherwise), options.warps));
  if (options.json) {
    Json json = json_of(reports[0]);
    if (reports.size() == 2)
      json = {{"kernels", {json, json_of(reports[1])}}, {"load_ratio", load_ratio(reports[1], reports[0])}};
    return write_json(options.output, json);
  }
  write_output(options.output, text_of(reports));
}

}  // namespace

void add_counts(Subcommand& program) {
  Subcommand& command =
      program.command("counts", "count a launch's accesses, barriers, and FLOPs (additions and multiply-adds)");
  CountsOptions& options = command.does<CountsOptions>(run);
  options.launch.add_to(command);
  command
      .option("--vs", options.versus,
              "another kernel to compare with: from the catalogue, the same file, or another .cu file")
      .such_as(kernel_names());
  command.flag("--warps", options.warps,
               "for each line: sectors, bank conflicts, contended atomics, and warp divergence");
  command.option("--heat", options.heat, "count the loads and stores of each element of this array")
      .such_as({"A", "B", "C"});
  command.flag("--json", options.json, "print one JSON object");
  command
      .flag("--csv", options.csv,
            "print one line for each count of an array, phase, block or thread; with --heat, for each element")
      .excludes("--json")
      .excludes("--warps");
  command.output_option(options.output);
}

void print_first_counts() {
  CountsOptions options;
  options.versus = "naive";
  fmt::print("A 4 x 4 matrix product by the tiled and the naive kernel, recorded and counted just now.\n\n");
  std::fflush(stdout);
  run(options);
  fmt::print("\nOther sizes, kernels and outputs: tilescope --help\n");
}

}  // namespace tilescope::cli
