// tilescope record: records a launch and saves its trace in a file.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/trace/file/trace_file.h"

namespace tilescope::cli {

namespace {

struct RecordingOptions : OutputOptions {
  LaunchOptions launch;
};

void run(const RecordingOptions& options) {
  if (options.output.empty()) throw UsageError("record: give the file, as in -o FILE.tsc");
  if (options.output == "-") throw UsageError("record: -o -: a trace needs a file; give its name");
  const Launch launch = launch_to_record(options.launch);
  require_writable(options.output);  // checked before a long recording
  const Trace trace = record(options.launch, launch);
  const std::uint64_t bytes = save(trace, options.output);
  const std::uint64_t events = trace.kept_events();
  if (options.json) {
    const Json json{{"file", options.output},
                    {"executor", trace.executor()},
                    {"blocks", trace.block_count()},
                    {"events", events},
                    {"bytes", bytes}};
    return write_json("", json);
  }
  const std::string each =
      events == 0 ? ""
                  : fmt::format(", {:.3g} bytes per event", static_cast<double>(bytes) / static_cast<double>(events));
  write_output("", fmt::format("{}: {} events of {} blocks in {} bytes{}\n", options.output, count_name(events),
                               count_name(trace.block_count()), count_name(bytes), each));
}

}  // namespace

void add_record(Subcommand& program) {
  Subcommand& command = program.command("record", "record a launch and save its trace to a file");
  RecordingOptions& options = command.does<RecordingOptions>(run);
  options.launch.add_to(command);
  command.flag("--json", options.json, "print one JSON object");
  command.option("-o,--output", options.output, "the trace file to write: FILE.tsc").file();
}

}  // namespace tilescope::cli
