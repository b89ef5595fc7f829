// tilescope share: the string, and the file, that reopen a launch at a moment of it.
#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/place_options.h"
#include "app/desk/script.h"
#include "app/export/output.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

struct ShareOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string versus, select, view, output;
  bool line = false;
};

void show(Session& session, const std::string& view) {
  if (view == "findings") session.apply(Act::show_findings);
  if (view == "warps") session.apply(Act::show_warps);
  if (view == "heat") session.apply(Act::show_heat);
  if (view == "limits") session.apply(Act::show_limits);
  if (view == "cpu") session.apply(Act::show_cpu);
  if (view == "times") session.apply(Act::show_times);
}

void select(Session& session, const std::string& name) {
  const auto target = target_named(session.replay(), name);
  if (!target) throw UsageError(fmt::format("--select {}: there is no such place in this launch", name));
  session.apply(Select{*target, false});
}

// The kernel that is to stand beside is part of what is opened.
Command opening(const ShareOptions& options) {
  Command command = options.launch.opening();
  if (options.versus.empty()) return command;
  const std::string name(find_kernel(options.versus).name);
  if (auto* const relaunch = std::get_if<Relaunch>(&command)) relaunch->beside = name;
  if (auto* const reopen = std::get_if<Reopen>(&command)) reopen->situation.beside = name;
  return command;
}

void run(const ShareOptions& options) {
  Session session(Settings{});
  start(session, opening(options));
  options.place.apply_to(session);
  if (!options.select.empty()) select(session, options.select);
  if (!options.view.empty()) show(session, options.view);
  const Situation situation = session.situation();
  if (!options.output.empty()) {
    if (!options.output.ends_with(".toml"))
      throw UsageError(fmt::format("-o {}: the name of a situation ends in .toml", options.output));
    write_output(options.output, toml_of(situation));
  }
  write_output("", (options.line ? session.line_to_copy() : share_string(situation)) + "\n");
}

}  // namespace

void add_share(Subcommand& program) {
  Subcommand& command = program.command("share", "print the string that reopens a launch at a moment of it");
  const auto options = std::make_shared<ShareOptions>();
  options->launch.add_to(command);
  options->place.add_to(command);
  command.option("--vs", options->versus, "the kernel beside it").such_as(kernel_names());
  command.option("--select", options->select, "what is selected, as in A[0][2] or t01");
  command.option("--explain", options->view, "the view that is open: findings, warps, heat, limits, cpu or times")
      .one_of({"findings", "warps", "heat", "limits", "cpu", "times"});
  command.flag("--line", options->line, "print the line for slides instead");
  command.option("-o,--output", options->output, "write the same into this file, FILE.toml").file();
  command.does([options] { run(*options); });
}

}  // namespace tilescope::cli
