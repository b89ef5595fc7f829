// Puts a picture on the screen, by way of a draw list of ImGui.
#pragma once

#include "app/stage/picture.h"
#include "app/stage/theme.h"

struct ImDrawList;

namespace tilescope {

class Fonts;
struct Painters;

// Text never gets smaller than this to fit its box; what is still too wide ends in three dots.
inline constexpr float smallest_text = 10;
// Text that is asked for smaller than this is left out.
inline constexpr float illegible_text = 5;

// The picture's top left comes to `origin`, and all of it is made larger by `scale`. The theme has to stay where it is
// until the frame is rendered.
void paint(const Picture& picture, Point origin, float scale, ImDrawList& list, const Fonts& fonts, const Theme& theme,
           Painters& painters);

// How a label comes to be drawn: its text, shortened or not, at a size, from its top left on.
struct FittedLabel {
  std::string text;
  float em = 0;  // 0: not drawn
  Point place;
  float width = 0;
  float pitch = 0;  // from letter to letter, where all are equally wide; 0: as the font has it
};
[[nodiscard]] FittedLabel fit_label(const Label& label, Point origin, float scale, const Fonts& fonts);

}  // namespace tilescope
