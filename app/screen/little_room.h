// The window where there is little room, such as on a phone: one panel at a time.
#pragma once

#include "app/screen/screen.h"

namespace tilescope {

inline constexpr float page_link = 7.5F;  // the width of the page's own link inside a frame, in text sizes

// Whether the window has room for one panel only, and perhaps for the text of a lesson or task beside or below it.
[[nodiscard]] bool has_little_room(const LayoutWish& wish);
[[nodiscard]] Layout layout_of_little_room(const LayoutWish& wish);
// The buttons that show the panels.
[[nodiscard]] Picture panels_picture(const Session& session, const Layout& layout, const View& view);

// Enlarges the places of buttons to the least side that a finger needs, as far as no other place is there.
void widen_for_a_finger(Picture& picture, float least);

}  // namespace tilescope
