#include <gtest/gtest.h>

#include <string_view>

#include "app/gl/fonts.h"
#include "app/gl/imgui_compat.h"
#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

using namespace std::string_view_literals;

Label label_of(float width, std::string text, float size = 16) { return {{10, 10, width, 24}, std::move(text), size}; }

TEST(Labels, ShrinkToFitAndThenLoseLetters) {
  TILESCOPE_HEADLESS(screen, (Extent{400, 100}));
  screen.draw(picture_of(400, 100));
  const Fonts& fonts = screen.gui.fonts();
  const std::string text = "shared memory of block (0,0)";
  const FittedLabel whole = fit_label(label_of(390, text), {}, 1, fonts);
  EXPECT_EQ(whole.text, text);
  EXPECT_NEAR(whole.em, 16, 0.5);

  const FittedLabel smaller = fit_label(label_of(whole.width * 0.8F, text), {}, 1, fonts);
  EXPECT_EQ(smaller.text, text);
  EXPECT_LT(smaller.em, 14);
  EXPECT_LE(smaller.width, whole.width * 0.8F);

  const FittedLabel shorter = fit_label(label_of(60, text), {}, 1, fonts);
  EXPECT_NEAR(shorter.em, smallest_text, 0.01);
  EXPECT_TRUE(shorter.text.ends_with("…")) << shorter.text;
  EXPECT_LT(shorter.text.size(), text.size());
  EXPECT_LE(shorter.width, 60);
}

TEST(Labels, LoseWholeLettersOfSeveralBytes) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  screen.draw(picture_of(64, 64));
  const FittedLabel fitted = fit_label(label_of(30, "ééééééééé"), {}, 1, screen.gui.fonts());
  ASSERT_TRUE(fitted.text.ends_with("…"));
  EXPECT_EQ((fitted.text.size() - 3) % 2, 0U) << "half a letter is left";
}

TEST(Labels, AreLeftOutWhereTheyWouldBeIllegible) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  Picture picture = picture_of(64, 64);
  picture.labels.push_back({{0, 0, 64, 64}, "MMM", 16, Face::bold});
  EXPECT_EQ(pixels_unlike(screen.draw(picture, dark(), 0.25F), {0, 0, 64, 64}, dark().of(Ink::window)), 0);
  EXPECT_GT(pixels_unlike(screen.draw(picture, dark(), 0.75F), {0, 0, 64, 64}, dark().of(Ink::window)), 20);
}

// The leftmost and rightmost, topmost and bottommost pixels that text touched.
struct Extremes {
  int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
};

Extremes inked(const Image& image) {
  Extremes found;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      if (distance(image.at(x, y), dark().of(Ink::window)) < 60) continue;
      found = {std::min(found.left, x), std::max(found.right, x), std::min(found.top, y), std::max(found.bottom, y)};
    }
  return found;
}

TEST(Labels, StandWhereTheirBoxSays) {
  TILESCOPE_HEADLESS(screen, (Extent{300, 80}));
  for (const Face face : {Face::sans, Face::bold, Face::mono})
    for (const float size : {12.0F, 17.0F, 30.0F, 48.0F}) {
      Picture picture = picture_of(300, 80);
      picture.labels.push_back({{20, 10, 260, 60}, "HEH", size, face, Align::left});
      const Extremes left = inked(screen.draw(picture));
      picture.labels[0].align = Align::right;
      const Extremes right = inked(screen.draw(picture));
      picture.labels[0].align = Align::center;
      const Extremes center = inked(screen.draw(picture));
      EXPECT_NEAR(left.left, 20, 1 + size * 0.13) << size;
      EXPECT_NEAR(right.right, 280, 1 + size * 0.13) << size;
      EXPECT_NEAR((center.left + center.right) / 2.0, 150, 2) << size;
      // Capitals stand in the middle of the box's height.
      EXPECT_NEAR((center.top + center.bottom) / 2.0, 40, 1.5) << size;
      EXPECT_NEAR(center.bottom - center.top, size * 0.73, 1.5 + size * 0.06) << size;
    }
}

TEST(Fonts, HaveTheLettersOfFormulas) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  screen.draw(picture_of(64, 64));
  if (!screen.gui.fonts().warnings().empty()) GTEST_SKIP() << screen.gui.fonts().warnings()[0];
  for (const Face face : {Face::sans, Face::bold, Face::mono}) {
    const SizedFont font = screen.gui.fonts().of(face, 16);
    for (const char32_t letter : U"×·−–—…→←↑↓≤≥≠²³½µ°é"sv)
      EXPECT_TRUE(Fonts::has(font, letter)) << static_cast<unsigned>(letter) << " in face " << static_cast<int>(face);
    EXPECT_FALSE(Fonts::has(font, U'字'));
  }
}

TEST(Fonts, MakeARowOfLettersOnceOneIsNeeded) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  Picture picture = picture_of(64, 64);
  picture.labels.push_back({{0, 0, 64, 64}, "λ", 16});
  screen.draw(picture);
  if (!screen.gui.fonts().warnings().empty()) GTEST_SKIP() << screen.gui.fonts().warnings()[0];
  screen.draw(picture);
  for (const Face face : {Face::sans, Face::bold, Face::mono}) {
    EXPECT_TRUE(Fonts::has(screen.gui.fonts().of(face, 16), U'λ'));
    EXPECT_TRUE(Fonts::has(screen.gui.fonts().of(face, 16), U'α'));
  }
  EXPECT_TRUE(screen.gui.fonts().missing().empty());
}

TEST(Fonts, FollowTheScaleOfTheInterface) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  screen.draw(picture_of(64, 64));
  const float before = Fonts::width(screen.gui.fonts().of(Face::sans, 40), "tile");
  screen.gui.set_user_scale(2);
  screen.draw(picture_of(64, 64));
  EXPECT_NEAR(Fonts::width(screen.gui.fonts().of(Face::sans, 40), "tile"), before, 2);
  EXPECT_NEAR(screen.gui.fonts().of(Face::sans, 96).em, 96, 1) << "large sizes are made for large scales";
}

// Some graphics systems have small textures. Letters are then prepared smaller, and are as wide as before.
TEST(Fonts, FitIntoTheTextureThatThereIs) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  screen.draw(picture_of(64, 64));
  if (compat::fonts_grow) GTEST_SKIP() << "this version's texture grows with use";
  SystemFonts system;
  for (const auto& [texels, scale] : {std::pair{1024, 1.0F}, {2048, 3.0F}, {4096, 8.0F}}) {
    ImFontAtlas small, large;
    const Fonts fitted(small, scale, {}, system, texels), usual(large, 1, {}, system, 8192);
    EXPECT_LE(small.TexWidth, texels);
    EXPECT_LE(small.TexHeight, texels);
    EXPECT_GT(small.TexHeight, texels / 3) << "letters are smaller than necessary";
    const float em = 16;
    EXPECT_NEAR(Fonts::width(fitted.of(Face::sans, em), "tile"), Fonts::width(usual.of(Face::sans, em), "tile"), 2);
  }
}

}  // namespace
}  // namespace tilescope::test
