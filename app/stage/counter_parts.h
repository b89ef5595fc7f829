// The larger parts of the counters panel, each drawn into a box; `unit` is the size of plain text.
#pragma once

#include <string>
#include <vector>

#include "app/stage/counter_rows.h"
#include "app/stage/picture.h"

namespace tilescope {

struct ShownKernel {
  Counted counted;
  Ink ink = Ink::c;
};

// A small plot of global loads over useful multiply-adds: solid lines for the past, dashed lines for the rest. Totals
// are left out where a question may be about them.
void draw_count_plot(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels,
                     bool with_totals);

// A line for each kind of number, a column for each kernel, and the kernels' names above, behind a heading. The lines
// share the height of the box.
void draw_counter_table(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels,
                        const std::vector<CounterRow>& rows, const std::string& heading);

}  // namespace tilescope
