// The draw lists of a frame, with ImGui's commands and ours: what they draw where, and how to draw only a part.
#pragma once

#include <vector>

#include "app/stage/picture.h"

struct ImDrawCmd;
struct ImDrawData;

namespace tilescope {

class Damage;

// Where a command may draw.
[[nodiscard]] Box pixels_of(const ImDrawCmd& command, const ImDrawData& data);

void describe(const ImDrawData& data, Damage& damage);

// Makes the lists draw only in these boxes of pixels, which do not overlap.
void keep_inside(ImDrawData& data, const std::vector<Box>& boxes);

}  // namespace tilescope
