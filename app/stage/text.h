// Estimates the width of text, so that pictures can be made without a font.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// Small letters have these sizes. A size between two of them is drawn in the smaller one, because scaled letters would
// be blurred.
inline constexpr std::array small_letters{10.0F, 11.0F, 12.0F, 13.0F, 14.0F, 15.0F, 16.0F, 18.0F, 20.0F, 22.0F};
// The smallest size that is drawn with at least `least` on a display of this scale.
[[nodiscard]] float crisp_size(float least, float scale);

[[nodiscard]] float text_width(std::string_view text, float size, Face face);

// The first wording that fits; the last one if none does.
[[nodiscard]] std::string first_that_fits(std::initializer_list<std::string> wordings, float width, float size,
                                          Face face);

// Cut short with "…" if it is wider than `width`.
[[nodiscard]] std::string elided(const std::string& text, float width, float size, Face face);

// Breaks text between words into lines that fit.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, float width, float size, Face face);

// "1 234 567", or "1.23 M" if that is longer than this many characters.
[[nodiscard]] std::string short_count(std::uint64_t count, std::size_t characters);
// "2", "1.5", "1.33", "12.3", "123": as many digits as are useful. "2.00" is not exactly 2.
[[nodiscard]] std::string ratio_name(double ratio);

}  // namespace tilescope
