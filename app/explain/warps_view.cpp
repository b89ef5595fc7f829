#include "app/explain/warps_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/explain/access_picture.h"
#include "app/explain/atomic_picture.h"
#include "app/explain/finding_words.h"
#include "app/explain/shuffle_picture.h"
#include "app/explain/warp_picture.h"
#include "app/explain/warp_words.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// "2", "2.5".
std::string number_words(double number) {
  const std::string words = fmt::format("{:.1f}", number);
  return words.ends_with(".0") ? words.substr(0, words.size() - 2) : words;
}

// "1 sector", "2.5 sectors".
std::string average_words(double average, const char* what) {
  const std::string number = number_words(average);
  return fmt::format("{} {}{}", number, what, number == "1" ? "" : "s");
}

Table::Row row_of(std::uint32_t line, std::initializer_list<std::string> words) {
  Table::Row row{{{{std::to_string(line)}}}, {.kind = Target::Kind::line, .number = line}};
  for (const std::string& each : words) row.cells.push_back({{each}});
  return row;
}

Table::Row row_of(const Scenery& scenery, const AccessSite& site) {
  std::string each, more;
  if (scenery.arrays()[site.name.array].is_constant) {
    each = "constant";
  } else if (site.name.is_global()) {
    each = average_words(site.average_sectors(), "sector");
    more = site.efficiency() > 1 ? "shared" : percent_words(site.efficiency()) + " used";
  } else if (site.worst_ways <= 1) {
    each = "no conflict";
  } else {
    const std::string average = number_words(site.average_ways()), worst = std::to_string(site.worst_ways);
    each = average + "-way" + (average == worst ? " conflict" : ", at most " + worst);
    more = many(site.conflicts(), "conflict");
  }
  return row_of(site.line, {access_words(scenery, site.name), short_count(site.requests, 7), each, more});
}

Table::Row row_of(const Scenery& scenery, const AtomicSite& site) {
  return row_of(site.line, {fmt::format("{} {}", function_name(site.kind), scenery.arrays()[site.array].name),
                            short_count(site.requests, 7), average_words(site.average_rounds(), "round"),
                            fmt::format("at most {}", site.worst)});
}

// What the warp does in the step: each access in the order of the source.
std::vector<Picture> parts_of(const Frame& frame, float ease, const View& view) {
  if (frame.at_begin) return {lanes_picture(frame, view)};
  std::vector<Picture> parts;
  if (auto shuffle = shuffle_picture(frame, ease, view)) parts.push_back(std::move(*shuffle));
  for (std::size_t n = 0; n < frame.warp.atomics.size(); ++n) parts.push_back(atomic_picture(frame, n, ease, view));
  for (std::size_t n = 0; n < frame.warp.accesses.size(); ++n) parts.push_back(access_picture(frame, n, ease, view));
  return parts;
}

constexpr float between_parts = 0.3F;  // in units of the text size

float height_of(const std::vector<Picture>& parts, float text) {
  float height = 0;
  for (const Picture& part : parts) height += part.height + between_parts * text;
  return height;
}

// With links as long as the room allows, within their limits. If possible, the rest fits below them.
std::vector<Picture> parts_in(float room, float rest, const Frame& frame, const View& view) {
  std::vector<Picture> longest = parts_of(frame, 1, view);
  const float most = height_of(longest, view.text), least = height_of(parts_of(frame, 0, view), view.text);
  if (least + rest <= room) room -= rest;
  return most <= room ? longest : parts_of(frame, std::max(0.0F, (room - least) / (most - least)), view);
}

Sign cell_sign(const std::string& words, const Cell& cell) {
  return {words, 1, [=](Picture& picture, const Box& box) {
            picture.grids.push_back(grid_in(box, 1, 1, "key " + words, Ink::rule));
            picture.grids.back().cells = {cell};
          }};
}

// The first such cell in grids with that name, or in any grid if the name is empty.
template <class IsSo>
std::optional<Cell> cell_in(const std::vector<Picture>& parts, std::string_view name, const IsSo& is_so) {
  for (const Picture& part : parts)
    for (const Grid& grid : part.grids)
      if (name.empty() || grid.name == name)
        if (const auto found = std::find_if(grid.cells.begin(), grid.cells.end(), is_so); found != grid.cells.end())
          return *found;
  return std::nullopt;
}

