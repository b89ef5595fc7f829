#include "app/gl/gui_keys.h"

#include <array>
#include <optional>

#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

// The keys that text fields understand.
std::optional<ImGuiKey> gui_key(const KeyPress& key) {
  switch (key.key) {
    case Key::left: return ImGuiKey_LeftArrow;
    case Key::right: return ImGuiKey_RightArrow;
    case Key::up: return ImGuiKey_UpArrow;
    case Key::down: return ImGuiKey_DownArrow;
    case Key::page_up: return ImGuiKey_PageUp;
    case Key::page_down: return ImGuiKey_PageDown;
    case Key::home: return ImGuiKey_Home;
    case Key::end: return ImGuiKey_End;
    case Key::insert: return ImGuiKey_Insert;
    case Key::erase: return ImGuiKey_Delete;
    case Key::backspace: return ImGuiKey_Backspace;
    case Key::enter: return ImGuiKey_Enter;
    case Key::escape: return ImGuiKey_Escape;
    case Key::tab: return ImGuiKey_Tab;
    default: break;
  }
  if (key.key != Key::character || !key.control) return std::nullopt;
  switch (key.character) {
    case U'a': return ImGuiKey_A;
    case U'c': return ImGuiKey_C;
    case U'v': return ImGuiKey_V;
    case U'x': return ImGuiKey_X;
    case U'y': return ImGuiKey_Y;
    case U'z': return ImGuiKey_Z;
    default: return std::nullopt;
  }
}

}  // namespace

void name_gui_keys() { compat::name_keys(); }

void begin_gui_frame(const GuiFrame& frame) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {frame.size.x, frame.size.y};
  io.DisplayFramebufferScale = {1, 1};
  io.DeltaTime = frame.seconds > 1e-4F ? frame.seconds : 1e-4F;
}

void move_gui_mouse(Point place) { compat::feed_place(ImGui::GetIO(), {place.x, place.y}); }
void press_gui_mouse(bool down) { compat::feed_button(ImGui::GetIO(), down); }
void turn_gui_wheel(float steps) { compat::feed_wheel(ImGui::GetIO(), steps); }

const char* gui_pointer() {
  switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput: return "text";
    case ImGuiMouseCursor_ResizeAll: return "move";
    case ImGuiMouseCursor_ResizeNS: return "ns-resize";
    case ImGuiMouseCursor_ResizeEW: return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
    case ImGuiMouseCursor_Hand: return "pointer";
    default: return "default";
  }
}

void press_gui_key(const KeyPress& key, bool down) {
  ImGuiIO& io = ImGui::GetIO();
  compat::feed_modifiers(io, key.control, key.shift, key.alt);
  if (const auto known = gui_key(key)) compat::feed_key(io, *known, down);
  if (down && key.key == Key::character && !key.control && !key.alt) io.AddInputCharacter(key.character);
}

}  // namespace tilescope
