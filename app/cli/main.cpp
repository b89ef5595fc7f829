// tilescope: parses the command line and calls a subcommand. Exits with 0 done, 1 failed, 2 usage or environment.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/looked_after.h"
#include "app/cli/shell_words.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/program.h"
#include "app/command_line/version.h"
#include "app/export/output.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope::cli {

namespace {

constexpr OtherCommand other_commands[] = {quiz_command, grade_command, task_command, bench_command};

// Adds a command of another program, by name only.
template <const OtherCommand& other>
void add_other(Subcommand& program) {
  program.command(other.name, other.help);
}

Subcommand program() {
  Subcommand program("tilescope", "TileScope shows what a CUDA matrix-multiplication kernel actually did.");
  for (const auto add : {add_record,
                         add_counts,
                         add_occupancy,
                         add_roofline,
                         add_cache,
                         add_check,
                         add_read,
                         add_kernels,
                         add_lessons,
                         add_other<quiz_command>,
                         add_other<grade_command>,
                         add_other<task_command>,
                         add_devices,
                         add_diff,
                         add_dump,
                         add_locals,
                         add_export,
                         add_other<bench_command>,
                         add_render,
                         add_share,
                         add_view})
    add(program);
  program.does(first_look);
  return program;
}

// Adds the commands that describe the command line to shells and man.
void add_shell_words(Subcommand& all) {
  const auto ask = [&all]() -> const Subcommand& {
    ask_others(all, {class_program, bench_program});
    return all;
  };
  all.command("completion", "print a completion script for bash: source <(tilescope completion)").does([ask] {
    write_output("", bash_completion(ask()));
  });
  all.command("manual", "print the manual page: tilescope manual | man -l -").does([ask] {
    write_output("", manual_page(ask(), version()));
  });
}

// A file or share string without a command opens the window.
std::vector<std::string> with_command(std::vector<std::string> words) {
  if (words.empty()) return words;
  const std::string& first = words.front();
  const bool opens =
      first.starts_with("ts1:") || is_kernel_file(first) || first.ends_with(".tsc") || first.ends_with(".toml");
  if (opens) words.insert(words.begin(), "view");
  return words;
}

void run(const std::vector<std::string>& given) {
  use_for_timing("/proc/self/exe");
  Subcommand all = program();
  add_shell_words(all);
  run_command(all, with_command(given));
}

const OtherCommand* other_command(const std::vector<std::string>& given) {
  const auto found = std::find_if(std::begin(other_commands), std::end(other_commands), [&](const OtherCommand& other) {
    return !given.empty() && given.front() == other.name;
  });
  return found == std::end(other_commands) ? nullptr : &*found;
}

}  // namespace

}  // namespace tilescope::cli

int main(int argc, char** argv) {
  using namespace tilescope;
  const std::vector<std::string> given(argv + 1, argv + argc);
  if (const cli::OtherCommand* const other = cli::other_command(given))
    return cli::exit_code_of([&] { cli::become(*other, given); });
  // A process that was started by another one is supervised by it.
  if (given == std::vector<std::string>{timing_command})
    return cli::exit_code_of([] { fmt::print("{}\n", answer_timing(std::cin)); });
  return cli::looked_after([&] { return cli::exit_code_of([&] { cli::run(given); }); });
}