std::optional<Sign> sector_sign(const Frame& frame) {
  const std::vector<ArrayInfo>& arrays = frame.scenery->arrays();
  std::set<std::string> used;
  Ink ink = Ink::none;
  for (const WarpAccess& access : frame.warp.accesses) {
    if (access.global.sectors == 0 || arrays[access.name.array].is_constant) continue;
    used.insert(used_words(access, arrays));
    if (ink == Ink::none) ink = ink_of(*frame.scenery, access.name.array);
  }
  if (used.empty()) return std::nullopt;
  const std::string words = used.size() == 1 ? *used.begin() : "";
  return Sign{words.empty() ? "a sector" : "a sector: " + words, 1.6F, [=](Picture& picture, const Box& box) {
                picture.shapes.push_back({{box.x, box.y + 0.39F * box.h, box.w, 0.22F * box.h}, ink});
              }};
}

// The meaning of the marks that are drawn.
std::vector<Sign> signs_of(const Frame& frame, const std::vector<Picture>& parts) {
  std::vector<Sign> signs{
      cell_sign(thread_name(frame.scenery->launch(), frame.thread), {Ink::none, Mark::none, 0, true, false})};
  const auto add = [&](const char* words, std::optional<Cell> cell) {
    if (!cell) return;
    cell->lit = false;
    signs.push_back(cell_sign(words, *cell));
  };
  add("takes no part", cell_in(parts, "", [](const Cell& one) { return one.mark == Mark::dot; }));
  add("waits", cell_in(parts, "banks", [](const Cell& one) { return one.ink == Ink::bad; }));
  add("unused", cell_in(parts, "memory", [](const Cell& one) { return one.strength == comes_along; }));
  if (const std::optional<Sign> sector = sector_sign(frame); sector && !frame.at_begin) signs.push_back(*sector);
  return signs;
}

// All accesses and atomics, by line. A click on a row goes to the line's first step.
Table table_of(const Frame& frame, const Warps& warps) {
  Table table{{Align::left, Align::left, Align::right, Align::right, Align::right}, {}};
  for (const AccessSite& site : warps.sites) table.rows.push_back(row_of(*frame.scenery, site));
  for (const AtomicSite& site : warps.atomics) table.rows.push_back(row_of(*frame.scenery, site));
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const Table::Row& one, const Table::Row& other) {
    return one.target.number < other.target.number;
  });
  for (Table::Row& row : table.rows) {
    row.is_lit = row.target.number == frame.line && !frame.at_begin;
    row.target.moment = first_step_of_line;
    row.leads = true;
  }
  Table head;
  head.add({"line", "access", "requests", "per request"}, Ink::dim);
  table.rows.insert(table.rows.begin(), head.rows.front());
  return table;
}

// "960 bank conflicts: shared memory takes 1 920 wavefronts instead of 960". Empty without shared memory.
std::string conflict_words(const Warps& warps) {
  std::uint64_t wavefronts = 0, conflicts = 0;
  for (const AccessSite& site : warps.sites) wavefronts += site.wavefronts, conflicts += site.conflicts();
  if (wavefronts == 0) return "";
  if (conflicts == 0) return "No bank conflicts in this launch.";
  return fmt::format("{}: shared memory takes {} wavefronts instead of {}.", many(conflicts, "bank conflict"),
                     count_name(wavefronts), count_name(wavefronts - conflicts));
}

// For a class, the title explains what a request is.
void tell_all_warps(Flow& flow, const Frame& frame, const Warps& warps, const View& view) {
  // The table would give away the answer.
  if (view.is_guessing || (view.is_for_a_class() && frame.at_begin)) return;
  if (view.is_for_a_class())
    flow.heading({"All warps, counted (request: a warp's access)", "All warps of the launch (counted)"});
  else
    flow.heading({"All warps of the launch", "All warps"}, counted_words(*frame.scenery));
  if (const std::string conflicts = conflict_words(warps); !conflicts.empty())
    flow.words(conflicts, {Ink::text, Face::bold, 1, 0});
  flow.table(table_of(frame, warps));
}

