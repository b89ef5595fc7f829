// How a stage is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/stage/words.h"
#include "instrumentation/analysis/result_check.h"

namespace tilescope {

// The windows over A and B while they move from one tile to the next.
struct Slide {
  std::vector<TileWindow> from;
  float part = 0;  // the fraction of the way, from 0 to 1
};

struct StageOptions {
  std::uint8_t launch = 0;                // the launch of its targets; see Target
  bool beside = false;                    // this is the kernel beside
  bool small = false;                     // only matrices and a few words
  bool for_a_class = false;               // the matrices get the full width; threads are small at the bottom
  const Slide* slide = nullptr;           // while windows slide
  const ResultCheck* result = nullptr;    // the result and the expected result, if known
  bool shows_wrong = false;               // marks elements that are wrong at the end
  std::optional<ElementOf> suspect = {};  // the cell that a finding concerns

  // How many elements of a compared array are wrong at the end, and which ones if they are marked.
  [[nodiscard]] std::optional<std::size_t> wrong_in(std::uint8_t array) const;
  [[nodiscard]] std::span<const std::uint32_t> spoiled_in(std::uint8_t array) const;
};

}  // namespace tilescope
