// The larger parts of the counters panel, each drawn into a box; `unit` is the size of plain text.
#pragma once

#include <vector>

#include "app/stage/counter_rows.h"
#include "app/stage/picture.h"

namespace tilescope {

struct ShownKernel {
  Counted counted;
  Ink ink = Ink::c;
};

// A small plot of global loads over useful multiply-adds: solid lines for the past, dashed lines for the rest.
void draw_count_plot(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels);

// A line for each kind of number, a column for each kernel, and the kernels' names above.
void draw_counter_table(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels,
                        const std::vector<CounterRow>& rows);
inline constexpr float counter_row = 1.4F;  // the height of a line, in units

}  // namespace tilescope
