// tilescope dump: every event of a launch, as CSV or as JSON lines.
#include <fmt/format.h>

#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/long_output.h"
#include "instrumentation/error.h"
#include "instrumentation/trace/order.h"

namespace tilescope::cli {

namespace {

struct DumpOptions {
  LaunchOptions launch;
  std::string format = "csv";
  std::string output;
};

std::string_view name_of(Kind kind) {
  static constexpr std::string_view names[] = {
      "global_load",     "global_store",  "shared_load", "shared_store", "partial_sum", "barrier_arrive",
      "barrier_release", "out_of_bounds", "atomic",      "shuffle",      "vote"};
  return names[static_cast<std::size_t>(kind)];
}

// An event with all data for one line of output.
struct DumpedEvent {
  std::size_t block_y, block_x;
  std::uint32_t thread_y, thread_x, number;
  const Visit& visit;
  std::uint32_t step;
  Event event;
  const Trace& trace;

  [[nodiscard]] std::string array() const {
    return event.array() < trace.arrays().size() ? trace.arrays()[event.array()].name : "";
  }
  // Its origins: one event, or the two operands of a sum.
  [[nodiscard]] std::string origins(std::string_view constant, std::string_view between) const {
    const auto one = [&](std::uint32_t origin) {
      return origin == no_origin ? std::string(constant) : origin == many_origins ? "\"many\"" : std::to_string(origin);
    };
    if (event.is_barrier()) return std::string(constant);
    if (event.kind() != Kind::partial_sum) return one(event.origin);
    if (!has_two_operands(event.sum_form())) return one(event.first_operand(number));
    return one(event.first_operand(number)) + std::string(between) + one(event.second_operand(number));
  }
  [[nodiscard]] std::string value() const { return event.is_barrier() ? "0" : number_of(event.bits); }
  // Formats a value by its type.
  [[nodiscard]] std::string number_of(std::uint64_t bits) const {
    const Number kind = event.at->number;
    if (kind == Number::f32) return fmt::format("{}", event.as_float(bits));
    if (kind == Number::i64) return fmt::format("{}", static_cast<std::int64_t>(bits));
    if (kind == Number::u64) return fmt::format("{}", bits);
    return fmt::format("{}", as_double(kind, bits));
  }
  // The value that an atomic left, a shuffle's source event, or a thread's input to a vote.
  [[nodiscard]] std::string second(std::string_view none) const {
    if (event.kind() == Kind::atomic) return number_of(event.second);
    if (event.kind() == Kind::vote) return std::to_string(event.second);
    const bool has_one = event.kind() == Kind::shuffle && event.second < no_origin;
    return has_one ? std::to_string(event.second) : std::string(none);
  }
  // A barrier's time on a GPU, in ticks of its multiprocessor.
  [[nodiscard]] std::string column(std::string_view unknown) const {
    return event.at->column != 0 ? std::to_string(event.at->column) : std::string(unknown);
  }
  [[nodiscard]] std::string clock(std::string_view none) const {
    const bool has_one = event.is_barrier() && trace.backend() == Backend::cuda;
    return has_one ? std::to_string(event.clock()) : std::string(none);
  }
  // 1, 2 or 4 elements; "rest" for the other elements of the previous event.
  [[nodiscard]] std::string_view width() const {
    static constexpr std::string_view names[] = {"1", "2", "4", "rest"};
    return names[static_cast<std::size_t>(event.width())];
  }
  // The index of the access's operand in its statement, or the form of a sum.
  [[nodiscard]] std::string operand() const {
    static constexpr std::string_view forms[] = {"start", "add", "multiply_add", "least", "greatest", "compare"};
    return event.kind() == Kind::partial_sum && event.operand() < std::size(forms) ? std::string(forms[event.operand()])
                                                                                   : std::to_string(event.operand());
  }
  [[nodiscard]] std::string index() const {
    return event.kind() == Kind::out_of_bounds ? std::to_string(static_cast<std::int32_t>(event.index))
                                               : std::to_string(event.index);
  }
};

constexpr std::string_view csv_head =
    "block_y,block_x,thread_y,thread_x,number,interval,step,line,kind,array,index,value,origins,width,operand,clock,"
    "column,second\n";

void write_csv(const DumpedEvent& r, fmt::memory_buffer& out) {
  std::string origins = r.origins("", " ");
  std::erase(origins, '"');
  fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", r.block_y,
                 r.block_x, r.thread_y, r.thread_x, r.number, r.visit.interval, r.step, r.event.line(),
                 name_of(r.event.kind()), r.array(), r.index(), r.value(), origins, r.width(), r.operand(), r.clock(""),
                 r.column(""), r.second(""));
}

void write_json(const DumpedEvent& r, fmt::memory_buffer& out) {
  const bool is_number = r.event.is_barrier() || std::isfinite(as_double(r.event.at->number, r.event.bits));
  const std::string value = is_number ? r.value() : '"' + r.value() + '"';
  const bool second_is_number =
      r.event.kind() != Kind::atomic || std::isfinite(as_double(r.event.at->number, r.event.second));
  const std::string second = second_is_number ? r.second("null") : '"' + r.second("null") + '"';
  fmt::format_to(
      std::back_inserter(out),
      R"({{"block":[{},{}],"thread":[{},{}],"number":{},"interval":{},"step":{},"line":{},"kind":"{}","array":"{}",)"
      R"("index":{},"value":{},"origins":[{}],"width":"{}","operand":"{}","clock":{},"column":{},"second":{}}})"
      "\n",
      r.block_y, r.block_x, r.thread_y, r.thread_x, r.number, r.visit.interval, r.step, r.event.line(),
      name_of(r.event.kind()), r.array(), r.index(), value, r.origins("null", ","), r.width(), r.operand(),
      r.clock("null"), r.column("null"), second);
}

// Calls the visitor with every event, block by block and thread by thread.
template <class Visitor>
void for_each_event(const Trace& trace, const Visitor& visitor) {
  const Order order(trace);
  const Launch& launch = trace.launch();
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      const Path& path = order.paths()[order.path_of(block, thread)];
      for (std::size_t v = 0; v < path.visits.size(); ++v)
        for (std::uint32_t n = path.visits[v].first; n < path.visits[v].end; ++n)
          visitor(DumpedEvent{block / launch.grid.x, block % launch.grid.x, thread / launch.block.x,
                              thread % launch.block.x, n, path.visits[v], path.steps[v], events[n], trace});
    }
  }
}

