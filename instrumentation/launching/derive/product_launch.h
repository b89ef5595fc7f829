// Launches of kernels whose A, B, C, M, N and K are known.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

struct ProductKernel : RecordedKernel {
  enum class Matrix : std::uint8_t { none, a, b, c };
  enum class Side : std::uint8_t { none, m, n, k };
  struct Scalar {
    Side side = Side::none;
    double value = 0;  // where it is none of them
  };

  std::vector<Matrix> arrays;           // by the machine's number
  std::vector<Scalar> scalars;          // of machine::Code::scalars
  double sure = 1;                      // the part of what was tried that these agree with
  bool doubted = false;                 // it was not right in each launch that was tried, or too few could be
  std::array<std::int64_t, 3> fails{};  // M, N and K of one of those, where one is known
  bool found_by_trying = false;         // or known by their names
};

// What the kernel's numbers are in a launch with such sides, by machine::Code::scalars.
[[nodiscard]] std::vector<double> numbers_for(const ProductKernel& kernel, const reading::ProductSides& sides);

// Gives a launch its arrays, which hold nothing yet, its numbers, and what it means.
void give_product(Launch& launch, const ProductKernel& kernel, const reading::ProductSides& sides);
// Whether it has to be the product, or its arrays only look like one's; that it may be right by luck, and with which M,
// N and K it is not.
void set_sure(Launch& launch, bool is_sure);
void doubt(Launch& launch);
// That only this launch counts, whatever becomes of others.
void trust(Launch& launch);
void tell_failing(Launch& launch, const std::array<std::int64_t, 3>& sides);
// Fills all arrays that have sides with zeros; takes the zeros of another launch like this one, where it has them.
void make_room(Launch& launch, const Launch& like = {});

}  // namespace tilescope
