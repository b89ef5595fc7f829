// The figures of a launch: its shape, its counts up to a moment, and the results of analyses.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lessons/figures.h"
#include "app/lessons/moment.h"
#include "app/lessons/references.h"
#include "app/lessons/scope.h"
#include "app/stage/stage.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/roofline.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::lessons {

namespace {

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
  std::optional<Space> atomics_in = {};  // counts only atomics on arrays in this space
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
      {"additions", {Count::sum_add}},
      {"minima", {Count::sum_least}},
      {"maxima", {Count::sum_greatest}},
      {"atomics", {Count::atomic}},
      {"global_atomics", {Count::atomic}, 1, Space::global},
      {"shared_atomics", {Count::atomic}, 1, Space::shared},
      {"global_reads", {Count::global_load, Count::atomic}, 1, Space::global},
      {"shared_reads", {Count::shared_load, Count::atomic}, 1, Space::shared},
      {"shuffles", {Count::shuffle}},
      {"out_of_bounds", {Count::stray_load, Count::stray_store}},
  };
  return all;
}

std::uint64_t moment_of_scope(const Scene& scene, const Scope& scope) {
  return scope.moment.value_or(scene.replay->moments().count());
}

Frame frame_of(const Here& here, const Scene& scene, const Scope& scope) {
  const std::size_t block = block_asked(here, scene, scope);
  return scene.replay->at({moment_of_scope(scene, scope), Grain::step, block,
                           scope.thread.value_or(std::min(here.thread, scene.trace().threads_per_block() - 1))});
}

// The counts of one block, one thread or everything, up to the moment or the end.
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

// The sum over all arrays in this space. `thread_max` is an upper bound.
Tally atomics_in(const Scene& scene, const Counts& counts, Space space) {
  Tally sum;
  for (std::size_t n = 0; n < scene.trace().arrays().size() && n < counts.by_array.size(); ++n) {
    if (scene.trace().arrays()[n].space != space) continue;
    sum.total += counts.of(n, Count::atomic).total;
    sum.thread_max += counts.of(n, Count::atomic).thread_max;
  }
  sum.thread_max = std::min(sum.thread_max, counts.of(Count::atomic).thread_max);
  return sum;
}

// The sum over all arrays. Counts without an array are kept with barriers, and constants are not global loads.
Tally of_all(const Scene& scene, const Counts& counts, Count kind, std::optional<Space> space) {
  if (kind == Count::atomic && space) return atomics_in(scene, counts, *space);
  if (kind == Count::shuffle) return counts.without_array(kind);
  return kind == Count::global_load ? memory_loads(counts, scene.trace().arrays()) : counts.of(kind);
}

