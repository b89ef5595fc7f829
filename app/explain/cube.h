// The multiply-adds of a product as points in space: rows of C downwards, its columns to the right, and k into the
// depth. Of other launches, their accesses: threads downwards, elements to the right, and time into the depth.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/block_stores.h"

namespace tilescope {

struct Cube {
  struct Axis {
    std::string name;          // "i"
    std::string words;         // "rows of C"
    std::uint64_t length = 1;  // in points
    std::uint32_t merged = 1;  // how many of them share a cell
    std::uint32_t cells = 1;
  };
  // What is in a cell: of several points, the first that happens.
  struct Point {
    static constexpr std::uint32_t nobody = 0xffffffff;
    std::uint32_t thread = nobody;  // counted through all blocks
    std::uint32_t event = 0;
    std::uint32_t step = 0;
    std::uint32_t last = 0;  // the step of the last point that shares the cell

    [[nodiscard]] bool is_there() const { return thread != nobody; }
  };

  bool is_product = false;
  std::uint32_t threads_per_block = 1;
  std::array<Axis, 3> axes;
  std::vector<Point> points;              // by cell; those along the last axis lie side by side
  std::uint64_t placed = 0;               // multiply-adds, or accesses, that have a place in it
  std::uint64_t again = 0;                // of these, those of a place where one had been before
  std::uint64_t padding = 0;              // with a padded zero as a factor
  std::uint64_t others = 0;               // of which it is not known which elements they multiply
  std::vector<std::uint64_t> array_ends;  // of accesses: where along the elements each array ends
  std::vector<std::uint8_t> arrays;       // and which they are

  [[nodiscard]] std::uint32_t cell_at(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    return (i * axes[1].cells + j) * axes[2].cells + k;
  }
  [[nodiscard]] std::array<std::uint32_t, 3> place_of(std::uint32_t cell) const {
    return {cell / axes[2].cells / axes[1].cells, cell / axes[2].cells % axes[1].cells, cell % axes[2].cells};
  }
  [[nodiscard]] bool is_merged() const { return axes[0].merged * axes[1].merged * axes[2].merged > 1; }
  [[nodiscard]] EventRef event_of(std::uint32_t cell) const {
    const Point& point = points[cell];
    return {point.thread / threads_per_block, point.thread % threads_per_block, point.event};
  }
};

// No axis has more cells than that.
inline constexpr std::uint32_t most_cells = 64;

// Null where `wanted` said no on the way.
[[nodiscard]] std::shared_ptr<const Cube> cube_of(const Replay& replay, const std::function<bool()>& wanted);

}  // namespace tilescope
