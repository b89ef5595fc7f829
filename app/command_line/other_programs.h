// Commands of `tilescope` that programs of their own have. These lie beside it, and it starts them in its place; what
// can be typed behind such a command they tell it.
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
inline constexpr OtherCommand quiz_command{
    "quiz", "print a lesson's worksheet, or sheets for before and after lessons", class_program};
inline constexpr OtherCommand grade_command{"grade", "mark filled-in sheets, and tell what a class has gained",
                                            class_program};
inline constexpr OtherCommand task_command{"task", "list the tasks, print one, or mark answers to it", class_program};
// What `tilescope render --handout` does.
inline constexpr OtherCommand handout_command{"handout", "turn a lesson into a page to print", class_program};
inline constexpr OtherCommand bench_command{"bench", "measure TileScope itself, and its kernels", bench_program};

// Where a program of that name is, if it is there: in the folder of the one that runs.
[[nodiscard]] std::filesystem::path program_beside(const std::string& name);

// Becomes the program that has the command, with the same words. A UsageError where it is not there.
[[noreturn]] void become(const OtherCommand& other, const std::vector<std::string>& words);

// What such a program is asked with, and how it answers: its commands, their help and options, as text.
inline constexpr const char* telling_command = "tell-commands";
[[nodiscard]] std::string commands_as_text(const Subcommand& program);
// Asks each of these programs, and puts what it tells in place of its commands here. What is not there tells nothing.
void ask_others(Subcommand& program, const std::vector<std::string>& others);

}  // namespace tilescope::cli
