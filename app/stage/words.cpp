#include "app/stage/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "instrumentation/reading/launch_product.h"

namespace tilescope {

std::vector<std::uint32_t> View::linked_in(std::uint8_t array) const {
  std::vector<std::uint32_t> elements;
  for (const ElementOf& each : linked_elements)
    if (each.array == array) elements.push_back(each.element);
  return elements;
}

bool View::marks(const Target& place) const {
  if (place == hovered || place == selected) return true;
  const auto is_in = [](const auto& linked, const auto& one) {
    return std::find(linked.begin(), linked.end(), one) != linked.end();
  };
  return place.kind == Target::Kind::thread    ? is_in(linked_threads, place.number)
         : place.kind == Target::Kind::element ? is_in(linked_elements, ElementOf{place.array, place.number})
                                               : false;
}

Picture View::picture() const {
  Picture picture;
  picture.width = width;
  picture.height = height;
  return picture;
}

namespace {

struct Indices {
  std::int64_t row = 0, column = 0, columns = 1;
};

Indices place_in(const ArrayInfo& array, std::uint32_t element) {
  const std::int64_t columns = array.sides.empty() ? 1 : array.sides.back();
  return {element / columns, element % columns, columns};
}

Ink ink_of_matrix(std::string_view name) {
  if (name == "A") return Ink::a;
  if (name == "B") return Ink::b;
  return Ink::c;
}

}  // namespace

std::string sum_name(const Frame& frame) {
  constexpr std::size_t long_name = 8;
  const std::vector<ArrayInfo>& arrays = frame.scenery->arrays();
  std::string name;
  for (std::size_t array = 0; array < arrays.size(); ++array) {
    if (arrays[array].space != Space::local || frame.steps == 0) continue;
    if (frame.scenery->counts_after(frame.steps - 1).of(array, Count::sum_multiply_add).total == 0) continue;
    if (!name.empty() || !arrays[array].sides.empty() || arrays[array].name.size() > long_name) return "sum";
    name = arrays[array].name;
  }
  return name.empty() ? "sum" : name;
}

std::string element_name(const ArrayInfo& array, std::uint32_t element) {
  std::vector<std::int64_t> sides = array.sides;
  std::string part;
  if (const auto parts = static_cast<std::uint32_t>(array.parts.size()); parts > 1 && !sides.empty()) {
    const std::string& name = array.parts[element % parts];
    part = name.empty() ? fmt::format("[{}]", element % parts) : "." + name;
    element /= parts;
    sides.back() /= parts;
    if (array.space != Space::global) sides.pop_back();  // other arrays have the parts as a side
  }
  std::string indices;
  for (std::size_t side = sides.size(); side-- > 0;) {
    const auto length = static_cast<std::uint32_t>(std::max<std::int64_t>(sides[side], 1));
    indices.insert(0, fmt::format("[{}]", side == 0 ? element : element % length));
    element /= length;
  }
  return array.name + indices + part;
}

std::string address_of(const ArrayInfo& array, std::uint32_t element, const Vocabulary& words) {
  if (array.sides.size() == 3) {
    const auto rows = static_cast<std::uint32_t>(array.sides[1]), columns = static_cast<std::uint32_t>(array.sides[2]);
    return fmt::format("(z·rows + row)·width + col = ({}·{} + {})·{} + {} = {}", element / columns / rows, rows,
                       element / columns % rows, columns, element % columns, element);
  }
  if (array.sides.size() != 2) return fmt::format("{}", element);
  const Indices place = place_in(array, element);
  const IndexNames& names = words.names_of_indices(array.space == Space::shared ? "" : array.name);
  return fmt::format("{}·{} + {} = {}·{} + {} = {}", names.row, names.width, names.column, place.row, place.columns,
                     place.column, element);
}

std::string thread_name(const Launch& launch, std::uint32_t thread) { return "t" + place_among(launch.block, thread); }

bool is_thread_name(const Launch& launch, std::uint32_t thread, std::string_view name) {
  const Size2 block = launch.block;
  const std::uint32_t row = thread / block.x, column = thread % block.x;
  return name == thread_name(launch, thread) || name == fmt::format("t({},{})", row, column) ||
         name == fmt::format("t{},{}", row, column) ||
         (block.x <= 10 && block.y <= 10 && name == fmt::format("t{}{}", row, column));
}

std::string block_name(const Launch& launch, std::size_t block) { return place_among(launch.grid, block); }

bool is_block_name(const Launch& launch, std::size_t block, std::string_view name) {
  const unsigned columns = launch.grid.x;
  return name == block_name(launch, block) || name == fmt::format("({},{})", block / columns, block % columns);
}

namespace {

// "2.9e5": without printf's plus sign and leading zeros.
std::string in_tens(double value, int digits = 1) {
  std::string text = fmt::format("{:.{}e}", value, digits);
  const std::size_t sign = text.find('e') + 1;
  if (text[sign + 1] == '0') text.erase(sign + 1, 1);
  if (text[sign] == '+') text.erase(sign, 1);
  return text;
}

}  // namespace

std::string value_name(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const double size = std::abs(double{value});
  if (size < 1e5 && std::nearbyint(value) == value) return fmt::format("{:.0f}", value == 0 ? 0.0F : value);
  if (size >= 1e5 || size < 1e-2) return in_tens(value);
  return fmt::format("{:.{}f}", value, size < 10 ? 2 : size < 100 ? 1 : 0);
}

std::string long_value_name(float value) {
  const bool is_whole = std::abs(value) < 1e7F && std::nearbyint(value) == value;
  return is_whole ? fmt::format("{:.0f}", value == 0 ? 0.0F : value) : value_name(value);
}

std::string value_name(const Value& value) {
  if (value.number() == Number::f32) return value_name(float{value});
  if (value.is_poison()) return "poison";
  if (is_float(value.number())) return value_name(float{value});
  const std::string digits = long_value_name(value);
  return digits.size() <= 5 ? digits : in_tens(value.exact());
}

std::string without_zero(std::string name) {
  if (const std::size_t zero = name.find("0."); zero <= 1) name.erase(zero, 1);
  return name;
}

std::string rounded_value_name(const Value& value, int decimals) {
  const double exact = value.exact(), size = std::abs(exact);
  const bool is_fraction = is_float(value.number()) && std::isfinite(exact) && std::nearbyint(exact) != exact;
  if (!is_fraction || size >= 100) return value_name(value);
  if (size < 0.005) return decimals > 1 ? in_tens(exact, 0) : "~0";
  if (size < 0.5 * std::pow(10, -decimals)) return without_zero(fmt::format("{:.2f}", exact));
  return fmt::format("{:.{}f}", exact, std::min(decimals, size < 10 ? 2 : 1));
}

std::string shortest_value_name(const Value& value) {
  const double exact = value.exact();
  if (!std::isfinite(exact)) return value_name(value);
  return std::abs(exact) < 1e-2 ? "~0" : in_tens(exact, 0);
}

std::string long_value_name(const Value& value) {
  if (value.number() == Number::f32) return long_value_name(float{value});
  if (value.is_poison()) return "poison";
  switch (value.number()) {
    case Number::i32: return fmt::format("{}", static_cast<std::int32_t>(value.bits()));
    case Number::u32: return fmt::format("{}", static_cast<std::uint32_t>(value.bits()));
    case Number::i64: return fmt::format("{}", static_cast<std::int64_t>(value.bits()));
    case Number::u64: return fmt::format("{}", value.bits());
    default: break;
  }
  const double exact = value.exact();
  if (std::isnan(exact)) return "NaN";
  return fmt::format("{:.6g}", exact == 0 ? 0.0 : exact);
}

std::string count_name(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, " ");
  return digits;
}

