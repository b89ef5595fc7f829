// The lines and events of a launch that cause a figure, and the figure in words.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/figures.h"
#include "app/lessons/reader.h"

namespace tilescope::lessons {

namespace {

struct KindsOf {
  std::string_view figure;
  std::vector<Kind> kinds;
  bool is_of_warps = false;  // the costliest access matters, not how often the line runs
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
      {"rounds_per_atomic", {Kind::atomic}, true},
      {"atomic_rounds", {Kind::atomic}, true},
  };
  return all;
}

using ByLine = std::map<std::uint32_t, std::uint64_t>;

// The events that a figure counts: of these kinds, and on this array if it names one.
struct CountedByLine {
  const KindsOf& of;
  std::optional<std::size_t> array;

  [[nodiscard]] bool has(Kind kind) const {
    return std::find(of.kinds.begin(), of.kinds.end(), kind) != of.kinds.end();
  }
  [[nodiscard]] bool has(const Trace& trace, const Event& event) const {
    if (!has(event.kind())) return false;
    if (event.kind() == Kind::barrier_arrive || event.kind() == Kind::partial_sum || event.kind() == Kind::shuffle)
      return !array;
    // Atomics exist in both spaces, but a figure may count only one of them.
    const Space space = trace.arrays()[event.array()].space;
    const bool is_meant = of.figure.starts_with("global_")   ? space == Space::global
                          : of.figure.starts_with("shared_") ? space == Space::shared
                                                             : true;
    return is_meant && (!array || event.array() == *array);
  }
  [[nodiscard]] bool has(const AccessSite& site) const {
    return has(site.name.kind) && (!array || site.name.array == *array);
  }
  [[nodiscard]] bool has(const AtomicSite& site) const { return has(Kind::atomic) && (!array || site.array == *array); }
  [[nodiscard]] bool is_of_all() const { return of.figure.ends_with("ed") || of.figure.ends_with("rounds"); }
};

ByLine dearest(const Scene& scene, const CountedByLine& counted) {
  ByLine lines;
  const auto take = [&](std::uint32_t line, std::uint64_t cost) { lines[line] = std::max(lines[line], cost); };
  for (const AccessSite& site : scene.explained->warps.sites)
    if (counted.has(site))
      take(site.line, counted.is_of_all() ? site.sectors : std::max(site.worst_sectors, site.worst_ways));
  for (const AtomicSite& site : scene.explained->warps.atomics)
    if (counted.has(site)) take(site.line, counted.is_of_all() ? site.rounds : site.worst);
  return lines;
}

// Calls `take` with every counted event and its access.
template <class Take>
void each_event(const Scene& scene, const CountedByLine& counted, const Take& take) {
  const Trace& trace = scene.trace();
  for (const std::size_t block : scene.replay->blocks())
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      for (std::uint32_t n = 0; n < events.size(); ++n)
        if (const Event event = events[n]; counted.has(trace, event))
          take(event, Access{event.kind(), false, event.line(), block, thread, n});
    }
}

ByLine most_often(const Scene& scene, const CountedByLine& counted) {
  ByLine lines;
  each_event(scene, counted, [&](const Event& event, const Access&) { ++lines[event.line()]; });
  return lines;
}

// The terms of "global_loads + atomics". Products and differences are not split.
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

// Empty if the figure is not caused by lines.
std::optional<CountedByLine> counted_by(const Scene& scene, std::string_view figure) {
  Reader reader(figure);
  const std::string_view name = reader.word();
  const auto& all = kinds_of_figures();
  const auto of = std::find_if(all.begin(), all.end(), [&](const KindsOf& each) { return each.figure == name; });
  if (of == all.end()) return std::nullopt;
  CountedByLine counted{*of, {}};
  if (reader.take(".")) {
    const std::string_view part = reader.word();
    for (std::size_t n = 0; n < scene.trace().arrays().size(); ++n)
      if (scene.trace().arrays()[n].name == part) counted.array = n;
  }
  return counted;
}

ByLine lines_of(const Scene& scene, std::string_view figure) {
  const auto counted = counted_by(scene, figure);
  if (!counted) return {};
  return counted->of.is_of_warps ? dearest(scene, *counted) : most_often(scene, *counted);
}

bool is_of_one(std::string_view figure) {
  return figure.find(".thread") != std::string_view::npos || figure.find(".block") != std::string_view::npos;
}

