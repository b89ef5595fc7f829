// The links between a line of the kernel and the cells of arrays, in the focused block.
#pragma once

#include <cstdint>
#include <vector>

#include "app/replay/replay.h"

namespace tilescope {

// The elements that the block accesses by this line in the frame's phase; without phases, in the frame's interval
// between barriers. In order and without duplicates.
[[nodiscard]] std::vector<ElementOf> elements_of_line(const Replay& replay, const Frame& frame, std::uint32_t line);

// The lines that access this element in the block during the whole launch. In order and without duplicates.
[[nodiscard]] std::vector<std::uint32_t> lines_of_element(const Replay& replay, std::size_t block, ElementOf element);

// The lanes of a warp in the frame's step: their threads, and the elements that they access. In order and without
// duplicates.
struct WarpLinks {
  std::vector<std::uint32_t> threads;
  std::vector<ElementOf> elements;
};
[[nodiscard]] WarpLinks links_of_lane(const Replay& replay, const Frame& frame, std::uint32_t thread);
// The same for the lanes of the selected thread's warp that use this bank or sector in access number `access`.
[[nodiscard]] WarpLinks links_of_bank(const Frame& frame, std::size_t access, std::uint32_t bank);

}  // namespace tilescope
