// What a picture is painted with besides ImGui.
#pragma once

#include "app/gl/box_painter.h"
#include "app/gl/grid_painter.h"
#include "app/gl/solid_painter.h"

namespace tilescope {

struct Painters {
  BoxPainter boxes;
  GridPainter grids{boxes};
  SolidPainter solids;

  // Draws a little of everything, outside of the frame. A renderer without a GPU makes its code when a thing is drawn
  // for the first time, which would take that frame twice as long as others.
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