// Which warp it is, and what it runs.
void tell_place(Picture& picture, Flow& flow, const Frame& frame, const View& view) {
  const float top = flow.y();
  const WarpStep& step = frame.warp;
  const auto taking_part = std::count(step.takes_part.begin(), step.takes_part.end(), true);
  const std::string block = block_name(frame.scenery->launch(), frame.block);
  const std::string lanes = fmt::format("{} of {} lanes", frame.at_begin ? 0 : taking_part, step.takes_part.size());
  const std::string brief = fmt::format("Warp {}, block {}: {}", frame.thread / warp_lanes, block, lanes);
  flow.words(first_that_fits({fmt::format("Warp {} of block {}: {} take part", frame.thread / warp_lanes, block, lanes),
                              brief + " take part", brief},
                             0.95F * view.width, view.text, Face::bold),
             {Ink::text, Face::bold, 1, 0});
  picture.hits.push_back({{0, top, view.width, flow.y() - top},
                          {.kind = Target::Kind::block, .number = static_cast<std::uint32_t>(frame.block)}});
  if (frame.line == 0) return;
  const float below = flow.y();
  flow.words(numbered_line(frame.scenery->kernel_text(), frame.line), {Ink::text, Face::mono, 0.8F, 0});
  picture.hits.push_back(
      {{0, below, view.width, flow.y() - below}, {.kind = Target::Kind::line, .number = frame.line}});
}

}  // namespace

Picture warps_picture(const Frame& frame, const Explained& explained, const View& view) {
  Picture picture = view.picture();
  Flow flow(picture, view);
  tell_place(picture, flow, frame, view);
  const auto draw_rest = [&](Flow& rest) { tell_all_warps(rest, frame, explained.warps, view); };
  const float room = view.height - flow.y() - 2.2F * view.text;  // without the legend
  std::vector<Picture> parts = parts_in(room, height_of(view.width, view.text, draw_rest), frame, view);
  if (frame.at_begin || parts.empty())
    flow.note(frame.at_begin ? "Nothing has happened yet." : "No memory access in this step.");
  flow.space(between_parts);
  const std::vector<Sign> signs = parts.empty() ? std::vector<Sign>{} : signs_of(frame, parts);
  for (Picture& part : parts) {
    flow.add(std::move(part));
    flow.space(between_parts);
  }
  flow.legend(signs);
  picture.wanted = Box{0, 0, view.width, flow.y()};
  flow.space(between_parts);
  draw_rest(flow);
  return picture;
}

void dump_warps(const Explainable& of, Json& state) {
  const Frame& frame = of.frame;
  const WarpStep& step = frame.warp;
  Json accesses = Json::array();
  for (const WarpAccess& access : step.accesses)
    accesses.push_back({{"array", of.trace.arrays()[access.name.array].name},
                        {"sectors", access.global.sectors},
                        {"lines", access.global.lines},
                        {"ideal_sectors", access.global.ideal_sectors},
                        {"ways", access.shared.ways},
                        {"says", cost_words(access, of.trace.arrays())}});
  Json atomics = Json::array();
  for (const WarpAtomic& atomic : step.atomics)
    atomics.push_back({{"array", of.trace.arrays()[atomic.array].name},
                       {"function", function_name(atomic.kind)},
                       {"lanes", atomic.lanes},
                       {"cells", atomic.cells},
                       {"most_lanes_at_one_cell", atomic.most},
                       {"says", contention_words(atomic, of.trace.arrays())}});
  state["warp"] = {
      {"number", frame.thread / warp_lanes}, {"line", step.line}, {"accesses", accesses}, {"atomics", atomics}};
}

std::string warps_line(const Explainable& of) {
  const Frame& frame = of.frame;
  const WarpStep& step = frame.warp;
  if (!frame.at_begin && step.accesses.empty() && !step.atomics.empty())
    return fmt::format("{}: {}, line {}", contention_words(step.atomics.front(), of.trace.arrays()),
                       of.trace.launch().kernel, frame.line);
  if (frame.at_begin || step.accesses.empty()) return "";
  const WarpAccess& access = step.accesses.front();
  return fmt::format("{} by a warp: {}: {}, line {}", of.trace.arrays()[access.name.array].name,
                     cost_words(access, of.trace.arrays()), of.trace.launch().kernel, frame.line);
}

WarpLinks warps_links(const Replay& replay, const Explainable& of) {
  const Target& target = of.hovered;
  if (target.kind == Target::Kind::thread) return links_of_lane(replay, of.frame, target.number);
  if (target.kind == Target::Kind::bank) return links_of_bank(of.frame, target.array, target.number);
  return {};
}

}  // namespace tilescope
