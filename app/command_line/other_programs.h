// Commands of `tilescope` that other programs in its folder carry out. `tilescope` replaces itself by such a program,
// and asks it for its options.
#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace tilescope::cli {

inline constexpr const char* our_program = "tilescope";
inline constexpr const char* class_program = "tilescope-class";
inline constexpr const char* bench_program = "tilescope-bench";

struct OtherCommand {
  const char* name;
  const char* help;
  const char* program;
};
inline constexpr OtherCommand quiz_command{"quiz", "print a lesson's worksheet, or a pre-test or post-test",
                                           class_program};
inline constexpr OtherCommand grade_command{"grade", "mark completed sheets, and report how much a class has improved",
                                            class_program};
inline constexpr OtherCommand task_command{"task", "list the tasks, print a task, or mark answers to a task",
                                           class_program};
// Used by `tilescope render --handout`.
inline constexpr OtherCommand handout_command{"handout", "turn a lesson into a printable page", class_program};
inline constexpr OtherCommand bench_command{"bench", "measure the speed of TileScope and of its kernels",
                                            bench_program};

// The path of the program with this name in the running program's folder.
[[nodiscard]] std::filesystem::path program_beside(const std::string& name);

// Replaces the process by the program that has the command, with these words. Throws a UsageError if it is missing.
[[noreturn]] void become(const OtherCommand& other, const std::vector<std::string>& words);

// The question to such a program, and its answer: the program's commands with their help and options, as text.
inline constexpr const char* telling_command = "tell-commands";
[[nodiscard]] std::string commands_as_text(const Subcommand& program);
// Asks each of these programs, and replaces its commands here by the answer. Skips missing programs.
void ask_others(Subcommand& program, const std::vector<std::string>& others);

}  // namespace tilescope::cli
