// tilescope locals: the values of a thread's variables at a moment, or of one variable in all threads of a block.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/place_options.h"
#include "app/command_line/table.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cpu_executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/listed.h"

namespace tilescope::cli {

namespace {

using machine::LocalName;
using machine::Locals;
using machine::LocalValue;

struct LocalsOptions : OutputOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string variable, until;
  bool back = false;
};

// A block's variables at the moment of a frame.
struct Seen {
  const Trace& trace;
  const Frame& frame;
  Locals locals;

  [[nodiscard]] const Launch& launch() const { return trace.launch(); }
  [[nodiscard]] std::size_t block_y() const { return frame.block / launch().grid.x; }
  [[nodiscard]] std::size_t block_x() const { return frame.block % launch().grid.x; }
  [[nodiscard]] const LocalName& name(const LocalValue& value) const { return locals.names[value.name]; }
  [[nodiscard]] std::string place() const {
    return fmt::format("{}, block {}, moment {} of {}", launch().kernel, block_name(launch(), frame.block),
                       frame.moment, frame.moments);
  }
};

std::string line_of(const LocalValue& value) {
  return !value.is_set ? "" : value.line == 0 ? "launch" : std::to_string(value.line);
}

std::string table_of(const Seen& seen) {
  const ThreadNow& now = seen.frame.threads[seen.frame.thread];
  std::string text = fmt::format("{}: thread {} after {} of its {} events{}\n\n", seen.place(),
                                 thread_name(seen.launch(), seen.frame.thread), now.done,
                                 seen.trace.events(seen.frame.block, seen.frame.thread).size(),
                                 now.done == 0 ? "" : fmt::format(", the last of them on line {}", now.line));
  Table table({1, 2});
  table.row({"function", "name", "type", "value", "line"});
  for (const LocalValue& value : seen.locals.threads[seen.frame.thread]) {
    const LocalName& name = seen.name(value);
    table.row({name.depth == 0 ? name.function : fmt::format("{}, called on line {}", name.function, name.call_line),
               name.name, language::name_of(name.type), text_of(seen.locals, value), line_of(value)});
  }
  return text + table.text();
}

// The names of the variables of all threads; an array or structure has one name, without those of its parts.
std::vector<std::string> variables_of(const Locals& locals) {
  std::vector<std::string> names;
  for (const std::vector<LocalValue>& thread : locals.threads)
    for (const LocalValue& value : thread)
      if (const std::string& name = locals.names[value.name].variable;
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
  return names;
}

// The value in each thread; null if the thread has none.
std::vector<const LocalValue*> values_of(const Seen& seen, const std::string& name) {
  std::vector<const LocalValue*> values;
  for (std::uint32_t thread = 0; thread < seen.locals.threads.size(); ++thread)
    values.push_back(find_local(seen.locals, thread, name));
  if (std::any_of(values.begin(), values.end(), [](const LocalValue* value) { return value != nullptr; }))
    return values;
  for (const LocalName& part : seen.locals.names)
    if (part.variable == name && part.name != name)
      throw UsageError(
          fmt::format("--variable {}: this variable has parts; give one of them, as in {}", name, part.name));
  throw UsageError(fmt::format("--variable {}: not in scope in block {}; its threads have {}", name,
                               block_name(seen.launch(), seen.frame.block), listed(variables_of(seen.locals))));
}

std::string grid_of(const Seen& seen, const std::string& name) {
  const std::vector<const LocalValue*> values = values_of(seen, name);
  Table table;
  std::vector<std::string> head{""};
  const unsigned width = seen.launch().block.x;
  for (unsigned x = 0; x < width; ++x) head.push_back(fmt::format("x{}", x));
  table.row(head);
  for (std::size_t first = 0; first < values.size(); first += width) {
    std::vector<std::string> cells{fmt::format("y{}", first / width)};
    for (std::size_t n = first; n < first + width; ++n)
      cells.push_back(values[n] == nullptr ? "-" : text_of(seen.locals, *values[n]));
    table.row(cells);
  }
  return fmt::format("{}: {} in each thread\n\n{}", seen.place(), name, table.text());
}

Json json_of(const Locals& locals, const LocalValue& value) {
  const language::Type type = locals.names[value.name].type;
  const std::string text = text_of(locals, value);
  if (!value.is_set) return nullptr;
  if (type.is(language::TypeKind::bool_)) return text == "true";
  if (type.is_pointer() || type.is_reference()) return text;
  if (!is_float(value.number)) return text.front() == '-' ? Json(std::stoll(text)) : Json(std::stoull(text));
  const double number = as_double(value.number, value.bits);
  return std::isfinite(number) ? Json(number) : Json(text);
}

Json json_of(const Seen& seen, const LocalValue& value) {
  const LocalName& name = seen.name(value);
  return {{"function", name.function},
          {"depth", name.depth},
          {"call_line", name.call_line},
          {"name", name.name},
          {"type", language::name_of(name.type)},
          {"value", json_of(seen.locals, value)},
          {"is_set", value.is_set},
          {"line", value.line}};
}

Json place_json(const Seen& seen) {
  return launch_json(seen.launch()).with({{"block", {seen.block_y(), seen.block_x()}}, {"moment", seen.frame.moment}});
}

Json thread_json(const Seen& seen) {
  const std::uint32_t thread = seen.frame.thread;
  const unsigned width = seen.launch().block.x;
  Json variables = Json::array();
  for (const LocalValue& value : seen.locals.threads[thread]) variables.push_back(json_of(seen, value));
  return place_json(seen).with({{"thread", {thread / width, thread % width}},
                                {"events", seen.frame.threads[thread].done},
                                {"variables", std::move(variables)}});
}

Json grid_json(const Seen& seen, const std::string& name) {
  const unsigned width = seen.launch().block.x;
  Json threads = Json::array();
  const std::vector<const LocalValue*> values = values_of(seen, name);
  for (std::size_t n = 0; n < values.size(); ++n)
    threads.push_back({{"thread", {n / width, n % width}},
                       {"events", seen.frame.threads[n].done},
                       {"variable", values[n] == nullptr ? Json(nullptr) : json_of(seen, *values[n])}});
  return place_json(seen).with({{"name", name}, {"threads", std::move(threads)}});
}

// Goes to the next or previous place where a condition becomes true.
void run_to(Session& session, const std::string& condition, bool forward) {
  const std::uint64_t from = session.playback().moment;
  if (session.shown().frame.threads.empty()) return;
  session.apply(RunTo{condition, forward});
  session.wait_for_variables();
  const VariablesNow& now = session.worked_out().variables.now();
  if (!now.condition_problem.empty()) throw UsageError("--until: " + now.condition_problem);
  if (now.stops->empty()) throw Error(fmt::format("--until '{}': never true for any thread at any moment", condition));
  if (session.playback().moment == from)
    throw Error(fmt::format("--until '{}': does not become true {} this moment, but {} {} in total", condition,
                            forward ? "after" : "before", now.stops->size(),
                            now.stops->size() == 1 ? "time" : "times"));
}

void run(const LocalsOptions& options) {
  const Launch launch = launch_of(options.launch);
  if (launch.record == Record::counts)
    throw UsageError("--record counts: keeps no events to go to; use full or window");
  Session session(Settings{});
  start(session, options.launch.opening());
  options.place.apply_to(session);
  if (!options.until.empty()) run_to(session, options.until, !options.back);
  const Trace& trace = session.shown().replay().trace();
  const Frame& frame = session.shown().frame;
  if (frame.threads.empty())
    throw UsageError(fmt::format("{}: has no event to go to: no thread accesses memory", trace.launch().kernel));
  const RecordedKernel& kernel = recorded_kernel(trace.launch());
  if (kernel.text != trace.kernel_text())
    throw UsageError(fmt::format("locals: the source of {} differs from this trace's", kernel.name));
  std::vector<std::uint32_t> moments;
  for (const ThreadNow& now : frame.threads) moments.push_back(now.done);
  const Launch again = options.launch.file.empty() ? trace.launch() : launch_again(trace.launch());
  const Seen seen{trace, frame, locals_at(kernel, again, frame.block, moments)};
  const bool is_grid = !options.variable.empty();
  if (options.json) return write_json(options.output, is_grid ? grid_json(seen, options.variable) : thread_json(seen));
  write_output(options.output, is_grid ? grid_of(seen, options.variable) : table_of(seen));
}

}  // namespace

void add_locals(Subcommand& program) {
  Subcommand& command = program.command("locals", "print the values of a thread's variables at a moment");
  LocalsOptions& options = command.does<LocalsOptions>(run);
  options.launch.add_to(command);
  options.place.add_to(command);
  command.option("--variable", options.variable,
                 "print one variable, as in sum, p.x or a[2], for all threads of the block");
  command.option("--until", options.until,
                 "go to the moment when this condition becomes true for any thread, as in 'k == 3 && sum > 100', and "
                 "print that thread");
  command.flag("--back", options.back, "with --until: go back to the last moment when the condition became true")
      .needs("--until");
  command.output_options(options);
}

}  // namespace tilescope::cli
