// What `check` judges: each kernel of a file, as the text launches it where that says all numbers, else in a launch
// that is made up; and how far what is found there can be trusted.
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

// A launch under one schedule, and what was found.
struct Checked {
  Trace trace;  // without its events
  std::string schedule;
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first, if any
  std::vector<reading::PastRow> past_rows;
  std::vector<LostSum> lost_sums;  // of the first block

  bool on_device = false;     // the events were judged there, but for those of blocks in doubt
  bool was_stopped = false;   // by Ctrl+C, before all blocks were done
  std::uint64_t in_step = 0;  // blocks that race, and ran with all threads in step

  explicit Checked(const Trace& whole);
  explicit Checked(const Verdict& verdict);

  [[nodiscard]] std::vector<std::string> caveats() const;
  [[nodiscard]] std::string result() const;  // "right", "wrong", "not finished", "not compared"
  // In a launch that is made up, and not in all that were tried.
  [[nodiscard]] bool may_be_wrong() const;

 private:
  Checked(const Trace& whole, Hazards found);
};

// What is wrong with a launch beside what its events show.
struct LaunchMistake {
  std::string kind;  // "impossible_launch", "lost_sum", "never_stored", "out_of_bounds", "unset_variable"
  std::uint32_t line = 0;
  std::string message;
  Severity severity = Severity::error;
};

struct Report {
  Request asked{};
  std::string kernel{};
  std::vector<Checked> checked{};  // under each schedule; empty: it was not judged
  NumberOrigins origins{};
  bool is_in_text = false;           // as the text launches it
  std::string text_says{};           // what that says and was not run
  std::vector<std::string> tried{};  // other launches, to see whether what is found is found there too
  std::string problem{};             // why it was not judged
  std::vector<LaunchMistake> told{};          // errors, all of them
  std::uint32_t launch_line = 0;     // of the launch in the text; 0: there is none

  [[nodiscard]] bool has(Severity severity) const;
};

// Of the innermost loop that this line is in: all of them.
[[nodiscard]] std::vector<std::uint32_t> lines_of_loop(const std::string& text, std::uint32_t line);
// Where a wrong result is made: the lines that store it and that sum it up; where nobody stored what is wrong, the
// launch's.
[[nodiscard]] std::vector<std::uint32_t> lines_of_result(const Report& report, const Checked& checked,
                                                         const Finding& finding);

// One, or all launches that follow each other on the same arrays, or all kernels of a file, where nobody says which is
// meant.
[[nodiscard]] std::vector<Report> reports(const CheckOptions& options);

}  // namespace tilescope::cli
