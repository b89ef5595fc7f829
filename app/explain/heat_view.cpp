#include "app/explain/heat_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/explain/flow.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"
#include "app/stage/theme.h"

namespace tilescope {

namespace {

struct Scale {
  std::uint32_t least = ~0U, most = 0;

  [[nodiscard]] std::uint8_t strength(std::uint32_t loads) const {
    return most == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::uint64_t{255} * loads / most);
  }
};

const Heat* heat_of(const HeatOf& of, std::string_view name) {
  if (of.replay == nullptr || of.explained == nullptr) return nullptr;
  const auto& arrays = of.replay->trace().arrays();
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (arrays[n].name == name && arrays[n].space == Space::global) return &of.explained->reuse.arrays[n];
  return nullptr;
}

Scale scale_of(const HeatOf& focus, const HeatOf& beside) {
  Scale scale;
  for (const HeatOf* of : {&focus, &beside})
    for (const char* name : {"A", "B"})
      if (const Heat* heat = heat_of(*of, name))
        for (const std::uint32_t loads : heat->loads) {
          scale.least = std::min(scale.least, loads);
          scale.most = std::max(scale.most, loads);
        }
  return scale;
}

std::string times(std::uint64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

void draw_matrix(Picture& picture, Box box, const HeatOf& of, const Heat& heat, std::string_view name,
                 std::uint8_t launch, const Scale& scale, float text) {
  Grid grid;
  grid.box = box;
  grid.rows = static_cast<std::uint32_t>(heat.rows);
  grid.columns = static_cast<std::uint32_t>(heat.columns);
  grid.name = fmt::format("heat {}", name);
  const auto& arrays = of.replay->trace().arrays();
  const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& a) { return a.name == name; });
  grid.first = {
      .kind = Target::Kind::element, .launch = launch, .array = static_cast<std::uint8_t>(array - arrays.begin())};
  grid.cells.resize(heat.loads.size(), Cell{Ink::cell, Mark::none, 0, false, true});
  for (std::size_t n = 0; n < heat.loads.size(); ++n) grid.cells[n].strength = scale.strength(heat.loads[n]);
  const float side = box.w / static_cast<float>(grid.columns);
  if (side >= 1.7F * text)
    for (std::uint32_t n = 0; n < heat.loads.size(); ++n)
      put(picture, grid.cell_box(n / grid.columns, n % grid.columns).inset(1), std::to_string(heat.loads[n]),
          0.8F * text, ink_on_heat(grid.cells[n].strength), Face::bold, Align::center);
  picture.grids.push_back(std::move(grid));
}

// The colours from nothing to the most, with their ends named.
void draw_legend(Picture& picture, float y, const Scale& scale, float text) {
  constexpr std::uint32_t steps = 24;
  const float size = 0.82F * text, height = 1.1F * text;
  put(picture, {0, y, 2.4F * text, height}, "0", size, Ink::dim, Face::sans, Align::right);
  Grid grid;
  grid.box = {2.9F * text, y, 9.6F * text, height};
  grid.rows = 1;
  grid.columns = steps;
  grid.border = Ink::rule;
  grid.name = "heat legend";
  for (std::uint32_t n = 0; n < steps; ++n)
    grid.cells.push_back({Ink::cell, Mark::none, static_cast<std::uint8_t>(255 * n / (steps - 1)), false, true});
  const float right = grid.box.right() + 0.5F * text;
  picture.grids.push_back(std::move(grid));
  put(picture, {right, y, picture.width - right, height},
      fmt::format("{} loads; the least is {}", scale.most, scale.least), size, Ink::dim);
}

std::string cover_words(const HeatOf& of) {
  const Reuse& reuse = of.explained->reuse;
  if (reuse.recorded_blocks == reuse.all_blocks) return "";
  return fmt::format("Counted in {} of {} blocks of {}.", reuse.recorded_blocks, reuse.all_blocks,
                     of.replay->trace().launch().kernel);
}

// Lines of what is told below the maps.
std::size_t lines_below(const std::vector<const HeatOf*>& all) {
  const auto& arrays = all[0]->replay->trace().arrays();
  auto lines =
      std::count_if(arrays.begin(), arrays.end(), [](const ArrayInfo& of) { return of.space == Space::shared; });
  for (const HeatOf* of : all) lines += cover_words(*of).empty() ? 0 : 2;
  return static_cast<std::size_t>(lines);
}

// How often what was put into a shared cell is read, on average.
void tell_shared(Flow& flow, const HeatOf& of) {
  const auto& arrays = of.replay->trace().arrays();
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    if (arrays[n].space != Space::shared) continue;
    const Heat& heat = of.explained->reuse.arrays[n];
    if (heat.all_stores() == 0) continue;
    flow.words(fmt::format("{}: {} reads of {} fills, {} each", arrays[n].name, count_name(heat.all_loads()),
                           count_name(heat.all_stores()),
                           ratio_name(static_cast<double>(heat.all_loads()) / static_cast<double>(heat.all_stores()))),
               {Ink::dim, Face::sans, 0.85F, 0});
  }
}

}  // namespace

