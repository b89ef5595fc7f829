// What a line of the kernel and the cells of arrays have to do with each other, as the focused block ran it.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

// The elements that the block touches by this line in the steps of the frame's phase, or where there are no phases, in
// the frame's interval between barriers. In order, each once.
[[nodiscard]] std::vector<ElementOf> elements_of_line(const Replay& replay, const Frame& frame, std::uint32_t line);

// The lines by which the block touches this element in the whole launch. In order, each once.
[[nodiscard]] std::vector<std::uint32_t> lines_of_element(const Replay& replay, std::size_t block, ElementOf element);

// What lanes of a warp do in the frame's step: their threads, and the elements that they touch. In order, each once.
struct WarpLinks {
  std::vector<std::uint32_t> threads;
  std::vector<ElementOf> elements;
};
[[nodiscard]] WarpLinks links_of_lane(const Replay& replay, const Frame& frame, std::uint32_t thread);
// Of the lanes of the selected thread's warp that meet in this bank, or in this sector, in its access of that number.
[[nodiscard]] WarpLinks links_of_bank(const Frame& frame, std::size_t access, std::uint32_t bank);

}  // namespace tilescope
