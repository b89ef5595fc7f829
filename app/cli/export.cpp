// tilescope export: a trace for other programs.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/export/chrome_trace.h"
#include "app/export/whole_file.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

struct ExportOptions {
  LaunchOptions launch;
  std::string output = "-";
  bool chrome = false;  // the one form that there is, asked for by name
};

void write(const ExportOptions& options, const Launch& launch, std::ostream& out) {
  const Trace trace = record_or_load(options.launch, launch, OnFault::keep);
  write_chrome_trace(trace, Order(trace), out);
}

void run(const ExportOptions& options) {
  const Launch launch = launch_of(options.launch);
  if (options.output == "-") {
    write(options, launch, std::cout);
    if (!std::cout.flush()) throw Error("standard output cannot be written");
    return;
  }
  WholeFile file(options.output);
  std::ofstream out(file.unfinished(), std::ios::binary);
  const auto refusal = [&] { return UsageError(fmt::format("{}: cannot be written", options.output)); };
  if (!out) throw refusal();  // before a recording that may take long
  write(options, launch, out);
  out.close();
  if (!out) throw refusal();
  file.commit();
}

}  // namespace

void add_export(Subcommand& program) {
  Subcommand& command = program.command("export", "write a launch for other programs");
  const auto options = std::make_shared<ExportOptions>();
  options->launch.add_to(command);
  command.flag("--chrome", options->chrome, "as JSON for Perfetto and for a browser's own trace viewer").required();
  command.output_option(options->output);
  command.does([options] { run(*options); });
}

}  // namespace tilescope::cli
