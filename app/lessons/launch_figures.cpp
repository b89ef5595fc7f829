// What can be said of a launch: its shape, what was counted in it up to a moment, and what the analyses found.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lessons/figures.h"
#include "app/lessons/moment.h"
#include "app/stage/stage.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/roofline.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::lessons {

namespace {

// Which part of a launch is asked about.
struct Scope {
  std::optional<std::size_t> array;
  bool each_thread = false;  // the largest count of any thread
  std::optional<std::uint32_t> thread;
  std::optional<std::size_t> block;
  std::vector<std::string> arguments;  // of the name itself
  std::optional<std::uint64_t> moment;
};

struct ShapeFigure {
  std::string_view name;
  double (*value)(const Launch&);
};
constexpr std::array<ShapeFigure, 14> shape_figures{{
    {"m", [](const Launch& l) { return static_cast<double>(reading::sides_of(l).m); }},
    {"n", [](const Launch& l) { return static_cast<double>(reading::sides_of(l).n); }},
    {"k", [](const Launch& l) { return static_cast<double>(reading::sides_of(l).k); }},
    {"tile", [](const Launch& l) { return static_cast<double>(l.tile); }},
    {"blocks", [](const Launch& l) { return static_cast<double>(l.grid.count()); }},
    {"grid_rows", [](const Launch& l) { return static_cast<double>(l.grid.y); }},
    {"grid_columns", [](const Launch& l) { return static_cast<double>(l.grid.x); }},
    {"threads", [](const Launch& l) { return static_cast<double>(l.grid.count() * l.threads_per_block()); }},
    {"block_threads", [](const Launch& l) { return static_cast<double>(l.threads_per_block()); }},
    {"block_rows", [](const Launch& l) { return static_cast<double>(l.block.y); }},
    {"block_columns", [](const Launch& l) { return static_cast<double>(l.block.x); }},
    {"block_warps", [](const Launch& l) { return static_cast<double>((l.threads_per_block() + 31) / 32); }},
    {"c_elements",
     [](const Launch& l) { return static_cast<double>(reading::sides_of(l).m * reading::sides_of(l).n); }},
    {"product_flops", [](const Launch& l) { return static_cast<double>(reading::needed_flops(l).value_or(0)); }},
}};

struct CountFigure {
  std::string_view name;
  std::vector<Count> counts;
  double times = 1;
};
const std::vector<CountFigure>& count_figures() {
  static const std::vector<CountFigure> all{
      {"global_loads", {Count::global_load}},
      {"global_stores", {Count::global_store}},
      {"global_accesses", {Count::global_load, Count::global_store}},
      {"bytes_loaded", {Count::global_load}, element_bytes},
      {"bytes_stored", {Count::global_store}, element_bytes},
      {"shared_loads", {Count::shared_load}},
      {"shared_stores", {Count::shared_store}},
      {"multiply_adds", {Count::sum_multiply_add}},
      {"out_of_bounds", {Count::stray_load, Count::stray_store}},
  };
  return all;
}

struct FoundFigure {
  std::string_view name;
  double (*value)(const Here&, const Scene&, const Scope&);
};

std::uint64_t moment_of_scope(const Scene& scene, const Scope& scope) {
  return scope.moment.value_or(scene.replay->moments().count());
}

Frame frame_of(const Here& here, const Scene& scene, const Scope& scope) {
  const auto& blocks = scene.replay->blocks();
  const std::size_t block = scope.block.value_or(here.block);
  if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
    throw UsageError("that block kept no events: only recorded blocks tell what their threads did");
  return scene.replay->at({moment_of_scope(scene, scope), Grain::step, block,
                           scope.thread.value_or(std::min(here.thread, scene.trace().threads_per_block() - 1))});
}

// Of one block or thread, or of all: as far as the moment, or to the end.
Counts counts_in(const Here& here, const Scene& scene, const Scope& scope) {
  if (!scope.thread && !scope.block && !scope.moment) return scene.counts;
  if (scope.thread) return frame_of(here, scene, scope).thread_counts;
  if (!scope.block) return frame_of(here, scene, scope).counts;
  if (!scope.moment) return count_block(scene.trace(), *scope.block);
  const Frame frame = frame_of(here, scene, scope);
  Counts counts;
  counts.by_array.resize(scene.trace().arrays().size());
  for (std::uint32_t thread = 0; thread < frame.threads.size(); ++thread) {
    const Column events = scene.trace().events(*scope.block, thread);
    for (std::uint32_t n = 0; n < frame.threads[thread].done; ++n) count_event(counts, events[n]);
  }
  return counts;
}

double counted(const Here& here, const Scene& scene, const Scope& scope, const CountFigure& figure) {
  const Counts counts = counts_in(here, scene, scope);
  const auto amount = [&](Count kind) {
    const Tally& tally = scope.array ? counts.of(*scope.array, kind) : counts.of(kind);
    return static_cast<double>(scope.each_thread ? tally.thread_max : tally.total);
  };
  double sum = 0;
  for (const Count kind : figure.counts) sum += amount(kind);
  return sum * figure.times;
}

template <class Wanted>
double cells_of(const Here& here, const Scene& scene, const Scope& scope, const Wanted& wanted) {
  const Frame frame = frame_of(here, scene, scope);
  double cells = 0;
  for (const SharedNow& shared : frame.shared)
    if (!scope.array || *scope.array == shared.array)
      cells += static_cast<double>(std::count_if(shared.cells.begin(), shared.cells.end(), wanted));
  return cells;
}

template <class Wanted>
double threads_of(const Here& here, const Scene& scene, const Scope& scope, const Wanted& wanted) {
  const Frame frame = frame_of(here, scene, scope);
  return static_cast<double>(std::count_if(frame.threads.begin(), frame.threads.end(), wanted));
}

// The costliest access of a warp to this array.
double worst_access(const Scene& scene, const Scope& scope, Kind kind) {
  if (!scope.array) throw UsageError("say of which array, as in sectors_per_load.A");
  double worst = 0;
  for (const AccessSite& site : scene.explained->warps.sites)
    if (site.name.kind == kind && site.name.array == *scope.array)
      worst = std::max(worst, static_cast<double>(std::max(site.worst_sectors, site.worst_ways)));
  return worst;
}

std::uint32_t argument(const Scope& scope, std::size_t number) {
  std::uint32_t value = 0;
  if (scope.arguments.size() > number) {
    const std::string& text = scope.arguments[number];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) return value;
  }
  throw UsageError("duplicate_loads takes two threads: duplicate_loads(0,0,0,1)");
}