std::string part_name(std::uint64_t part, std::uint64_t all) {
  return fmt::format("{} of {}", count_name(part), count_name(all));
}

std::string many(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}{}", count_name(count), count == 1 || several.empty() ? one : several,
                     count == 1 || !several.empty() ? "" : "s");
}

std::string large_count_name(double count) {
  if (count < 999'999.5) return count_name(static_cast<std::uint64_t>(std::llround(count)));
  const bool is_millions = count < 999.5e6;
  return fmt::format("{:.3g} {}", count / (is_millions ? 1e6 : 1e9), is_millions ? "million" : "billion");
}

std::string recorded_words(const Scenery& scenery) {
  return fmt::format("{} of {} blocks", count_name(scenery.blocks().size()), count_name(scenery.launch().grid.count()));
}

std::string counted_words(const Scenery& scenery) {
  return scenery.fully_recorded() ? "counted" : "counted in " + recorded_words(scenery);
}

Ink ink_of(const Scenery& scenery, std::uint8_t array) {
  const auto& arrays = scenery.arrays();
  if (array >= arrays.size()) return Ink::work;
  if (arrays[array].space != Space::global) {
    const std::uint8_t source = scenery.source_of(array);
    return source == no_array ? Ink::work : ink_of(scenery, source);
  }
  if (scenery.has_matrices()) return ink_of_matrix(arrays[array].name);
  if (scenery.is_written(array)) return Ink::c;
  std::size_t inputs_before = 0;
  for (std::uint8_t n = 0; n < array; ++n)
    if (scenery.is_global(n) && !scenery.is_written(n)) ++inputs_before;
  return inputs_before % 2 == 0 ? Ink::a : Ink::b;
}

std::string_view word_of(const Launch& launch, Activity activity) {
  switch (activity) {
    case Activity::ready: return "ready";
    case Activity::loading: return "loading";
    case Activity::padding: return "padding";
    case Activity::multiplying: return vocabulary_of(launch).computing;
    case Activity::exchanging: return "shuffling";
    case Activity::waiting: return "waiting";
    case Activity::storing: return "storing";
    case Activity::guarded: return "idle";
    case Activity::done: break;
  }
  return "done";
}

Ink ink_of(Activity activity) {
  switch (activity) {
    case Activity::loading:
    case Activity::padding: return Ink::a;
    case Activity::multiplying:
    case Activity::exchanging: return Ink::work;
    case Activity::waiting: return Ink::wait;
    case Activity::storing: return Ink::c;
    default: return Ink::faint;
  }
}

Mark mark_of(Activity activity) {
  switch (activity) {
    case Activity::padding: return Mark::cross;
    case Activity::waiting: return Mark::hatch;
    case Activity::guarded: return Mark::dot;
    default: return Mark::none;
  }
}

std::string letter_of(const Scenery& scenery, Activity activity, std::uint32_t step) {
  switch (activity) {
    case Activity::loading:
    case Activity::storing: {
      const std::uint8_t array = scenery.array_of(step);
      return array == no_array ? "s" : scenery.arrays()[array].name.substr(0, 1);
    }
    case Activity::padding: return "0";
    case Activity::multiplying: return std::string(scenery.words().computing_sign);
    case Activity::exchanging: return "w";
    case Activity::waiting: return "|";
    case Activity::guarded: return "–";
    default: return "";
  }
}

Ink ink_of(const Scenery& scenery, const ActivityKind& kind) {
  return kind.array == no_array ? ink_of(kind.activity) : ink_of(scenery, kind.array);
}

Ink ink_of(const Scenery& scenery, Activity activity, std::uint32_t step) {
  return ink_of(scenery, scenery.kind_of(activity, step));
}

Size2 covered_by_block(const Launch& launch) {
  const reading::ProductSides sides = reading::sides_of(launch);
  const bool one_each = std::int64_t{launch.block.x} * launch.grid.x >= sides.n &&
                        std::int64_t{launch.block.y} * launch.grid.y >= sides.m;
  const auto tile = static_cast<unsigned>(launch.tile);
  return one_each ? launch.block : Size2{tile, tile};
}

std::string place_name(const Frame& frame) {
  if (frame.steps == 0) return "no steps";
  if (frame.at_begin && frame.steps == 1) return "before the only step";
  if (frame.at_begin) return fmt::format("before the first of {} steps", count_name(frame.steps));
  std::string text;
  if (const Order& order = frame.scenery->order(); order.is_of_turns()) {
    const std::size_t turn = static_cast<std::size_t>(&order.turn_at(frame.step) - order.turns().data());
    text = fmt::format("turn {} · ", part_name(turn + 1, order.turns().size()));
  }
  if (frame.phase) text = fmt::format("phase {} · ", *frame.phase);
  text += "step " + part_name(frame.step + 1, frame.steps);
  if (frame.line > 0) text += fmt::format(" · line {}", frame.line);
  return text;
}

}  // namespace tilescope
