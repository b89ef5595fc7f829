#include "app/explain/lines_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "app/explain/finding_words.h"
#include "app/stage/flow.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

struct LineCost {
  std::uint32_t line = 0;
  std::uint64_t steps = 0, idle = 0, sectors = 0, wavefronts = 0, conflicts = 0;  // of all recorded warps
};

std::vector<LineCost> costs_of(const Warps& warps) {
  std::map<std::uint32_t, LineCost> by_line;
  for (const LineLanes& lanes : warps.lines)
    by_line[lanes.line].steps += lanes.total(), by_line[lanes.line].idle += lanes.partial;
  for (const AccessSite& site : warps.sites) {
    LineCost& cost = by_line[site.line];
    cost.sectors += site.sectors;
    cost.wavefronts += site.wavefronts;
    cost.conflicts += site.wavefronts - std::min(site.wavefronts, site.parts);
  }
  std::vector<LineCost> all;
  for (auto& [line, cost] : by_line) all.push_back(cost), all.back().line = line;
  return all;
}

Target line_target(std::uint32_t line) { return {.kind = Target::Kind::line, .number = line}; }

std::string code_of(const Explainable& of, std::uint32_t line) {
  return fmt::format("{}  {}", line, text_of_line(of.frame.scenery->kernel_text(), line));
}

// The lines with some of this cost, the highest first, as parts of the whole.
void draw_bars(Flow& flow, const Explainable& of, std::vector<LineCost> costs, const char* heading, Ink ink,
               std::uint64_t LineCost::*cost, std::uint64_t LineCost::*wasted, const char* waste) {
  std::erase_if(costs, [&](const LineCost& line) { return line.*cost == 0; });
  if (costs.empty()) return;
  std::stable_sort(costs.begin(), costs.end(), [&](const auto& a, const auto& b) { return a.*cost > b.*cost; });
  const auto sum = [&](std::uint64_t all, const LineCost& line) { return all + line.*cost; };
  const std::uint64_t all = std::accumulate(costs.begin(), costs.end(), std::uint64_t{0}, sum);
  flow.heading({fmt::format("{}: {}", heading, count_name(all)), heading}, "counted");
  std::vector<Bar> bars;
  for (const LineCost& line : costs) {
    const double part = static_cast<double>(line.*cost) / static_cast<double>(all);
    const std::string behind =
        wasted == nullptr || line.*wasted == 0 ? "" : fmt::format("{} {}", short_count(line.*wasted, 7), waste);
    bars.push_back({code_of(of, line.line), part, fmt::format("{} ({:.0f} %)", short_count(line.*cost, 7), 100 * part),
                    behind, ink, line.line == of.frame.line, line_target(line.line)});
  }
  flow.bars(bars);
  flow.space(0.5F);
}

Table table_of(const Explainable& of, const std::vector<LineCost>& costs) {
  Table table{{Align::left, Align::right, Align::right, Align::right, Align::right}, {}};
  const auto head = [](const char* words) { return Table::Cell{{words}, Ink::dim, Face::bold}; };
  table.rows.push_back(
      {{head("line"), head("warp steps"), head("with idle lanes"), head("sectors"), head("wavefronts")}});
  for (const LineCost& line : costs) {
    const auto number = [](std::uint64_t count) {
      return Table::Cell{{count == 0 ? "–" : count_name(count), short_count(count, 6)}};
    };
    table.rows.push_back({{{{code_of(of, line.line), std::to_string(line.line)}, Ink::text, Face::mono},
                           number(line.steps),
                           number(line.idle),
                           number(line.sectors),
                           number(line.wavefronts)},
                          line_target(line.line),
                          line.line == of.frame.line});
  }
  return table;
}

}  // namespace

Picture lines_picture(const Explainable& of, const View& view) {
  Picture picture = view.picture();
  Flow flow(picture, {0, 0, view.width, view.height}, view.text);
  const Warps& warps = of.focus.explained->warps;
  const std::vector<LineCost> costs = costs_of(warps);
  if (warps.blocks < warps.all_blocks)
    flow.words(fmt::format("Counted in {} of {} blocks.", count_name(warps.blocks), count_name(warps.all_blocks)),
               {Ink::dim});
  draw_bars(flow, of, costs, "Sectors of global memory", Ink::a, &LineCost::sectors, nullptr, "");
  draw_bars(flow, of, costs, "Wavefronts of shared memory", Ink::now, &LineCost::wavefronts, &LineCost::conflicts,
            "by conflicts");
  draw_bars(flow, of, costs, "Steps of warps with idle lanes", Ink::wait, &LineCost::idle, nullptr, "");
  flow.heading({"All lines"}, "counted");
  flow.table(table_of(of, costs));
  return picture;
}

void dump_lines(const Explainable& of, Json& state) {
  Json lines = Json::array();
  for (const LineCost& line : costs_of(of.focus.explained->warps))
    lines.push_back({{"line", line.line},
                     {"warp_steps", line.steps},
                     {"idle", line.idle},
                     {"sectors", line.sectors},
                     {"wavefronts", line.wavefronts},
                     {"conflicts", line.conflicts}});
  state["lines"] = std::move(lines);
}

}  // namespace tilescope
