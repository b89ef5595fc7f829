// The shape of the mouse pointer, which says what a press or a drag would do at a place.
#pragma once

#include "app/screen/screen.h"

namespace tilescope {

enum class Pointer : std::uint8_t {
  arrow,
  hand,         // a press does something
  beam,         // a drag selects letters
  sideways,     // a drag moves a border to the left or right
  up_and_down,  // a drag moves a border up or down
};

// The border at a place, or null.
[[nodiscard]] const Border* border_at(const Screen& screen, Point place);
// Whether the bar of a scrolling panel is there.
[[nodiscard]] bool has_scroll_bar_at(const Screen& screen, Point place);
// Whether a drag from there selects words of a panel.
[[nodiscard]] bool has_words_at(const Screen& screen, Point place);
// The panel whose content scrolls there; scrolling_panels if there is none.
[[nodiscard]] std::size_t scrolling_panel_at(const Screen& screen, Point place);

[[nodiscard]] Pointer pointer_over_border(const Border& border);
[[nodiscard]] Pointer pointer_over(const Screen& screen, Point place);

// The pixels by which a panel at this place scrolls with one step of the wheel, if a finger's drag from there should
// scroll it; 0 if the drag does something else, such as turning the cube.
[[nodiscard]] float scroll_step_of_finger(const Screen& screen, Point place);

inline constexpr float lines_of_wheel = 3;  // that one step of the wheel scrolls, in text sizes or in rows of code

}  // namespace tilescope
