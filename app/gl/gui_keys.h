// Input for ImGui, and its mouse pointer, where none of its backends is used, as in a browser.
#pragma once

#include "app/command/keys.h"
#include "app/stage/picture.h"

namespace tilescope {

// Call once for the current context, when it is created.
void name_gui_keys();

struct GuiFrame {
  Point size;  // in pixels
  float seconds = 0;
};
void begin_gui_frame(const GuiFrame& frame);
void move_gui_mouse(Point place);
void press_gui_mouse(bool down);
void turn_gui_wheel(float steps);
// The shape of the mouse pointer in the last frame, by its name in style sheets.
[[nodiscard]] const char* gui_pointer();
void press_gui_key(const KeyPress& key, bool down);

}  // namespace tilescope
