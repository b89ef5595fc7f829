#include "instrumentation/reading/fill.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::reading {

std::uint64_t mixed(std::uint32_t array, std::uint64_t element, std::uint64_t seed) {
  std::uint64_t x =
      (element + 1) * 0x9e3779b97f4a7c15U + (array + 1) * 0xbf58476d1ce4e5b9U + (seed - 1) * 0x2545f4914f6cdd1dU;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebU;
  x ^= x >> 29;
  return x;
}

namespace {

// What the elements of an array are, before they get a type.
struct Filling {
  Fill fill;
  std::uint32_t array;
  std::uint64_t columns, seed;

  template <class Number>
  [[nodiscard]] Number at(std::uint64_t element) const {
    switch (fill) {
      case Fill::declared:
      case Fill::zeros: return 0;
      case Fill::counting: return static_cast<Number>(element + 1);
      case Fill::ramp: return static_cast<Number>(element);
      case Fill::random: return at_random<Number>(element);
      case Fill::identity: return element % (columns + 1) == 0 ? Number{1} : Number{0};
      case Fill::ascending: return static_cast<Number>(element / 4 * 6 + std::array{0, 2, 3, 6}[element % 4]);
      case Fill::scattered: return static_cast<Number>((element * 13 + 5) % 32);
      case Fill::linked: return element % 4 == 3 ? static_cast<Number>(-1) : static_cast<Number>(element + 1);
      case Fill::halves: return static_cast<Number>(element / 2);
    }
    return 0;
  }
  template <class Number>
  [[nodiscard]] Number at_random(std::uint64_t element) const {
    const std::uint64_t x = mixed(array, element, seed);
    if constexpr (std::is_floating_point_v<Number>)
      return static_cast<Number>(static_cast<double>(x % 201) / 100 - 1);
    else
      return static_cast<Number>(x % 10);
  }
};

template <class Number>
void fill_all(std::vector<std::byte>& bytes, const Filling& filling) {
  const std::uint64_t count = bytes.size() / sizeof(Number);
  std::byte* const to = bytes.data();
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto value = filling.at<Number>(n);
    std::memcpy(to + n * sizeof value, &value, sizeof value);
  }
}

// For arrays that are of numbers alone; false: it is of something else.
bool fill_numbers(std::vector<std::byte>& bytes, language::Type type, const Filling& filling) {
  if (type->kind == language::TypeKind::bool_) return false;
  switch (machine::number_of(type)) {
    case Number::f32: return fill_all<float>(bytes, filling), true;
    case Number::f64: return fill_all<double>(bytes, filling), true;
    default: break;
  }
  switch (type->size) {
    case 1: return fill_all<std::uint8_t>(bytes, filling), true;
    case 2: return fill_all<std::uint16_t>(bytes, filling), true;
    case 4: return fill_all<std::uint32_t>(bytes, filling), true;
    case 8: return fill_all<std::uint64_t>(bytes, filling), true;
    default: return false;
  }
}

std::uint64_t bits_of(const Filling& filling, std::uint64_t element, language::Type type) {
  if (type.is_floating()) return machine::bits_of(filling.at<double>(element), type);
  const auto whole = filling.at<std::uint64_t>(element);
  return type->kind == language::TypeKind::bool_ ? whole & 1 : whole;
}

}  // namespace

std::uint64_t numbers_in_element(const machine::Array& array) {
  const std::uint64_t bytes = machine::bytes_of(machine::cell_of(machine::number_in(array)));
  return std::max<std::uint64_t>(array.element->size / bytes, 1);
}

std::optional<Fill> fill_named(std::string_view name) {
  for (const FillName& each : fill_names)
    if (each.name == name) return each.fill;
  return std::nullopt;
}

std::string_view name_of(Fill fill) {
  return std::find_if(fill_names.begin(), fill_names.end(), [&](const FillName& each) { return each.fill == fill; })
      ->name;
}

std::vector<std::byte> filled(const machine::Array& array, std::uint32_t number, std::uint64_t elements, Fill fill,
                              std::int64_t columns, std::uint64_t seed) {
  const Filling filling{fill, number, static_cast<std::uint64_t>(columns), seed};
  if (array.element->size == 0) {  // of nothing in particular, as a void* is
    std::vector<std::byte> words(elements * sizeof(std::uint32_t));
    fill_all<std::uint32_t>(words, filling);
    return words;
  }
  if (fill == Fill::declared) return array.first;
  const std::vector<machine::Leaf> leaves = machine::leaves_of(array.element);
  const std::uint64_t size = array.element->size, parts = numbers_in_element(array);
  const std::uint64_t whole = (elements + parts - 1) / parts;
  std::vector<std::byte> bytes(whole * size);
  if (fill == Fill::zeros) return bytes;
  if (leaves.size() == 1 && leaves[0].type->size == size && fill_numbers(bytes, leaves[0].type, filling)) return bytes;
  for (std::uint64_t n = 0; n < whole * leaves.size(); ++n) {
    const machine::Leaf& leaf = leaves[n % leaves.size()];
    if (!leaf.type.is_floating() && !leaf.type.is_integer()) continue;   // pointers lead nowhere
    const bool leads_on = fill == Fill::linked || fill == Fill::halves;  // from element to element
    const std::uint64_t bits = bits_of(filling, leads_on ? n / leaves.size() : n, leaf.type);
    std::memcpy(bytes.data() + n / leaves.size() * size + leaf.offset, &bits,
                std::min<std::uint64_t>(leaf.type->size, sizeof bits));
  }
  return bytes;
}

}  // namespace tilescope::reading
