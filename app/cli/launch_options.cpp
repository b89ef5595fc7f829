#include "app/cli/launch_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "app/command_line/interrupt.h"
#include "app/command_line/parse.h"
#include "app/command_line/program.h"
#include "app/command_line/progress.h"
#include "app/command_line/table.h"
#include "app/names/share_string.h"
#include "app/session/extent.h"
#include "app/session/lesson_links.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/included_files.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/listed.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/file/trace_file.h"

namespace tilescope::cli {

namespace {

void require_whole(const Trace& trace, OnFault on_fault) {
  if (trace.fault() && on_fault == OnFault::fail) {
    if (trace.fault()->kind != Fault::Kind::limit_reached) throw Error(trace.fault()->message);
    fmt::print(stderr, "tilescope: {}\n", trace.fault()->message);  // a limit, which is not the kernel's fault
    throw Exit{ended_early};
  }
  if (trace.lost_events() > 0)
    throw Error(fmt::format("{}: out of memory after {} of {} events; use --record counts, a window, or a smaller size",
                            trace.launch().kernel, trace.kept_events(), trace.kept_events() + trace.lost_events()));
}

// The kernel's own printf output goes to stderr; only results go to stdout.
void tell_printed(const Trace& trace) {
  if (!trace.printed().empty()) fmt::print(stderr, "{}{}", trace.printed(), trace.printed().back() == '\n' ? "" : "\n");
}

Trace record_on(const Executor& executor, const Launch& launch, std::uint64_t limit) {
  Progress progress("recording " + launch.kernel);
  RecordOptions how;
  how.limit = limit;
  how.watch = [&](double done) { return progress(done); };
  return executor.record(recorded_kernel(launch), launch, how);
}

// "500M", "2.5G"; empty for other text or if the number is too large.
std::optional<std::uint64_t> typed_amount(const std::string& text, double mega, double giga) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = std::string_view(text).substr(static_cast<std::size_t>(end - text.data()));
  const double amount = number * (unit == "G" ? giga : unit == "M" ? mega : 0);
  if (error != std::errc{} || !(amount >= 1 && amount < 0x1p60)) return std::nullopt;
  return static_cast<std::uint64_t>(amount);
}

std::uint64_t typed_bytes(const std::string& text) {
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  const std::optional<std::uint64_t> bytes = typed_amount(text, 0x1p20, 0x1p30);
  if (!bytes || *bytes < least)
    throw UsageError(fmt::format("--memory {}: give megabytes or gigabytes, 64M or more, as in 500M or 4G", text));
  return *bytes;
}

std::uint64_t typed_limit(const std::string& text) {
  const std::optional<std::uint64_t> limit = typed_amount(text, 1e6, 1e9);
  if (!limit)
    throw UsageError(fmt::format("--limit {}: give millions of instructions, or billions, as in 500M or 10G", text));
  return *limit;
}

// The blocks of the first row whose events fit, with this many bytes per block.
BlockRange first_blocks(const Launch& launch, double bytes_of_block) {
  constexpr double most_blocks = 16, part_of_memory = 0.5;
  const double fit = part_of_memory * static_cast<double>(usable_memory()) / std::max(bytes_of_block, 1.0);
  const double blocks = std::clamp(fit, 1.0, std::min<double>(most_blocks, launch.grid.x));
  return {0, 0, 0, static_cast<unsigned>(blocks) - 1};
}

// The launch, reduced because not all events fit.
Launch with_fewer_events(Launch launch, double events, Otherwise otherwise) {
  constexpr double bytes_of_event = 16;
  launch.record = otherwise == Otherwise::counts ? Record::counts : Record::window;
  std::string instead = "they are counted, but not kept";
  if (otherwise == Otherwise::first_blocks) {
    const auto blocks = static_cast<double>(launch.grid.count());
    launch.window = {first_blocks(launch, bytes_of_event * events / blocks)};
    instead = fmt::format("those of the first {} of {} blocks are kept, the others only counted",
                          launch.window.front().x1 + 1, count_name(launch.grid.count()));
  }
  fmt::print(stderr,
             "tilescope: {} has about {:.2g} events, which do not fit into {}: {}; change this with --memory, --record "
             "or --blocks\n",
             launch.kernel, events, in_words(usable_memory()), instead);
  return launch;
}

}  // namespace

Option& LaunchOptions::add(Subcommand& command, const std::string& name, auto&& value, const std::string& help) {
  Option& added = command.option(name, value, help).in("Launch");
  options_.push_back(&added);
  return added;
}

