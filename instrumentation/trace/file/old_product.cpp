#include "instrumentation/trace/file/old_product.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace tilescope::file {

namespace {

constexpr std::int64_t most_side_of_arrays = 1 << 15;

std::uint64_t product_of(std::int64_t a, std::int64_t b) {
  return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
}

}  // namespace

void OldProduct::read_sides(SectionReader& in, std::uint16_t version) {
  for (std::int64_t& side : sides_) read_number(in, version, side);
  const bool is_none = version > 1 && sides_ == std::array<std::int64_t, 3>{};
  for (const std::int64_t side : sides_)
    if ((!is_none && side < 1) || side > static_cast<std::int64_t>(most_elements))
      in.refuse(fmt::format("a side of {}", side));
  for (const char* const matrix : {"A", "B", "C"})
    if (elements_of(matrix) > most_elements) in.refuse(fmt::format("{} with {} elements", matrix, elements_of(matrix)));
}

void OldProduct::read_whether(SectionReader& in) {
  is_product_ = in.varint(1, "a flag") != 0;
  if (is_product_ && !has_matrices()) in.refuse("a product without sides");
}

void OldProduct::read_arrays(SectionReader& in) {
  has_arrays_ = in.varint(1, "a flag") != 0;
  if (!has_arrays_) return;
  if (has_matrices()) in.refuse("two products");
  for (Matrix& matrix : arrays_) {
    matrix.array = in.number<std::uint8_t>();
    for (std::int64_t* const side : {&matrix.rows, &matrix.columns}) {
      read_number(in, 2, *side);
      if (*side < 1 || *side > most_side_of_arrays) in.refuse(fmt::format("a side of {}", *side));
    }
    matrix.by_columns = static_cast<std::int64_t>(in.varint(1, "a flag"));
  }
  const auto& [a, b, c] = arrays_;
  if (a.rows != c.rows || a.columns != b.rows || b.columns != c.columns)
    in.refuse("a product whose sides do not match");
}

std::uint64_t OldProduct::elements_of(std::string_view matrix) const {
  const auto [m, n, k] = sides_;
  return matrix == "A" ? product_of(m, k) : matrix == "B" ? product_of(k, n) : product_of(m, n);
}

std::size_t OldProduct::number_of(const std::vector<ArrayInfo>& arrays, std::string_view name) {
  std::size_t number = 0;
  while (number < arrays.size() && (arrays[number].space != Space::global || arrays[number].name != name)) ++number;
  return number;
}

std::string OldProduct::wrong_with(const std::vector<ArrayInfo>& arrays) const {
  if (has_arrays_)
    for (const Matrix& matrix : arrays_)
      if (static_cast<std::size_t>(matrix.array) >= arrays.size()) return "a product of a missing array";
  if (!has_matrices()) return "";
  std::string matrices;
  for (const ArrayInfo& array : arrays) {
    if (array.space != Space::global || (array.name != "A" && array.name != "B" && array.name != "C")) continue;
    if (matrices.find(array.name) != std::string::npos) return "two arrays named " + array.name;
    if (static_cast<std::uint64_t>(array.elements()) != elements_of(array.name))
      return array.name + " has sides that differ from the launch's";
    matrices += array.name;
  }
  return "";
}

std::size_t OldProduct::c(const std::vector<ArrayInfo>& arrays) const {
  return has_arrays_ ? static_cast<std::size_t>(arrays_[2].array) : number_of(arrays, "C");
}

std::uint64_t OldProduct::elements_of_c() const {
  return has_arrays_ ? product_of(arrays_[2].rows, arrays_[2].columns) : product_of(sides_[0], sides_[1]);
}

void OldProduct::complete(Launch& launch, const std::vector<ArrayInfo>& arrays) const {
  const auto mean = [&](const std::array<Matrix, 3>& matrices, bool is_sure, std::int64_t known_by) {
    constexpr std::int64_t all_agree = 1000000;
    launch.meaning.kind = "product";
    for (const Matrix& each : matrices)
      launch.meaning.says.insert(launch.meaning.says.end(), {each.array, each.rows, each.columns, each.by_columns});
    launch.meaning.says.insert(launch.meaning.says.end(), {is_sure ? 1 : 0, known_by, all_agree, 0});
  };
  if (has_arrays_) mean(arrays_, true, 2);
  if (!has_matrices()) return;
  const auto [m, n, k] = sides_;
  const auto matrix = [&](std::string_view name, std::int64_t rows, std::int64_t columns) {
    return Matrix{static_cast<std::int64_t>(number_of(arrays, name)), rows, columns, 0};
  };
  mean({matrix("A", m, k), matrix("B", k, n), matrix("C", m, n)}, is_product_, 0);
  for (const ArrayInfo& array : arrays) {
    Buffer& buffer = launch.buffers.emplace_back();
    if (array.space != Space::global) continue;
    buffer.name = array.name;
    buffer.sides = array.sides;
    buffer.number = array.number;
    buffer.element_bytes = array.element_bytes;
    buffer.is_unsigned = array.element_bytes < 4;  // in those versions, short integers in matrices were unsigned
  }
}

std::vector<std::byte> bytes_of(const std::vector<float>& values, const ArrayInfo& array) {
  std::vector<std::byte> bytes(values.size() * array.element_bytes);
  for (std::size_t n = 0; n < values.size(); ++n) {
    constexpr float largest = 1LL << 62;
    const bool is_whole = !is_float(array.number) && std::abs(values[n]) < largest;  // a file may contain any floats
    const std::int64_t whole = is_whole ? static_cast<std::int64_t>(values[n]) : 0;
    const auto wide = static_cast<double>(values[n]);
    const void* const from = !is_float(array.number)       ? static_cast<const void*>(&whole)
                             : array.number == Number::f64 ? static_cast<const void*>(&wide)
                                                           : static_cast<const void*>(&values[n]);
    std::memcpy(bytes.data() + n * array.element_bytes, from, array.element_bytes);
  }
  return bytes;
}

std::vector<float> read_floats(SectionReader& in, std::uint64_t elements) {
  if (in.left() != elements * sizeof(float))
    in.refuse(fmt::format("{} bytes, but the launch has {} elements", in.left(), elements));
  std::vector<float> values(elements);
  in.bytes(values.data(), elements * sizeof(float));
  return values;
}

std::vector<std::byte> read_matrix(SectionReader& in, std::uint64_t elements, const ArrayInfo& array) {
  return bytes_of(read_floats(in, elements), array);
}

}  // namespace tilescope::file
