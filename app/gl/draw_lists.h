// The lists of what a frame draws, ImGui's commands and ours: what they show where, and how to draw only a part of it.
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

// From now on the lists draw what they drew, but only in these boxes of pixels, none of which overlap.
void keep_inside(ImDrawData& data, const std::vector<Box>& boxes);

}  // namespace tilescope
