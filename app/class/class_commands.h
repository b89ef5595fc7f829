// Commands for classes: worksheets, marks, and lessons on paper.
#pragma once

#include "app/command_line/command_line.h"

namespace tilescope::cli {

void add_quiz(Subcommand& program);
void add_grade(Subcommand& program);
void add_task(Subcommand& program);
void add_handout(Subcommand& program);

}  // namespace tilescope::cli
