// tilescope-bench: measures TileScope itself, and its kernels. Started by `tilescope bench`.
#include "tests/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "app/cli/looked_after.h"
#include "app/cli/place_options.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/program.h"
#include "app/export/output.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "tests/bench/all_texts.h"

namespace tilescope::bench {

namespace {

void take_launch(Subcommand& command, Options& options, std::int64_t size = 0, const char* inputs = "") {
  Request& request = options.launch.request;
  if (size != 0) {
    request.m = request.n = request.k = size;
    request.tile = 16;
  }
  if (*inputs != '\0') request.inputs = inputs;
  options.launch.add_to(command);
}

void take_runs(Subcommand& command, Options& options, int runs, const char* help = "number of runs",
               Range<int> range = {1, 1000}) {
  options.runs = runs;
  command.option("--runs", options.runs, help, range);
}

void take_kernels(Subcommand& command, Options& options, const char* help) {
  command.option("--kernel", options.kernels, help).separated_by(',').such_as(kernel_names());
}

void take_size(Subcommand& command, Options& options, std::int64_t size, int most) {
  options.size = size;
  command.option("--size", options.size, "one value for M, K and N", {std::int64_t{1}, std::int64_t{1} << most});
}

void take_pixels(Subcommand& command, Options& options) {
  command.option("--width", options.width, "width in pixels", {320, 16384});
  command.option("--height", options.height, "height in pixels", {240, 16384});
}

void take_window(Subcommand& command, Options& options) {
  command.flag("--window", options.in_window, "draw in a window, not only in memory");
}

constexpr Bench benches[] = {
    {"record", "how fast events are recorded",
     [](Subcommand& command, Options& options) {
       take_launch(command, options, 256);
       command.option("--vs", options.versus, "another kernel to compare with: how much faster it is recorded");
       command.option("--cores", options.cores, "number of cores (default: all)", {1, 1024});
       take_runs(command, options, 5);
     },
     record},
    {"frames", "how long a frame of the window takes",
     [](Subcommand& command, Options& options) {
       take_launch(command, options);
       take_pixels(command, options);
       options.frames = 600;
       command.option("--frames", options.frames, "number of frames of each kind", {10, 1000000});
       add_explanation(command, options.view);
       take_window(command, options);
     },
     frames},
    {"live", "how long it takes from a key press to the run of the edited code",
     [](Subcommand& command, Options& options) {
       take_pixels(command, options);
       options.frames = 300;
       command.option("--edits", options.frames, "number of edits of each launch", {10, 1000000});
       take_window(command, options);
     },
     live},
    {"file", "how fast traces are saved and loaded",
     [](Subcommand& command, Options& options) {
       take_launch(command, options, 160, "random");
       take_runs(command, options, 5);
     },
     file},
    {"heat", "what heat maps of all blocks cost on a GPU",
     [](Subcommand& command, Options& options) { take_launch(command, options); }, heat},
    {"analyses", "how long each analysis of a trace takes",
     [](Subcommand& command, Options& options) {
       take_launch(command, options, 144);  // ten million events
       take_runs(command, options, 5);
     },
     analyses},
    {"kernels", "how fast the correct kernels are on this GPU, compared with cuBLAS",
     [](Subcommand& command, Options& options) {
       constexpr Range<std::int64_t> sides{1, std::int64_t{1} << 20};
       take_size(command, options, 4096, 20);
       command.option("--m", options.m, "rows of A and C", sides).excludes("--size");
       command.option("--n", options.n, "columns of B and C", sides).excludes("--size");
       command.option("--k", options.k, "columns of A, rows of B", sides).excludes("--size");
       take_kernels(command, options, "which kernels (default: all correct ones)");
       command.option("--tile", options.tiles, "tile widths, or all (default: powers of two, starting at 4)")
           .separated_by(',');
       take_runs(command, options, 11, "number of runs", {3, 1000});
       command.option("--seed", options.seed, "seed for the random inputs (default: a new seed each time)");
       command.flag("--recorded", options.recorded, "show the results of other GPUs instead of measuring");
       command.flag("--keep", options.keep, "keep the table for the times view of the window");
     },
     kernels},
    {"cost", "how much recording slows each correct kernel on this GPU",
     [](Subcommand& command, Options& options) {
       take_kernels(command, options, "which kernels, or files with one (default: all correct ones)");
       take_size(command, options, 512, 16);
       command.option("--verdict-size", options.verdict_size, "M, N and K of the checked launches",
                      {std::int64_t{1}, std::int64_t{1} << 12});
       command.option("--tile", options.tile, "width of the tile, or the nearest width that a kernel has", {1, 1024});
       take_runs(command, options, 11);
       command.flag("--wrong", options.wrong, "also check kernels that are wrong on purpose");
       command.flag("--only-plain", options.only_plain, "only call the plain kernels, for other tools to observe");
       command.flag("--only-verdict", options.only_verdict, "only check the launches").excludes("--only-plain");
     },
     cost},
    {"language", "how long it takes to read CUDA C++ code",
     [](Subcommand& command, Options& options) {
       take_runs(command, options, 200, "number of runs", {1, 100000});
     },
     language},
    {"launches", "what becomes of a launch of each text, product and share string: a line for each",
     [](Subcommand& command, Options& options) {
       command.option("FILE", options.kernels, ".cu files, or folders with such files");
       take_runs(command, options, 10, "launches of each product, at random sizes");
       options.frames = 300;
       command.option("--shares", options.frames, "number of random share strings", {0, 1000000});
       command.flag("--times", options.with_times, "add the seconds of processor time that each line took");
     },
     launches},
    {"apart", "how fast diverging threads are recorded, compared with threads in lockstep",
     [](Subcommand& command, Options& options) { take_runs(command, options, 9); }, apart},
    {"click", "how long a click on another block of a large launch takes",
     [](Subcommand& command, Options& options) {
       take_launch(command, options, 4096);
       take_runs(command, options, 11, "number of clicks");
     },
     click},
    {"first", "how long a source takes to its first events",
     [](Subcommand& command, Options& options) {
       take_kernels(command, options, "which kernels, or files with one (default: some of the ladder)");
       take_size(command, options, 64, 12);
       command.option("--tile", options.tile, "width of the tile", {1, 1024});
       take_runs(command, options, 11);
     },
     first},
    {"plain", "call a launch's plain kernel on this GPU, for other tools to observe",
     [](Subcommand& command, Options& options) {
       take_launch(command, options);
       take_runs(command, options, 1);
     },
     plain},
};

void print(const Options& options, const Report& found) {
  write_output(options.output, options.json ? found.json : found.text);
  if (!found.problem.empty()) throw UsageError(found.problem);
}

void run(const std::vector<std::string>& words) {
  Subcommand all("tilescope", "");
  Subcommand& commands = all.command(bench_command.name, bench_command.help);
  for (const Bench& bench : benches) {
    Subcommand& command = commands.command(bench.name, bench.measures);
    const auto options = std::make_shared<Options>();
    command.does([options, &bench] { print(*options, bench.run(*options)); });
    bench.set_up(command, *options);
    command.output_options(*options);
  }
  run_command(all, words);
}

}  // namespace

Report report(std::string text, const Json& json) { return {std::move(text), json.dump(2) + "\n", ""}; }

Json Rows::add(const std::vector<Cell>& cells) {
  std::vector<std::string> titles, texts;
  Json fields = Json::object();
  for (const Cell& cell : cells) {
    if (cell.title != nullptr) titles.emplace_back(cell.title), texts.push_back(cell.text);
    if (cell.key != nullptr) fields[cell.key] = cell.value;
  }
  if (!std::exchange(has_titles_, true)) table_.row(titles);
  table_.row(texts);
  return fields;
}

namespace {

std::string in_brackets(const std::vector<double>& all, double times) {
  if (all.empty()) return "-";
  const Spread s = spread(all);
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", s.middle * times, s.low * times, s.high * times);
}

}  // namespace

Cell ms(const char* title, const char* key, const std::vector<double>& times) {
  if (times.empty()) return {title, "-"};
  return {title, in_brackets(times, 1e3), key, list(spread(times))};
}

Cell ratio(const char* title, const char* key, const std::vector<double>& ratios) {
  if (ratios.empty()) return {title, "-"};
  return {title, in_brackets(ratios, 1), key, list(spread(ratios))};
}

double part_of(std::vector<double> all, double part) {
  if (all.empty()) return 0;
  std::sort(all.begin(), all.end());
  return all[std::min(all.size() - 1, static_cast<std::size_t>(part * static_cast<double>(all.size())))];
}

Json parts_of(const std::vector<double>& all) {
  return {
      {"p50", part_of(all, 0.5)}, {"p95", part_of(all, 0.95)}, {"p99", part_of(all, 0.99)}, {"max", part_of(all, 1)}};
}

Request request_of(const std::string& kernel, std::int64_t size, std::optional<int> tile) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = size;
  request.tile = tile;
  return request;
}

