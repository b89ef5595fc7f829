#include "app/gl/custom_draw.h"

#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

void draw_custom(const ImDrawList*, const ImDrawCmd* command) { custom_draw_of(*command)->draw(); }

}  // namespace

void add_to(ImDrawList& list, CustomDraw& drawing) { list.AddCallback(&draw_custom, &drawing); }

CustomDraw* custom_draw_of(const ImDrawCmd& command) {
  return command.UserCallback == &draw_custom ? static_cast<CustomDraw*>(command.UserCallbackData) : nullptr;
}

}  // namespace tilescope