void run(const DumpOptions& options) {
  if (options.format != "csv" && options.format != "jsonl")
    throw UsageError(fmt::format("--format {}: give csv or jsonl", options.format));
  const Launch launch = launch_of(options.launch);
  if (launch.record == Record::counts)
    throw UsageError(options.launch.file.empty()
                         ? "--record counts: keeps no events to dump; use full or window"
                         : options.launch.file + ": recorded with --record counts: it has no events to dump");
  const Trace trace = record_or_load(options.launch, launch, OnFault::fail, Otherwise::first_blocks);
  LongOutput output(options.output);
  fmt::memory_buffer text;
  const auto write = [&] {
    output.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
  };
  const bool as_csv = options.format == "csv";
  if (as_csv) text.append(csv_head);
  for_each_event(trace, [&](const DumpedEvent& event) {
    constexpr std::size_t enough = 1 << 20;
    if (as_csv)
      write_csv(event, text);
    else
      write_json(event, text);
    if (text.size() >= enough) write();
  });
  write();
  output.commit();
}

}  // namespace

void add_dump(Subcommand& program) {
  Subcommand& command = program.command("dump", "print every event of a launch");
  DumpOptions& options = command.does<DumpOptions>(run);
  options.launch.add_to(command);
  command.option("--format", options.format, "csv or jsonl").such_as({"csv", "jsonl"});
  command.output_option(options.output);
}

}  // namespace tilescope::cli
