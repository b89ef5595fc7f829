// A product's multiply-adds as points in space: rows of C downwards, columns of C to the right, k into the depth. For
// other launches the points are accesses: threads downwards, elements to the right, time into the depth.
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
    std::uint64_t whole = 1;   // in points
    std::uint64_t first = 0;   // in points: where the shown part begins
    std::uint64_t length = 1;  // in points: how long the shown part is
    std::uint32_t merged = 1;  // how many points share a cell
    std::uint32_t cells = 1;

    [[nodiscard]] std::uint64_t end() const { return first + length; }
    [[nodiscard]] bool has(std::uint64_t place) const { return place >= first && place < end(); }
    [[nodiscard]] std::uint32_t cell_of(std::uint64_t place) const {
      return static_cast<std::uint32_t>((place - first) / merged);
    }
    [[nodiscard]] std::uint64_t place_of(std::uint32_t cell) const { return first + std::uint64_t{cell} * merged; }
  };
  // A cell; if several points share it, the earliest one.
  struct Point {
    static constexpr std::uint32_t nobody = 0xffffffff;
    std::uint32_t thread = nobody;  // numbered through all blocks
    std::uint32_t event = 0;
    std::uint32_t step = 0;
    std::uint32_t last = 0;  // the step of the last point that shares the cell

    [[nodiscard]] bool is_there() const { return thread != nobody; }
  };

  bool is_product = false;
  std::uint32_t threads_per_block = 1;
  std::array<Axis, 3> axes;
  std::vector<Point> points;  // by cell; the last axis varies fastest
  std::uint64_t placed = 0;   // multiply-adds or accesses that have a place
  std::uint64_t again = 0;    // those whose place was already taken
  std::uint64_t padding = 0;  // multiply-adds with a padded zero as a factor
  std::uint64_t others = 0;   // multiply-adds whose factors are unknown

  [[nodiscard]] std::uint32_t cell_at(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    return (i * axes[1].cells + j) * axes[2].cells + k;
  }
  [[nodiscard]] std::array<std::uint32_t, 3> place_of(std::uint32_t cell) const {
    return {cell / axes[2].cells / axes[1].cells, cell / axes[2].cells % axes[1].cells, cell % axes[2].cells};
  }
  // The extent of a block's points along each axis.
  struct Reach {
    std::array<std::uint64_t, 3> first{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}, last{};
  };
  std::vector<Reach> reaches;  // by block; includes points outside the shown part

  [[nodiscard]] bool is_part() const {
    return axes[0].length < axes[0].whole || axes[1].length < axes[1].whole || axes[2].length < axes[2].whole;
  }
  [[nodiscard]] bool is_merged() const { return axes[0].merged * axes[1].merged * axes[2].merged > 1; }
  [[nodiscard]] EventRef event_of(std::uint32_t cell) const {
    const Point& point = points[cell];
    return {point.thread / threads_per_block, point.thread % threads_per_block, point.event};
  }
};

// The maximum number of cells along an axis.
inline constexpr std::uint32_t most_cells = 64;

// Returns null if `wanted` became false meanwhile.
[[nodiscard]] std::shared_ptr<const Cube> cube_of(const Replay& replay, const std::function<bool()>& wanted);
// The part around a place, as large as possible with one cell per point.
[[nodiscard]] std::shared_ptr<const Cube> cube_near(const Replay& replay, const Cube& whole,
                                                    const std::array<std::uint32_t, 3>& place,
                                                    const std::function<bool()>& wanted);

}  // namespace tilescope
