// The work of `check`. It runs each kernel of a file in the launch that the source contains, if all its numbers are
// known, and otherwise in a made-up launch; and it decides how certain the findings are.
#pragma once

#include <string>
#include <vector>

#include "app/cli/launch_options.h"
#include "app/command_line/parse.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/lost_sums.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/origins.h"
#include "instrumentation/reading/past_rows.h"

namespace tilescope::cli {

struct CheckOptions : OutputOptions {
  LaunchOptions launch;
  std::string schedules;
  bool strict = false;
};

// A launch under one schedule, and its findings.
struct Checked {
  Trace trace;  // without its events
  std::string schedule;
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first, if any
  std::vector<reading::PastRow> past_rows;
  std::vector<LostSum> lost_sums;  // of the first block

  bool on_device = false;     // the GPU checked the events, except those of doubtful blocks
  bool was_stopped = false;   // by Ctrl+C, before all blocks were checked
  std::uint64_t in_step = 0;  // racing blocks in which all threads ran in step

  explicit Checked(const Trace& whole);
  explicit Checked(const Verdict& verdict);

  [[nodiscard]] std::vector<std::string> caveats() const;
  [[nodiscard]] std::string result() const;  // "right", "wrong", "not finished", "not compared"
  // Found in a made-up launch, but not in all launches that were tried.
  [[nodiscard]] bool may_be_wrong() const;

 private:
  Checked(const Trace& whole, Hazards found);
};

// A mistake of a launch that its events do not show.
struct LaunchMistake {
  std::string kind;  // "impossible_launch", "lost_sum", "never_stored", "out_of_bounds", "unset_variable"
  std::uint32_t line = 0;
  std::string message;
  Severity severity = Severity::error;
};

struct Report {
  Request asked{};
  std::string kernel{};
  std::vector<Checked> checked{};  // one per schedule; empty: not checked
  NumberOrigins origins{};
  bool is_in_text = false;            // whether the launch is the source's own
  std::string text_says{};            // the source's own launch, if another one was run
  std::vector<std::string> tried{};   // other launches that were run to confirm findings
  std::string problem{};              // why it was not checked
  std::vector<LaunchMistake> told{};  // all errors
  std::uint32_t launch_line = 0;      // the line of the launch in the source; 0: none

  [[nodiscard]] bool has(Severity severity) const;
};

// All lines of the innermost loop around this line.
[[nodiscard]] std::vector<std::uint32_t> lines_of_loop(const std::string& text, std::uint32_t line);
// The lines that compute a wrong result: those that store it and those that add to it; or the launch's line if the
// result was never stored.
[[nodiscard]] std::vector<std::uint32_t> lines_of_result(const Report& report, const Checked& checked,
                                                         const Finding& finding);

// Checks one launch, if one is chosen; otherwise all launches that run in sequence on the same arrays, or all kernels
// of a file.
[[nodiscard]] std::vector<Report> reports(const CheckOptions& options);

}  // namespace tilescope::cli
