// The stage: B above, A at the left, C where they meet. The block's shared memory and threads and the grid are in the
// free corner, and words say what happens. The threads and the grid of other kernels are in a strip at the right.
#pragma once

#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

[[nodiscard]] Picture stage_picture(const Frame& frame, const StageOptions& options, const View& view);
// The smallest stage in which every element of a product's matrices has a readable number; 0 for other kernels.
[[nodiscard]] Point stage_with_numbers(const Scenery& scenery, const View& view);
// The smallest height of a product's stage, without the things that it can do without, in which all numbers are read
// with ease, or, if the view is lower than that, are readable; 0: not a product.
[[nodiscard]] float lean_stage_height(const Scenery& scenery, const View& view);

// The step in a sentence: "Loading: each thread copies an element of A into As".
[[nodiscard]] std::string headline(const Frame& frame);
// The same in few words: "Loading A into As".
[[nodiscard]] std::string short_headline(const Frame& frame);

// The selected thread's part: the code, the code with numbers, and the origin of the numbers.
struct Detail {
  std::string code;     // "sum += As[0][0] * Bs[0][0]"
  std::string numbers;  // "11 + 3 × 9 = 38"
  std::string origin;   // "from A[0][2] and B[2][0]"
};
[[nodiscard]] Detail detail(const Frame& frame);
// Whether the operands that were read give the result; other operations may come between a load and a sum.
[[nodiscard]] bool comes_to_what_it_says(const Arithmetic& sum);
// Whether two values are equal except for rounding, relative to `size`, the largest number involved.
[[nodiscard]] bool is_about(double value, double wanted, double size);
// Whether the source agrees with the sum; it may say "sum += expf(in[k])".
[[nodiscard]] bool is_sum_of_operands(const Scenery& scenery, const Arithmetic& sum);

}  // namespace tilescope
