// The painters of a picture besides ImGui.
#pragma once

#include "app/gl/box_painter.h"
#include "app/gl/grid_painter.h"
#include "app/gl/solid_painter.h"

namespace tilescope {

struct Painters {
  BoxPainter boxes;
  GridPainter grids{boxes};
  SolidPainter solids;

  // Draws a little of everything, outside the frame. A renderer without a GPU compiles code when something is drawn for
  // the first time, which would double the time of that frame.
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
