// tilescope occupancy: for each tile width and GPU, how many blocks of a kernel fit on a multiprocessor, and what
// limits them.
#include "instrumentation/analysis/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/cli/commands.h"
#include "app/cli/gpu_options.h"
#include "app/cli/launch_options.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/roofline.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cli {

namespace {

struct OccupancyOptions : OutputOptions {
  GpuOptions gpu;
  Request request;         // the launch of a file's kernel
  std::vector<int> tiles;  // empty: the default widths
  int registers = 0;       // 0: unknown
  int outputs = 1;
  bool sources = false;
};

// One tile width on one GPU.
struct Row {
  Gpu gpu;
  int tile = 0;                // 0: the launch stays as it is
  std::uint64_t grid = 0;      // blocks; 0 if the launch is varied
  std::optional<Waves> waves;  // empty if the launch is varied
  BlockNeeds block;
  const char* block_source = "counted";
  const char* registers_source = "unknown";
  Occupancy occupancy;
  std::optional<TileChoice> choice;  // for the tiled kernel, whose phases are known
  std::optional<int> runtime_blocks;
};

// That the kernel takes; of a file's kernel, those that a square block can have.
std::vector<int> widths_of(const std::string& kernel) {
  constexpr int widest_block = 32;
  require_kernel(kernel);
  if (const CatalogueKernel* const product = find_product(kernel)) return product->tiles();
  std::vector<int> widths(widest_block);
  std::iota(widths.begin(), widths.end(), 1);
  return widths;
}

bool takes(const std::string& kernel, int tile) {
  const std::vector<int> widths = widths_of(kernel);
  return std::find(widths.begin(), widths.end(), tile) != widths.end();
}

// The resources of a block in a launch with this tile width: its threads and its shared arrays.
struct Block {
  Launch launch;
  std::uint32_t shared = 0;
};
Block run_once(Request request) {
  request.record = Record::counts;
  Block block{plan(request), 0};
  const Trace trace = make_cpu_executor()->record(recorded_kernel(block.launch), block.launch, {});
  block.shared = static_cast<std::uint32_t>(shared_bytes(trace.arrays()));
  return block;
}
Block run_once(const OccupancyOptions& options, int tile) {
  Request request = options.request;
  request.m = request.n = request.k = tile;
  request.tile = tile;
  return run_once(request);
}

// Whether the launch stays as it is: the effect of another tile is known only for products.
bool is_as_it_is(const OccupancyOptions& options) {
  return is_kernel_file(options.request.kernel) && options.tiles.empty() &&
         !reading::has_matrices(plan(options.request, Inputs::none));
}

void take_block(Row& row, const Block& block, std::optional<int> registers, const OccupancyOptions& options) {
  row.block = {static_cast<int>(block.launch.block.count()), registers, block.shared};
  if (!is_this_gpu(options.gpu)) return;
  if (const auto build = plain_build(recorded_kernel(block.launch), row.block.threads)) {
    if (!registers) row.block.registers = build->registers;
    if (!registers) row.registers_source = "compiled";
    row.runtime_blocks = build->blocks;
  }
}

// The rows for the launch as it is, with its grid.
std::vector<Row> rows_as_it_is(const OccupancyOptions& options) {
  const Block block = run_once(options.request);
  const std::optional<int> registers = options.registers > 0 ? std::optional(options.registers) : std::nullopt;
  std::vector<Row> rows;
  for (const Gpu& gpu : chosen_gpus(options.gpu)) {
    Row& row = rows.emplace_back();
    row.gpu = gpu;
    if (registers) row.registers_source = "assumed";
    take_block(row, block, registers, options);
    row.grid = block.launch.grid.count();
    row.occupancy = occupancy(gpu.limits, row.block);
    row.waves = waves_of(gpu, row.occupancy, row.grid);
  }
  return rows;
}

Row row_of(const OccupancyOptions& options, const Gpu& gpu, int tile) {
  Row row;
  row.gpu = gpu;
  row.tile = tile;
  const std::optional<int> registers = options.registers > 0 ? std::optional(options.registers) : std::nullopt;
  if (registers) row.registers_source = "assumed";
  const bool tiled = options.request.kernel == "tiled";
  if (tiled && (options.outputs > 1 || !takes(options.request.kernel, tile))) {
    row.block = tile_choice(gpu, tile, registers, options.outputs).block;
    row.block_source = "modelled";
  } else {
    take_block(row, run_once(options, tile), registers, options);
  }
  row.occupancy = occupancy(gpu.limits, row.block);
  if (tiled) row.choice = tile_choice(gpu, tile, row.block.registers, options.outputs);
  return row;
}

std::vector<Row> rows_of(const OccupancyOptions& options) {
  const std::string& kernel = options.request.kernel;
  const std::vector<int> widths = widths_of(kernel);
  if (options.outputs > 1 && kernel != "tiled")
    throw UsageError("--outputs: only for --kernel tiled, in which a thread can compute several elements");
  if (is_as_it_is(options)) return rows_as_it_is(options);
  std::vector<int> tiles = options.tiles.empty() ? std::vector{4, 8, 16, 32, 64, 128} : options.tiles;
  const auto cannot = [&](int tile) { return kernel != "tiled" && !takes(kernel, tile); };
  if (!options.tiles.empty()) {
    const auto bad = std::find_if(tiles.begin(), tiles.end(), cannot);
    if (bad != tiles.end()) throw UsageError(fmt::format("--tile {}: {} takes {}", *bad, kernel, in_words(widths)));
  } else {
    tiles.erase(std::remove_if(tiles.begin(), tiles.end(), cannot), tiles.end());
    if (tiles.empty()) tiles = widths;
  }
  std::vector<Row> rows;
  for (const Gpu& gpu : chosen_gpus(options.gpu))
    for (const int tile : tiles) rows.push_back(row_of(options, gpu, tile));
  return rows;
}

std::string limiters_of(const Occupancy& occupancy) {
  std::string text;
  for (const Limiter limiter : occupancy.limiters) text += (text.empty() ? "" : ", ") + std::string(name_of(limiter));
  return text;
}

Json row_json(const Row& row) {
  const Occupancy& o = row.occupancy;
  Json limiters = Json::array();
  for (const Limiter limiter : o.limiters) limiters.push_back(name_of(limiter));
  Json json{{"gpu", row.gpu.name},
            {"compute_capability", row.gpu.capability()},
            {"tile", row.tile > 0 ? Json(row.tile) : Json(nullptr)},
            {"threads", row.block.threads},
            {"registers", row.block.registers ? Json(*row.block.registers) : Json(nullptr)},
            {"shared_bytes", row.block.shared},
            {"room",
             {{"threads", o.by_threads},
              {"blocks", o.by_blocks},
              {"registers", o.by_registers ? Json(*o.by_registers) : Json(nullptr)},
              {"shared_memory", o.by_shared_memory ? Json(*o.by_shared_memory) : Json(nullptr)}}},
            {"blocks", o.blocks},
            {"warps", o.warps},
            {"occupancy", o.fraction},
            {"limiters", limiters},
            {"runtime_blocks", row.runtime_blocks ? Json(*row.runtime_blocks) : Json(nullptr)},
            {"sources", {{"block", row.block_source}, {"registers", row.registers_source}, {"occupancy", "modelled"}}}};
  if (row.grid > 0) json["grid_blocks"] = row.grid;
  if (row.waves)
    json["waves"] = {{"blocks_at_once", row.waves->at_once},
                     {"count", row.waves->count},
                     {"blocks_of_the_last", row.waves->last},
                     {"idle_in_the_last", row.waves->idle}};
  if (row.choice) {
    json["phase"] = {{"loads", row.choice->phase_loads}, {"flops", row.choice->phase_flops}};
    json["loads_in_flight"] = static_cast<std::uint64_t>(o.blocks) * row.choice->phase_loads;
    json["intensity"] = row.choice->intensity;
    if (row.gpu.gflops > 0) json["attainable_gflops"] = roof(row.gpu, row.choice->intensity).gflops;
  }
  return json;
}

std::string number_if_any(std::optional<int> value) { return value ? std::to_string(*value) : "-"; }

std::vector<std::string> cells_of(const Row& row) {
  const Occupancy& o = row.occupancy;
  std::vector<std::string> cells{title_of(row.gpu),
                                 row.tile > 0 ? std::to_string(row.tile) : "-",
                                 count_name(static_cast<std::uint64_t>(row.block.threads)),
                                 number_if_any(row.block.registers),
                                 count_name(row.block.shared),
                                 number_if_any(o.by_threads),
                                 number_if_any(o.by_blocks),
                                 number_if_any(o.by_registers),
                                 number_if_any(o.by_shared_memory),
                                 std::to_string(o.blocks),
                                 std::to_string(o.warps),
                                 fmt::format("{:.1f} %", 100 * o.fraction),
                                 (o.blocks == 0 ? "does not run: " : "") + limiters_of(o)};
  if (row.grid > 0) {
    cells.push_back(row.waves ? count_name(row.waves->count) : "-");
    cells.push_back(row.waves ? fmt::format("{} of {}", row.waves->idle, row.gpu.multiprocessors) : "-");
  }
  if (!row.choice) return cells;
  cells.push_back(count_name(static_cast<std::uint64_t>(o.blocks) * row.choice->phase_loads));
  const bool known = row.gpu.gflops > 0 && o.blocks > 0;
  cells.push_back(known ? fmt::format("{:.0f}", roof(row.gpu, row.choice->intensity).gflops) : "-");
  return cells;
}

std::string table_of(const std::vector<Row>& rows, bool tiled, bool runtime) {
  Table table({12});
  std::vector<std::string> head{"GPU",           "tile",      "threads",   "registers", "shared bytes",
                                "room: threads", "blocks",    "registers", "shared",    "blocks",
                                "warps",         "occupancy", "limited by"};
  if (!rows.empty() && rows.front().grid > 0) head.insert(head.end(), {"waves", "idle in last wave"});
  if (tiled) head.insert(head.end(), {"loads in flight", "GFLOP/s at most"});
  if (runtime) head.emplace_back("CUDA says");
  table.row(head);
  std::string before;
  for (const Row& row : rows) {
    std::vector<std::string> cells = cells_of(row);
    if (before == cells[0])
      cells[0] = "";  // the title appears only once per GPU
    else
      before = cells[0];
    if (runtime) cells.push_back(number_if_any(row.runtime_blocks));
    table.row(cells);
  }
  return table.text();
}

std::string text_of(const OccupancyOptions& options, const std::vector<Row>& rows) {
  const bool tiled = options.request.kernel == "tiled";
  const bool runtime = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.runtime_blocks; });
  const std::string registers = options.registers > 0
                                    ? fmt::format("{} registers per thread, assumed", options.registers)
                                : runtime ? "registers as compiled for this GPU, if a number is shown"
                                          : "registers unknown, so they limit nothing (--registers N assumes a number)";
  const bool is_launch = !rows.empty() && rows.front().grid > 0;
  return fmt::format(
      "{}: how many blocks a multiprocessor holds at once, modelled; {}\n\n{}{}", options.request.kernel, registers,
      table_of(rows, tiled, runtime),
      is_launch ? fmt::format("\nWaves: how many rounds of blocks the GPU's multiprocessors need for the grid "
                              "of {} block{}; idle in last wave: multiprocessors without a block.\n",
                              count_name(rows.front().grid), rows.front().grid == 1 ? "" : "s")
      : tiled   ? "\nLoads in flight: loads of all blocks of a multiprocessor in a phase. GFLOP/s at most: "
                  "bandwidth x T/4 FLOP per byte loaded, or the GPU's peak.\n"
                : "");
}

