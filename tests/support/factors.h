// A, B and C of a launch that multiplies matrices, as floats.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/trace.h"
#include "tests/support/give_product.h"

namespace tilescope::test {

inline std::int64_t m_of(const Launch& launch) { return reading::sides_of(launch).m; }
inline std::int64_t n_of(const Launch& launch) { return reading::sides_of(launch).n; }
inline std::int64_t k_of(const Launch& launch) { return reading::sides_of(launch).k; }

// The index of the array with this name, or the number of arrays if there is none.
inline std::size_t number_of(const Launch& launch, std::string_view name) {
  std::size_t number = 0;
  while (number < launch.buffers.size() && launch.buffers[number].name != name) ++number;
  return number;
}

inline std::vector<float> floats_of(const Launch& launch, std::string_view name) {
  std::vector<float> values;
  const std::size_t number = number_of(launch, name);
  if (number == launch.buffers.size()) return values;
  const Buffer& buffer = launch.buffers[number];
  for (std::uint64_t n = 0; n < buffer.bytes.size() / buffer.element_bytes; ++n)
    values.push_back(static_cast<float>(buffer.at(n)));
  return values;
}
inline std::vector<float> a_of(const Launch& launch) { return floats_of(launch, "A"); }
inline std::vector<float> b_of(const Launch& launch) { return floats_of(launch, "B"); }

inline void set(Launch& launch, std::string_view name, const std::vector<float>& values) {
  const std::size_t number = number_of(launch, name);
  if (number == launch.buffers.size()) return;
  Buffer& buffer = launch.buffers[number];
  for (std::uint64_t n = 0; n < values.size() && n < buffer.bytes.size() / buffer.element_bytes; ++n)
    buffer.put(n, values[n]);
}

inline std::vector<float> c_of(const Trace& trace) {
  std::vector<float> values;
  for (std::size_t array = 0; array < trace.arrays().size(); ++array)
    if (trace.arrays()[array].name == "C" && trace.arrays()[array].space == Space::global)
      for (std::int64_t n = 0; n < trace.arrays()[array].elements(); ++n)
        values.push_back(static_cast<float>(trace.left(array, static_cast<std::uint64_t>(n))));
  return values;
}

// The final store to each element of C.
inline std::vector<FinalStore> finals_of_c(const Trace& trace) {
  for (std::size_t array = 0; array < trace.arrays().size(); ++array)
    if (trace.arrays()[array].name == "C" && trace.arrays()[array].space == Space::global)
      return final_stores(trace, static_cast<std::uint8_t>(array));
  return {};
}

// A launch of a kernel that is not in the catalogue; A and B count up.
inline Launch rectangle(const ProductKernel& kernel, const reading::ProductSides& sides, Size2 block, Size2 grid) {
  Launch launch;
  launch.kernel = kernel.name;
  launch.block = block;
  launch.grid = grid;
  give_product(launch, kernel, sides);
  if (launch.meaning.kind.empty()) launch.meaning.kind = "product";  // a product without all of its arrays
  make_room(launch);
  for (Buffer& buffer : launch.buffers)
    for (std::uint64_t n = 0;
         (buffer.name == "A" || buffer.name == "B") && n < buffer.bytes.size() / buffer.element_bytes; ++n)
      buffer.put(n, static_cast<double>(n + 1));
  return launch;
}
inline Launch square(const ProductKernel& kernel, unsigned side, Size2 block = {2, 2}, Size2 grid = {1, 1}) {
  return rectangle(kernel, {side, side, side}, block, grid);
}

}  // namespace tilescope::test
