// The subcommands. Each function adds one to the program; its action does the work or throws an Error.
#pragma once

#include "app/command_line/command_line.h"

namespace tilescope::cli {

void add_record(Subcommand& program);
void add_read(Subcommand& program);
void add_counts(Subcommand& program);
void add_cache(Subcommand& program);
void add_check(Subcommand& program);
void add_kernels(Subcommand& program);
void add_lessons(Subcommand& program);
void add_occupancy(Subcommand& program);
void add_roofline(Subcommand& program);
void add_devices(Subcommand& program);
void add_diff(Subcommand& program);
void add_dump(Subcommand& program);
void add_locals(Subcommand& program);
void add_export(Subcommand& program);
void add_render(Subcommand& program);
void add_share(Subcommand& program);
void add_view(Subcommand& program);

// The action without arguments: opens a window, or if that fails, writes pictures and a table.
void first_look();
void tour();  // writes the pictures of the default launch
void print_first_counts();

}  // namespace tilescope::cli
