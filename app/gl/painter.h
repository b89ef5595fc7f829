// Paints a picture on the screen, through a draw list of ImGui.
#pragma once

#include "app/stage/picture.h"
#include "app/stage/theme.h"

struct ImDrawList;

namespace tilescope {

class Fonts;
struct Painters;

// Text is never made smaller than this to fit its box; if it is still too wide, it ends in three dots.
inline constexpr float smallest_text = 10;
// Text of a smaller size than this is left out.
inline constexpr float illegible_text = 5;

// The picture's top left is placed at `origin`, and everything is enlarged by `scale`. The theme has to stay in place
// until the frame is rendered.
void paint(const Picture& picture, Point origin, float scale, ImDrawList& list, const Fonts& fonts, const Theme& theme,
           Painters& painters);

// How a label is drawn: its text, possibly shortened, at a size, from its top left on.
struct FittedLabel {
  std::string text;
  float em = 0;  // 0: not drawn
  Point place;
  float width = 0;
  float pitch = 0;  // from letter to letter, if all are equally wide; 0: as in the font
};
[[nodiscard]] FittedLabel fit_label(const Label& label, Point origin, float scale, const Fonts& fonts);

}  // namespace tilescope
