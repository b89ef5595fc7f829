// Paints a picture on the screen, through a draw list of ImGui.
#pragma once

#include "app/stage/picture.h"
#include "app/stage/theme.h"

struct ImDrawList;

namespace tilescope {

class Fonts;
struct Painters;

// Text is never shrunk below this size to fit its box; if it is still too wide, it ends in three dots.
inline constexpr float smallest_text = 10;
// Text below this size is left out.
inline constexpr float illegible_text = 5;

// Places the picture's top left at `origin`, and enlarges everything by `scale`. The theme must exist until the frame
// is rendered.
void paint(const Picture& picture, Point origin, float scale, ImDrawList& list, const Fonts& fonts, const Theme& theme,
           Painters& painters);

// How a label is drawn: its text, possibly shortened, its size and its top left.
struct FittedLabel {
  std::string text;
  float em = 0;  // 0: not drawn
  Point place;
  float width = 0;
  float pitch = 0;  // the distance between letters if all are equally wide; 0: the font's own
};
[[nodiscard]] FittedLabel fit_label(const Label& label, Point origin, float scale, const Fonts& fonts);

}  // namespace tilescope
