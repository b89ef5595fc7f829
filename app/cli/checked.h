// The work of `check`: runs each kernel of a file as the text launches it if all numbers are known, else in a made-up
// launch; and decides how certain the findings are.
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

// A launch under one schedule, with its findings.
struct Checked {
  Trace trace;  // without its events
  std::string schedule;
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first, if any
  std::vector<reading::PastRow> past_rows;
  std::vector<LostSum> lost_sums;  // of the first block

  bool on_device = false;     // the GPU checked the events, except those of doubtful blocks
  bool was_stopped = false;   // by Ctrl+C, before all blocks were checked
  std::uint64_t in_step = 0;  // racing blocks that ran with all threads in step

  explicit Checked(const Trace& whole);
  explicit Checked(const Verdict& verdict);

  [[nodiscard]] std::vector<std::string> caveats() const;
  [[nodiscard]] std::string result() const;  // "right", "wrong", "not finished", "not compared"
  // Found in a made-up launch, but not in all that were tried.
  [[nodiscard]] bool may_be_wrong() const;

 private:
  Checked(const Trace& whole, Hazards found);
};

// An error of a launch that its events do not show.
struct LaunchMistake {
  std::string kind;  // "impossible_launch", "lost_sum", "never_stored", "out_of_bounds", "unset_variable"
  std::uint32_t line = 0;
  std::string message;
  Severity severity = Severity::error;
};

struct Report {
  Request asked{};
  std::string kernel{};
  std::vector<Checked> checked{};  // one for each schedule; empty: not checked
  NumberOrigins origins{};
  bool is_in_text = false;            // as the text launches it
  std::string text_says{};            // the text's launch if it was not run
  std::vector<std::string> tried{};   // other launches that were run to confirm findings
  std::string problem{};              // why it was not checked
  std::vector<LaunchMistake> told{};  // errors, all of them
  std::uint32_t launch_line = 0;      // the line of the launch in the text; 0: none

  [[nodiscard]] bool has(Severity severity) const;
};

// All lines of the innermost loop around this line.
[[nodiscard]] std::vector<std::uint32_t> lines_of_loop(const std::string& text, std::uint32_t line);
// The lines that compute a wrong result: those that store it and those that sum it up; if it was never stored, the
// launch's line.
[[nodiscard]] std::vector<std::uint32_t> lines_of_result(const Report& report, const Checked& checked,
                                                         const Finding& finding);

// One launch; or, if none is chosen, all launches that follow each other on the same arrays, or all kernels of a
// file.
[[nodiscard]] std::vector<Report> reports(const CheckOptions& options);

}  // namespace tilescope::cli
