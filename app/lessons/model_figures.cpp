// Modelled figures: the blocks that a GPU holds, its attainable speed, and the cache misses of loops on a CPU.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "app/lessons/figures.h"
#include "instrumentation/analysis/occupancy.h"
#include "instrumentation/analysis/roofline.h"
#include "instrumentation/cpu_side/cache_run.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace {

using From = Figure::From;

constexpr std::uint32_t kilobyte = 1024;

std::string lower(std::string_view text) {
  std::string letters(text);
  for (char& letter : letters) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return letters;
}

// "h200" for "H200 SXM". Requires letters and digits, so that no other word of a lesson is taken for a GPU.
bool has_word(const Gpu& gpu, std::string_view word) {
  const bool has_digit = word.find_first_of("0123456789") != std::string_view::npos;
  if (!has_digit || std::isalpha(static_cast<unsigned char>(word.front())) == 0) return false;
  return fmt::format(" {} ", lower(gpu.name)).find(fmt::format(" {} ", word)) != std::string::npos;
}

Figure modelled(double number) { return {number, "", From::modelled}; }

double plain_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > 1e9)
    throw UsageError(fmt::format("'{}' must be a number from 0 to 1e9", text));
  return value;
}

// Reads "tile=16" with one of these keys.
std::pair<std::string, double> key_and_value(const std::string& text, const std::vector<std::string_view>& known) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos)
    throw UsageError(fmt::format("'{}' must be a key and a value, as in {}=1", text, known[0]));
  std::string key = text.substr(0, equal);
  if (std::find(known.begin(), known.end(), key) == known.end())
    throw UsageError(fmt::format("there is no key '{}' here: did you mean '{}'?", key, nearest(key, known)));
  return {key, plain_number(text.substr(equal + 1))};
}

struct GpuAsked {
  Gpu gpu;
  int tile = 16, outputs = 1;
  std::optional<int> registers;
  std::optional<double> intensity;  // empty: that of the tile

  [[nodiscard]] TileChoice choice() const { return tile_choice(gpu, tile, registers, outputs); }
  [[nodiscard]] double flop_per_byte() const { return intensity.value_or(choice().intensity); }
};

struct GpuFigure {
  std::string_view name;
  double (*value)(const GpuAsked&);
};
constexpr GpuFigure gpu_figures[] = {
    {"peak", [](const GpuAsked& a) { return a.gpu.gflops; }},
    {"bandwidth", [](const GpuAsked& a) { return a.gpu.bandwidth; }},
    {"ridge", [](const GpuAsked& a) { return ridge(a.gpu); }},
    {"attainable", [](const GpuAsked& a) { return roof(a.gpu, a.flop_per_byte()).gflops; }},
    {"needed_bandwidth", [](const GpuAsked& a) { return bandwidth_for_peak(a.gpu, a.flop_per_byte()); }},
    {"intensity", [](const GpuAsked& a) { return a.choice().intensity; }},
    {"blocks", [](const GpuAsked& a) { return double(a.choice().occupancy.blocks); }},
    {"warps", [](const GpuAsked& a) { return double(a.choice().occupancy.warps); }},
    {"percent", [](const GpuAsked& a) { return std::round(100 * a.choice().occupancy.fraction); }},
    {"by_threads", [](const GpuAsked& a) { return double(a.choice().occupancy.by_threads); }},
    {"by_blocks", [](const GpuAsked& a) { return double(a.choice().occupancy.by_blocks); }},
    {"by_registers", [](const GpuAsked& a) { return double(a.choice().occupancy.by_registers.value_or(0)); }},
    {"by_shared_memory", [](const GpuAsked& a) { return double(a.choice().occupancy.by_shared_memory.value_or(0)); }},
    {"block_threads", [](const GpuAsked& a) { return double(a.choice().block.threads); }},
    {"shared_bytes", [](const GpuAsked& a) { return double(a.choice().block.shared); }},
    {"phase_loads", [](const GpuAsked& a) { return double(a.choice().phase_loads); }},
    {"phase_flops", [](const GpuAsked& a) { return double(a.choice().phase_flops); }},
    {"phase_multiply_adds", [](const GpuAsked& a) { return double(a.choice().phase_flops) / 2; }},
    {"loads_in_flight", [](const GpuAsked& a) { return double(a.choice().loads_in_flight); }},
    {"loads_by_shared_memory",
     [](const GpuAsked& a) {
       const TileChoice choice = a.choice();
       return double(choice.occupancy.by_shared_memory.value_or(0)) * double(choice.phase_loads);
     }},
    {"most_threads", [](const GpuAsked& a) { return double(a.gpu.limits.threads); }},
    {"most_block_threads", [](const GpuAsked& a) { return double(a.gpu.limits.threads_per_block); }},
    {"most_blocks", [](const GpuAsked& a) { return double(a.gpu.limits.blocks); }},
    {"most_registers", [](const GpuAsked& a) { return double(a.gpu.limits.registers); }},
    {"most_shared_bytes", [](const GpuAsked& a) { return double(a.gpu.limits.shared); }},
    {"multiprocessors", [](const GpuAsked& a) { return double(a.gpu.multiprocessors); }},
};

