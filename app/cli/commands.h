// The subcommands. Each adds itself to the program; its callback does the work and throws an Error where it cannot.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

namespace tilescope::cli {

void add_record(CLI::App& program);
void add_counts(CLI::App& program);
void add_cache(CLI::App& program);
void add_check(CLI::App& program);
void add_kernels(CLI::App& program);
void add_lessons(CLI::App& program);  // and quiz and grade
void add_occupancy(CLI::App& program);
void add_roofline(CLI::App& program);
void add_devices(CLI::App& program);
void add_dump(CLI::App& program);
void add_export(CLI::App& program);
void add_bench(CLI::App& program);
void add_bench_frames(CLI::App& bench);
void add_render(CLI::App& program);
void add_share(CLI::App& program);
void add_view(CLI::App& program);
void add_bench_file(CLI::App& bench);
void add_bench_heat(CLI::App& bench);
void add_bench_analyses(CLI::App& bench);
void add_bench_kernels(CLI::App& bench);
void add_bench_cost(CLI::App& bench);

// Where the lessons are that came with the program.
[[nodiscard]] std::filesystem::path lessons_folder();

// What the program does when it is started with no arguments: a window, or else pictures and a table.
void first_look();
void print_first_counts();

}  // namespace tilescope::cli