double counted(const Here& here, const Scene& scene, const Scope& scope, const CountFigure& figure) {
  const Counts counts = counts_in(here, scene, scope);
  const auto amount = [&](Count kind) {
    const Tally tally = scope.array ? counts.of(*scope.array, kind) : of_all(scene, counts, kind, figure.atomics_in);
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

std::uint32_t argument(const Scope& scope, std::size_t number) {
  std::uint32_t value = 0;
  if (scope.arguments.size() > number) {
    const std::string& text = scope.arguments[number];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) return value;
  }
  throw UsageError("a whole number is missing between the brackets, as in duplicate_loads(0,0,0,1)");
}

// Each block has its own cells of shared memory.
double most_loads(const Scene& scene, const Scope& scope) {
  const std::size_t array = array_asked(scope, "loads_of_each");
  if (scene.trace().arrays()[array].space != Space::shared) return scene.explained->reuse.arrays[array].most_loads();
  std::uint32_t most = 0;
  for (const std::size_t block : scene.replay->blocks())
    most = std::max(most, reuse_of_block(scene.trace(), block).arrays[array].most_loads());
  return most;
}

const CountFigure& count_called(const std::string& name) {
  std::vector<std::string_view> known;
  for (const CountFigure& each : count_figures()) {
    if (each.name == name) return each;
    known.push_back(each.name);
  }
  throw UsageError(fmt::format("'{}' is not counted for a thread: did you mean '{}'?", name, nearest(name, known)));
}

// The number of threads in recorded blocks with exactly this count.
double threads_with(const Here&, const Scene& scene, const Scope& scope) {
  if (scope.arguments.size() != 2)
    throw UsageError("threads_with takes the name of a count and its value: threads_with(global_loads,2)");
  const CountFigure& figure = count_called(scope.arguments[0]);
  const std::uint32_t wanted = argument(scope, 1);
  double threads = 0;
  for (const std::size_t block : scene.replay->blocks())
    for (std::uint32_t thread = 0; thread < scene.trace().threads_per_block(); ++thread) {
      const Counts counts = count_thread(scene.trace(), block, thread);
      std::uint64_t done = 0;
      for (const Count kind : figure.counts)
        done += (scope.array ? counts.of(*scope.array, kind) : of_all(scene, counts, kind, figure.atomics_in)).total;
      if (done == wanted) ++threads;
    }
  return threads;
}

double events_done(const Here& here, const Scene& scene, const Scope& scope) {
  if (scope.thread) return frame_of(here, scene, scope).threads[*scope.thread].done;
  double events = 0;
  for (const std::size_t block : scene.replay->blocks()) {
    if (scope.block && *scope.block != block) continue;
    Scope of = scope;
    of.block = block;
    for (const ThreadNow& thread : frame_of(here, scene, of).threads) events += thread.done;
  }
  return events;
}

// The votes, or the __syncwarp calls, of the chosen threads up to the moment.
Tally votes_in(const Here& here, const Scene& scene, const Scope& scope, bool waits) {
  Tally votes;
  for (const std::size_t block : scene.replay->blocks()) {
    if ((scope.block || scope.thread) && block != block_asked(here, scene, scope)) continue;
    Scope of = scope;
    of.block = block;
    const Frame frame = frame_of(here, scene, of);
    for (std::uint32_t thread = 0; thread < frame.threads.size(); ++thread) {
      if (scope.thread && thread != *scope.thread) continue;
      const Column events = scene.trace().events(block, thread);
      std::uint32_t own = 0;
      for (std::uint32_t n = 0; n < frame.threads[thread].done; ++n) {
        const Event event = events[n];
        if (event.kind() == tilescope::Kind::vote &&
            (static_cast<WarpKind>(event.operand()) == WarpKind::wait) == waits)
          ++own;
      }
      votes.add({own, own});
    }
  }
  return votes;
}

// The value of a constant in this launch, which may override the source.
std::optional<std::int64_t> value_of_constant(const Scene& scene, const std::string& name) {
  const RecordedKernel* const program = scene.trace().launch().program.get();
  return HeaderNumbers(scene.trace().kernel_text(), program == nullptr ? Request::Named{} : program->knobs)
      .value_of(name);
}

double constant_in(const Here&, const Scene& scene, const Scope& scope) {
  const std::string name = scope.arguments.empty() ? "" : scope.arguments.front();
  const auto value = value_of_constant(scene, name);
  if (!value) throw UsageError(fmt::format("the source has no integer constant '{}', as in constant(BLOCK)", name));
  return static_cast<double>(*value);
}

std::string constant_instead(const Scene& scene, const std::string& name) {
  return value_of_constant(scene, name) ? fmt::format(": it is a constant in the source, so write constant({})", name)
                                        : "";
}

// The value of a kernel's numeric argument.
double number_given(const Here&, const Scene& scene, const Scope& scope) {
  const Launch& launch = scene.trace().launch();
  const std::vector<std::string> names = numbers_of(launch);
  const std::string wanted = scope.arguments.empty() ? "" : scope.arguments.front();
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end())
    throw UsageError(
        fmt::format("{} has no number parameter '{}'{}", launch.kernel, wanted, constant_instead(scene, wanted)));
  return launch.numbers[static_cast<std::size_t>(found - names.begin())].value;
}

ElementOf element_asked(const Scene& scene, const Scope& scope) {
  const auto element = scope.arguments.empty() ? std::nullopt : read_element(scene, scope.arguments.front());
  if (!element) throw UsageError("value takes an element: value(C[0][0])");
  return *element;
}

// By how much the result's elements are too small in total.
double missing(const Scene& scene) {
  double sum = 0;
  if (!scene.result) return sum;
  for (const std::uint8_t array : scene.result->arrays()) {
    const ResultCheck& of = *scene.result->of(array);
    for (std::size_t n = 0; n < of.wrong.size(); ++n) sum += of.expected[n] - scene.trace().left(array, of.wrong[n]);
  }
  return sum;
}

double shared_bytes(const Scene& scene) { return static_cast<double>(tilescope::shared_bytes(scene.trace().arrays())); }

