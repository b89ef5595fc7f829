#include "app/stage/array_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/stage/fit_arrays.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float widest_cell = 2.2F;  // in cell heights

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

std::optional<Value> value_now(const Frame& frame, const ElementOf& of) {
  const Scenery& scenery = *frame.scenery;
  for (const SharedNow& shared : frame.shared) {
    if (shared.array != of.array || of.element >= shared.cells.size()) continue;
    const SharedCell& cell = shared.cells[of.element];
    return cell.state == SharedCell::State::empty ? std::nullopt : std::optional(cell.value);
  }
  if (!scenery.is_global(of.array)) return std::nullopt;
  const Paged<CElement>& written = frame.written[of.array];
  if (!written.empty() && written[of.element].state != CElement::State::untouched) return written[of.element].value();
  const double given = scenery.given(of.array, of.element);
  const PartOfArray part = scenery.arrays()[of.array].part_of(of.element);
  const std::vector<Buffer>& buffers = scenery.launch().buffers;
  const bool begins_empty = of.array >= buffers.size() || buffers[of.array].fill == "zeros";
  if ((given == 0 && !written.empty() && begins_empty) || part.bytes == 0) return std::nullopt;
  return value_from(part.number, given);
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

// At letter size 1. The estimate is a little too narrow for exponents.
float width_of(const std::string& number) {
  return (number.find('e') != std::string::npos ? 1.15F : 1.0F) * text_width(number, 1, Face::sans);
}

// Likewise, with air for a sign and a point, which are wider than estimated.
float roomy_width_of(const std::string& number) {
  const bool is_bare = number.starts_with(".") || number.starts_with("-.");
  return (is_bare ? 1.12F : number.find('.') != std::string::npos ? 1.05F : 1.0F) * width_of(number);
}

// The largest absolute value in each row of a matrix, or in each column.
std::vector<double> largest_in_lines(const Scenery& scenery, std::uint8_t array, bool of_rows) {
  const std::vector<std::int64_t>& sides = scenery.arrays()[array].sides;
  const auto columns = static_cast<std::uint32_t>(sides[1]);
  std::vector<double> largest(static_cast<std::size_t>(of_rows ? sides[0] : sides[1]));
  for (std::uint32_t n = 0; n < scenery.arrays()[array].elements(); ++n) {
    double& line = largest[of_rows ? n / columns : n % columns];
    line = std::max(line, std::abs(scenery.given(array, n)));
  }
  return largest;
}

// The largest sum that a product's factors allow: each column of A meets the row of B with the same k.
std::optional<double> largest_sum(const Scenery& scenery) {
  constexpr std::int64_t most_elements = 4096;  // larger matrices have no room for numbers
  std::vector<double> of_a, of_b;
  for (std::uint8_t array = 0; array < scenery.arrays().size(); ++array) {
    const ArrayInfo& info = scenery.arrays()[array];
    if (!scenery.is_global(array) || array == scenery.c() || info.sides.size() != 2) continue;
    if (info.elements() > most_elements) return std::nullopt;
    (info.name == "A" ? of_a : of_b) = largest_in_lines(scenery, array, info.name != "A");
  }
  if (of_a.size() != of_b.size() || of_a.empty()) return std::nullopt;
  return std::inner_product(of_a.begin(), of_a.end(), of_b.begin(), 0.0);
}

// A Scenery does not follow the sums of a product. They are at most K times the largest factors.
ValueRange range_of_product(const Scenery& scenery) {
  auto most = static_cast<double>(scenery.sides().k);
  ValueRange range;
  for (std::uint8_t array = 0; array < scenery.arrays().size(); ++array) {
    if (!scenery.is_global(array) || array == scenery.c()) continue;
    const ValueRange& factor = scenery.values_in(array);
    most *= std::max(std::abs(factor.least), std::abs(factor.greatest));
    range.is_whole = range.is_whole && factor.is_whole;
    if (factor.least < 0) range.least = -1;
  }
  most = largest_sum(scenery).value_or(most);
  return {range.least * most, most, range.is_whole};
}

ValueRange range_of(const Scenery& scenery, std::uint8_t array) {
  if (!scenery.has_matrices()) return scenery.values_in(array);
  if (array == scenery.c()) return range_of_product(scenery);
  const std::uint8_t source = scenery.source_of(array);
  return scenery.values_in(source == no_array ? array : source);
}

// With the widest digits, so that a number of as many digits has room too.
float room_of(std::string number) {
  for (char& letter : number)
    if (letter >= '0' && letter <= '9') letter = '4';
  return width_of(number);
}

// The width of the widest value in the whole launch, in units of the letter size. Fractions may be longer than all
// other values.
template <class NameOf>
float widest_in(const Scenery& scenery, std::uint8_t array, const ValueRange& extent, const NameOf& name_of) {
  if (holds_text(scenery, array)) return 1;
  const ArrayInfo& info = scenery.arrays()[array];
  float widest = 0;
  for (std::size_t part = 0; part < std::max<std::size_t>(info.part_kinds.size(), 1); ++part) {
    const Number number = info.part_of(part).number;
    // Five digits are wider than an exponent.
    constexpr double in_full = 99'999, a_fraction = 0.44;
    for (const double end : {extent.least, extent.greatest, std::clamp(extent.least, -in_full, in_full),
                             std::clamp(extent.greatest, -in_full, in_full)}) {
      widest = std::max(widest, room_of(name_of(value_from(number, end))));
      if (is_float(number) && !extent.is_whole)
        for (const double fraction : {std::trunc(end) + std::copysign(a_fraction, end), std::copysign(a_fraction, end)})
          widest = std::max(widest, room_of(name_of(value_from(number, fraction))));
    }
  }
  return widest;
}

// Integers keep all their digits.
float widest_number(const Scenery& scenery, std::uint8_t array) {
  return widest_in(scenery, array, range_of(scenery, array), [](const Value& value) {
    return is_float(value.number()) ? value_name(value) : long_value_name(value);
  });
}

}  // namespace

