// The stage: B above, A at the left, C where they meet, the block's shared memory in the corner that is free, its
// threads and the grid beside them, and in words what happens.
#pragma once

#include <optional>
#include <span>

#include "app/stage/words.h"
#include "instrumentation/analysis/result_check.h"

namespace tilescope {

// The windows over A and B on their way from one tile to the next.
struct Slide {
  std::vector<TileWindow> from;
  float part = 0;  // of the way, from 0 to 1
};

struct StageOptions {
  std::uint8_t launch = 0;           // which launch targets in it belong to; see Target
  bool beside = false;               // of the kernel that is compared with
  bool small = false;                // no more than its matrices, and a few words
  bool for_a_class = false;          // the matrices have all the width; threads stand small at the foot
  const Slide* slide = nullptr;      // while windows slide
  const ResultCheck* result = nullptr;    // what the launch left and should have, where that is known
  bool shows_wrong = false;               // marks the elements that are wrong in the end
  std::optional<ElementOf> suspect = {};  // the cell that a finding is about

  // Of an array that was compared, how many elements are wrong in the end; and which, where these are to be marked.
  [[nodiscard]] std::optional<std::size_t> wrong_in(std::uint8_t array) const;
  [[nodiscard]] std::span<const std::uint32_t> spoiled_in(std::uint8_t array) const;
};

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

}  // namespace tilescope
