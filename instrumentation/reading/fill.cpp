#include "instrumentation/reading/fill.h"

#include <algorithm>
#include <cstring>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::reading {

std::uint64_t mixed(std::uint32_t array, std::uint64_t element) {
  std::uint64_t x = (element + 1) * 0x9e3779b97f4a7c15U + (array + 1) * 0xbf58476d1ce4e5b9U;
  x ^= x >> 31;
  x *= 0x94d049bb133111ebU;
  x ^= x >> 29;
  return x;
}

namespace {

double at_random(std::uint32_t array, std::uint64_t element, bool is_floating) {
  const std::uint64_t x = mixed(array, element);
  return is_floating ? static_cast<double>(x % 201) / 100 - 1 : static_cast<double>(x % 10);
}

double value_of(Fill fill, std::uint32_t array, std::uint64_t element, std::int64_t columns, bool is_floating) {
  switch (fill) {
    case Fill::declared:
    case Fill::zeros: return 0;
    case Fill::counting: return static_cast<double>(element + 1);
    case Fill::ramp: return static_cast<double>(element);
    case Fill::random: return at_random(array, element, is_floating);
    case Fill::identity: return element % static_cast<std::uint64_t>(columns + 1) == 0 ? 1 : 0;
  }
  return 0;
}

// Of an array of nothing in particular, as a void* is.
std::vector<std::byte> filled_words(std::uint32_t number, std::uint64_t elements, Fill fill) {
  std::vector<std::byte> bytes(elements * sizeof(std::uint32_t));
  for (std::uint64_t n = 0; n < elements; ++n) {
    const auto word = static_cast<std::uint32_t>(value_of(fill, number, n, 1, false));
    std::memcpy(bytes.data() + n * sizeof word, &word, sizeof word);
  }
  return bytes;
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
                              std::int64_t columns) {
  const std::vector<machine::Leaf> leaves = machine::leaves_of(array.element);
  if (array.element->size == 0) return filled_words(number, elements, fill);
  const std::uint64_t size = array.element->size, parts = numbers_in_element(array);
  const std::uint64_t whole = (elements + parts - 1) / parts;
  if (fill == Fill::declared) return array.first;
  std::vector<std::byte> bytes(whole * size);
  if (fill == Fill::zeros) return bytes;
  for (std::uint64_t n = 0; n < whole * leaves.size(); ++n) {
    const machine::Leaf& leaf = leaves[n % leaves.size()];
    if (!leaf.type.is_floating() && !leaf.type.is_integer()) continue;  // pointers lead nowhere
    const double value = value_of(fill, number, n, columns, leaf.type.is_floating());
    const std::uint64_t bits = machine::bits_of(value, leaf.type);
    std::memcpy(bytes.data() + n / leaves.size() * size + leaf.offset, &bits,
                std::min<std::uint64_t>(leaf.type->size, sizeof bits));
  }
  return bytes;
}

}  // namespace tilescope::reading