double most_loads(const Scene& scene, const Scope& scope) {
  if (!scope.array) throw UsageError("say of which array, as in loads_of_each.A");
  return static_cast<double>(scene.explained->reuse.arrays[*scope.array].most_loads());
}

double shared_bytes(const Scene& scene) { return static_cast<double>(tilescope::shared_bytes(scene.trace().arrays())); }

using S = const Scene&;
using P = const Scope&;
using H = const Here&;
constexpr FoundFigure found_figures[] = {
    {"barriers", [](H h, S s, P p) { return static_cast<double>(counts_in(h, s, p).barriers_per_thread()); }},
    {"flops", [](H h, S s, P p) { return static_cast<double>(counts_in(h, s, p).executed_flops()); }},
    {"useful_flops",
     [](H h, S s, P p) {
       if (p.moment) return 2 * static_cast<double>(frame_of(h, s, p).useful_multiply_adds);
       return static_cast<double>(intensity(s.trace(), reading::needed_flops(s.trace().launch())).flops);
     }},
    {"intensity",
     [](H, S s, P) { return intensity(s.trace(), reading::needed_flops(s.trace().launch())).of_loads().value_or(0); }},
    {"phases", [](H, S s, P) { return static_cast<double>(s.replay->order().phases().size()); }},
    {"steps", [](H, S s, P) { return static_cast<double>(s.replay->order().step_count()); }},
    {"shared_bytes", [](H, S s, P) { return shared_bytes(s); }},
    {"filled",
     [](H h, S s, P p) {
       return cells_of(h, s, p, [](const SharedCell& c) { return c.state == SharedCell::State::filled; });
     }},
    {"padded",
     [](H h, S s, P p) {
       return cells_of(h, s, p, [](const SharedCell& c) { return c.state == SharedCell::State::filled && c.padded; });
     }},
    {"waiting",
     [](H h, S s, P p) {
       return threads_of(h, s, p, [](const ThreadNow& t) { return t.activity == Activity::waiting; });
     }},
    {"idle", [](H h, S s, P p) { return threads_of(h, s, p, [](const ThreadNow& t) { return !t.makes_c; }); }},
    {"wrong_elements", [](H, S s, P) { return s.result ? static_cast<double>(s.result->all_wrong()) : 0.0; }},
    {"findings", [](H, S s, P) { return static_cast<double>(s.explained->hazards.findings.size()); }},
    {"errors", [](H, S s, P) { return static_cast<double>(s.explained->errors()); }},
    {"loads_of_each", [](H, S s, P p) { return most_loads(s, p); }},
    {"duplicate_loads",
     [](H h, S s, P p) {
       const Launch& launch = s.trace().launch();
       const auto loads_of = [&](std::uint32_t n) {
         const std::uint32_t thread = thread_at(launch, argument(p, n), argument(p, n + 1));
         return footprint_of(s.trace(), p.block.value_or(h.block), thread);
       };
       return static_cast<double>(loads_in_common(loads_of(0), loads_of(2)).duplicates);
     }},
    {"sectors_per_load", [](H, S s, P p) { return worst_access(s, p, Kind::global_load); }},
    {"sectors_per_store", [](H, S s, P p) { return worst_access(s, p, Kind::global_store); }},
    {"ways_per_load", [](H, S s, P p) { return worst_access(s, p, Kind::shared_load); }},
    {"ways_per_store", [](H, S s, P p) { return worst_access(s, p, Kind::shared_store); }},
};

