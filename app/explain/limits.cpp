#include "app/explain/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

#include "app/stage/words.h"
#include "instrumentation/language/tree/kernel.h"
#include "instrumentation/launching/request/tile_name.h"
#include "instrumentation/machine/code/code.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr const char* usual_generation = "hopper";
constexpr int least_tile = 4, most_for_one_output = 32;
constexpr std::array with_outputs{64, 128};  // tiles that need several outputs per thread

std::string many_counted(int count, const char* what) {
  return fmt::format("{} {}{}", count_name(static_cast<std::uint64_t>(count)), what, count == 1 ? "" : "s");
}

// The number of blocks that the resource can hold; empty if it does not limit them.
std::optional<int> room_of(const Occupancy& occupancy, Limiter limiter) {
  switch (limiter) {
    case Limiter::threads:
    case Limiter::warps: return occupancy.by_threads;
    case Limiter::blocks: return occupancy.by_blocks;
    case Limiter::registers: return occupancy.by_registers;
    case Limiter::shared_memory: break;
  }
  return occupancy.by_shared_memory;
}

std::string reason(const Gpu& gpu, const AtTile& at, Limiter limiter) {
  const GpuLimits& l = gpu.limits;
  const int n = *room_of(at.occupancy, limiter);
  switch (limiter) {
    case Limiter::threads:
      if (at.block.threads > l.threads_per_block)
        return fmt::format("a block has at most {}, not {}", l.threads_per_block, at.block.threads);
      return fmt::format("{} are enough for {} of {}", count_name(static_cast<std::uint64_t>(l.threads)),
                         many_counted(n, "block"), count_name(static_cast<std::uint64_t>(at.block.threads)));
    case Limiter::warps:
      return fmt::format("{} are enough for {} of {}", l.warps(), many_counted(n, "block"),
                         many_counted((at.block.threads + 31) / 32, "warp"));
    case Limiter::blocks: return fmt::format("a multiprocessor can hold {} at once", n);
    case Limiter::registers:
      return fmt::format("{} are enough for {} with {} per thread", count_name(static_cast<std::uint64_t>(l.registers)),
                         many_counted(n, "block"), *at.block.registers);
    case Limiter::shared_memory: break;
  }
  if (at.block.shared > l.shared_per_block)
    return fmt::format("a block has at most {}, not {}", bytes_name(l.shared_per_block), bytes_name(at.block.shared));
  return fmt::format("{} are enough for {} of {}", bytes_name(l.shared), many_counted(n, "block"),
                     bytes_name(at.block.shared + l.shared_reserved));
}

// Whether a block covers a tile, and shared arrays of two dimensions are tiles, perhaps padded.
bool has_square_tiles(const Launch& launch, const std::vector<machine::KernelFacts::Array>& arrays) {
  const auto tile = static_cast<std::uint32_t>(launch.tile);
  return launch.block.x == tile && launch.block.y == tile &&
         std::all_of(arrays.begin(), arrays.end(), [&](const machine::KernelFacts::Array& array) {
           if (array.space != Space::shared || array.sides.size() != 2) return true;
           const auto [least, most] = std::minmax(array.sides[0], array.sides[1]);
           return least == launch.tile && most < 2 * std::int64_t{launch.tile};
         });
}

// C++ names are mangled: "_Z5tiledPKfS0_Pfiii".
bool is_symbol_of(const std::string& symbol, const std::string& name) {
  const std::size_t at = symbol.find(std::to_string(name.size()) + name);
  const bool is_mangled =
      at != std::string::npos && at > 0 && !std::isdigit(static_cast<unsigned char>(symbol[at - 1]));
  return symbol == name || is_mangled;
}

std::string with_capital(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

}  // namespace

Demand demand_of(const Replay& replay, std::optional<int> registers) {
  const Trace& trace = replay.trace();
  Demand demand;
  demand.kernel = trace.launch().kernel;
  demand.tile = trace.launch().tile;
  demand.tile_name = name_of_tiles(trace.launch());
  demand.block.threads = static_cast<int>(trace.threads_per_block());
  demand.block.registers = registers;
  demand.block.shared = static_cast<std::uint32_t>(shared_bytes(trace.arrays()));
  const std::uint32_t steps = replay.order().step_count();
  if (trace.fault()) return demand;
  if (!trace.fully_recorded() || steps == 0) {
    demand.intensity = intensity(trace, reading::needed_flops(trace.launch()));
    return demand;
  }
  Intensity& counted = demand.intensity.emplace();
  const Scenery& scenery = replay.scenery();
  const Counts& counts = scenery.counts_after(steps - 1);
  counted.flops = scenery.words().has_useful_work ? 2 * scenery.work_after(steps - 1) : counts.executed_flops();
  counted.flops_are_counted = true;
  counted.loaded_bytes = bytes_of(counts, trace.arrays(), Count::global_load);
  counted.stored_bytes = bytes_of(counts, trace.arrays(), Count::global_store);
  return demand;
}

std::string name_of_tiles(const Launch& launch) {
  if (!reading::has_matrices(launch)) return "";
  if (launch.program && !has_square_tiles(launch, launch.program->prepared->facts().arrays)) return "";
  return tile_name(launch);
}

