#include "app/gl/custom_draw.h"

#include "app/gl/draw_lists.h"
#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

void draw_custom(const ImDrawList*, const ImDrawCmd* command) {
  custom_draw_of(*command)->draw(pixels_of(*command, *ImGui::GetDrawData()));
}

}  // namespace

// The renderer's own state is set anew behind it.
void add_to(ImDrawList& list, const CustomDraw& drawing) {
  list.AddCallback(&draw_custom, const_cast<CustomDraw*>(&drawing));
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

const CustomDraw* custom_draw_of(const ImDrawCmd& command) {
  return command.UserCallback == &draw_custom ? static_cast<const CustomDraw*>(command.UserCallbackData) : nullptr;
}

}  // namespace tilescope
