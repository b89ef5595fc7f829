#include "app/explain/lines_view.h"

#include <array>
#include <map>

#include "app/explain/finding_words.h"
#include "app/stage/flow.h"

namespace tilescope {

namespace {

struct CostColumn {
  const char *key, *name, *chart;  // in the state, above the table, above the bars
  Ink ink = Ink::text;
};
constexpr std::array cost_columns{
    CostColumn{"sectors", "sectors", "Sectors of global memory", Ink::a},
    CostColumn{"wavefronts", "wavefronts", "Wavefronts of shared memory", Ink::now},
    CostColumn{"conflicts", "by conflicts", "Wavefronts caused by bank conflicts", Ink::bad},
    CostColumn{"idle", "idle lanes", "Steps of warps with idle lanes", Ink::wait},
    CostColumn{"warp_steps", "warp steps", nullptr},
};

enum Cost : std::uint8_t { of_sectors, of_wavefronts, of_conflicts, idle_steps, all_steps };  // the columns
using LineCosts = std::map<std::uint32_t, std::array<std::uint64_t, cost_columns.size()>>;    // of all recorded warps

LineCosts costs_of(const Warps& warps) {
  LineCosts costs;
  for (const LineLanes& lanes : warps.lines) {
    costs[lanes.line][all_steps] += lanes.total();
    costs[lanes.line][idle_steps] += lanes.partial;
  }
  for (const AccessSite& site : warps.sites) {
    costs[site.line][of_sectors] += site.sectors;
    costs[site.line][of_wavefronts] += site.wavefronts;
    costs[site.line][of_conflicts] += site.conflicts();
  }
  return costs;
}

}  // namespace

Picture lines_picture(const Explainable& of, const View& view) {
  Picture picture = view.picture();
  Flow flow(picture, view);
  Table table;
  std::array<std::vector<Bar>, cost_columns.size()> bars;
  Table::Row& head = table.add({"line"}, Ink::dim);
  for (const CostColumn& column : cost_columns) head.cells.push_back({{column.name}, Ink::dim});
  for (const auto& [line, costs] : costs_of(of.focus.explained->warps)) {
    const std::string code = numbered_line(of.frame.scenery->kernel_text(), line);
    const Target target{.kind = Target::Kind::line, .number = line};
    const bool is_lit = line == of.frame.line;
    table.rows.push_back({{{{code, std::to_string(line)}, Ink::text, Face::mono}}, target, is_lit});
    for (std::size_t n = 0; n < bars.size(); ++n) {
      table.rows.back().cells.push_back(count_cell(costs[n]));
      bars[n].push_back({code, static_cast<double>(costs[n]), "", "", cost_columns[n].ink, is_lit, target});
    }
  }
  const std::string counted = counted_words(*of.frame.scenery);
  for (std::size_t n = 0; n < bars.size(); ++n)
    if (cost_columns[n].chart != nullptr) flow.shares(cost_columns[n].chart, counted, bars[n]);
  flow.heading({"All lines"}, counted);
  flow.table(table);
  return picture;
}

void dump_lines(const Explainable& of, Json& state) {
  Json& lines = state["lines"] = Json::array();
  for (const auto& [line, costs] : costs_of(of.focus.explained->warps)) {
    lines.push_back(Json::object());
    lines.back()["line"] = line;
    for (std::size_t n = 0; n < costs.size(); ++n) lines.back()[cost_columns[n].key] = costs[n];
  }
}

}  // namespace tilescope
