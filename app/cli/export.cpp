// tilescope export: a trace for other programs.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/export/formats.h"
#include "app/export/whole_file.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

struct ExportOptions {
  LaunchOptions launch;
  std::string output = "-";
  std::map<const Format*, bool> asked;  // by name
};

void write(const ExportOptions& options, const Launch& launch, std::ostream& out) {
  const Trace trace = record_or_load(options.launch, launch, OnFault::keep, Otherwise::first_blocks);
  for (const auto& [format, is_asked] : options.asked)
    if (is_asked) format->launch(trace, Order(trace), out);
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
  ExportOptions& options = command.does<ExportOptions>(run);
  options.launch.add_to(command);
  for (const Format& format : formats())
    if (format.launch != nullptr) command.flag(format.flag, options.asked[&format], format.help).required();
  command.output_option(options.output);
}

}  // namespace tilescope::cli
