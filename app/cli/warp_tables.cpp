#include "app/cli/warp_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/stage/words.h"

namespace tilescope::cli {

namespace {

bool is_store(const AccessSite& site) {
  return site.name.kind == Kind::global_store || site.name.kind == Kind::shared_store;
}

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::global_load: return "global_load";
    case Kind::global_store: return "global_store";
    case Kind::shared_load: return "shared_load";
    default: return "shared_store";
  }
}

// "load A", or "load A, operand 1" if the line loads A more than once.
std::string title(const Warps& warps, const AccessSite& site, const std::vector<ArrayInfo>& arrays) {
  const auto alike = std::count_if(warps.sites.begin(), warps.sites.end(), [&](const AccessSite& other) {
    return other.line == site.line && other.name.kind == site.name.kind && other.name.array == site.name.array;
  });
  std::string text = fmt::format("{} {}", is_store(site) ? "store" : "load", arrays[site.name.array].name);
  if (alike > 1) text += fmt::format(", operand {}", site.name.operand);
  return text;
}

std::string one_digit(double number) { return fmt::format("{:.1f}", number); }

bool is_constant(const AccessSite& site, const std::vector<ArrayInfo>& arrays) {
  return site.name.array < arrays.size() && arrays[site.name.array].is_constant;
}

std::string global_table(const Warps& warps, const std::vector<ArrayInfo>& arrays) {
  Table table({1});
  table.row({"line", "global memory", "requests", "lanes", "sectors", "per request", "at most", "ideal", "lines",
             "efficiency"});
  for (const AccessSite& site : warps.sites)
    if (site.name.is_global() && !is_constant(site, arrays))
      table.row({std::to_string(site.line), title(warps, site, arrays), count_name(site.requests),
                 one_digit(site.average_lanes()), count_name(site.sectors), one_digit(site.average_sectors()),
                 std::to_string(site.worst_sectors), count_name(site.ideal_sectors), count_name(site.lines),
                 fmt::format("{:.1f} %", 100 * site.efficiency())});
  const bool shares = std::any_of(warps.sites.begin(), warps.sites.end(), [&](const AccessSite& site) {
    return site.name.is_global() && !is_constant(site, arrays) && site.efficiency() > 1;
  });
  return table.text() + (shares ? "efficiency: bytes that lanes request / bytes moved; above 100 %: several "
                                  "lanes request the same element\n"
                                : "");
}

// Constant memory has its own cache and transfers no sectors of global memory.
std::string constant_table(const Warps& warps, const std::vector<ArrayInfo>& arrays) {
  Table table({1});
  table.row({"line", "constant memory", "requests", "lanes"});
  for (const AccessSite& site : warps.sites)
    if (is_constant(site, arrays))
      table.row({std::to_string(site.line), title(warps, site, arrays), count_name(site.requests),
                 one_digit(site.average_lanes())});
  return table.text();
}

std::string shared_table(const Warps& warps, const std::vector<ArrayInfo>& arrays) {
  Table table({1});
  table.row({"line", "shared memory", "requests", "lanes", "wavefronts", "ideal", "ways", "at most"});
  for (const AccessSite& site : warps.sites)
    if (!site.name.is_global())
      table.row({std::to_string(site.line), title(warps, site, arrays), count_name(site.requests),
                 one_digit(site.average_lanes()), count_name(site.wavefronts), count_name(site.parts),
                 one_digit(site.average_ways()), std::to_string(site.worst_ways)});
  return table.text();
}

// "hist[3] of block (0,1)", because each block has its own shared cells.
std::string name_of(const WantedCell& cell, const ArrayInfo& array, const Launch& launch) {
  const std::string name = element_name(array, cell.index);
  return array.space == Space::shared && launch.grid.count() > 1
             ? fmt::format("{} of block {}", name, block_name(launch, cell.block))
             : name;
}

std::string atomics_table(const Warps& warps, const Launch& launch, const std::vector<ArrayInfo>& arrays) {
  Table table({1});
  table.row({"line", "atomics", "requests", "lanes", "rounds", "at most", "cells", "threads per cell", "busiest cell",
             "its threads"});
  for (const AtomicSite& site : warps.atomics)
    table.row({std::to_string(site.line), fmt::format("{} {}", function_name(site.kind), arrays[site.array].name),
               count_name(site.requests), one_digit(site.average_lanes()), one_digit(site.average_rounds()),
               std::to_string(site.worst), count_name(site.cells.size()), one_digit(site.average_threads()),
               name_of(site.cells.front(), arrays[site.array], launch), count_name(site.cells.front().threads)});
  return table.text();
}

