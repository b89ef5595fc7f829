// The painters of pictures, in addition to ImGui.
#pragma once

#include "app/gl/box_painter.h"
#include "app/gl/grid_painter.h"
#include "app/gl/solid_painter.h"

namespace tilescope {

struct Painters {
  BoxPainter boxes;
  GridPainter grids{boxes};
  SolidPainter solids;

  // Draws a little of everything outside a frame. A renderer without a GPU compiles code for each first use, which
  // would otherwise double the time of that frame.
  void warm_up(const Theme& theme) {
    boxes.warm_up();
    grids.warm_up(theme);
    solids.warm_up();
  }
  void begin_frame(Point size, Point pixels) {
    boxes.begin_frame(size, pixels);
    grids.begin_frame(size, pixels);
    solids.begin_frame(size, pixels);
  }
};

}  // namespace tilescope
