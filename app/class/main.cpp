// tilescope-class: worksheets of lessons, marks for handed-in work, lessons on paper. `tilescope quiz` and its
// sisters start it.
#include <fmt/format.h>

#include "app/class/class_commands.h"
#include "app/class/marking.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/program.h"

namespace tilescope::cli {

namespace {

void run(const std::vector<std::string>& words) {
  if (words.size() == 5 && words.front() == tasks::judging_command)
    return fmt::print("{}\n", tasks::judge_alone({words[1], words[2], std::stoull(words[3]), std::stoull(words[4])}));
  Subcommand all(our_program, "Lessons and tasks for a class.");
  for (const auto add : {add_quiz, add_grade, add_task, add_handout}) add(all);
  run_command(all, words);
}

}  // namespace

}  // namespace tilescope::cli

int main(int argc, char** argv) {
  using namespace tilescope;
  const std::vector<std::string> words(argv + 1, argv + argc);
  return cli::exit_code_of([&] { cli::run(words); });
}
