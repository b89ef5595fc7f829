#include "app/gl/style.h"

#include "app/gl/imgui_compat.h"

namespace tilescope {

namespace {

ImVec4 of(const Theme& theme, Ink ink, float opacity = 1) {
  const Color color = theme.of(ink);
  return {static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255, static_cast<float>(color.b) / 255,
          opacity};
}

}  // namespace

void style_like(const Theme& theme, float scale) {
  ImGuiStyle style;
  style.AntiAliasedLinesUseTex = false;  // the letters' texture is not scaled
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 5};
  style.ItemSpacing = {8, 6};
  style.WindowRounding = 6;
  style.ChildRounding = 6;
  style.PopupRounding = 6;
  style.FrameRounding = 4;
  style.GrabRounding = 4;
  style.ScrollbarSize = 12;
  style.WindowBorderSize = 1;
  style.FrameBorderSize = 1;
  style.ScaleAllSizes(scale);
  auto& colors = style.Colors;
  colors[ImGuiCol_Text] = of(theme, Ink::text);
  colors[ImGuiCol_TextDisabled] = of(theme, Ink::faint);
  colors[ImGuiCol_WindowBg] = colors[ImGuiCol_PopupBg] = of(theme, Ink::panel);
  colors[ImGuiCol_ChildBg] = of(theme, Ink::panel, 0);
  colors[ImGuiCol_Border] = of(theme, Ink::edge);
  colors[ImGuiCol_FrameBg] = of(theme, Ink::window);
  colors[ImGuiCol_FrameBgHovered] = colors[ImGuiCol_FrameBgActive] = of(theme, Ink::edge);
  colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgActive] = colors[ImGuiCol_TitleBgCollapsed] =
      of(theme, Ink::window);
  colors[ImGuiCol_MenuBarBg] = of(theme, Ink::panel);
  colors[ImGuiCol_ScrollbarBg] = of(theme, Ink::window, 0);
  colors[ImGuiCol_ScrollbarGrab] = of(theme, Ink::faint);
  colors[ImGuiCol_ScrollbarGrabHovered] = colors[ImGuiCol_ScrollbarGrabActive] = of(theme, Ink::text);
  colors[ImGuiCol_CheckMark] = colors[ImGuiCol_SliderGrab] = colors[ImGuiCol_SliderGrabActive] = of(theme, Ink::c);
  colors[ImGuiCol_Button] = of(theme, Ink::cell);
  colors[ImGuiCol_ButtonHovered] = colors[ImGuiCol_ButtonActive] = of(theme, Ink::edge);
  colors[ImGuiCol_Header] = of(theme, Ink::c, 0.25F);
  colors[ImGuiCol_HeaderHovered] = colors[ImGuiCol_HeaderActive] = of(theme, Ink::c, 0.4F);
  colors[ImGuiCol_Separator] = colors[ImGuiCol_SeparatorHovered] = colors[ImGuiCol_SeparatorActive] =
      of(theme, Ink::edge);
  colors[ImGuiCol_ResizeGrip] = of(theme, Ink::edge);
  colors[ImGuiCol_ResizeGripHovered] = colors[ImGuiCol_ResizeGripActive] = of(theme, Ink::faint);
  colors[ImGuiCol_Tab] = of(theme, Ink::panel);
  colors[ImGuiCol_TabHovered] = of(theme, Ink::edge);
  colors[ImGuiCol_TableHeaderBg] = of(theme, Ink::panel);
  colors[ImGuiCol_TableBorderStrong] = colors[ImGuiCol_TableBorderLight] = of(theme, Ink::edge);
  colors[ImGuiCol_TextSelectedBg] = of(theme, Ink::c, 0.35F);
  colors[ImGuiCol_NavHighlight] = of(theme, Ink::now);
  colors[ImGuiCol_ModalWindowDimBg] = of(theme, Ink::window, 0.6F);
  ImGui::GetStyle() = style;
}

}  // namespace tilescope
