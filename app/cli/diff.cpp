// tilescope diff: how two kernels differ on the same inputs, and where they first diverge.
#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/command_line/table.h"
#include "app/explain/changes.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"

namespace tilescope::cli {

namespace {

struct DiffOptions : OutputOptions {
  LaunchOptions launch;
  std::string versus;
};

struct Run {
  std::unique_ptr<Replay> replay;
  std::shared_ptr<const Explained> explained;

  explicit Run(Trace trace) : replay(std::make_unique<Replay>(std::make_shared<const Trace>(std::move(trace)))) {
    explained = explain(*replay, [] { return true; });
  }
  [[nodiscard]] const std::string& name() const { return replay->trace().launch().kernel; }
};

std::string text_of(const Changes& changes, const std::string& parting, const std::string& before,
                    const std::string& after) {
  std::string text = parting + "\n\n";
  Table table({4, 5});
  table.row({"", before, "", after, "", "source"});
  for (const Change& change : changes.changes)
    table.row({change.name, change.before, "->", change.after, change.told,
               change.is_modelled                ? "modelled"
               : change.of == Change::Of::launch ? "as launched"
                                                 : "counted"});
  text += changes.changes.empty() ? "All counts are the same.\n" : table.text();
  if (!changes.same.empty()) text += "\n" + same_words(changes) + "\n";
  if (!changes.caveat.empty()) text += changes.caveat + "\n";
  return text;
}

void run(const DiffOptions& options) {
  const Launch launch = launch_of(options.launch);  // plans both before either one runs
  const Launch other = launch_with(options.launch, options.versus, launch);
  if (launch.record == Record::counts) throw UsageError("diff: compares event by event; use --record full or window");
  const Run after(record_or_load(options.launch, launch, OnFault::keep, Otherwise::first_blocks));
  const Run before(record(options.launch, other, OnFault::keep, Otherwise::first_blocks));
  const auto changes =
      changes_between({*before.replay, *before.explained}, {*after.replay, *after.explained}, [] { return true; });
  const bool is_same = before.name() == after.name();
  const std::string parting = parting_words(*changes, is_same ? "in the other" : before.name(), is_same);
  if (options.json)
    return write_json(options.output,
                      Json{{"before", before.name()}, {"after", after.name()}}.with(json_of(*changes, parting)));
  write_output(options.output, text_of(*changes, parting, before.name(), after.name()));
}

}  // namespace

void add_diff(Subcommand& program) {
  Subcommand& command =
      program.command("diff", "show how two kernels differ, and the first moment at which they diverge");
  DiffOptions& options = command.does<DiffOptions>(run);
  options.launch.add_to(command);
  command
      .option("--vs", options.versus,
              "the kernel to compare with: from the catalogue, the same file, or another .cu file")
      .such_as(kernel_names())
      .required();
  command.flag("--json", options.json, "print one JSON object");
  command.output_option(options.output);
}

}  // namespace tilescope::cli