// Adds an option for a field of the request table.
void LaunchOptions::add(Subcommand& command, const RequestField& field) {
  const auto take = [this, &field](const std::string& text) {
    (field.add != nullptr ? field.add : field.read)(request, text, std::string(field.option));
  };
  Option& option = add(command, std::string(field.option), take, field.help).such_as(field.choices);
  if (field.add != nullptr) option.one_at_a_time();
  for (const std::string_view key : field.excludes) option.excludes(std::string(request_field(key).option));
}

void add_include_option(Subcommand& command) {
  command.option("-I,--include", look_for_included_in, "additional include directory").one_at_a_time();
}

void LaunchOptions::add_to(Subcommand& command) {
  command
      .option(
          "FILE", [this](const std::string& name) { take(name); },
          "a .cu file (as for --kernel); or, instead of launch options, a trace file (from tilescope record), a share "
          "string or its .toml file (from tilescope share)")
      .file();
  for (const RequestField& field : request_fields())
    if (!field.option.empty()) add(command, field);
  add_include_option(command);
  add(
      command, "--memory", [](const std::string& text) { set_memory_limit(typed_bytes(text)); },
      fmt::format("memory for events, as in 500M or 4G (default {})", in_words(usual_memory_limit)));
  add(
      command, "--limit", [this](const std::string& text) { limit = typed_limit(text); },
      fmt::format("stop a CPU run after this many instructions (an instruction of up to 64 threads counts once), as in "
                  "500M or 10G "
                  "(default {}G)",
                  machine::usual_limit / 1'000'000'000));
  add(
      command, "--backend", [this](const std::string& text) { backend = text; }, listed(backends()) + " (default auto)")
      .one_of({backends().begin(), backends().end()});
}

bool LaunchOptions::any_given() const {
  const auto given = [](const Option* option) { return option->given > 0; };
  // The file of a kernel works like --kernel.
  return !given_.empty() || is_kernel_file(request.kernel) || std::any_of(options_.begin(), options_.end(), given);
}

void LaunchOptions::require_file_or_options() const {
  if (given_.empty()) return;
  std::string given;
  for (const Option* const option : options_)
    if (option->given > 0) given += (given.empty() ? "" : ", ") + option->name();
  if (!given.empty()) throw UsageError(fmt::format("{}: already says what to launch; leave out {}", given_, given));
}

void LaunchOptions::take(const std::string& name) {
  if (is_kernel_file(name)) {
    request.kernel = name;
    return;
  }
  given_ = name;
  if ((link = lesson_link_of(name))) return;
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
  if (link) return tilescope::opening(*link);
  if (situation) return Reopen{*situation};
  return Relaunch{request, backend, file};
}

namespace {

// Rejects options for a file's kernel with a kernel of the catalogue.
void require_fields_of_kernel(const Request& request) {
  if (is_kernel_file(request.kernel)) return;
  std::string options;
  bool any = false;
  for (const RequestField& field : request_fields()) {
    if (field.of != RequestField::Of::file) continue;
    any = any || !field.write(request).empty();
    options += (options.empty() ? "" : ", ") + std::string(field.option);
  }
  options.replace(options.rfind(", "), 2, " and ");
  if (any) throw UsageError(fmt::format("{} are for a .cu file: {} has its own launch", options, request.kernel));
}

}  // namespace

namespace {

Request without_events(Request request) {
  request.record = Record::counts;
  return request;
}

}  // namespace

Launch launch_of(const LaunchOptions& options) {
  options.require_file_or_options();
  if (options.link) throw UsageError("a link to a lesson or a task opens in a window: use tilescope view");
  require_fields_of_kernel(options.request);
  if (!options.file.empty()) return TraceFile(options.file).launch();
  const Meanwhile telling(fmt::format("reading {} and trying launches", options.request.kernel));
  if (options.request.record || !options.request.window.empty()) return plan(options.request);
  // The recording decides later whether all events fit.
  Launch launch = plan(without_events(options.request));
  launch.record = Record::full;
  return launch;
}

Launch launch_to_record(const LaunchOptions& options) {
  const Launch launch = launch_of(options);
  return options.file.empty() ? launch : launch_again(launch);
}

Launch launch_with(const LaunchOptions& options, const std::string& kernel, const Launch& launch) {
  // A trace file excludes all other options.
  if (!options.file.empty()) return launch_beside(request_of(launch), kernel, launch);
  if (options.request.record || !options.request.window.empty()) return launch_beside(options.request, kernel, launch);
  Launch beside = launch_beside(without_events(options.request), kernel, launch);
  beside.record = launch.record;
  return beside;
}

Trace record_or_load(const LaunchOptions& options, const Launch& launch, OnFault on_fault, Otherwise otherwise) {
  if (options.file.empty()) return record(options, launch, on_fault, otherwise);
  Trace trace = TraceFile(options.file).load();
  require_whole(trace, on_fault);
  return trace;
}

Trace record(const LaunchOptions& options, const Launch& launch, OnFault on_fault, Otherwise otherwise) {
  constexpr double least_event_bytes = 8;
  const bool is_said = options.request.record.has_value() || !options.request.window.empty();
  const bool may_choose = otherwise != Otherwise::refuse && !is_said && launch.record == Record::full;
  std::optional<Trace> trace;
  const auto work_on = [&](const Launch& what) {
    const auto work = [&](const Executor& executor) { trace = record_on(executor, what, options.limit); };
    on_gpu_or_cpu(options, what, work, work);
  };
  // The minimum number of a product's events is known in advance.
  if (may_choose && launch.least_events * least_event_bytes > static_cast<double>(usable_memory())) {
    work_on(with_fewer_events(launch, events_of(launch), otherwise));
  } else {
    work_on(launch);
    if (may_choose && trace->lost_events() > 0) {
      const auto events = static_cast<double>(trace->kept_events() + trace->lost_events());
      trace.reset();  // frees its memory
      work_on(with_fewer_events(launch, events, otherwise));
    }
  }
  tell_printed(*trace);
  require_whole(*trace, on_fault);
  return std::move(*trace);
}

Verdict judge(const LaunchOptions& options, const Launch& launch) {
  std::optional<Verdict> verdict;
  const auto work = [&](const auto& judges) {
    return [&verdict, &launch, &options, judges](const Executor& executor) {
      Progress progress("judging " + launch.kernel);
      RecordOptions how;
      how.limit = options.limit;
      how.watch = [&](double done) { return progress(done); };
      verdict = judges(executor, how);
      progress.clear();
      tell_printed(verdict->trace);
    };
  };
  const auto where_it_runs = [&](const Executor& executor, const RecordOptions& how) {
    return executor.judge(recorded_kernel(launch), launch, how);
  };
  // For a small number of events the CPU is as fast as the GPU, and it can find the first wrong read in any block.
  constexpr double few_products = 1 << 20;
  const auto on_gpu = [&](const Executor& executor, const RecordOptions& how) {
    if (launch.least_events > few_products) return where_it_runs(executor, how);
    return executor.Executor::judge(recorded_kernel(launch), launch, how);
  };
  on_gpu_or_cpu(options, launch, work(on_gpu), work(where_it_runs));
  if (!verdict->on_device) require_whole(verdict->trace, OnFault::keep);
  if (!verdict->why_not_there.empty())
    fmt::print(stderr, "tilescope: checked on the CPU, not on the GPU: {}\n", verdict->why_not_there);
  return std::move(*verdict);
}

void on_gpu_or_cpu(const LaunchOptions& options, const Launch& launch, const Executors::Work& on_gpu,
                   const Executors::Work& on_cpu) {
  static Executors executors;
  const std::string why_not = executors.run(options.backend, launch, on_gpu, on_cpu);
  static std::string told;  // one note is enough for two launches
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

Json json_of(const ExactNumber& number) {
  if (number.rest == 0) return number.value;
  if (number.value < 0) return static_cast<std::int64_t>(number.bits());
  return number.bits();
}

Json json_of_arrays(const Launch& launch) {
  Json arrays = Json::object(), numbers = Json::object();
  for (const Buffer& buffer : launch.buffers)
    if (!buffer.sides.empty()) arrays[buffer.name] = buffer.sides;
  const std::vector<std::string> names = numbers_of(launch);
  for (std::size_t n = 0; n < names.size(); ++n) numbers[names[n]] = json_of(launch.numbers[n]);
  return {{"kernel", launch.kernel},
          {"arrays", arrays},
          {"numbers", numbers},
          {"grid", {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth}},
          {"block", {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth}}};
}

}  // namespace

Json launch_json(const Launch& launch) {
  const auto [m, n, k] = reading::sides_of(launch);
  Json json = reading::has_matrices(launch)
                  ? Json{{"kernel", launch.kernel}, {"m", m}, {"n", n}, {"k", k}, {"tile", launch.tile}}
                  : json_of_arrays(launch);
  if (!place_in_words(launch).empty())
    json["launch"] = {{"number", launch.program->list.number},
                      {"of", launch.program->list.names},
                      {"titles", launch.program->list.titles}};
  return json;
}

std::string sizes_of(const Launch& launch) {
  const std::string place = place_in_words(launch);
  const std::string name = launch.kernel + (place.empty() ? "" : ", " + place);
  return name + ": " + shape_in_words(launch, "{m} x {k} x {n} (M x K x N), tile {tile}");
}

}  // namespace tilescope::cli