std::string heat_words(const HeatOf& focus, const HeatOf& beside, const Target& pointed) {
  if (pointed.kind != Target::Kind::element) return "";
  const HeatOf& of = pointed.launch == 0 ? focus : beside;
  if (of.replay == nullptr || pointed.array >= of.replay->trace().arrays().size()) return "";
  const ArrayInfo& info = of.replay->trace().arrays()[pointed.array];
  const Heat* const own = heat_of(focus, info.name);
  if (own == nullptr || info.name == "C" || pointed.number >= own->loads.size()) return "";
  std::string text = fmt::format("{}: loaded {} by {}", element_name(info, pointed.number),
                                 times(own->loads[pointed.number]), focus.replay->trace().launch().kernel);
  const Heat* const other = heat_of(beside, info.name);
  if (other == nullptr || pointed.number >= other->loads.size()) return text;
  text += fmt::format("; {} by {}", times(other->loads[pointed.number]), beside.replay->trace().launch().kernel);
  if (const auto saved = loads_saved(beside.explained->reuse, *other, focus.explained->reuse, *own);
      saved && (*saved)[pointed.number] > 0)
    text += fmt::format(": {} saved", (*saved)[pointed.number]);
  return text;
}

Picture heat_picture(const HeatOf& focus, const HeatOf& beside, const View& view) {
  const float text = view.text;
  Picture picture;
  picture.width = view.width;
  picture.height = view.height;
  Flow flow(picture, {0, 0, view.width, view.height}, text);
  flow.words("Loads of each element from global memory (counted)", {Ink::text, Face::bold, 1, 0});
  const Scale scale = scale_of(focus, beside);
  if (scale.most == 0) {
    flow.words("No element was loaded in a recorded block.", {Ink::dim, Face::sans, 0.9F, 0});
    return picture;
  }
  draw_legend(picture, flow.y() + 0.2F * text, scale, text);
  flow.space(1.7F);
  const std::string pointed = heat_words(focus, beside, view.hovered);
  const float before = flow.y();
  flow.words(pointed.empty() ? "Point at an element to compare its loads." : pointed,
             {pointed.empty() ? Ink::dim : Ink::text, Face::sans, 0.85F, 0});
  flow.space(std::max(0.0F, 2.7F - (flow.y() - before) / text));  // room for two lines, so that nothing jumps
  std::vector<const HeatOf*> columns{&focus};
  if (beside.replay != nullptr && beside.explained != nullptr) columns.push_back(&beside);
  const Launch& launch = focus.replay->trace().launch();
  const float gap = 1.4F * text,
              wide = (view.width - gap * static_cast<float>(columns.size() - 1)) / static_cast<float>(columns.size());
  const float titles = 4.4F * text, shared = (0.6F + 1.5F * static_cast<float>(lines_below(columns))) * text;
  const float height = view.height - flow.y() - titles - shared;
  const auto sides = static_cast<float>(launch.m + launch.k);
  float cell = std::min({wide / static_cast<float>(std::max(launch.k, launch.n)), height / sides, 2.6F * text});
  if (cell >= 6) cell = std::floor(cell);
  if (height <= 0 || cell <= 0) return picture;
  float bottom = flow.y();
  for (std::size_t n = 0; n < columns.size(); ++n) {
    const HeatOf& of = *columns[n];
    const float x = static_cast<float>(n) * (wide + gap);
    float y = flow.y();
    put(picture, {x, y, wide, 1.4F * text}, of.replay->trace().launch().kernel, 0.9F * text,
        n == 0 ? Ink::c : Ink::other, Face::bold);
    y += 1.4F * text;
    for (const char* name : {"A", "B"}) {
      const Heat* const heat = heat_of(of, name);
      if (heat == nullptr) continue;
      put(picture, {x, y, wide, 1.4F * text}, fmt::format("{}: {} loads", name, count_name(heat->all_loads())),
          0.85F * text, Ink::dim);
      y += 1.4F * text;
      const Box box{x, y, cell * static_cast<float>(heat->columns), cell * static_cast<float>(heat->rows)};
      draw_matrix(picture, box, of, *heat, name, static_cast<std::uint8_t>(n), scale, text);
      y = box.bottom() + 0.1F * text;
    }
    bottom = std::max(bottom, y);
  }
  Flow below(picture, {0, bottom + 0.5F * text, view.width, view.height - bottom - 0.5F * text}, text);
  tell_shared(below, focus);
  for (const HeatOf* of : columns)
    if (const std::string cover = cover_words(*of); !cover.empty())
      below.words(cover, {Ink::dim, Face::sans, 0.85F, 0});
  return picture;
}

}  // namespace tilescope
