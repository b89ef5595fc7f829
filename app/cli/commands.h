// The subcommands. Each adds itself to the program; its callback does the work and throws an Error where it cannot.
#pragma once

#include <CLI/CLI.hpp>

namespace tilescope::cli {

void add_record(CLI::App& program);
void add_counts(CLI::App& program);
void add_kernels(CLI::App& program);
void add_devices(CLI::App& program);
void add_dump(CLI::App& program);
void add_bench(CLI::App& program);
void add_bench_file(CLI::App& bench);

// What the program shows when it is started with no arguments.
void first_look();

}  // namespace tilescope::cli
