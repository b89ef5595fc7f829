#include "app/stage/array_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float share_of_cell = 0.46F;  // the height of letters relative to the cell
constexpr float widest_cell = 2.2F;     // in cell heights
constexpr float filled = 0.93F;         // at most this share of the width
constexpr float least_air = 0.7F;       // the height of letters if there is no more room

bool is_printed(int letter) {
  return letter == 0 || letter == 9 || letter == 10 || letter == 13 || (letter >= 32 && letter < 127);
}

}  // namespace

Value value_from(Number number, double value) {
  switch (number) {
    case Number::f32: return static_cast<float>(value);
    case Number::f64: return {number, std::bit_cast<std::uint64_t>(value)};
    case Number::u64: return {number, static_cast<std::uint64_t>(value)};
    case Number::i64: return {number, static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
    default: return {number, static_cast<std::uint32_t>(static_cast<std::int64_t>(value))};
  }
}

bool holds_text(const Scenery& scenery, std::uint8_t array) {
  const ArrayInfo& info = scenery.arrays()[array];
  const ValueRange& extent = scenery.values_in(array);
  if (!info.is_text || info.element_bytes != 1 || extent.least < 0 || extent.greatest < 32 || extent.greatest > 126)
    return false;
  if (!scenery.is_global(array)) return true;
  for (std::uint32_t n = 0; n < info.elements(); ++n)
    if (!is_printed(static_cast<int>(scenery.given(array, n)))) return false;
  return true;
}

std::string character_name(const Value& value) {
  const int letter = static_cast<int>(value.exact());
  switch (letter) {
    case 0: return "\\0";
    case 9: return "\\t";
    case 10: return "\\n";
    case 13: return "\\r";
    case 32: return "' '";
    default: break;
  }
  return letter > 32 && letter < 127 ? std::string(1, static_cast<char>(letter)) : long_value_name(value);
}

namespace {

// A font may be a little wider than estimated.
constexpr float font_slack = 1.05F;

// In units of the letter size. Fractions may be longer than all other values, and use that slack.
float widest_number(const Scenery& scenery, std::uint8_t array) {
  if (holds_text(scenery, array)) return 1;
  const ValueRange& extent = scenery.values_in(array);
  const ArrayInfo& info = scenery.arrays()[array];
  float widest = 0;
  for (std::size_t part = 0; part < std::max<std::size_t>(info.part_kinds.size(), 1); ++part) {
    const Number number = info.part_of(part).number;
    for (const double end : {extent.least, extent.greatest})
      widest = std::max(widest, text_width(is_float(number) ? value_name(value_from(number, end))
                                                            : long_value_name(value_from(number, end)),
                                           1, Face::sans));
    if (is_float(number) && !extent.is_whole)
      widest = std::max(widest, font_slack * text_width("-0.00", 1, Face::sans));
  }
  return widest;
}

float least_number_size(const View& view) { return std::max(10.0F, view.least * view.text); }

}  // namespace

float aspect_of(const Scenery& scenery, std::uint8_t array) {
  constexpr float usual = 2.52F;  // four digits, which fit into square cells
  const float widest = widest_number(scenery, array);
  return widest <= usual ? 1 : std::clamp(widest * share_of_cell / 0.93F, 1.0F, widest_cell);
}

Point least_number_cell(const Scenery& scenery, std::uint8_t array, const View& view) {
  const float size = least_number_size(view);
  return {widest_number(scenery, array) * size / filled, size / least_air};
}

bool shade_untouched(Grid& grid, const ValueRange& extent,
                     const std::function<std::optional<Value>(std::size_t)>& value_of) {
  const double span = extent.greatest - extent.least;
  if (!(span > 0) || !std::isfinite(span)) return false;
  const std::size_t columns = grid.merged == 1 ? grid.columns : grid.all_columns;
  bool is_shaded = false;
  for (std::size_t n = 0; n < grid.cells.size(); ++n) {
    Cell& cell = grid.cells[n];
    if (cell.strength > 0 || cell.mark != Mark::none) continue;
    const std::size_t row = n / grid.columns * grid.merged, column = n % grid.columns * grid.merged;
    const std::optional<Value> value = value_of(row * columns + column);
    if (!value || value->is_poison() || !std::isfinite(value->exact())) continue;
    cell.ink = Ink::dim;
    cell.strength = static_cast<std::uint8_t>(10 + 100 * std::clamp((value->exact() - extent.least) / span, 0.0, 1.0));
    is_shaded = true;
  }
  return is_shaded;
}

// At letter size 1. The estimate is a little too narrow for exponents.
static float width_of(const std::string& number) {
  return (number.find('e') != std::string::npos ? 1.15F : 1.0F) * text_width(number, 1, Face::sans);
}

CellNames names_in_cells(const std::vector<std::optional<Value>>& values, bool as_text, float wide, float high,
                         const View& view) {
  const float smallest = least_number_size(view);
  const auto named = [&](auto name_of) {
    CellNames result;
    float widest = 0;
    for (const std::optional<Value>& value : values) {
      result.names.push_back(!value ? "·" : as_text ? character_name(*value) : name_of(*value));
      widest = std::max(widest, width_of(result.names.back()));
    }
    const float fits = widest > 0 ? filled * wide / widest : high;
    const float size = std::min({share_of_cell * high, 1.6F * view.text, fits});
    // A tight number is better than none.
    result.size = size >= smallest ? size : std::min(least_air * high, fits) >= smallest ? smallest : 0;
    return result;
  };
  CellNames full = named([](const Value& value) { return long_value_name(value); });
  if (full.size > 0) return full;
  CellNames shorter = named([](const Value& value) { return value_name(value); });
  if (shorter.size > 0 || as_text || least_air * high < smallest) return shorter;
  // If three in four numbers fit, the other cells stay empty.
  const auto has_room = [&](const std::string& name) {
    return font_slack * smallest * width_of(name) <= filled * wide;
  };
  std::size_t shown = 0, all = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (!values[n]) continue;
    const bool is_none = values[n]->is_poison() || !std::isfinite(values[n]->exact());
    if (is_none && !has_room(full.names[n])) {  // the colour of the cell shows it
      full.names[n].clear();
      continue;
    }
    ++all;
    if (!has_room(full.names[n])) {
      const std::string candidates[] = {shorter.names[n], shortest_value_name(*values[n])};
      const auto* const fits = std::find_if(std::begin(candidates), std::end(candidates), has_room);
      full.names[n] = fits != std::end(candidates) ? *fits : "…";
    }
    if (full.names[n] != "…") ++shown;
  }
  full.size = all > 0 && 4 * shown >= 3 * all ? smallest : 0;
  return full;
}

}  // namespace tilescope
