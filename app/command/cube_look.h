// How the cube of a launch's multiply-adds looks: its direction, colours and visible part.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace tilescope {

struct CubeLook {
  enum class Colour : std::uint8_t { phase, thread, warp, block };
  enum class Brush : std::uint8_t { all, block, warp, thread };
  struct Slice {
    std::uint8_t axis = 0;    // 0: i, 1: j, 2: k
    std::uint32_t place = 0;  // along the axis
    bool operator==(const Slice&) const = default;
  };
  int yaw = 32, pitch = 24;  // in degrees: turned to the left, seen from above
  int zoom = 100;            // in percent
  Colour colour = Colour::phase;
  Brush brush = Brush::all;
  std::optional<Slice> slice;
  std::optional<std::array<std::uint32_t, 3>> near;  // only the part around this place

  bool operator==(const CubeLook&) const = default;

  void turn(int by_yaw, int by_pitch) {
    yaw = (yaw + by_yaw + 540) % 360 - 180;
    pitch = std::clamp(pitch + by_pitch, -90, 90);
  }
  void enlarge(int by) { zoom = std::clamp(zoom + by, 50, 400); }
};

}  // namespace tilescope
