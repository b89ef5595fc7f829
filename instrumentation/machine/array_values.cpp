#include "instrumentation/machine/array_values.h"

#include <bit>
#include <cstring>

#include "instrumentation/language/program.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::machine {

namespace {

template <class Real>
std::vector<std::byte> packed(const std::vector<Real>& elements, language::Type type) {
  const std::uint32_t size = bytes_of(cell_of(type));
  std::vector<std::byte> bytes(elements.size() * size);
  for (std::size_t n = 0; n < elements.size(); ++n) {
    const std::uint64_t bits = bits_of(static_cast<double>(elements[n]), type);
    std::memcpy(bytes.data() + n * size, &bits, size);
  }
  return bytes;
}

template <class Real>
std::vector<Real> unpacked(std::span<const std::byte> bytes, language::Type type) {
  const Cell cell = cell_of(type);
  const std::uint32_t size = bytes_of(cell);
  std::vector<Real> elements(bytes.size() / size);
  for (std::size_t n = 0; n < elements.size(); ++n) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + n * size, size);
    if (cell == Cell::s8) bits = static_cast<std::uint32_t>(static_cast<std::int8_t>(bits));
    if (cell == Cell::s16) bits = static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
    elements[n] = static_cast<Real>(as_double(number_of(type), bits));
  }
  return elements;
}

}  // namespace

language::Type number_in(const Array& array) {
  const std::vector<Leaf> leaves = leaves_of(array.element);
  return leaves.empty() ? array.element : leaves.front().type;
}

std::vector<std::string> names_of_scalars(const Code& code) {
  std::vector<std::string> names;
  const std::vector<language::Parameter>& parameters = code.kernel->parameters;
  while (names.size() < code.scalars.size()) {
    const language::Parameter& parameter = parameters[code.scalars[names.size()].parameter];
    for (const std::string& part : leaf_names(parameter.type)) names.push_back(parameter.name + part);
  }
  return names;
}

std::uint64_t bits_of(const ExactNumber& number, language::Type type) {
  switch (number_of(type)) {
    case Number::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(number.value));
    case Number::f64: return std::bit_cast<std::uint64_t>(number.value);
    default: return is_wide(number_of(type)) ? number.bits() : static_cast<std::uint32_t>(number.bits());
  }
}

std::vector<std::byte> bytes_of(const std::vector<float>& elements, language::Type type) {
  if (number_of(type) != Number::f32) return packed(elements, type);
  std::vector<std::byte> bytes(elements.size() * sizeof(float));
  if (!elements.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
}
std::vector<std::byte> bytes_of(const std::vector<double>& elements, language::Type type) {
  return packed(elements, type);
}

std::vector<float> floats_of(std::span<const std::byte> bytes, language::Type type) {
  if (number_of(type) != Number::f32) return unpacked<float>(bytes, type);
  std::vector<float> elements(bytes.size() / sizeof(float));
  if (!elements.empty()) std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(float));
  return elements;
}
std::vector<double> doubles_of(std::span<const std::byte> bytes, language::Type type) {
  return unpacked<double>(bytes, type);
}

}  // namespace tilescope::machine
