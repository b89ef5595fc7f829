// Launches of kernels of tests, whose A, B, C, M, N and K are known.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::test {

// What the kernel's numbers are in a launch with such sides, by machine::Code::scalars.
inline std::vector<double> numbers_for(const ProductKernel& kernel, const reading::ProductSides& sides) {
  using Side = ProductKernel::Side;
  std::vector<double> numbers;
  for (const ProductKernel::Scalar& scalar : kernel.scalars)
    numbers.push_back(scalar.side == Side::m   ? static_cast<double>(sides.m)
                      : scalar.side == Side::n ? static_cast<double>(sides.n)
                      : scalar.side == Side::k ? static_cast<double>(sides.k)
                                               : scalar.value);
  return numbers;
}

// Gives a launch its arrays, which hold nothing yet, its numbers, and what it means.
inline void give_product(Launch& launch, const ProductKernel& kernel, const reading::ProductSides& sides) {
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
  launch.meaning = has[1] && has[2] && has[3]
                       ? reading::meaning_of({product, true, reading::KnownBy::declared, false, {}})
                       : Meaning{};
  launch.least_events = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

}  // namespace tilescope::test
