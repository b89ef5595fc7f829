// The geometry of marks as a fraction of a cell's shorter side, shared by the shader and the SVG writer.
#pragma once

namespace tilescope::marks {

inline constexpr float smallest_cell = 6;    // pixels; smaller cells have neither marks nor rules
inline constexpr float smallest_block = 12;  // smaller blocks have no border of their own

inline constexpr float ring_place = 0.25F;  // from the left and from the top
inline constexpr float ring_radius = 0.1F;
inline constexpr float ring_width = 0.04F;  // at least 1.5 pixels
inline constexpr float ring_large = 0.3F;   // the radius of a ring in the middle of a cell without room for a value
inline constexpr float roomy_cell = 13;     // pixels
inline constexpr float corner_leg = 0.5F;
inline constexpr float corner_leg_beside_number = 0.33F;  // in a cell that is filled by its number
inline constexpr float airy_cell = 20;                    // pixels; smaller cells are filled by their numbers
inline constexpr float dot_place = 0.2F;                  // from the left and from the top
inline constexpr float dot_radius = 0.11F;                // at least 1.2 pixels
inline constexpr float cross_inset = 0.12F;
inline constexpr float lit_width = 0.06F;  // at least 2 pixels, at most 4

// Stripes of a pattern: the distance along a row and the width, in pixels.
inline constexpr float hatch_period = 11;
inline constexpr float hatch_width = 2;

// The opacity of the mark's colour.
inline constexpr float hatch_opacity = 0.4F;
inline constexpr float cross_opacity = 0.55F;

[[nodiscard]] constexpr float corner_leg_of(float side) {
  return side * (side >= roomy_cell && side < airy_cell ? corner_leg_beside_number : corner_leg);
}

}  // namespace tilescope::marks