using S = const Scene&;
using P = const Scope&;
using H = const Here&;
constexpr FoundFigure found_figures[] = {
    {"constant_loads",
     [](H h, S s, P p) {
       const Tally loads = constant_loads(counts_in(h, s, p), s.trace().arrays());
       return static_cast<double>(p.each_thread ? loads.thread_max : loads.total);
     }},
    {"barriers", [](H h, S s, P p) { return static_cast<double>(counts_in(h, s, p).barriers_per_thread()); }},
    {"warp_barriers", [](H h, S s, P p) { return static_cast<double>(votes_in(h, s, p, true).thread_max); }},
    {"votes",
     [](H h, S s, P p) {
       const Tally votes = votes_in(h, s, p, false);
       return static_cast<double>(p.each_thread ? votes.thread_max : votes.total);
     }},
    {"flops", [](H h, S s, P p) { return static_cast<double>(counts_in(h, s, p).executed_flops()); }},
    {"useful_flops",
     [](H h, S s, P p) {
       const auto needed = static_cast<double>(reading::needed_flops(s.trace().launch()).value_or(0));
       const double done = p.moment ? 2 * static_cast<double>(frame_of(h, s, p).useful_multiply_adds) : 0;
       if (p.moment) return needed > 0 ? std::min(done, needed) : done;
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
    {"events", events_done},
    {"turns", [](H, S s, P) { return static_cast<double>(s.replay->order().turns().size()); }},
    {"elements",
     [](H, S s, P p) { return static_cast<double>(s.trace().arrays()[array_asked(p, "elements")].elements()); }},
    {"number", number_given},
    {"constant", constant_in},
    {"value",
     [](H h, S s, P p) {
       const auto value = value_at(s, element_asked(s, p), moment_of_scope(s, p), p.block.value_or(h.block));
       if (!value) throw UsageError("there is no value there at that moment");
       return value->exact();
     }},
    {"missing", [](H, S s, P) { return missing(s); }},
    {"threads_with", threads_with},
};

// The figures that can be counted for one array.
constexpr std::array<std::string_view, 17> of_arrays{
    "constant_loads", "filled",           "padded",         "loads_of_each",     "elements",
    "threads_with",   "sectors_per_load", "sectors_loaded", "sectors_per_store", "sectors_stored",
    "ways_per_load",  "ways_per_store",   "warp_loads",     "warp_stores",       "rounds_per_atomic",
    "atomic_rounds",  "most_atomics"};

// Rejects an array that the figure never counts; the result would always be 0.
void require_array(const Scene& scene, const Scope& scope, std::string_view what, const CountFigure* count) {
  if (!scope.array) return;
  const ArrayInfo& array = scene.trace().arrays()[*scope.array];
  const bool is_of_arrays =
      count != nullptr ? what != "shuffles" : std::find(of_arrays.begin(), of_arrays.end(), what) != of_arrays.end();
  if (!is_of_arrays)
    throw UsageError(fmt::format("{} is not counted for an array: write {}, without .{}", what, what, array.name));
  const bool is_shared = array.space == Space::shared;
  if ((is_shared && (what.starts_with("global_") || what.starts_with("bytes_") || what.starts_with("sectors_"))) ||
      (!is_shared && (what.starts_with("shared_") || what.starts_with("ways_"))))
    throw UsageError(
        fmt::format("{} does not count {}, which is in {} memory", what, array.name, is_shared ? "shared" : "global"));
}

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

// Narrows the scope by "A", "thread(0,1)" or "block".
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
          fmt::format("{} has no part '{}': did you mean '{}'?", name.front().name, part, nearest(part, known)));
    narrow(scope, name[n], here, scene.trace());
  }
  if (when) scope.moment = *when == "now" ? here.moment : moment_named(scene, *when);
  return scope;
}

// Whether the request is for the shown launch.
bool is_of(const Here& here, const Request& request) {
  return launch_key(request) == launch_key(here.situation.request);
}

Figure::From counted_in(const Here& here, const Request& request) {
  return is_of(here, request) ? Figure::From::counted : Figure::From::elsewhere;
}

}  // namespace

std::vector<std::string_view> launch_figures() {
  std::vector<std::string_view> names;
  for (const ShapeFigure& each : shape_figures) names.push_back(each.name);
  for (const CountFigure& each : count_figures()) names.push_back(each.name);
  for (const FoundFigure& each : found_figures) names.push_back(each.name);
  for (const FoundFigure& each : warp_figures()) names.push_back(each.name);
  for (const FoundFigure& each : occupancy_figures()) names.push_back(each.name);
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
    return {shape->value(here.scenes.launch_of(request)), "", counted_in(here, request)};
  }
  const auto* const count = found_in(count_figures(), what);
  const auto* const of_warps = found_in(warp_figures(), what);
  const auto* const of_gpu = found_in(occupancy_figures(), what);
  const auto* const found = of_warps != nullptr ? of_warps : of_gpu != nullptr ? of_gpu : found_in(found_figures, what);
  if (count == nullptr && found == nullptr)
    throw UsageError(fmt::format("a launch has no '{}': did you mean '{}'?", what, nearest(what, launch_figures())));
  // Moments belong to the shown order. Warp figures of a whole launch are always counted in lockstep.
  const bool is_shown = is_of(here, request);
  const bool as_ran = is_shown && here.situation.as_ran && (of_warps == nullptr || when);
  const Scene& scene = here.scenes.of(request, as_ran);
  const Scope scope = scope_of(here, scene, name, when);
  require_array(scene, scope, what, count);
  const double number = count != nullptr ? counted(here, scene, scope, *count) : found->value(here, scene, scope);
  return {number, "", of_gpu != nullptr ? Figure::From::modelled : counted_in(here, request)};
}

}  // namespace tilescope::lessons
