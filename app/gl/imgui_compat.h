// All differences between the supported ImGui versions: 1.86, 1.90 and 1.92.
#pragma once

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstdint>
#ifdef TILESCOPE_FREETYPE
#include <imgui_freetype.h>
#endif

namespace tilescope::compat {

// Since 1.92, letters are rasterized when they are first drawn, at any size. Before, all sizes are prepared.
inline constexpr bool fonts_grow = IMGUI_VERSION_NUM >= 19200;

// This version unloads OpenGL for all contexts when the first of them ends.
inline constexpr bool has_one_context = IMGUI_VERSION_NUM == 19220;

// FreeType snaps letters to whole rows of pixels, which keeps small letters crisp.
inline void use_freetype([[maybe_unused]] ImFontAtlas& atlas) {
#ifdef TILESCOPE_FREETYPE
#if IMGUI_VERSION_NUM >= 19200
  atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
  atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#else
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
#endif
}

// The actual size of a font that was made for this size. 1.90 makes whole sizes; at other sizes letters are scaled and
// unevenly placed.
inline float size_made([[maybe_unused]] const ImFont& font, [[maybe_unused]] float wanted) {
#if IMGUI_VERSION_NUM >= 19200
  return wanted;
#else
  return font.FontSize;
#endif
}

// The distance from the top of a line of text to its baseline, at this size.
inline float ascent(ImFont& font, float size) {
#if IMGUI_VERSION_NUM >= 19200
  return font.GetFontBaked(size)->Ascent;
#else
  return font.Ascent * size / font.FontSize;
#endif
}

inline bool has_letter(ImFont& font, char32_t letter) {
  const auto code = static_cast<ImWchar>(letter);
#if IMGUI_VERSION_NUM >= 19200
  return font.IsGlyphInFont(code);
#else
  return font.FindGlyphNoFallback(code) != nullptr;
#endif
}

// This letter replaces letters that the font lacks.
inline void use_for_unknown(ImFont& font, char32_t letter) { font.FallbackChar = static_cast<ImWchar>(letter); }

inline void push_font(ImFont* font, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, size);
#else
  ImGui::PushFont(font);
#endif
}

// Builds one wide texture that is as low as possible; false if a side would exceed `most` texels. Since 1.92 the
// texture grows with use.
inline bool build([[maybe_unused]] ImFontAtlas& atlas, [[maybe_unused]] int most) {
#if IMGUI_VERSION_NUM < 19200
  constexpr int usual_width = 2048;
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  for (int width = std::min(usual_width, most); width <= most; width *= 2) {
    atlas.TexDesiredWidth = width;
    atlas.Build();
    if (atlas.TexHeight <= most) return true;
  }
  return false;
#else
  return true;
#endif
}

// Call after changing the fonts of a running context.
inline void renew_font_texture() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

// Frees the letters' pixels, once the graphics system has them.
inline void forget_font_pixels([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  if (atlas.TexPixelsAlpha8 != nullptr || atlas.TexPixelsRGBA32 != nullptr) atlas.ClearTexData();
#endif
}

// The size of the default font. Before 1.92 it is the size that the font was made for.
inline void set_base_size([[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::GetStyle().FontSizeBase = size;
#endif
}

// The texture of all letters; 0 since 1.92, where letters may be scaled.
inline unsigned unscaled_letters() {
#if IMGUI_VERSION_NUM >= 19200
  return 0;
#else
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID));
#endif
}

// Distinguishes textures. Since 1.92 they may have no name yet.
inline std::uint64_t texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  return reinterpret_cast<std::uintptr_t>(command.TexRef._TexData) ^ static_cast<std::uint64_t>(command.TexRef._TexID);
#else
  return reinterpret_cast<std::uintptr_t>(command.TextureId);
#endif
}

// A mouse and keys without a backend: states before 1.87, events since then.
inline void feed_place(ImGuiIO& io, ImVec2 place) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(place.x, place.y);
#else
  io.MousePos = place;
#endif
}
inline void feed_button(ImGuiIO& io, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddMouseButtonEvent(0, down);
#else
  io.MouseDown[0] = down;
#endif
}
inline void feed_wheel(ImGuiIO& io, float steps) {
#if IMGUI_VERSION_NUM >= 18700
  if (steps != 0) io.AddMouseWheelEvent(0, steps);
#else
  io.MouseWheel += steps;
#endif
}
inline void feed_mouse(ImGuiIO& io, ImVec2 place, bool down, float wheel) {
  feed_place(io, place);
  feed_button(io, down);
  feed_wheel(io, wheel);
}
// Before 1.87, the program chooses the numbers of keys.
// While it is on, a button that is held counts as clicked again and again.
inline void push_repeat() {
#if IMGUI_VERSION_NUM >= 19100
  ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
#else
  ImGui::PushButtonRepeat(true);
#endif
}
inline void pop_repeat() {
#if IMGUI_VERSION_NUM >= 19100
  ImGui::PopItemFlag();
#else
  ImGui::PopButtonRepeat();
#endif
}

inline void name_keys() {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
#endif
}
inline void feed_key(ImGuiIO& io, ImGuiKey key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(key, down);
#else
  io.KeysDown[key] = down;
#endif
}
inline void feed_modifiers(ImGuiIO& io, bool control, bool shift, bool alt) {
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
  io.KeyCtrl = control;
  io.KeyShift = shift;
  io.KeyAlt = alt;
#endif
}

}  // namespace tilescope::compat
