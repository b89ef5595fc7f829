// Which lines of a text a figure is about.
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "app/lessons/figures.h"
#include "app/lessons/reader.h"

namespace tilescope::lessons {

namespace {

using tilescope::Kind;

struct KindsOf {
  std::string_view figure;
  std::vector<Kind> kinds;
  bool is_of_warps = false;  // whose dearest access matters, not how often the line is run
};
const std::vector<KindsOf>& kinds_of_figures() {
  static const std::vector<KindsOf> all{
      {"global_loads", {Kind::global_load}},
      {"bytes_loaded", {Kind::global_load}},
      {"global_stores", {Kind::global_store}},
      {"bytes_stored", {Kind::global_store}},
      {"global_accesses", {Kind::global_load, Kind::global_store}},
      {"shared_loads", {Kind::shared_load}},
      {"shared_stores", {Kind::shared_store}},
      {"additions", {Kind::partial_sum}},
      {"multiply_adds", {Kind::partial_sum}},
      {"atomics", {Kind::atomic}},
      {"global_atomics", {Kind::atomic}},
      {"shared_atomics", {Kind::atomic}},
      {"global_reads", {Kind::global_load, Kind::atomic}},
      {"shared_reads", {Kind::shared_load, Kind::atomic}},
      {"shuffles", {Kind::shuffle}},
      {"barriers", {Kind::barrier_arrive}},
      {"sectors_per_load", {Kind::global_load}, true},
      {"sectors_loaded", {Kind::global_load}, true},
      {"sectors_per_store", {Kind::global_store}, true},
      {"sectors_stored", {Kind::global_store}, true},
      {"ways_per_load", {Kind::shared_load}, true},
      {"ways_per_store", {Kind::shared_store}, true},
  };
  return all;
}

using ByLine = std::map<std::uint32_t, std::uint64_t>;

ByLine dearest(const Scene& scene, const KindsOf& of, std::optional<std::size_t> array) {
  ByLine lines;
  for (const AccessSite& site : scene.explained->warps.sites)
    if (std::find(of.kinds.begin(), of.kinds.end(), site.name.kind) != of.kinds.end() &&
        (!array || site.name.array == *array)) {
      const bool is_of_all = of.figure.ends_with("ed");
      const std::uint64_t cost = is_of_all ? site.sectors : std::max(site.worst_sectors, site.worst_ways);
      lines[site.line] = std::max(lines[site.line], cost);
    }
  return lines;
}

ByLine most_often(const Scene& scene, const KindsOf& of, std::optional<std::size_t> array) {
  ByLine lines;
  const Trace& trace = scene.trace();
  for (const std::size_t block : scene.replay->blocks())
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      for (std::uint32_t n = 0; n < events.size(); ++n) {
        const Event event = events[n];
        if (std::find(of.kinds.begin(), of.kinds.end(), event.kind()) != of.kinds.end() &&
            (!array || event.array() == *array))
          ++lines[event.line()];
      }
    }
  return lines;
}

// "global_loads + atomics": a figure of each part of a sum. What is multiplied, or taken away, has no lines of its own.
std::vector<std::string_view> parts_of_sum(std::string_view expression) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= expression.size(); ++at) {
    const char sign = at == expression.size() ? '+' : expression[at];
    if (sign == '(') ++depth;
    if (sign == ')') --depth;
    if (depth > 0 || sign != '+') continue;
    parts.push_back(expression.substr(begin, at - begin));
    begin = at + 1;
  }
  return parts;
}

// None where it is no line's doing.
ByLine lines_of(const Scene& scene, std::string_view figure) {
  Reader reader(figure);
  const std::string_view name = reader.word();
  const auto& all = kinds_of_figures();
  const auto of = std::find_if(all.begin(), all.end(), [&](const KindsOf& each) { return each.figure == name; });
  if (of == all.end()) return {};
  std::optional<std::size_t> array;
  if (reader.take(".")) {
    const std::string_view part = reader.word();
    for (std::size_t n = 0; n < scene.trace().arrays().size(); ++n)
      if (scene.trace().arrays()[n].name == part) array = n;
  }
  return of->is_of_warps ? dearest(scene, *of, array) : most_often(scene, *of, array);
}

}  // namespace

std::vector<LineBehind> lines_behind(const Here& here, std::string_view expression) {
  if (expression.find(".thread") != std::string_view::npos || expression.find(".block") != std::string_view::npos)
    return {};  // of one of them, and lines are counted of all
  ByLine lines;
  for (const std::string_view part : parts_of_sum(expression))
    for (const auto& [line, amount] : lines_of(here.scene(), part)) lines[line] += amount;
  std::vector<LineBehind> sorted;
  for (const auto& [line, amount] : lines) sorted.push_back({line, amount});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const LineBehind& a, const LineBehind& b) { return a.amount > b.amount; });
  return sorted;
}

}  // namespace tilescope::lessons