template <class List>
const auto* found_in(const List& list, std::string_view name) {
  const auto found =
      std::find_if(std::begin(list), std::end(list), [&](const auto& each) { return each.name == name; });
  return found == std::end(list) ? nullptr : &*found;
}

std::pair<std::uint32_t, std::uint32_t> row_and_column(const NamePart& part) {
  Scope numbers;
  numbers.arguments = part.arguments;
  try {
    if (part.arguments.size() == 2) return {argument(numbers, 0), argument(numbers, 1)};
  } catch (const UsageError&) {
  }
  throw UsageError(fmt::format("{} takes a row and a column: {}(0,1)", part.name, part.name));
}

// "A", "thread(0,1)" or "block".
void narrow(Scope& scope, const NamePart& part, const Here& here, const Trace& trace) {
  const Launch& launch = trace.launch();
  const auto& arrays = trace.arrays();
  const auto array =
      std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& a) { return a.name == part.name; });
  if (array != arrays.end()) {
    scope.array = static_cast<std::size_t>(array - arrays.begin());
  } else if (part.name == "thread" && part.arguments.empty()) {
    scope.each_thread = true;
  } else if (part.name == "thread") {
    const auto [row, column] = row_and_column(part);
    scope.thread = thread_at(launch, row, column);
  } else {
    const auto here_too = static_cast<std::uint32_t>(here.block);
    const auto [row, column] =
        part.arguments.empty() ? std::pair(here_too / launch.grid.x, here_too % launch.grid.x) : row_and_column(part);
    scope.block = block_at(launch, row, column);
  }
}

Scope scope_of(const Here& here, const Scene& scene, const Name& name, std::optional<std::string_view> when) {
  Scope scope;
  scope.arguments = name.front().arguments;
  std::vector<std::string_view> known{"thread", "block"};
  for (const ArrayInfo& array : scene.trace().arrays()) known.push_back(array.name);
  for (std::size_t n = 1; n < name.size(); ++n) {
    const std::string& part = name[n].name;
    if (std::find(known.begin(), known.end(), part) == known.end())
      throw UsageError(
          fmt::format("{} has no part '{}': do you mean '{}'?", name.front().name, part, nearest(part, known)));
    narrow(scope, name[n], here, scene.trace());
  }
  if (when) scope.moment = *when == "now" ? here.moment : moment_named(scene, *when);
  return scope;
}

}  // namespace

std::vector<std::string_view> launch_figures() {
  std::vector<std::string_view> names;
  for (const ShapeFigure& each : shape_figures) names.push_back(each.name);
  for (const CountFigure& each : count_figures()) names.push_back(each.name);
  for (const FoundFigure& each : found_figures) names.push_back(each.name);
  return names;
}

bool is_launch_figure(std::string_view what) {
  const auto names = launch_figures();
  return std::find(names.begin(), names.end(), what) != names.end();
}

Figure launch_figure(const Here& here, const Request& request, const Name& name, std::optional<std::string_view> when) {
  const std::string& what = name.front().name;
  if (const auto* const shape = found_in(shape_figures, what)) {
    if (name.size() > 1) throw UsageError(fmt::format("{} has no parts", what));
    return {shape->value(here.scenes.launch_of(request)), "", Figure::From::counted};
  }
  const auto* const count = found_in(count_figures(), what);
  const auto* const found = found_in(found_figures, what);
  if (count == nullptr && found == nullptr)
    throw UsageError(fmt::format("a launch has no '{}': do you mean '{}'?", what, nearest(what, launch_figures())));
  const Scene& scene = here.scenes.of(request);
  const Scope scope = scope_of(here, scene, name, when);
  const double number = count != nullptr ? counted(here, scene, scope, *count) : found->value(here, scene, scope);
  return {number, "", Figure::From::counted};
}

}  // namespace tilescope::lessons
