#include "instrumentation/launching/derive/product_launch.h"

#include <algorithm>
#include <array>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

std::vector<double> numbers_for(const ProductKernel& kernel, const reading::ProductSides& sides) {
  using Side = ProductKernel::Side;
  std::vector<double> numbers;
  for (const ProductKernel::Scalar& scalar : kernel.scalars)
    numbers.push_back(scalar.side == Side::m   ? static_cast<double>(sides.m)
                      : scalar.side == Side::n ? static_cast<double>(sides.n)
                      : scalar.side == Side::k ? static_cast<double>(sides.k)
                                               : scalar.value);
  return numbers;
}

void give_product(Launch& launch, const ProductKernel& kernel, const reading::ProductSides& sides) {
  using Which = ProductKernel::Matrix;
  const auto [m, n, k] = sides;
  const std::vector<machine::Array>& arrays = kernel.prepared->code().arrays;
  reading::Product product{{0, m, k}, {0, k, n}, {0, m, n}, 1};
  std::array<bool, 4> has{};
  launch.buffers.assign(arrays.size(), {});
  for (std::uint32_t number = 0; number < arrays.size(); ++number) {
    const machine::Array& array = arrays[number];
    const Which matrix = number < kernel.arrays.size() ? kernel.arrays[number] : Which::none;
    Buffer& buffer = launch.buffers[number];
    const language::Type type = machine::number_in(array);
    buffer.name = array.name;
    buffer.number = machine::number_of(type);
    buffer.element_bytes = machine::bytes_of(machine::cell_of(type));
    buffer.is_unsigned = type.is_integer() && type.is_unsigned();
    has[static_cast<std::size_t>(matrix)] = true;
    if (matrix == Which::none) {  // room for whatever it holds
      if (array.is_parameter)
        buffer.sides = {std::max({m * k, k * n, m * n}) * static_cast<std::int64_t>(array.element->size) /
                        std::max<std::int64_t>(buffer.element_bytes, 1)};
      buffer.fill = array.is_parameter ? "zeros" : "";
      continue;
    }
    reading::Matrix& of = matrix == Which::a ? product.a : matrix == Which::b ? product.b : product.c;
    of.array = number;
    buffer.name = matrix == Which::a ? "A" : matrix == Which::b ? "B" : "C";
    buffer.sides = {of.rows, of.columns};
    buffer.fill = "zeros";
  }
  const std::vector<double> numbers = numbers_for(kernel, sides);
  launch.numbers.assign(numbers.begin(), numbers.end());
  product.agree = kernel.sure;
  const auto known_by = kernel.found_by_trying ? reading::KnownBy::trying
                        : kernel.file.empty()  ? reading::KnownBy::declared
                                               : reading::KnownBy::names;
  launch.meaning = has[1] && has[2] && has[3]
                       ? reading::meaning_of({product, true, known_by, kernel.doubted, kernel.fails})
                       : Meaning{};
  launch.least_events = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

void set_sure(Launch& launch, bool is_sure) {
  auto product = reading::product_of(launch);
  if (!product) return;
  product->is_sure = is_sure;
  launch.meaning = reading::meaning_of(*product);
}

void doubt(Launch& launch) {
  auto product = reading::product_of(launch);
  if (!product) return;
  product->is_doubted = true;
  launch.meaning = reading::meaning_of(*product);
}

void trust(Launch& launch) {
  auto product = reading::product_of(launch);
  if (!product) return;
  product->is_doubted = false;
  product->fails = {};
  launch.meaning = reading::meaning_of(*product);
}

void tell_failing(Launch& launch, const std::array<std::int64_t, 3>& sides) {
  auto product = reading::product_of(launch);
  if (!product) return;
  product->fails = sides;
  launch.meaning = reading::meaning_of(*product);
}

void make_room(Launch& launch, const Launch& like) {
  for (Buffer& buffer : launch.buffers) {
    if (buffer.sides.empty()) continue;
    const auto zeros = std::find_if(like.buffers.begin(), like.buffers.end(), [&](const Buffer& other) {
      return other.fill == "zeros" && other.bytes.size() == buffer.wanted_bytes();
    });
    if (zeros != like.buffers.end())
      buffer.bytes = zeros->bytes;
    else
      buffer.bytes.assign(buffer.wanted_bytes(), std::byte{0});
  }
}

}  // namespace tilescope
