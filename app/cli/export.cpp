// tilescope export: a trace for other programs.
#include <fmt/format.h>

#include <map>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/long_output.h"
#include "app/export/formats.h"

namespace tilescope::cli {

namespace {

struct ExportOptions {
  LaunchOptions launch;
  std::string output = "-";
  std::map<const Format*, bool> asked;  // by name
};

void run(const ExportOptions& options) {
  const Launch launch = launch_of(options.launch);
  LongOutput output(options.output);  // opened before a recording that may take long
  const Trace trace = record_or_load(options.launch, launch, OnFault::keep, Otherwise::first_blocks);
  for (const auto& [format, is_asked] : options.asked)
    if (is_asked) format->launch(trace, Order(trace), output.stream());
  output.commit();
}

}  // namespace

void add_export(Subcommand& program) {
  Subcommand& command = program.command("export", "export a launch for other programs");
  ExportOptions& options = command.does<ExportOptions>(run);
  options.launch.add_to(command);
  for (const Format& format : formats())
    if (format.launch != nullptr) command.flag(format.flag, options.asked[&format], format.help).required();
  command.output_option(options.output);
}

}  // namespace tilescope::cli
