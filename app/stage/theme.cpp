#include "app/stage/theme.h"

#include <algorithm>
#include <cmath>

namespace tilescope {

namespace {

constexpr Color hex(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8 & 0xff),
          static_cast<std::uint8_t>(rgb & 0xff)};
}

// By ink and theme.
constexpr std::array<std::array<Color, 3>, ink_count> looks{{
#define INK(name, dark, light, contrast) {hex(dark), hex(light), hex(contrast)},
#include "app/stage/inks.inc"
}};

constexpr Theme theme_of(std::string_view name, std::size_t column) {
  Theme theme{name, {}};
  for (std::size_t ink = 0; ink < ink_count; ++ink) theme.inks[ink] = looks[ink][column];
  return theme;
}

constexpr std::array all_themes{theme_of("dark", 0), theme_of("light", 1), theme_of("contrast", 2)};

std::uint8_t mix(std::uint8_t from, std::uint8_t to, float part) {
  return static_cast<std::uint8_t>(std::lround(static_cast<float>(from) + part * static_cast<float>(to - from)));
}

// Relative luminance of sRGB by WCAG.
float luminance(Color color) {
  static const std::array<float, 256> linear = [] {
    std::array<float, 256> of{};
    for (std::size_t channel = 0; channel < of.size(); ++channel) {
      const float value = static_cast<float>(channel) / 255.0F;
      of[channel] = value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
    }
    return of;
  }();
  return 0.2126F * linear[color.r] + 0.7152F * linear[color.g] + 0.0722F * linear[color.b];
}

}  // namespace

std::span<const Theme> themes() { return all_themes; }

const Theme* find_theme(std::string_view name) {
  const auto found =
      std::find_if(all_themes.begin(), all_themes.end(), [&](const Theme& theme) { return theme.name == name; });
  return found == all_themes.end() ? nullptr : &*found;
}

Color mix(Color from, Color to, float part) {
  return {mix(from.r, to.r, part), mix(from.g, to.g, part), mix(from.b, to.b, part)};
}

Color cividis(float magnitude) {
  // Nine points of the colour map, interpolated linearly.
  static constexpr std::array points{hex(0x00224e), hex(0x123570), hex(0x3b496c), hex(0x575d6d), hex(0x707173),
                                     hex(0x8a8678), hex(0xa59c74), hex(0xc3b369), hex(0xfee838)};
  const float at = std::clamp(magnitude, 0.0F, 1.0F) * static_cast<float>(points.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), points.size() - 2);
  return mix(points[low], points[low + 1], at - static_cast<float>(low));
}

Color fill_of(const Cell& cell, const Theme& theme) {
  const float strength = static_cast<float>(cell.strength) / 255.0F;
  if (cell.heat) return cividis(strength);
  return mix(theme.of(Ink::cell), theme.of(cell.ink), strength);
}

Color mark_over(Color fill, const Theme& theme) {
  const Color text = theme.of(Ink::text), window = theme.of(Ink::window);
  return contrast(fill, text) >= contrast(fill, window) ? text : window;
}

Ink ink_on_heat(std::uint8_t strength) {
  const Color fill = cividis(static_cast<float>(strength) / 255.0F);
  const Theme& any = all_themes.front();  // these two inks are similar in all themes
  return contrast(any.of(Ink::on_dark), fill) > contrast(any.of(Ink::on_ink), fill) ? Ink::on_dark : Ink::on_ink;
}

float contrast(Color one, Color other) {
  const float first = luminance(one), second = luminance(other);
  return (std::max(first, second) + 0.05F) / (std::min(first, second) + 0.05F);
}

}  // namespace tilescope
