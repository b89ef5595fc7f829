// The colours of the inks: dark for a screen, light for a projector, and high contrast.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/stage/picture.h"

namespace tilescope {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;

  bool operator==(const Color&) const = default;
};

struct Theme {
  std::string_view name;
  std::array<Color, ink_count> inks;

  [[nodiscard]] Color of(Ink ink) const { return inks[static_cast<std::size_t>(ink)]; }
};

[[nodiscard]] std::span<const Theme> themes();
// The theme with this name, or null.
[[nodiscard]] const Theme* find_theme(std::string_view name);

// A mix of two colours: 0 is the first, 1 the second.
[[nodiscard]] Color mix(Color from, Color to, float part);
// A magnitude from 0 to 1 in cividis, which works for colour-blind readers and in greyscale.
[[nodiscard]] Color cividis(float magnitude);
// The fill of a cell without its mark.
[[nodiscard]] Color fill_of(const Cell& cell, const Theme& theme);
// The colour of a mark over a fill: that of text or of the window, whichever contrasts more.
[[nodiscard]] Color mark_over(Color fill, const Theme& theme);

// The readable ink on a heat-map cell of this strength: dark on light cells, light on dark cells.
[[nodiscard]] Ink ink_on_heat(std::uint8_t strength);

// The contrast of two colours by WCAG, from 1 to 21; text needs 4.5.
[[nodiscard]] float contrast(Color one, Color other);

}  // namespace tilescope
