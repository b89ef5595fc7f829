// bench kernels: how fast the correct kernels are on this GPU, compared with cuBLAS and with the GPU's limits.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <ctime>
#include <random>

#include "app/cli/gpu_options.h"
#include "app/cli/known_tables.h"
#include "app/cli/launch_options.h"
#include "app/command_line/progress.h"
#include "app/command_line/version.h"
#include "app/measured/kernel_table_file.h"
#include "app/measured/traffic.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/assets.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/kernel_times.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "tests/bench/bench.h"
#include "tests/bench/kernel_times_table.h"

namespace tilescope::bench {

namespace {

bool is_usual(int tile) { return tile >= 4 && std::has_single_bit(static_cast<unsigned>(tile)); }

// The requested widths, or else the powers of two from 4 on.
std::vector<int> widths(const Options& options, const CatalogueKernel& kernel) {
  std::vector<int> built = kernel.tiles();
  if (options.tiles.empty()) {
    std::erase_if(built, [](int tile) { return !is_usual(tile); });
    return built;
  }
  if (options.tiles.front() == "all") return built;
  std::vector<int> wanted;
  for (const std::string& text : options.tiles) {
    int tile = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tile);
    if (error != std::errc{} || end != text.data() + text.size() || tile < 1)
      throw UsageError(fmt::format("--tile {}: a tile's width must be a whole number, or all of them: all", text));
    if (std::find(built.begin(), built.end(), tile) != built.end()) wanted.push_back(tile);
  }
  return wanted;
}

void shape(const Options& options, KernelTable& table) {
  table.m = options.m.value_or(options.size);
  table.n = options.n.value_or(options.size);
  table.k = options.k.value_or(options.size);
}

// Adds a launch for each width that takes the shape; a file's kernel has its own. Returns why there are none.
std::string add_launches(const Options& options, const KernelTable& table, const std::string& kernel,
                         std::vector<PlainLaunch>& launches) {
  std::vector<std::optional<int>> tiles{std::nullopt};
  if (!is_kernel_file(kernel)) {
    const std::vector<int> all = widths(options, find_kernel(kernel));
    tiles.assign(all.begin(), all.end());
  }
  const std::size_t before = launches.size();
  std::string why = "it has none of the requested widths";
  for (const std::optional<int> tile : tiles) {
    Request request;
    request.kernel = kernel;
    request.m = table.m;
    request.n = table.n;
    request.k = table.k;
    request.tile = tile;
    request.record = Record::counts;
    try {
      Launch launch = plan(request, Inputs::none);
      const RecordedKernel& built = recorded_kernel(launch);
      launches.push_back({&built, std::move(launch)});
    } catch (const UsageError& error) {
      why = error.what();
    }
  }
  return launches.size() == before ? why : "";
}

// Launches of every correct kernel that was requested.
std::vector<PlainLaunch> launches_of(const Options& options, KernelTable& table) {
  std::vector<std::string> kernels = options.kernels;
  for (const std::string& name : kernels)
    if (!is_kernel_file(name) && !find_kernel(name).right())
      throw UsageError(fmt::format("--kernel {}: it is wrong on purpose and is not timed", name));
  for (const CatalogueKernel& kernel : catalogue())
    if (options.kernels.empty() && kernel.right()) kernels.emplace_back(kernel.name);
  std::vector<PlainLaunch> launches;
  for (const std::string& kernel : kernels)
    if (const std::string why = add_launches(options, table, kernel, launches); !why.empty())
      table.skipped.push_back({kernel, why});
  if (launches.empty())
    throw UsageError(fmt::format("bench kernels: nothing to time: {}",
                                 table.skipped.empty() ? "no kernel was asked for" : table.skipped.front().why));
  return launches;
}

Factors random_product(const KernelTable& table) {
  Factors product{table.m, table.n, table.k, {}, {}};
  random_factors(product.a, product.b, static_cast<std::size_t>(table.m * table.k),
                 static_cast<std::size_t>(table.k * table.n), table.seed);
  return product;
}

KernelRow row_of(const PlainLaunch& one, const Timed& timed, const PlainBuild& build, const Gpu& gpu) {
  KernelRow row;
  row.kernel = one.launch.kernel;
  row.tile = one.launch.tile;
  row.seconds = spread(timed.seconds);
  row.launches = timed.launches;
  row.runs = static_cast<int>(timed.seconds.size());
  row.threads = static_cast<int>(one.launch.threads_per_block());
  row.registers = build.registers;
  row.local_bytes = build.local;
  row.static_shared = build.static_shared;
  row.dynamic_shared = one.launch.dynamic_shared_bytes;
  const Occupancy modelled =
      occupancy(gpu.limits, {row.threads, build.registers, build.static_shared + one.launch.dynamic_shared_bytes});
  row.occupancy = modelled.fraction;
  row.blocks = modelled.blocks;
  std::vector<std::string_view> limiters;
  for (const Limiter limiter : modelled.limiters) limiters.push_back(name_of(limiter));
  row.limiter = fmt::format("{}", fmt::join(limiters, ", "));
  row.runtime_blocks = build.blocks;
  row.traffic = traffic_of(one.launch);
  return row;
}

KernelTable measure(const Options& options) {
  const Gpu gpu = this_gpu();
  KernelTable table;
  table.gpu = gpu.name;
  table.capability = gpu.capability();
  table.driver = driver_release();
  table.program = "TileScope " + version();
  table.date = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(std::time(nullptr)));
  shape(options, table);
  table.seed = options.seed.value_or(std::random_device{}());
  const std::vector<PlainLaunch> launches = launches_of(options, table);
  Progress progress("timing");
  const KernelTimes times =
      time_kernels(random_product(table), launches, options.runs, table.seed, [&](double done) { progress(done); });
  progress.clear();
  table.cublas = times.cublas;
  table.why_no_cublas = times.why_no_cublas;
  if (times.why_no_cublas.empty()) table.cublas_seconds = spread(times.of_cublas.seconds);
  table.peak = spread(times.multiply_adds);
  table.copy = spread(times.copies);
  table.fill = spread(times.fills);
  for (std::size_t n = 0; n < launches.size(); ++n)
    table.rows.push_back(row_of(launches[n], times.kernels[n], times.builds[n], gpu));
  return table;
}

// Measurements from other computers, named as such.
Report recorded_tables() {
  const std::vector<KernelTable> tables = kernel_tables(find_asset_folder("measured"));
  std::string text;
  for (const KernelTable& table : tables)
    text += (text.empty() ? "" : "\n") + kernel_times_text(table, Origin::recorded);
  return {text.empty() ? "There are no recorded results of other GPUs.\n" : text, recorded_json(tables), ""};
}

}  // namespace

Report kernels(const Options& options) {
  if (options.recorded) return recorded_tables();
  if (const CudaExecutor gpu = make_cuda_executor(); !gpu.executor) {
    KernelTable table;  // reports mistakes in the options first
    shape(options, table);
    static_cast<void>(launches_of(options, table));
    Report instead = recorded_tables();
    instead.problem = fmt::format("bench kernels: not measured here: {}", gpu.why_not);
    return instead;
  }
  const KernelTable table = measure(options);
  if (options.keep) fmt::print(stderr, "tilescope: kept in {}, for the window\n", keep(table).string());
  return {kernel_times_text(table, Origin::measured), json_text(table), ""};
}

}  // namespace tilescope::bench
