// The launch options, shared by all subcommands that launch a kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/command_line/command_line.h"
#include "app/export/json.h"
#include "app/names/lesson_link.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::cli {

// -I: more folders with headers.
void add_include_option(Subcommand& command);

struct LaunchOptions {
  Request request;
  std::string backend = "auto";
  std::uint64_t limit = machine::usual_limit;  // on a launch's work on the CPU: see RecordOptions
  std::string file;                            // a trace file instead of these options
  std::optional<Situation> situation;          // of a share string or .toml file instead of these options
  std::optional<LessonLink> link;              // to a lesson or a task, which only a window can open

  void add_to(Subcommand& command);
  // Whether any option or a file was given.
  [[nodiscard]] bool any_given() const;
  // Throws a UsageError if both were given.
  void require_file_or_options() const;
  // The command that opens the launch in a window.
  [[nodiscard]] Command opening() const;

 private:
  Option& add(Subcommand& command, const std::string& name, auto&& value, const std::string& help);
  void add(Subcommand& command, const RequestField& field);
  void take(const std::string& name);

  std::string given_;  // the file or string given instead of options
  std::vector<const Option*> options_;
};

// The launch, planned from the options or taken from the trace file.
[[nodiscard]] Launch launch_of(const LaunchOptions& options);
// Like launch_of, for recording now: this program must be able to plan a file's launch.
[[nodiscard]] Launch launch_to_record(const LaunchOptions& options);
// Like launch_of, with another kernel.
[[nodiscard]] Launch launch_with(const LaunchOptions& options, const std::string& kernel, const Launch& launch);

// Parses the options of a script's `launch`.
[[nodiscard]] Relaunch read_launch(const std::vector<std::string>& words);

// The heading of results: "tiled: 4 x 4 x 4 (M x K x N), tile 2".
[[nodiscard]] Json launch_json(const Launch& launch);
[[nodiscard]] std::string sizes_of(const Launch& launch);

// Whether a kernel that does not end is an error, or its trace is kept.
enum class OnFault { fail, keep };

// What to record if not all events fit into memory and no extent was requested: nothing, with an error; only counts; or
// the events of as many first blocks as fit, and counts of the others.
enum class Otherwise { refuse, counts, first_blocks };

// Runs a launch on the requested backend, and reports progress after two seconds. Throws if the trace cannot hold all
// events, or if the kernel does not end, unless such traces are kept.
[[nodiscard]] Trace record(const LaunchOptions& options, const Launch& launch, OnFault on_fault = OnFault::fail,
                           Otherwise otherwise = Otherwise::refuse);
// Like record, or loads the trace file.
[[nodiscard]] Trace record_or_load(const LaunchOptions& options, const Launch& launch, OnFault on_fault = OnFault::fail,
                                   Otherwise otherwise = Otherwise::refuse);

// Finds the errors of a launch, on the recording device if that is faster.
[[nodiscard]] Verdict judge(const LaunchOptions& options, const Launch& launch);

// Runs the first function on the GPU if the GPU was requested or is usable; otherwise the second on the CPU, with a
// note. Throws if the GPU was requested but cannot be used.
void on_gpu_or_cpu(const LaunchOptions& options, const Launch& launch, const Executors::Work& on_gpu,
                   const Executors::Work& on_cpu);

}  // namespace tilescope::cli
