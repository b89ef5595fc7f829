#include "app/cli/launch_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "app/cli/parse.h"
#include "app/cli/progress.h"
#include "app/names/share_string.h"
#include "instrumentation/error.h"
#include "instrumentation/listed.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/file/trace_file.h"
#include "kernels/inputs.h"
#include "kernels/launch_words.h"
#include "kernels/own_kernel.h"

namespace tilescope::cli {

namespace {

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

void require_whole(const Trace& trace, OnFault on_fault) {
  if (trace.fault() && on_fault == OnFault::fail) throw Error(trace.fault()->message);
  if (trace.lost_events() > 0)
    throw Error(fmt::format(
        "{}: recorded {} of {} events, then memory was used up; take --record counts, a window, or a smaller size",
        trace.launch().kernel, trace.kept_events(), trace.kept_events() + trace.lost_events()));
}

// What the kernel said by itself; results alone go to stdout.
void tell_printed(const Trace& trace) {
  if (!trace.printed().empty()) fmt::print(stderr, "{}{}", trace.printed(), trace.printed().back() == '\n' ? "" : "\n");
}

Trace record_on(const Executor& executor, const Launch& launch, OnFault on_fault) {
  Progress progress("recording");
  RecordOptions how;
  how.watch = [&](double done) { return progress(done); };
  Trace trace = executor.record(recorded_kernel(launch), launch, how);
  progress.clear();
  tell_printed(trace);
  require_whole(trace, on_fault);
  return trace;
}

}  // namespace

Option& LaunchOptions::add(Subcommand& command, const char* name, auto&& value, const std::string& help) {
  Option& added = command.option(name, value, help).in("Launch");
  options_.push_back(&added);
  return added;
}

// What is read by the words that files use as well.
Option& LaunchOptions::add_parsed(Subcommand& command, const char* name, auto& value, auto parse,
                                  const std::string& help) {
  return add(
      command, name, [&value, name, parse](const std::string& text) { value = parse(text, name); }, help);
}

// `what` says what it has to be.
template <class Number>
void LaunchOptions::add_number(Subcommand& command, const char* name, auto& value, const char* what, const char* help) {
  const auto take = [&value, name, what](const std::string& text) {
    Number number{};
    if (!read(text, number)) throw UsageError(fmt::format("{} {}: {}", name, text, what));
    value = number;
  };
  add(command, name, take, help);
}

void LaunchOptions::add_sizes(Subcommand& command) {
  const auto side = [&](const char* name, const char* help, auto... sides) -> Option& {
    const auto take = [this, name, sides...](const std::string& text) {
      std::int64_t length = 0;
      if (!read(text, length) || length < 1 || length > 2147483647)
        throw UsageError(fmt::format("{} {}: a side is a whole number from 1 to 2147483647", name, text));
      ((request.*sides = length), ...);
    };
    return add(command, name, take, help);
  };
  side("--m", "rows of A and C", &Request::m);
  side("--n", "columns of B and C", &Request::n);
  side("--k", "columns of A, rows of B", &Request::k);
  side("--size", "all three sides (default 4)", &Request::m, &Request::n, &Request::k)
      .excludes("--m")
      .excludes("--n")
      .excludes("--k");
  add_number<int>(command, "--tile", request.tile, "a tile's width is a whole number",
                  "the tile's width, and the block's (default 2)");
}

namespace {

std::pair<std::string, std::string> name_and_value(const char* option, const std::string& text, const char* form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError(fmt::format("{} {}: give {}", option, text, form));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

template <class Values, class Value>
void add_once(Values& values, const char* option, const std::string& name, const Value& value) {
  if (!values.try_emplace(name, value).second) throw UsageError(fmt::format("{} {}: is there twice", option, name));
}

}  // namespace

// What a kernel's file may leave open.
void LaunchOptions::add_file_options(Subcommand& command) {
  add(command, "--entry", request.entry, "of a .cu: which of its kernels");
  const auto knob = [this](const std::string& text) {
    const auto [name, value] = name_and_value("--knob", text, "NAME=VALUE");
    add_once(request.knobs, "--knob", name, value);
  };
  add(command, "--knob", knob, "of a .cu: another value for a macro, constant or template parameter: NAME=VALUE")
      .one_at_a_time();
  const auto array = [this](const std::string& text) {
    const auto [name, words] = name_and_value("--array", text, "NAME=SIDES[:FILL], as in data=64 or data=8x8:ramp");
    add_once(request.arrays, "--array", name, words);
  };
  add(command, "--array", array,
      "of a .cu: how long an array is and what it holds: NAME=SIDES[:FILL], as in data=8x8:ramp; FILL is counting, "
      "ramp, random, zeros, identity or a .csv")
      .one_at_a_time();
  const auto number = [this](const std::string& text) {
    const auto [name, words] = name_and_value("--arg", text, "NAME=VALUE");
    double value = 0;
    if (!read(words, value)) throw UsageError(fmt::format("--arg {}: {} is no number", text, words));
    add_once(request.numbers, "--arg", name, value);
  };
  add(command, "--arg", number, "of a .cu: a number that its kernel is given: NAME=VALUE").one_at_a_time();
  add_parsed(command, "--grid", request.grid, parse_dimensions, "of a .cu: its blocks, as dim3 has them: X[,Y[,Z]]");
  add_parsed(command, "--block", request.block, parse_dimensions, "of a .cu: its threads, likewise");
}

void LaunchOptions::add_to(Subcommand& command) {
  command
      .option(
          "FILE", [this](const std::string& name) { take(name); },
          "a kernel's .cu, as --kernel has it; or, in place of launch options, a trace file (tilescope record makes "
          "them), or a share string or its .toml (tilescope share)")
      .file();
  add(command, "--kernel", request.kernel, "which kernel (tilescope kernels lists them), or the path of a .cu")
      .such_as(kernel_names());
  add_file_options(command);
  add_sizes(command);
  add(command, "--inputs", request.inputs, fmt::format("{}, or A.csv,B.csv", fmt::join(input_kinds, ", ")))
      .such_as({input_kinds.begin(), input_kinds.end()});
  add_number<std::uint64_t>(command, "--seed", request.seed, "a seed is a whole number from 0",
                            "of random inputs (default 1)");
  add(
      command, "--backend", [this](const std::string& text) { backend = text; }, listed(backends()) + " (default auto)")
      .one_of({backends().begin(), backends().end()});
  add_parsed(command, "--schedule", request.schedule, parse_schedule,
             listed(names_of(schedules())) + "[:SEED] (default in_order)")
      .such_as(names_of(schedules()));
  add_parsed(command, "--record", request.record, parse_record, told(records()) + " (default full)")
      .such_as(names_of(records()));
  add_parsed(command, "--blocks", request.window, parse_blocks, "the blocks of a window: Y,X[;Y,X...] or Y0-Y1,X0-X1");
  add_parsed(command, "--out-of-bounds", request.out_of_bounds, parse_out_of_bounds,
             "what a load outside its array gives: " + told(strays()) + " (default poison)")
      .such_as(names_of(strays()));
}

bool LaunchOptions::any_given() const {
  const auto given = [](const Option* option) { return option->given > 0; };
  return !file.empty() || std::any_of(options_.begin(), options_.end(), given);
}

void LaunchOptions::require_file_or_options() const {
  if (given_.empty()) return;
  std::string given;
  for (const Option* const option : options_)
    if (option->given > 0) given += (given.empty() ? "" : ", ") + option->name();
  if (!given.empty()) throw UsageError(fmt::format("{}: says itself what is launched; leave {} out", given_, given));
}

void LaunchOptions::take(const std::string& name) {
  if (is_kernel_file(name)) {
    request.kernel = name;
    return;
  }
  given_ = name;
  if (!is_situation(name)) {
    file = name;
    return;
  }
  situation = read_situation(name);
  request = situation->request;
  backend = situation->backend;
  file = situation->file;
}

Command LaunchOptions::opening() const {
  require_file_or_options();
  if (situation) return Reopen{*situation};
  return Relaunch{request, backend, file};
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const CatalogueKernel& kernel : catalogue()) names.emplace_back(kernel.name);
  return names;
}

Launch launch_of(const LaunchOptions& options) {
  options.require_file_or_options();
  const Request& request = options.request;
  if (!is_kernel_file(request.kernel) && (!request.entry.empty() || !request.knobs.empty() || request.grid ||
                                          request.block || !request.arrays.empty() || !request.numbers.empty()))
    throw UsageError(fmt::format(
        "--entry, --knob, --array, --arg, --grid and --block are for a .cu: {} says itself how it is launched",
        request.kernel));
  return options.file.empty() ? plan(options.request) : TraceFile(options.file).launch();
}

Launch launch_to_record(const LaunchOptions& options) {
  const Launch launch = launch_of(options);
  return options.file.empty() ? launch : launch_with(options, launch.kernel, launch);
}

Launch launch_with(const LaunchOptions& options, const std::string& kernel, const Launch& launch) {
  // With a file there are no other options.
  const Request request = with_kernel(options.file.empty() ? options.request : request_of(launch), kernel, launch);
  if (options.file.empty()) return plan(request);
  Launch other = plan(request);
  copy_inputs(launch, other);
  return other;
}

Trace record_or_load(const LaunchOptions& options, const Launch& launch, OnFault on_fault) {
  if (options.file.empty()) return record(options, launch, on_fault);
  Trace trace = TraceFile(options.file).load();
  require_whole(trace, on_fault);
  return trace;
}

Trace record(const LaunchOptions& options, const Launch& launch, OnFault on_fault) {
  std::optional<Trace> trace;
  const auto work = [&](const Executor& executor) { trace = record_on(executor, launch, on_fault); };
  on_gpu_or_cpu(options, launch, work, work);
  return std::move(*trace);
}

Verdict judge(const LaunchOptions& options, const Launch& launch) {
  std::optional<Verdict> verdict;
  const auto work = [&](const Executor& executor) {
    Progress progress("recording");
    RecordOptions how;
    how.watch = [&](double done) { return progress(done); };
    verdict = executor.judge(recorded_kernel(launch), launch, how);
    progress.clear();
    tell_printed(verdict->trace);
  };
  on_gpu_or_cpu(options, launch, work, work);
  if (!verdict->on_device) require_whole(verdict->trace, OnFault::keep);
  if (!verdict->why_not_there.empty())
    fmt::print(stderr, "tilescope: judged on this machine and not on the GPU: {}\n", verdict->why_not_there);
  return std::move(*verdict);
}

void on_gpu_or_cpu(const LaunchOptions& options, const Launch& launch, const Executors::Work& on_gpu,
                   const Executors::Work& on_cpu) {
  static Executors executors;
  const std::string why_not = executors.run(options.backend, launch, on_gpu, on_cpu);
  static std::string told;  // of two launches, one note will do
  if (told != why_not && !why_not.empty()) fmt::print(stderr, "tilescope: done on the CPU: {}\n", why_not);
  told = why_not;
}

Relaunch read_launch(const std::vector<std::string>& words) {
  LaunchOptions launch;
  Subcommand options("launch", "");
  launch.add_to(options);
  static_cast<void>(parse(options, "", words));
  return {launch.request, launch.backend, launch.file};
}

namespace {

Json json_of_arrays(const Launch& launch) {
  Json arrays = Json::object(), numbers = Json::object();
  for (const Buffer& buffer : launch.buffers)
    if (!buffer.sides.empty()) arrays[buffer.name] = buffer.sides;
  const std::vector<std::string> names = numbers_of(launch);
  for (std::size_t n = 0; n < names.size(); ++n) numbers[names[n]] = launch.numbers[n];
  return {{"kernel", launch.kernel},
          {"arrays", arrays},
          {"numbers", numbers},
          {"grid", {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth}},
          {"block", {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth}}};
}

}  // namespace

Json launch_json(const Launch& launch) {
  if (!reading::has_matrices(launch)) return json_of_arrays(launch);
  const auto [m, n, k] = reading::sides_of(launch);
  return {{"kernel", launch.kernel}, {"m", m}, {"n", n}, {"k", k}, {"tile", launch.tile}};
}

std::string sizes_of(const Launch& launch) {
  if (!reading::has_matrices(launch)) return fmt::format("{}: {}", launch.kernel, shape_in_words(launch));
  const auto [m, n, k] = reading::sides_of(launch);
  return fmt::format("{}: {} x {} x {} (M x N x K), tile {}", launch.kernel, m, n, k, launch.tile);
}

}  // namespace tilescope::cli