// The costliest request of a warp on this line, as an access of its first lane.
std::optional<Access> dearest_request(const Scene& scene, const CountedByLine& counted, std::uint32_t line) {
  const Trace& trace = scene.trace();
  std::uint64_t most = 0;
  std::optional<Access> found;
  const auto take = [&](const auto& lanes, std::uint64_t cost, std::size_t block, const WarpStep& step) {
    if (cost <= most) return;
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      if (!lanes[lane].active) continue;
      most = cost;
      const std::uint32_t thread = step.first_thread + lane, number = lanes[lane].event;
      found = Access{trace.events(block, thread)[number].kind(), false, line, block, thread, number};
      return;
    }
  };
  const Order& order = scene.replay->order();
  for (const std::size_t block : scene.replay->blocks())
    for (std::uint32_t n = 0; n < order.step_count(); ++n) {
      if (order.step(n).line != line) continue;
      for (std::uint32_t warp = 0; warp < warps_per_block(trace); ++warp) {
        const WarpStep step = warp_step(trace, order, block, warp, n);
        for (const WarpAccess& access : step.accesses)
          if (counted.has(access.name.kind) && (!counted.array || access.name.array == *counted.array))
            take(access.lanes, std::max(access.global.sectors, access.shared.ways), block, step);
      }
    }
  return found;
}

// The last event of the thread with the most counted events.
std::optional<Access> last_of_busiest(const Scene& scene, const CountedByLine& counted) {
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> counts;
  each_event(scene, counted, [&](const Event&, const Access& access) { ++counts[{access.block, access.thread}]; });
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end()) return std::nullopt;
  std::optional<Access> last;
  each_event(scene, counted, [&](const Event&, const Access& access) {
    if (std::pair(access.block, access.thread) == most->first) last = access;
  });
  return last;
}

std::string with_blanks(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// "sectors_loaded.in" becomes "sectors loaded from in"; anything more than a name stays as it is.
std::string in_words(std::string_view figure) {
  Reader reader(figure);
  const std::string name(reader.word());
  std::string words = name == "barriers" ? "barriers per thread" : with_blanks(name);
  while (reader.take(".")) {
    const std::string part(reader.word());
    if (part == "thread" || part == "block")
      words += " of the busiest " + part;
    else
      words += (name.find("load") != std::string::npos    ? " from "
                : name.find("store") != std::string::npos ? " to "
                                                          : " of ") +
               part;
  }
  return reader.rest().empty() ? words : std::string(figure);
}

}  // namespace

std::vector<LineBehind> lines_behind(const Here& here, std::string_view expression) {
  if (is_of_one(expression)) return {};  // the figure is about one thread, but lines count all threads
  ByLine lines;
  for (const std::string_view part : parts_of_sum(expression))
    for (const auto& [line, amount] : lines_of(here.scene(), part)) lines[line] += amount;
  std::vector<LineBehind> sorted;
  for (const auto& [line, amount] : lines) sorted.push_back({line, amount});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const LineBehind& a, const LineBehind& b) { return a.amount > b.amount; });
  return sorted;
}

std::optional<EventBehind> event_behind(const Here& here, std::string_view expression) {
  const Scene& scene = here.scene();
  const std::vector<LineBehind> lines = lines_behind(here, expression);
  for (const std::string_view part : parts_of_sum(expression)) {
    const auto counted = counted_by(scene, part);
    if (!counted) continue;
    std::optional<Access> access;
    if (is_of_one(part)) {
      access = last_of_busiest(scene, *counted);
    } else if (!lines.empty()) {
      if (counted->of.is_of_warps) access = dearest_request(scene, *counted, lines.front().line);
      if (!access)
        each_event(scene, *counted, [&](const Event& event, const Access& one) {
          if (!access && event.line() == lines.front().line) access = one;
        });
    }
    if (access) return EventBehind{*access, counted->of.is_of_warps};
  }
  return std::nullopt;
}

std::string what_it_comes_to(std::string_view expression, const std::string& number) {
  const std::vector<std::string_view> parts = parts_of_sum(expression);
  std::string words;
  for (std::string_view part : parts) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    words += (words.empty() ? "" : " and ") + in_words(part);
  }
  // Counted things get "1 global load from in", other figures "intensity is 0.25". A plural marks counted things.
  const std::size_t plural = (words + " ").find("s ");
  if (plural == std::string::npos || words.find_first_of("_*/()") != std::string::npos) return words + " is " + number;
  if (number == "1" && parts.size() == 1) words.erase(plural, 1);
  return number + " " + words;
}

}  // namespace tilescope::lessons
