// How wide text will be, near enough to plan with: pictures are made without asking a font.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// Small letters are made in these sizes; those between are drawn in the next smaller one, as scaled ones would be blurred.
inline constexpr std::array small_letters{10.0F, 11.0F, 12.0F, 13.0F, 14.0F, 15.0F, 16.0F, 18.0F, 20.0F, 22.0F};
// The smallest size that is drawn no smaller than that, on a display of that scale.
[[nodiscard]] float crisp_size(float least, float scale);

[[nodiscard]] float text_width(std::string_view text, float size, Face face);

// The first of these wordings that is no wider than that; the last one if none is.
[[nodiscard]] std::string first_that_fits(std::initializer_list<std::string> wordings, float width, float size,
                                          Face face);

// Cut short with "…" where it is wider than that.
[[nodiscard]] std::string elided(const std::string& text, float width, float size, Face face);

// In lines no wider than that, broken between words.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, float width, float size, Face face);

// "1 234 567", or "1.23 M" where that is longer than so many characters.
[[nodiscard]] std::string short_count(std::uint64_t count, std::size_t characters);
// "2", "1.5", "1.33", "12.3", "123": as many digits as one can take in; "2.00" is not quite 2.
[[nodiscard]] std::string ratio_name(double ratio);

}  // namespace tilescope
