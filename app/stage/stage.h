// The stage: B above, A at the left, C where they meet, the block's shared memory in the corner that is free, its
// threads and the grid beside them, and in words what happens.
#pragma once

#include <string>

#include "app/stage/stage_options.h"

namespace tilescope {

[[nodiscard]] Picture stage_picture(const Frame& frame, const StageOptions& options, const View& view);

// What the step does, in a sentence: "Loading: each thread copies an element of A into As".
[[nodiscard]] std::string headline(const Frame& frame);
// In as few words as do: "Loading A into As".
[[nodiscard]] std::string short_headline(const Frame& frame);

// What the selected thread does in it: code, the same with numbers, and where those came from.
struct Detail {
  std::string code;     // "sum += As[0][0] * Bs[0][0]"
  std::string numbers;  // "11 + 3 × 9 = 38"
  std::string origin;   // "from A[0][2] and B[2][0]"
};
[[nodiscard]] Detail detail(const Frame& frame);
// Whether the operands, as they were read, come to what came out: between a load and a sum there may be more.
[[nodiscard]] bool comes_to_what_it_says(const Arithmetic& sum);
// But for the last bits, where the largest of the numbers that it was computed from is so large.
[[nodiscard]] bool is_about(double value, double wanted, double size);
// Whether that is also what the kernel's text says: it may say "sum += expf(in[k])".
[[nodiscard]] bool is_sum_of_operands(const Scenery& scenery, const Arithmetic& sum);

}  // namespace tilescope