std::vector<std::optional<int>> widths_near(const std::string& kernel, int tile) {
  if (is_kernel_file(kernel)) return {std::nullopt};
  const std::vector<int> built = find_kernel(kernel).tiles();
  std::vector<std::optional<int>> widths(built.begin(), built.end());
  std::stable_sort(widths.begin(), widths.end(), [&](std::optional<int> a, std::optional<int> b) {
    return std::abs(*a - tile) < std::abs(*b - tile);
  });
  return widths;
}

std::string text_of(std::string_view name) {
  for (const auto& [each, text] : all_texts)
    if (each == name) return text;
  throw Error(fmt::format("there is no text {}", name));
}

Trace trace_with_events(const Options& options, const char* bench) {
  const Launch launch = launch_of(options.launch);
  if (launch.record == Record::counts)
    throw UsageError(fmt::format("bench {}: a trace without events; take full or window", bench));
  Trace trace = record_or_load(options.launch, launch);
  if (trace.kept_events() == 0) throw UsageError(fmt::format("bench {}: a trace without events", bench));
  return trace;
}

}  // namespace tilescope::bench

int main(int argc, char** argv) {
  using namespace tilescope;
  const std::vector<std::string> words(argv + 1, argv + argc);
  use_for_timing(cli::program_beside(cli::our_program));
  return cli::looked_after([&] { return cli::exit_code_of([&] { bench::run(words); }); });
}
