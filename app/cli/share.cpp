// tilescope share: the string or file that reopens a launch at a moment.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/place_options.h"
#include "app/desk/script.h"
#include "app/explain/views.h"
#include "app/export/output.h"
#include "app/names/share_string.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/listed.h"

namespace tilescope::cli {

namespace {

struct ShareOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string versus, select, view, output;
  bool line = false;
};

void select(Session& session, const std::string& name) {
  const auto target = target_named(session.shown().replay(), name);
  if (!target) throw UsageError(fmt::format("--select {}: there is no such place in this launch", name));
  session.apply(Select{*target, false});
}

// The kernel to compare with is part of the situation.
Command opening(const ShareOptions& options) {
  Command command = options.launch.opening();
  if (options.versus.empty()) return command;
  if (!kernel_in_file(options.versus)) require_kernel(options.versus);
  const std::string& name = options.versus;
  if (auto* const relaunch = std::get_if<Relaunch>(&command)) relaunch->beside = name;
  if (auto* const reopen = std::get_if<Reopen>(&command)) reopen->situation.beside = name;
  return command;
}

void run(const ShareOptions& options) {
  Session session(Settings{});
  start(session, opening(options));
  options.place.apply_to(session);
  if (!options.select.empty()) select(session, options.select);
  if (const auto view = explanation_named(options.view)) session.apply(Explain{*view});
  const Situation situation = session.situation();
  if (!options.output.empty()) {
    if (!options.output.ends_with(".toml"))
      throw UsageError(fmt::format("-o {}: the name of the file must end in .toml", options.output));
    write_output(options.output, toml_of(situation));
  }
  write_output("", (options.line ? session.line_to_copy() : share_string(situation)) + "\n");
}

}  // namespace

void add_share(Subcommand& program) {
  Subcommand& command = program.command("share", "print a string that reopens a launch at a given moment");
  ShareOptions& options = command.does<ShareOptions>(run);
  options.launch.add_to(command);
  options.place.add_to(command);
  command.option("--vs", options.versus, "the kernel to compare with, by name or as FILE.cu:KERNEL")
      .such_as(kernel_names());
  command.option("--select", options.select, "the selected element or thread, as in A[0][2] or t01");
  command.option("--explain", options.view, "the open view: " + listed(explanation_names()))
      .one_of(explanation_names());
  command.flag("--line", options.line, "instead, print a line for a slide");
  command.option("-o,--output", options.output, "write the launch and the moment to this file (FILE.toml)").file();
}

}  // namespace tilescope::cli
