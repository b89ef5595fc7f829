#include "app/explain/heat_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/explain/explainable.h"
#include "app/stage/array_values.h"
#include "app/stage/flow.h"
#include "app/stage/merged.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/theme.h"

namespace tilescope {

namespace {

// Over all maps: the most loads of a cell, and the fewest and most of an element.
struct Scale {
  double hottest = 0;
  std::uint32_t least = ~0U, most = 0;
  std::uint32_t side = 1;

  [[nodiscard]] std::uint8_t strength(double loads) const {
    return hottest <= 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(255 * loads / hottest);
  }
};

std::optional<std::size_t> array_named(const Scenery& scenery, std::string_view name) {
  for (std::size_t n = 0; n < scenery.arrays().size(); ++n)
    if (scenery.arrays()[n].name == name && scenery.arrays()[n].space == Space::global) return n;
  return std::nullopt;
}

const Heat* heat_of(const HeatOf& of, std::string_view name) {
  if (of.scenery == nullptr || of.explained == nullptr) return nullptr;
  const auto array = array_named(*of.scenery, name);
  return array ? &of.explained->reuse.arrays[*array] : nullptr;
}

const HeatMap* map_of(const HeatOf& of, std::string_view name) {
  if (of.scenery == nullptr || of.explained == nullptr) return nullptr;
  if (of.whole != nullptr) return name == "A" ? &of.whole->a : &of.whole->b;
  const auto array = array_named(*of.scenery, name);
  return array ? &of.explained->heat[*array] : nullptr;
}

// The arrays that threads only read.
std::vector<std::string> inputs_of(const HeatOf& of) {
  std::vector<std::string> names;
  if (of.scenery == nullptr) return names;
  for (std::uint8_t array = 0; array < of.scenery->arrays().size(); ++array)
    if (of.scenery->is_global(array) && !of.scenery->is_written(array) && of.scenery->arrays()[array].elements() > 1)
      names.push_back(of.scenery->arrays()[array].name);
  return names;
}

Scale scale_of(const HeatOf& focus, const HeatOf& beside) {
  Scale scale;
  for (const HeatOf* of : {&focus, &beside})
    for (const std::string& name : inputs_of(*of))
      if (const HeatMap* map = map_of(*of, name)) {
        scale.least = std::min(scale.least, map->least);
        scale.most = std::max(scale.most, map->most);
        scale.side = std::max(scale.side, map->side);
        for (std::uint32_t cell = 0; cell < map->loads.size(); ++cell)
          scale.hottest = std::max(scale.hottest, map->mean(cell));
      }
  return scale;
}

std::string times(std::uint64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

void put_loads(Picture& picture, const Grid& grid, const HeatMap& map, const View& view) {
  std::vector<std::optional<Value>> loads;
  for (const std::uint64_t count : map.loads) loads.emplace_back(Value(Number::u64, count));
  const Box cell = grid.cell_box(0);
  const CellNames names = names_in_cells(loads, false, cell.w, cell.h, view);
  for (std::uint32_t n = 0; names.size > 0 && n < loads.size(); ++n)
    put(picture, grid.cell_box(n), names.names[n], std::min(names.size, std::max(0.8F, view.least) * view.text),
        ink_on_heat(grid.cells[n].strength), Face::bold, Align::center);
}

void draw_matrix(Picture& picture, Box box, const HeatOf& of, const HeatMap& map, std::string_view name,
                 std::uint8_t launch, const Scale& scale, const View& view) {
  Grid grid;
  grid.box = box;
  lay_out(grid, static_cast<std::uint32_t>(map.rows), static_cast<std::uint32_t>(map.columns), map.side,
          Cell{Ink::cell, Mark::none, 0, false, true});
  grid.name = fmt::format("heat {}", name);
  grid.first = {.kind = Target::Kind::element,
                .launch = launch,
                .array = static_cast<std::uint8_t>(*array_named(*of.scenery, name))};
  for (std::uint32_t n = 0; n < map.loads.size(); ++n) grid.cells[n].strength = scale.strength(map.mean(n));
  if (map.side == 1) put_loads(picture, grid, map, view);
  picture.grids.push_back(std::move(grid));
}

// The colours from zero to the maximum.
Sign sign_of(const Scale& scale) {
  return {
      fmt::format("maximum {} loads, minimum {}", count_name(scale.most), count_name(scale.least)), 10.5F,
      [](Picture& picture, const Box& box) {
        constexpr std::uint32_t steps = 24;
        put(picture, {box.x, box.y, 0.7F * box.h, box.h}, "0", 0.82F * box.h, Ink::dim);
        Grid grid =
            grid_in({box.x + 0.9F * box.h, box.y, box.w - 0.9F * box.h, box.h}, 1, steps, "heat legend", Ink::rule);
        for (std::uint32_t n = 0; n < steps; ++n)
          grid.cells.push_back({Ink::cell, Mark::none, static_cast<std::uint8_t>(255 * n / (steps - 1)), false, true});
        picture.grids.push_back(std::move(grid));
      }};
}

std::string cover_words(const HeatOf& of) {
  const Reuse& reuse = of.explained->reuse;
  if (of.whole != nullptr || reuse.recorded_blocks == reuse.all_blocks) return "";
  const std::string rest = of.counting             ? fmt::format(" Counting all blocks: {:.0f} %.", 100 * *of.counting)
                           : of.scenery->all_ran() ? ""
                                                   : " Counting all blocks needs a GPU.";
  return fmt::format("Counted in {} of {} blocks of {}.{}", count_name(reuse.recorded_blocks),
                     count_name(reuse.all_blocks), of.scenery->launch().kernel, rest);
}

// How often each value in shared memory is read, on average.
void tell_shared(Flow& flow, const HeatOf& of) {
  const auto& arrays = of.scenery->arrays();
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    if (arrays[n].space != Space::shared) continue;
    const Heat& heat = of.explained->reuse.arrays[n];
    if (heat.all_stores() == 0) continue;
    flow.note(fmt::format("{}: {} reads for {} fills, {} per fill", arrays[n].name, count_name(heat.all_loads()),
                          count_name(heat.all_stores()),
                          ratio_name(static_cast<double>(heat.all_loads()) / static_cast<double>(heat.all_stores()))));
  }
}

// The inputs of one launch, one below the other.
void draw_column(Flow& flow, Picture& picture, const HeatOf& of, std::uint8_t number, float cell, const Scale& scale,
                 const View& view) {
  flow.words(of.scenery->launch().kernel, {number == 0 ? Ink::c : Ink::other, Face::bold, 0.9F, 0});
  for (const std::string& name : inputs_of(of)) {
    const HeatMap* const heat = map_of(of, name);
    if (heat == nullptr) continue;
    flow.note(fmt::format("{}: {} loads", name, large_count_name(static_cast<double>(heat->all_loads()))));
    Box box = flow.row(cell * static_cast<float>(heat->rows) / view.text);
    box.w = cell * static_cast<float>(heat->columns);
    draw_matrix(picture, box, of, *heat, name, number, scale, view);
    flow.space(0.1F);
  }
}

void tell_below(Flow& flow, const std::vector<const HeatOf*>& columns, const Scale& scale) {
  if (scale.side > 1) flow.note(fmt::format("A cell shows the mean of {0} × {0} elements.", scale.side));
  tell_shared(flow, *columns.front());
  for (const HeatOf* of : columns) flow.note(cover_words(*of));
}

// The side of an element in all maps. Maps use the height of the view, within limits.
float side_of_element(const std::vector<const HeatOf*>& columns, float wide, float high, float text) {
  constexpr float least_map = 6, most_element = 2.6F;  // in units of the text size
  float side = most_element * text;
  for (const HeatOf* of : columns) {
    float rows = 0, maps = 0;
    for (const std::string& name : inputs_of(*of))
      if (const HeatMap* const map = map_of(*of, name)) {
        rows += static_cast<float>(map->rows), ++maps;
        side = std::min(side, wide / static_cast<float>(map->columns));
      }
    const float titles = (1 + maps) * 1.4F * text;
    if (rows > 0) side = std::min(side, std::max(high - titles, least_map * text * maps) / rows);
  }
  return side >= 6 ? std::floor(side) : side;
}

}  // namespace

std::string heat_words(const HeatOf& focus, const HeatOf& beside, const Target& pointed) {
  if (pointed.kind != Target::Kind::element) return "";
  const HeatOf& of = pointed.launch == 0 ? focus : beside;
  if (of.scenery == nullptr || pointed.array >= of.scenery->arrays().size()) return "";
  const ArrayInfo& info = of.scenery->arrays()[pointed.array];
  const HeatMap* const own = map_of(focus, info.name);
  if (own == nullptr || of.scenery->is_written(pointed.array) || pointed.number >= own->rows * own->columns) return "";
  const std::uint32_t cell = own->cell_of(pointed.number);
  const HeatMap* const other = map_of(beside, info.name);
  const bool compares = other != nullptr && other->rows == own->rows && other->columns == own->columns;
  const std::string& kernel = focus.scenery->launch().kernel;
  if (own->side > 1) {
    const auto first = [&](std::uint32_t at) { return at * own->side; };
    std::string text = fmt::format("{} × {} elements of {} from [{}][{}] on: loaded {} times each by {}", own->side,
                                   own->side, info.name, first(cell / own->cell_columns()),
                                   first(cell % own->cell_columns()), ratio_name(own->mean(cell)), kernel);
    if (compares) text += fmt::format("; {} by {}", ratio_name(other->mean(cell)), beside.scenery->launch().kernel);
    return text;
  }
  std::string text =
      fmt::format("{}: loaded {} by {}", element_name(info, pointed.number), times(own->loads[cell]), kernel);
  if (!compares) return text;
  text += fmt::format("; {} by {}", times(other->loads[cell]), beside.scenery->launch().kernel);
  const Heat* const heat = heat_of(focus, info.name);
  const Heat* const heat_beside = heat_of(beside, info.name);
  if (const auto saved = loads_saved(beside.explained->reuse, *heat_beside, focus.explained->reuse, *heat);
      saved && (*saved)[pointed.number] > 0)
    text += fmt::format(": {} saved", (*saved)[pointed.number]);
  return text;
}

Picture heat_picture(const HeatOf& focus, const HeatOf& beside, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  Flow flow(picture, view);
  const Scale scale = scale_of(focus, beside);
  flow.words(focus.whole != nullptr
                 ? fmt::format("Loads of each element (all blocks, counted on {})", focus.whole->executor)
                 : fmt::format("Loads of each element from global memory ({})", counted_words(*focus.scenery)),
             {Ink::text, Face::bold, 1, 0});
  if (scale.most == 0) {
    flow.note("No element was loaded in a recorded block.");
    return picture;
  }
  flow.legend({sign_of(scale)});
  const std::string pointed = heat_words(focus, beside, view.hovered);
  const float before = flow.y();
  flow.words(pointed.empty() ? "Point at an element to see how often it is loaded." : pointed,
             {pointed.empty() ? Ink::dim : Ink::text, Face::sans, 0.85F, 0});
  flow.space(std::max(0.0F, 2.7F - (flow.y() - before) / text));  // two lines' height, so that the maps stay in place
  std::vector<const HeatOf*> columns{&focus};
  if (beside.scenery != nullptr && beside.explained != nullptr) columns.push_back(&beside);
  constexpr float gap = 1.4F;
  const auto count = static_cast<float>(columns.size());
  const float wide = (view.width - gap * text * (count - 1)) / count;
  const float below = height_of(view.width, text, [&](Flow& part) { tell_below(part, columns, scale); });
  const float side = side_of_element(columns, wide, view.height - flow.y() - below - 0.5F * text, text);
  std::vector<std::function<void(Flow&)>> drawn;
  for (std::size_t n = 0; n < columns.size(); ++n)
    drawn.emplace_back([&, n](Flow& column) {
      draw_column(column, picture, *columns[n], static_cast<std::uint8_t>(n), side, scale, view);
    });
  flow.columns(drawn, gap);
  flow.space(0.4F);
  tell_below(flow, columns, scale);
  return picture;
}

void dump_heat(const Explainable& of, Json& state) {
  state["pointed_at"] = heat_words(of.focus, of.beside, of.hovered);
  const WholeHeat* const whole = of.focus.whole;
  state["heat_of"] = whole != nullptr ? "all blocks, " + whole->executor : recorded_words(*of.focus.scenery);
}

std::string heat_line(const Explainable& of) {
  const auto most = [](const HeatOf& shown) {
    return shown.explained->reuse.most_global_loads(shown.scenery->arrays());
  };
  std::string first = std::to_string(most(of.focus)), kernels = of.trace.launch().kernel;
  if (of.beside.scenery != nullptr && of.beside.explained != nullptr) {
    first += fmt::format(" against {}", most(of.beside));
    kernels += " against " + of.beside.scenery->launch().kernel;
  }
  return fmt::format("{} loads of the most loaded element: {}", first, kernels);
}

}  // namespace tilescope