std::string limiters_of(const GpuAsked& asked) {
  std::string words;
  for (const Limiter limiter : asked.choice().occupancy.limiters)
    words += (words.empty() ? "" : " and ") + std::string(name_of(limiter));
  return words;
}

GpuAsked gpu_asked(const Gpu& gpu, const std::vector<std::string>& arguments) {
  GpuAsked asked{gpu, 16, 1, std::nullopt, std::nullopt};
  for (const std::string& each : arguments) {
    const auto [key, value] = key_and_value(each, {"tile", "shared", "registers", "outputs", "intensity"});
    if (key == "tile") asked.tile = static_cast<int>(std::clamp(value, 1.0, 4096.0));
    if (key == "shared") asked.gpu = with_shared(gpu, static_cast<std::uint32_t>(std::min(value, 1e6)) * kilobyte);
    if (key == "registers") asked.registers = static_cast<int>(value);
    if (key == "outputs") asked.outputs = static_cast<int>(std::max(1.0, value));
    if (key == "intensity") asked.intensity = value;
  }
  return asked;
}

Figure gpu_figure(const Gpu& gpu, const Name& name) {
  const GpuAsked asked = gpu_asked(gpu, name.front().arguments);
  std::vector<std::string_view> known{"name", "limiter"};
  for (const GpuFigure& each : gpu_figures) known.push_back(each.name);
  const std::string what = name.size() == 2 ? name[1].name : "";
  if (what == "name") return {0, gpu.name, From::modelled};
  if (what == "limiter") return {0, limiters_of(asked), From::modelled};
  for (const GpuFigure& each : gpu_figures)
    if (each.name == what) return modelled(each.value(asked));
  throw UsageError(fmt::format("a GPU has no '{}': did you mean '{}'?", what, nearest(what, known)));
}

// For example "cache(size=16, block=4).blocked.misses.Z".
Figure cache_figure(const Name& name) {
  LoopSizes sizes;
  CacheShape shape;
  for (const std::string& each : name.front().arguments) {
    const auto [key, value] = key_and_value(each, {"size", "m", "n", "k", "block", "bytes", "line_bytes", "ways"});
    const auto whole = static_cast<std::int32_t>(std::min(value, 512.0));
    const auto bytes = static_cast<std::uint32_t>(value);
    if (key == "size") sizes.m = sizes.n = sizes.k = whole;
    if (key == "m") sizes.m = whole;
    if (key == "n") sizes.n = whole;
    if (key == "k") sizes.k = whole;
    if (key == "block") sizes.block = whole;
    if (key == "bytes") shape.bytes = bytes;
    if (key == "line_bytes") shape.line_bytes = bytes;
    if (key == "ways") shape.ways = bytes;
  }
  shape.require_valid();
  for (const std::int32_t side : {sizes.m, sizes.n, sizes.k, sizes.block})
    if (side < 1) throw UsageError("a side of the loops must be a number from 1 to 512");
  const bool plain = name.size() > 1 && name[1].name == "plain";
  if (name.size() < 3 || name.size() > 4 || (!plain && name[1].name != "blocked"))
    throw UsageError("write a cache's figure as in cache(size=16).plain.misses or cache(size=16).blocked.hits.Z");
  const MatrixCounts counts = count_cache(plain ? LoopNest::plain : LoopNest::blocked, sizes, shape);
  CacheCounts of = counts.all();
  if (name.size() == 4) {
    constexpr std::string_view matrices = "XYZ";
    const std::size_t matrix = name[3].name.size() == 1 ? matrices.find(name[3].name) : std::string_view::npos;
    if (matrix == std::string_view::npos) throw UsageError("the loops have the matrices X, Y and Z");
    of = counts.by_matrix[matrix];
  }
  if (name[2].name == "hits") return modelled(static_cast<double>(of.hits));
  if (name[2].name == "misses") return modelled(static_cast<double>(of.misses()));
  if (name[2].name == "accesses") return modelled(static_cast<double>(of.accesses()));
  throw UsageError(fmt::format("a cache has hits, misses and accesses, but no '{}'", name[2].name));
}

}  // namespace

std::optional<Figure> model_figure(const Name& name) {
  if (name.front().name == "cache") return cache_figure(name);
  for (const Gpu& gpu : gpus())
    if (lower(gpu.generation) == name.front().name) return gpu_figure(gpu, name);
  for (const Gpu& gpu : gpus())
    if (has_word(gpu, name.front().name)) return gpu_figure(gpu, name);
  return std::nullopt;
}

}  // namespace tilescope::lessons
