// A small plot of global loads over useful multiply-adds: what has happened as a full line, what will as a dashed one.
#pragma once

#include <vector>

#include "app/stage/counter_rows.h"
#include "app/stage/picture.h"

namespace tilescope {

struct PlottedKernel {
  Counted counted;
  Ink ink = Ink::c;
};

// Draws into the box; `unit` is the size of plain text.
void draw_count_plot(Picture& picture, const Box& box, float unit, const std::vector<PlottedKernel>& kernels);

}  // namespace tilescope
