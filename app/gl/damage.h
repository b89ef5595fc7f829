// Which parts of a frame look other than they did in the frame before. In a step of a replay nine tenths of the window
// stay as they are, and without a GPU drawing them again would be most of the work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// All in pixels.
class Damage {
 public:
  static constexpr std::uint32_t side = 32;  // of the tiles in which changes are noticed

  // A frame of that size begins, with nothing on it but its ground.
  void begin(Point size, std::uint64_t ground);
  // Over what there is in this box, something is drawn. Numbers are equal where it looks the same.
  void cover(const Box& box, std::uint64_t looks);
  // The frame is complete: the boxes that hold all that changed. None of them overlap.
  [[nodiscard]] std::vector<Box> end();
  // The surface lost what was on it: all of the next frame has changed.
  void forget() { before_.clear(); }

 private:
  Point size_;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint64_t> tiles_, before_;  // what each tile looks like
};

[[nodiscard]] std::uint64_t looks_of(const void* bytes, std::size_t count);
[[nodiscard]] std::uint64_t mixed(std::uint64_t looks, std::uint64_t more);

}  // namespace tilescope