std::string function_of(const Launch& launch) {
  return launch.program ? launch.program->prepared->facts().name : launch.kernel;
}

std::optional<int> registers_in(const std::string& ptxas, const std::string& function) {
  const std::string entry = "entry function '", used = "Used ";
  std::optional<int> found;
  bool is_of_it = true;
  std::istringstream lines(ptxas);
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(entry); at != std::string::npos) {
      const std::size_t begin = at + entry.size();
      is_of_it = is_symbol_of(line.substr(begin, line.find('\'', begin) - begin), function);
    }
    const std::size_t at = line.find(used);
    if (!is_of_it || at == std::string::npos || line.find(" registers") == std::string::npos) continue;
    int number = 0;
    const char* const begin = line.data() + at + used.size();
    if (std::from_chars(begin, line.data() + line.size(), number).ec == std::errc{} && number > 0) found = number;
  }
  return found;
}

std::vector<Gpu> gpus_to_choose(const std::optional<Gpu>& here) {
  std::vector<Gpu> all;
  if (here) all.push_back(*here);
  all.insert(all.end(), gpus().begin(), gpus().end());
  return all;
}

std::string short_name(const Gpu& gpu, const std::optional<Gpu>& here) {
  if (here && gpu.name == here->name) return "this: " + gpu.name;
  const auto is_of_it = [&](const Gpu& other) { return other.generation == gpu.generation; };
  const auto is_same = [&](const Gpu& other) { return is_of_it(other) && other.capability() == gpu.capability(); };
  const auto first = std::find_if(gpus().begin(), gpus().end(), is_same);
  // If several GPUs share a capability, the first has the generation's name.
  if (first != gpus().end() && first->name != gpu.name) return gpu.name;
  const bool are_all_same =
      std::count_if(gpus().begin(), gpus().end(), is_of_it) == std::count_if(gpus().begin(), gpus().end(), is_same);
  return are_all_same ? gpu.generation : gpu.generation + " " + gpu.capability();
}

Gpu chosen_gpu(const LimitsChoice& choice, const std::optional<Gpu>& here) {
  for (const Gpu& gpu : gpus_to_choose(here))
    if (gpu.name == choice.gpu) return gpu;
  return here ? *here : find_gpu(usual_generation);
}

std::vector<int> tiles_to_choose(int launched) {
  std::vector<int> tiles(with_outputs.begin(), with_outputs.end());
  for (int tile = least_tile; tile <= most_for_one_output; ++tile) tiles.push_back(tile);
  if (launched > 0) tiles.push_back(launched);
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  return tiles;
}

AtTile at_tile(const Demand& demand, const Gpu& gpu, int tile) {
  AtTile at;
  at.tile = tile;
  at.block = demand.block;
  at.counted = tile == demand.tile;
  if (demand.intensity) at.flop_per_byte = demand.intensity->of_loads();
  if (!at.counted) {
    const std::int64_t square = std::int64_t{tile} * tile, own = std::int64_t{demand.tile} * demand.tile;
    const std::int64_t threads = demand.block.threads * square / own;
    at.outputs = static_cast<int>(std::max<std::int64_t>(1, (threads + 1023) / 1024));
    at.block.threads = static_cast<int>(std::max<std::int64_t>(1, threads / at.outputs));
    at.block.shared = static_cast<std::uint32_t>(demand.block.shared * square / own);
    // The same for every kernel with tiles; see tile_choice.
    if (demand.block.shared > 0) at.flop_per_byte = tile_choice(gpu, tile, std::nullopt).intensity;
  }
  at.occupancy = occupancy(gpu.limits, at.block);
  if (at.flop_per_byte && gpu.gflops > 0 && gpu.bandwidth > 0) at.roof = roof(gpu, *at.flop_per_byte);
  return at;
}

std::string occupancy_words(const AtTile& at) {
  const bool is_known = at.block.registers || at.occupancy.blocks == 0;
  return fmt::format("{}{:.0f} %", is_known ? "" : "at most ", 100 * at.occupancy.fraction);
}

std::string limiter_words(const Occupancy& occupancy) {
  std::string text;
  for (const Limiter limiter : occupancy.limiters)
    text += (text.empty() ? "" : " and ") + std::string(name_of(limiter));
  return text;
}

std::string why_words(const Gpu& gpu, const AtTile& at) {
  const Occupancy& o = at.occupancy;
  std::string text;
  for (const Limiter limiter : o.limiters)
    text += fmt::format("{}Limited by {}: {}.", text.empty() ? "" : " ", name_of(limiter), reason(gpu, at, limiter));
  // Readers check these resources first, but they are often not the limiter.
  for (const Limiter next : {Limiter::shared_memory, Limiter::registers, Limiter::threads}) {
    const std::optional<int> room = room_of(o, next);
    if (!room || *room <= o.blocks) continue;
    return text + fmt::format(" {} alone would allow {}.", with_capital(std::string(name_of(next))),
                              many_counted(*room, "block"));
  }
  return text;
}

std::string bytes_name(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  return fmt::format("{:.3g} KB", static_cast<double>(bytes) / 1024);
}

std::string figure_name(double number) {
  if (number >= 999.5) return count_name(static_cast<std::uint64_t>(std::llround(number)));
  return fmt::format("{:.3g}", number);
}

}  // namespace tilescope
