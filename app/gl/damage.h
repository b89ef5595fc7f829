// Finds the parts of a frame that differ from the previous frame. A step of a replay leaves nine tenths of the window
// unchanged, and without a GPU, drawing them again would be most of the work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// All boxes are in pixels.
class Damage {
 public:
  static constexpr std::uint32_t side = 32;  // of the square tiles in which changes are found

  // A frame of this size begins, with only its background.
  void begin(Point size, std::uint64_t ground);
  // Something is drawn in this box. Equal `looks` mean equal pixels.
  void cover(const Box& box, std::uint64_t looks);
  // The frame is complete. Returns boxes, without overlaps, that contain all changes.
  [[nodiscard]] std::vector<Box> end();
  // The surface lost its contents, so all of the next frame counts as changed.
  void forget() { before_.clear(); }

 private:
  Point size_;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint64_t> tiles_, before_;  // the look of each tile
};

[[nodiscard]] std::uint64_t looks_of(const void* bytes, std::size_t count);
[[nodiscard]] std::uint64_t mixed(std::uint64_t looks, std::uint64_t more);

}  // namespace tilescope
