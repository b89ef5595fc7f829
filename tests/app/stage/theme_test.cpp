#include "app/stage/theme.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tilescope::test {
namespace {

constexpr std::array roles{Ink::a, Ink::b, Ink::c, Ink::now, Ink::wait, Ink::work, Ink::other, Ink::bad};

struct Lab {
  float lightness, green_red, blue_yellow;
};

// CIE L*a*b* of an sRGB colour: distances in it are about as large as they look.
Lab lab_of(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const float value = static_cast<float>(channel) / 255.0F;
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
  };
  const float r = linear(color.r), g = linear(color.g), b = linear(color.b);
  const auto curve = [](float value) { return value > 0.008856F ? std::cbrt(value) : 7.787F * value + 16.0F / 116; };
  const float x = curve((0.4124F * r + 0.3576F * g + 0.1805F * b) / 0.9505F);
  const float y = curve(0.2126F * r + 0.7152F * g + 0.0722F * b);
  const float z = curve((0.0193F * r + 0.1192F * g + 0.9505F * b) / 1.089F);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

float difference(Color one, Color other) {
  const Lab first = lab_of(one), second = lab_of(other);
  return std::hypot(first.lightness - second.lightness, first.green_red - second.green_red,
                    first.blue_yellow - second.blue_yellow);
}

TEST(Themes, TextCanBeReadOnPanels) {
  for (const Theme& theme : themes())
    for (const Ink back : {Ink::panel, Ink::window, Ink::cell}) {
      EXPECT_GE(contrast(theme.of(Ink::text), theme.of(back)), 7) << theme.name;
      EXPECT_GE(contrast(theme.of(Ink::dim), theme.of(back)), 4.5) << theme.name;
      EXPECT_GE(contrast(theme.of(Ink::faint), theme.of(back)), 3) << theme.name;
    }
}

TEST(Themes, CodeCanBeReadOnPanels) {
  for (const Theme& theme : themes())
    for (const Ink ink : {Ink::keyword, Ink::cuda, Ink::number})
      EXPECT_GE(contrast(theme.of(ink), theme.of(Ink::panel)), 4.5) << theme.name << ", ink " << static_cast<int>(ink);
}

// These are bold; WCAG requires 3 for them.
TEST(Themes, TextOnFilledShapesCanBeRead) {
  for (const Theme& theme : themes())
    for (const Ink ink : roles)
      EXPECT_GE(contrast(theme.of(Ink::on_ink), theme.of(ink)), 3.5) << theme.name << ", ink " << static_cast<int>(ink);
}

TEST(Themes, RolesCanBeToldApart) {
  for (const Theme& theme : themes())
    for (const Ink one : roles)
      for (const Ink other : roles) {
        if (one >= other) continue;
        EXPECT_GE(difference(theme.of(one), theme.of(other)), 25)
            << theme.name << ", inks " << static_cast<int>(one) << " and " << static_cast<int>(other);
      }
}

TEST(Themes, AreFoundByName) {
  ASSERT_NE(find_theme("light"), nullptr);
  EXPECT_EQ(find_theme("light")->name, "light");
  EXPECT_EQ(find_theme("sepia"), nullptr);
}

TEST(Themes, AMarkStandsOutFromEveryFill) {
  for (const Theme& theme : themes())
    for (std::size_t ink = 0; ink < ink_count; ++ink)
      for (int strength = 0; strength < 256; strength += 5) {
        Cell cell{static_cast<Ink>(ink), Mark::ring, static_cast<std::uint8_t>(strength)};
        cell.heat = ink == 0;
        const Color fill = fill_of(cell, theme);
        EXPECT_GE(contrast(mark_over(fill, theme), fill), 3.8) << theme.name << ", ink " << ink << ", " << strength;
      }
}

TEST(Fills, GoFromTheBackgroundToTheInk) {
  const Theme& theme = *find_theme("dark");
  EXPECT_EQ(fill_of({Ink::a, Mark::none, 0}, theme), theme.of(Ink::cell));
  EXPECT_EQ(fill_of({Ink::a, Mark::none, 255}, theme), theme.of(Ink::a));
  const Cell hot{Ink::a, Mark::none, 255, false, true};
  EXPECT_EQ(fill_of(hot, theme), cividis(1));
}

TEST(Cividis, BrightensAllTheWay) {
  for (int i = 1; i <= 32; ++i)
    EXPECT_GT(lab_of(cividis(static_cast<float>(i) / 32)).lightness,
              lab_of(cividis(static_cast<float>(i - 1) / 32)).lightness);
  EXPECT_EQ(cividis(-1), cividis(0));
  EXPECT_EQ(cividis(2), cividis(1));
}

TEST(Contrast, IsThatOfWcag) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 0.01);
  EXPECT_NEAR(contrast({119, 119, 119}, {255, 255, 255}), 4.48, 0.01);
  EXPECT_FLOAT_EQ(contrast({1, 2, 3}, {1, 2, 3}), 1);
}

}  // namespace
}  // namespace tilescope::test
