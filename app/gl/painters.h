// What a picture is painted with besides ImGui.
#pragma once

#include "app/gl/box_painter.h"
#include "app/gl/grid_painter.h"

namespace tilescope {

struct Painters {
  BoxPainter boxes;
  GridPainter grids;

  void begin_frame(Point size, Point pixels) {
    boxes.begin_frame(size, pixels);
    grids.begin_frame(size, pixels);
  }
};

}  // namespace tilescope
