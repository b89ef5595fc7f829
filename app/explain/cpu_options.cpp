// The choices for a CPU's loops and cache.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "app/explain/cpu_view.h"
#include "app/explain/explainable.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::array sides{8, 16, 32, 64};
constexpr std::array block_sides{2, 4, 8, 16};
constexpr std::array<std::uint32_t, 5> cache_sizes{256, 512, 1024, 2048, 4096};
constexpr std::array<std::uint32_t, 3> line_sizes{32, 64, 128};
constexpr std::array<std::uint32_t, 4> way_counts{1, 2, 4, 0};

template <class Values, class Words, class Change>
OptionRow row_of(const char* name, const Values& values, const LoopsChoice& choice, const Words& words,
                 const Change& change) {
  OptionRow made{name, {}};
  for (const auto value : values) {
    LoopsChoice next = choice;
    change(next, value);
    // A set cannot have more ways than the cache has lines.
    if (next.shape.ways > next.shape.lines()) next.shape.ways = next.shape.lines();
    const bool on =
        next.sizes.m == choice.sizes.m && next.sizes.block == choice.sizes.block && next.shape == choice.shape;
    made.options.push_back({words(value), on, UseLoops{next.sizes, next.shape}});
  }
  return made;
}

}  // namespace

std::vector<OptionRow> cpu_options(const LoopsChoice& choice) {
  std::vector<std::uint32_t> ways;
  std::copy_if(way_counts.begin(), way_counts.end(), std::back_inserter(ways),
               [&](std::uint32_t count) { return count <= choice.shape.lines(); });
  const auto bytes = [](std::uint32_t size) {
    return size < 1024 ? fmt::format("{} B", size) : fmt::format("{} KB", size / 1024);
  };
  std::vector<OptionRow> rows;
  rows.push_back(
      row_of("cache", cache_sizes, choice, bytes, [](LoopsChoice& to, std::uint32_t size) { to.shape.bytes = size; }));
  rows.push_back(row_of("line", line_sizes, choice, bytes,
                        [](LoopsChoice& to, std::uint32_t size) { to.shape.line_bytes = size; }));
  rows.push_back(row_of(
      "ways", ways, choice,
      [](std::uint32_t number) { return number == 0 ? std::string("any") : std::to_string(number); },
      [](LoopsChoice& to, std::uint32_t number) { to.shape.ways = number; }));
  rows.push_back(row_of(
      "sides", sides, choice, [](int side) { return std::to_string(side); },
      [](LoopsChoice& to, int side) { to.sizes.m = to.sizes.n = to.sizes.k = side; }));
  rows.push_back(row_of(
      "B", block_sides, choice, [](int block) { return fmt::format("{0} × {0}", block); },
      [](LoopsChoice& to, int block) { to.sizes.block = block; }));
  rows.push_back({"position", {{"follow playback", !choice.place, PlaceLoops{}}}});
  return rows;
}

void dump_loops(const Explainable& of, Json& state) {
  if (of.choices.loop_runs == nullptr) return;
  const LoopRuns& runs = *of.choices.loop_runs;
  Json json{
      {"sides", runs.sizes.m},
      {"block", runs.sizes.block},
      {"cache", {{"bytes", runs.shape.bytes}, {"line_bytes", runs.shape.line_bytes}, {"ways", runs.shape.places()}}},
      {"part", of.loops_part()},
      {"follows_playback", !of.choices.loops.place.has_value()}};
  for (const LoopRun& loop : runs.nests) {
    const std::size_t place = loop.accesses_at(of.loops_part());
    const MatrixCounts counts = loop.run.at(place).counts;
    Json nest{{"accesses", place},
              {"of", loop.run.size()},
              {"line", place == 0 ? Json(nullptr) : Json(loop.run.access(place - 1).line)},
              {"hits", counts.all().hits},
              {"misses", counts.all().misses()},
              {"misses_in_the_end", loop.in_the_end.all().misses()}};
    for (std::size_t n = 0; n < loop_matrices; ++n) {
      const auto matrix = static_cast<LoopMatrix>(n);
      nest["by_matrix"][std::string(name_of(matrix))] = {{"hits", counts.of(matrix).hits},
                                                         {"misses", counts.of(matrix).misses()}};
    }
    json[std::string(name_of(loop.run.nest()))] = nest;
  }
  json["source"] = "modelled";
  state["loops"] = std::move(json);
}

// Moves by accesses of the plain loops; the blocked loops keep pace.
std::optional<Command> next_access(const Explainable& of, int by) {
  if (of.choices.loop_runs == nullptr) return std::nullopt;
  const LoopRun& plain = of.choices.loop_runs->nests[0];
  const auto now = static_cast<double>(plain.accesses_at(of.loops_part()));
  return PlaceLoops{(now + by) / static_cast<double>(plain.run.size())};
}

// Runs the loops when the view is first opened. In a lesson they compute the product of its launch, with blocks as wide
// as its tiles.
std::vector<Command> open_loops(const ExplainChoices& choices, const Launch* lesson) {
  if (lesson != nullptr) {
    const auto side = [](std::int64_t sides) { return static_cast<std::int32_t>(std::min<std::int64_t>(sides, 64)); };
    const auto [m, n, k] = reading::sides_of(*lesson);
    return {UseLoops{{side(m), side(n), side(k), std::max(lesson->tile, 1)}, {}}, PlaceLoops{}};
  }
  if (choices.loop_runs == nullptr) return {UseLoops{choices.loops.sizes, choices.loops.shape}};
  return {};
}

}  // namespace tilescope