WidestNames widest_names(const Scenery& scenery, std::uint8_t array) {
  const ValueRange extent = range_of(scenery, array);
  return {widest_in(scenery, array, extent, [](const Value& value) { return long_value_name(value); }),
          widest_in(scenery, array, extent, [](const Value& value) { return value_name(value); }),
          widest_in(scenery, array, extent, [](const Value& value) { return rounded_value_name(value, 1); })};
}

float aspect_of(const Scenery& scenery, std::uint8_t array) {
  constexpr float usual = 2.6F;  // four digits, which fit into square cells
  const float widest = widest_number(scenery, array);
  return widest <= usual ? 1 : std::clamp(widest * share_of_cell / 0.93F, 1.0F, widest_cell);
}

Point least_number_cell(const Scenery& scenery, std::uint8_t array, const View& view) {
  const float size = least_number_size(view);
  return {(widest_number(scenery, array) + number_gap) * size, size / most_letter};
}

bool goes_astray(const Frame& frame, std::uint8_t array) {
  if (frame.steps == 0) return false;
  const Counts& at_end = frame.scenery->counts_after(frame.steps - 1);
  return at_end.of(array, Count::stray_load).total + at_end.of(array, Count::stray_store).total > 0;
}

float list_cell_wide(const Frame& frame, float room, const View& view) {
  constexpr float usual = 2.6F, air = 1.2F;
  float wide = usual * view.text;
  std::int64_t longest = 1;
  for (std::uint8_t array = 0; array < frame.scenery->arrays().size(); ++array) {
    const ArrayInfo& info = frame.scenery->arrays()[array];
    const std::int64_t elements = info.elements();
    if (info.space == Space::local || info.sides.size() > 1 || elements > longest_single_row) continue;
    wide = std::max(wide, least_number_cell(*frame.scenery, array, view).x + 1);
    longest = std::max(longest, elements + (goes_astray(frame, array) ? cells_for_strays : 0));
  }
  return std::min(wide, (room - air * view.text) / static_cast<float>(longest));
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

namespace {

// Shorter names of a number, the more exact ones first.
std::vector<std::string> brief_names(const Value& value) {
  const std::string two = rounded_value_name(value, 2), one = rounded_value_name(value, 1);
  return {value_name(value), two, without_zero(two), one, without_zero(one), shortest_value_name(value)};
}

}  // namespace

CellNames names_in_cells(const std::vector<std::optional<Value>>& values, bool as_text, float wide, float high,
                         const View& view, const WidestNames& widest_ever) {
  const float smallest = least_number_size(view);
  const auto named = [&](const auto& name_of, float least_wide) {
    CellNames result;
    float widest = least_wide;
    for (const std::optional<Value>& value : values) {
      result.names.push_back(!value ? "·" : as_text ? character_name(*value) : name_of(*value));
      widest = std::max(widest, width_of(result.names.back()));
    }
    result.size = size_in_cell({wide, high}, widest, share_of_cell, view);
    return result;
  };
  const auto in_full = [](const Value& value) { return long_value_name(value); };
  const auto in_short = [](const Value& value) { return value_name(value); };
  const auto with_two = [](const Value& value) { return rounded_value_name(value, 2); };
  const auto with_one = [](const Value& value) { return rounded_value_name(value, 1); };
  const auto bare = [&] {
    CellNames result = named([](const Value& value) { return without_zero(rounded_value_name(value, 1)); }, 0);
    float widest = 0;
    for (const std::string& name : result.names) widest = std::max(widest, roomy_width_of(name));
    result.size = smallest * (widest + number_gap) <= wide && most_letter * high >= smallest ? smallest : 0;
    return result;
  };
  const auto best = [&](const WidestNames& least) {
    CellNames full = named(in_full, least.full);
    if (full.size > 0) return full;
    CellNames brief = named(in_short, least.brief);
    if (brief.size > 0 || as_text || most_letter * high < smallest) return brief;
    CellNames shorter = named(with_two, least.brief);
    if (shorter.size > 0) return shorter;
    CellNames rounded = named(with_one, least.rounded);
    if (rounded.size <= 0 && least.rounded <= 0) rounded = bare();
    rounded.is_rounded = rounded.names != brief.names;
    return rounded;
  };
  CellNames same = widest_ever.full > 0 ? best(widest_ever) : CellNames{};
  if (same.size <= 0) same = best({});
  if (same.size > 0 || as_text || most_letter * high < smallest) return same;
  CellNames full = named(in_full, 0);
  // If three in four numbers fit, the other cells stay empty.
  const auto has_room = [&](const std::string& name) { return smallest * (roomy_width_of(name) + number_gap) <= wide; };
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
      const std::vector<std::string> candidates = brief_names(*values[n]);
      const auto fits = std::find_if(candidates.begin(), candidates.end(), has_room);
      full.names[n] = fits != candidates.end() ? *fits : "…";
    }
    if (full.names[n] != "…") ++shown;
  }
  full.size = all > 0 && 4 * shown >= 3 * all ? smallest : 0;
  return full;
}

}  // namespace tilescope