void run(const OccupancyOptions& options) {
  const std::vector<Row> rows = rows_of(options);
  if (options.json) {
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(row_json(row));
    Json gpus = Json::array();
    for (const Gpu& gpu : chosen_gpus(options.gpu)) gpus.push_back(gpu_json(gpu));
    write_output(options.output,
                 Json{{"kernel", options.request.kernel}, {"gpus", gpus}, {"choices", list}}.dump(2) + "\n");
    return;
  }
  std::string text = text_of(options, rows);
  if (options.sources) text += "\n" + sources_of(chosen_gpus(options.gpu));
  write_output(options.output, text);
}

}  // namespace

void add_occupancy(Subcommand& program) {
  Subcommand& command =
      program.command("occupancy", "show how many blocks of a kernel fit on a multiprocessor, by tile width and GPU");
  OccupancyOptions& options = command.does<OccupancyOptions>(run);
  options.gpu.add_to(command);
  command
      .option(
          "--kernel", [&options](const std::string& text) { options.request.kernel = kernel_called(text); },
          "which kernel (tilescope kernels lists them), or the path of a .cu file")
      .such_as(kernel_names());
  for (const RequestField& field : request_fields()) {
    if (field.of != RequestField::Of::file || field.option.empty()) continue;
    const auto take = [&options, &field](const std::string& text) {
      (field.add != nullptr ? field.add : field.read)(options.request, text, std::string(field.option));
    };
    Option& option = command.option(std::string(field.option), take, field.help).such_as(field.choices);
    if (field.add != nullptr) option.one_at_a_time();
  }
  command.option("--tile", options.tiles, "tile widths, separated by commas (default 4,8,16,32,64,128)", {1, 1024})
      .separated_by(',');
  command.option("--registers", options.registers,
                 "assume this many registers per thread, instead of the compiled number", {1, 1024});
  command.option("--outputs", options.outputs, "elements of C that each thread computes", {1, 1024});
  command.flag("--sources", options.sources, "list the sources of the GPUs' specifications");
  command.output_options(options);
}

}  // namespace tilescope::cli
