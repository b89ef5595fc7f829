// The options that say what is launched, the same for every subcommand that launches something.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/command_line/command_line.h"
#include "app/export/json.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::cli {

// -I: where else headers of the text are looked for.
void add_include_option(Subcommand& command);

struct LaunchOptions {
  Request request;
  std::string backend = "auto";
  std::uint64_t limit = machine::usual_limit;  // of what a launch may do on the CPU: see RecordOptions
  std::string file;                    // a trace file, in place of all of these options
  std::optional<Situation> situation;  // what a share string or a .toml says, likewise

  void add_to(Subcommand& command);
  // Whether any of them was given, the file included.
  [[nodiscard]] bool any_given() const;
  // A UsageError where both were given.
  void require_file_or_options() const;
  // What opens it in a window.
  [[nodiscard]] Command opening() const;

 private:
  Option& add(Subcommand& command, const std::string& name, auto&& value, const std::string& help);
  void add(Subcommand& command, const RequestField& field);
  void take(const std::string& name);

  std::string given_;  // what stands in place of the options
  std::vector<const Option*> options_;
};

// What is launched: planned from the options, or what the file's trace is of.
[[nodiscard]] Launch launch_of(const LaunchOptions& options);
// The same, to be recorded here and now: a file's launch has to be one that this program could have planned.
[[nodiscard]] Launch launch_to_record(const LaunchOptions& options);
// The same with another kernel.
[[nodiscard]] Launch launch_with(const LaunchOptions& options, const std::string& kernel, const Launch& launch);

// Reads the options as a script's `launch` has them.
[[nodiscard]] Relaunch read_launch(const std::vector<std::string>& words);

// What results begin with: the kernel, its sizes and its tile. "tiled: 4 x 4 x 4 (M x N x K), tile 2"
[[nodiscard]] Json launch_json(const Launch& launch);
[[nodiscard]] std::string sizes_of(const Launch& launch);

// What is to be done with the trace of a kernel that comes to no end.
enum class OnFault { fail, keep };

// What is recorded where not all events fit into memory, and nobody said how much is wanted: nothing, with a refusal;
// counts alone; or the first blocks, as many as fit, the others being counted.
enum class Otherwise { refuse, counts, first_blocks };

// Runs a launch on the backend that was asked for. Says how far it is when it takes longer than two seconds. Throws
// where the trace could not hold all events of the kernel, and where it comes to no end, unless that is kept.
[[nodiscard]] Trace record(const LaunchOptions& options, const Launch& launch, OnFault on_fault = OnFault::fail,
                           Otherwise otherwise = Otherwise::refuse);
// The same, or the trace that is in the file.
[[nodiscard]] Trace record_or_load(const LaunchOptions& options, const Launch& launch,
                                   OnFault on_fault = OnFault::fail, Otherwise otherwise = Otherwise::refuse);

// Finds what a launch does wrong, where it is recorded if that is sooner.
[[nodiscard]] Verdict judge(const LaunchOptions& options, const Launch& launch);

// Does the one if the GPU was asked for, or there is one that can do it; and otherwise the other, and then says why.
// Throws where the GPU was asked for by name and cannot.
void on_gpu_or_cpu(const LaunchOptions& options, const Launch& launch, const Executors::Work& on_gpu,
                   const Executors::Work& on_cpu);

}  // namespace tilescope::cli