// "32: 40, 4: 8": for each number of lanes, the number of warp steps; most lanes first.
std::string histogram(const LineLanes& line) {
  std::string text;
  for (std::size_t lanes = line.warp_steps.size(); lanes-- > 0;)
    if (line.warp_steps[lanes] > 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", lanes, count_name(line.warp_steps[lanes]));
  return text;
}

std::string lanes_table(const Warps& warps) {
  Table table({4});
  table.row({"line", "warp steps", "lanes", "divergent", "steps by lanes"});
  for (const LineLanes& line : warps.lines)
    table.row({std::to_string(line.line), count_name(line.total()), one_digit(line.average_lanes()),
               count_name(line.partial), histogram(line)});
  return table.text();
}

std::uint64_t strays(const Warps& warps) {
  std::uint64_t sum = 0;
  for (const AccessSite& site : warps.sites) sum += site.strays;
  return sum;
}

Json json_of(const AccessSite& site, const std::vector<ArrayInfo>& arrays) {
  const Json all{{"line", site.line},
                 {"kind", is_constant(site, arrays) ? "constant_load" : word_of(site.name.kind)},
                 {"array", arrays[site.name.array].name},
                 {"operand", site.name.operand},
                 {"element_bytes", site.name.bytes},
                 {"requests", site.requests},
                 {"lanes", site.lanes},
                 {"elements", site.elements},
                 {"out_of_bounds", site.strays}};
  if (is_constant(site, arrays)) return all.with({{"memory", "constant"}});
  if (site.name.is_global())
    return all.with({{"sectors", site.sectors},
                     {"ideal_sectors", site.ideal_sectors},
                     {"worst_sectors", site.worst_sectors},
                     {"lines", site.lines},
                     {"efficiency", site.efficiency()}});
  return all.with({{"wavefronts", site.wavefronts},
                   {"ideal_wavefronts", site.parts},
                   {"average_ways", site.average_ways()},
                   {"worst_ways", site.worst_ways}});
}

Json json_of(const AtomicSite& site, const Launch& launch, const std::vector<ArrayInfo>& arrays) {
  const bool is_shared = arrays[site.array].space == Space::shared;
  constexpr std::size_t most_cells = 32;  // listed; the most wanted come first
  Json cells = Json::array();
  for (std::size_t n = 0; n < site.cells.size() && n < most_cells; ++n) {
    const WantedCell& of = site.cells[n];
    const Json cell{{"index", of.index}, {"threads", of.threads}, {"times", of.times}};
    const Json block{of.block / launch.grid.x, of.block % launch.grid.x};
    cells.push_back(is_shared ? cell.with({{"block", block}}) : cell);
  }
  return {{"line", site.line},
          {"column", site.column},
          {"function", function_name(site.kind)},
          {"array", arrays[site.array].name},
          {"requests", site.requests},
          {"lanes", site.lanes},
          {"average_rounds", site.average_rounds()},
          {"worst_lanes_at_one_cell", site.worst},
          {"cells", site.cells.size()},
          {"average_threads_of_a_cell", site.average_threads()},
          {"most_wanted", cells}};
}

Json json_of(const LineLanes& line) {
  Json by_lanes = Json::object();
  for (std::size_t lanes = 0; lanes < line.warp_steps.size(); ++lanes)
    if (line.warp_steps[lanes] > 0) by_lanes[std::to_string(lanes)] = line.warp_steps[lanes];
  return {{"line", line.line},
          {"warp_steps", line.total()},
          {"average_lanes", line.average_lanes()},
          {"divergent_steps", line.partial},
          {"steps_by_lanes", by_lanes}};
}

}  // namespace

Json warps_json(const Warps& warps, const Launch& launch, const std::vector<ArrayInfo>& arrays) {
  Json sites = Json::array(), atomics = Json::array(), lines = Json::array();
  for (const AccessSite& site : warps.sites) sites.push_back(json_of(site, arrays));
  for (const AtomicSite& site : warps.atomics) atomics.push_back(json_of(site, launch, arrays));
  for (const LineLanes& line : warps.lines) lines.push_back(json_of(line));
  return {{"blocks", warps.blocks}, {"all_blocks", warps.all_blocks},
          {"source", "counted"},    {"accesses", sites},
          {"atomics", atomics},     {"lines", lines}};
}

std::string warps_text(const Warps& warps, const Launch& launch, const std::vector<ArrayInfo>& arrays) {
  if (warps.blocks == 0) return "warps: the trace has no events, so nothing can be counted\n";
  std::string text = fmt::format("warps: counted in {} of {} blocks, with the lanes of a warp in step\n\n",
                                 count_name(warps.blocks), count_name(warps.all_blocks));
  const auto is_of_constants = [&](const AccessSite& site) { return is_constant(site, arrays); };
  const auto is_global = [](const AccessSite& site) { return site.name.is_global(); };
  const auto moves_sectors = [&](const AccessSite& site) { return is_global(site) && !is_of_constants(site); };
  if (std::any_of(warps.sites.begin(), warps.sites.end(), moves_sectors)) text += global_table(warps, arrays) + "\n";
  if (std::any_of(warps.sites.begin(), warps.sites.end(), is_of_constants))
    text += constant_table(warps, arrays) + "\n";
  if (!std::all_of(warps.sites.begin(), warps.sites.end(), is_global)) text += shared_table(warps, arrays) + "\n";
  if (!warps.atomics.empty()) text += atomics_table(warps, launch, arrays) + "\n";
  text += lanes_table(warps);
  if (strays(warps) > 0)
    text += fmt::format("\n{} out-of-bounds accesses were not performed and are not in these tables\n",
                        count_name(strays(warps)));
  return text;
}

}  // namespace tilescope::cli
