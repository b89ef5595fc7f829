#include "app/gl/painter.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>

#include "app/export/png.h"
#include "app/gl/custom_draw.h"
#include "tests/support/gallery.h"
#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

void keep_for_looking(const Image& image, const std::string& name) {
  if (const char* folder = std::getenv("TILESCOPE_GALLERY")) write_png(std::filesystem::path(folder) / name, image);
}

TEST(Painter, ShapesHaveTheirInks) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 100}));
  Picture picture = picture_of(200, 100);
  picture.shapes.push_back({{10, 10, 60, 40}, Ink::a, Ink::b, 4, 0});
  picture.shapes.push_back({{100, 10, 60, 40}, Ink::c, Ink::none, 1, 12, 0.5F});
  for (const Theme& theme : themes()) {
    const Image image = screen.draw(picture, theme);
    EXPECT_TRUE(is_near(image.at(40, 30), theme.of(Ink::a))) << theme.name;
    EXPECT_TRUE(is_near(image.at(11, 30), theme.of(Ink::b))) << "the line lies inside the box";
    EXPECT_TRUE(is_near(image.at(69, 30), theme.of(Ink::b)));
    EXPECT_TRUE(is_near(image.at(70, 30), theme.of(Ink::window)));
    EXPECT_TRUE(is_near(image.at(5, 5), theme.of(Ink::window)));
    const Color back = theme.of(Ink::window), ink = theme.of(Ink::c);
    const Color half{static_cast<std::uint8_t>((back.r + ink.r) / 2), static_cast<std::uint8_t>((back.g + ink.g) / 2),
                     static_cast<std::uint8_t>((back.b + ink.b) / 2)};
    EXPECT_TRUE(is_near(image.at(130, 30), half));
    EXPECT_TRUE(is_near(image.at(101, 11), back)) << "a round corner";
  }
}

// Small sides that look alike become one, without a gap; a later side lies over it, and shows its edge and its mark.
TEST(Painter, SolidsHaveTheirSidesOneOverTheOther) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 100}));
  Picture picture = picture_of(200, 100);
  Solid solid;
  solid.box = {20, 10, 160, 80};
  solid.edges = {{{4, 0}, {0, 4}, 1}, {{40, 0}, {10, 40}, 1}};
  solid.firsts = {{.kind = Target::Kind::point}};
  for (std::uint32_t n = 0; n < 20; ++n)  // from the right, as it may be seen
    solid.facets.push_back({{76.3F - 4 * static_cast<float>(n), 2}, n, 0, 0, {Ink::c, Mark::none, 255}});
  solid.facets.push_back({{50, 20}, 100, 1, 0, {Ink::a, Mark::dot, 255, true}});
  solid.facets.push_back({{150, 70}, 101, 1, 0, {Ink::b, Mark::none, 255}});  // reaches beyond its box
  picture.solids.push_back(solid);
  for (const Theme& theme : themes()) {
    const Image image = screen.draw(picture, theme);
    for (int x = 22; x < 98; ++x) EXPECT_TRUE(is_near(image.at(x, 14), theme.of(Ink::c))) << theme.name << x;
    EXPECT_TRUE(is_near(image.at(15, 14), theme.of(Ink::window)));
    EXPECT_TRUE(is_near(image.at(72, 31), theme.of(Ink::now))) << "it is lit";
    EXPECT_TRUE(is_near(image.at(82, 38), theme.of(Ink::a)));
    EXPECT_FALSE(is_near(image.at(95, 50), theme.of(Ink::a))) << "its mark";
    EXPECT_TRUE(is_near(image.at(185, 92), theme.of(Ink::window)));
  }
  EXPECT_EQ(picture.at({24, 14}).number, 19U);
  EXPECT_EQ(picture.at({95, 50}).number, 100U);
  EXPECT_EQ(picture.at({30, 60}).kind, Target::Kind::none);
}

TEST(Painter, LargeShapesAreFilledToTheirRoundCorners) {
  TILESCOPE_HEADLESS(screen, (Extent{400, 300}));
  Picture picture = picture_of(400, 300);
  picture.shapes.push_back({{20, 20, 300, 240}, Ink::a, Ink::none, 1, 20});
  const Image image = screen.draw(picture);
  EXPECT_TRUE(is_near(image.at(22, 22), dark().of(Ink::window)));
  EXPECT_TRUE(is_near(image.at(317, 257), dark().of(Ink::window)));
  EXPECT_EQ(pixels_unlike(image, {20, 42, 300, 196}, dark().of(Ink::a)), 0);
  EXPECT_EQ(pixels_unlike(image, {42, 20, 256, 240}, dark().of(Ink::a)), 0);
  EXPECT_EQ(pixels_unlike(image, {320, 20, 80, 240}, dark().of(Ink::window)), 0);
}

TEST(Painter, PatternsLieInsideTheirShapes) {
  TILESCOPE_HEADLESS(screen, (Extent{300, 100}));
  Picture picture = picture_of(300, 100);
  picture.shapes.push_back({{10, 10, 100, 60}, Ink::wait, Ink::none, 1, 0, 1, Mark::hatch});
  picture.shapes.push_back({{150, 10, 100, 60}, Ink::wait, Ink::none, 1, 0, 1, Mark::cross});
  const Image image = screen.draw(picture);
  const int hatched = pixels_unlike(image, {10, 10, 100, 60}, dark().of(Ink::wait));
  const int crossed = pixels_unlike(image, {150, 10, 100, 60}, dark().of(Ink::wait));
  EXPECT_GT(hatched, 900);
  EXPECT_LT(hatched, 3600);
  EXPECT_GT(crossed, 100);
  EXPECT_LT(crossed, hatched);
  EXPECT_EQ(pixels_unlike(image, {112, 10, 36, 60}, dark().of(Ink::window)), 0);
}

TEST(Painter, LevelLinesAreWholePixels) {
  TILESCOPE_HEADLESS(screen, (Extent{100, 60}));
  Picture picture = picture_of(100, 60);
  picture.lines.push_back({{10, 20.3F}, {90, 20.3F}, Ink::a, 2});
  const Image image = screen.draw(picture);
  int inked = 0, blurred = 0;
  for (int y = 0; y < 60; ++y) {
    if (is_near(image.at(50, y), dark().of(Ink::a)))
      ++inked;
    else if (!is_near(image.at(50, y), dark().of(Ink::window)))
      ++blurred;
  }
  EXPECT_EQ(inked, 2);
  EXPECT_EQ(blurred, 0);
}

TEST(Painter, DashesLeaveGapsAndArrowsHaveHeads) {
  TILESCOPE_HEADLESS(screen, (Extent{220, 80}));
  Picture picture = picture_of(220, 80);
  picture.lines.push_back({{10, 20}, {210, 20}, Ink::a, 2, true});
  picture.lines.push_back({{10, 50}, {210, 50}, Ink::b, 2, false, true});
  const Image image = screen.draw(picture);
  const int gaps = pixels_unlike(image, {10, 19, 200, 2}, dark().of(Ink::a));
  EXPECT_GT(gaps, 100);
  EXPECT_LT(gaps, 300);
  EXPECT_EQ(pixels_unlike(image, {10, 40, 100, 8}, dark().of(Ink::window)), 0) << "the shaft is thin";
  EXPECT_GT(pixels_unlike(image, {198, 44, 12, 5}, dark().of(Ink::window)), 5) << "the head is not";
}

TEST(Painter, TrianglesAreFilled) {
  TILESCOPE_HEADLESS(screen, (Extent{60, 60}));
  Picture picture = picture_of(60, 60);
  picture.triangles.push_back({{{{10, 10}, {50, 30}, {10, 50}}}, Ink::now});
  const Image image = screen.draw(picture);
  EXPECT_TRUE(is_near(image.at(20, 30), dark().of(Ink::now)));
  EXPECT_TRUE(is_near(image.at(45, 12), dark().of(Ink::window)));
}

TEST(Painter, FramesLieOverGridsAndLabelsOverAll) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  Picture picture = picture_of(120, 120);
  picture.shapes.push_back({{0, 0, 120, 120}, Ink::bad, Ink::none});
  picture.grids.push_back({{10, 10, 100, 100}, 1, 1, {Cell{Ink::a, Mark::none, 255}}, 0, 0, Ink::border, "A", {}});
  picture.frames.push_back({{40, 40, 40, 40}, Ink::b, Ink::none});
  picture.labels.push_back({{40, 40, 40, 40}, "M", 40, Face::bold, Align::center, Ink::text});
  const Image image = screen.draw(picture);
  EXPECT_TRUE(is_near(image.at(30, 60), dark().of(Ink::a)));
  EXPECT_TRUE(is_near(image.at(42, 42), dark().of(Ink::b)));
  EXPECT_GT(pixels_unlike(image, {40, 40, 40, 40}, dark().of(Ink::b)), 50);
}

TEST(Painter, OriginAndScaleMoveAndEnlarge) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 200}));
  Picture picture = picture_of(100, 100);
  picture.shapes.push_back({{10, 10, 20, 20}, Ink::a, Ink::none});
  const Image image = screen.draw(picture, dark(), 2, {50, 60});
  EXPECT_TRUE(is_near(image.at(70, 80), dark().of(Ink::a)));
  EXPECT_TRUE(is_near(image.at(109, 119), dark().of(Ink::a)));
  EXPECT_TRUE(is_near(image.at(69, 79), dark().of(Ink::window)));
  EXPECT_TRUE(is_near(image.at(110, 120), dark().of(Ink::window)));
}

TEST(Painter, AnEmptyPictureAndWildOnesDoNoHarm) {
  TILESCOPE_HEADLESS(screen, (Extent{64, 64}));
  Picture wild = picture_of(64, 64);
  wild.shapes.push_back({{30, 30, -10, 5}, Ink::a, Ink::b});
  wild.shapes.push_back({{1e7F, 1e7F, 10, 10}, Ink::a, Ink::b, 1, 0, 1, Mark::none});
  wild.lines.push_back({{5, 5}, {5, 5}, Ink::a, 2, true, true});
  wild.labels.push_back({{5, 5, 0, 0}, "nothing", 12});
  wild.labels.push_back({{5, 5, 50, 10}, "", 12});
  wild.grids.push_back({{0, 0, 10, 10}, 3, 3, {}, 0, 0, Ink::border, "no cells", {}});
  wild.grids.push_back({{0, 0, 0, 10}, 1, 1, {Cell{}}, 0, 0, Ink::border, "no width", {}});
  EXPECT_EQ(pixels_unlike(screen.draw(picture_of(64, 64)), {0, 0, 64, 64}, dark().of(Ink::window)), 0);
  const Image image = screen.draw(wild);
  EXPECT_TRUE(is_near(image.at(60, 60), dark().of(Ink::window)));
}

// Every primitive at once, in every theme. With TILESCOPE_GALLERY set to a folder, the pictures are kept there.
TEST(Painter, TheGalleryIsDrawnInEveryTheme) {
  TILESCOPE_HEADLESS(screen, (Extent{1600, 900}));
  for (const Theme& theme : themes()) {
    const Image image = screen.draw(gallery(), theme);
    EXPECT_GT(pixels_unlike(image, {12, 12, 776, 876}, theme.of(Ink::panel)), 50'000) << theme.name;
    keep_for_looking(image, "gallery-" + std::string(theme.name) + ".png");
  }
}

// Merging runs of boxes and mixing their colours changes nothing: many overlapping shapes, painted as one picture, and
// one by one.
// one picture, and one by one.
TEST(Painter, ShapesLieOverEachOtherAsIfPaintedOneByOne) {
  TILESCOPE_HEADLESS(screen, (Extent{160, 120}));
  std::mt19937 random(7);
  const auto up_to = [&](unsigned most) { return static_cast<float>(random() % (most + 1)); };
  constexpr std::array inks{Ink::a, Ink::b, Ink::c, Ink::panel, Ink::now};
  for (int round = 0; round < 12; ++round) {
    Picture picture = picture_of(160, 120);
    for (int n = 0; n < 30; ++n) {
      Shape shape;
      shape.box = {up_to(130), up_to(90), 4 + up_to(60), 4 + up_to(60)};
      shape.fill = inks[random() % inks.size()];
      if (random() % 2 == 0) shape.opacity = 0.2F + 0.1F * up_to(6);
      if (random() % 4 == 0) shape.rounding = 2 + up_to(10);
      if (random() % 4 == 0) shape.line = Ink::text;
      if (random() % 5 == 0) shape.mark = random() % 2 == 0 ? Mark::hatch : Mark::cross;
      picture.shapes.push_back(shape);
    }
    const Image together = screen.draw(picture);
    screen.gui.begin(dark(), 0.016F);
    for (const Shape& shape : picture.shapes) {
      Picture one = picture_of(160, 120);
      one.ground = Ink::none;
      one.shapes = {shape};
      paint(one, {}, 1, screen.gui.background(), screen.gui.fonts(), dark(), screen.gui.painters());
    }
    screen.gui.end();
    const Image apart = screen.target.read();
    int unlike = 0;
    for (int y = 0; y < 120; ++y)
      for (int x = 0; x < 160; ++x) unlike += distance(together.at(x, y), apart.at(x, y)) > 3 ? 1 : 0;
    EXPECT_EQ(unlike, 0) << "round " << round;
  }
}

TEST(Painter, BoxesThatDoNotMeetAreDrawnInOneRun) {
  TILESCOPE_HEADLESS(screen, (Extent{400, 100}));
  const auto runs_of = [&](float pitch) {
    Picture picture = picture_of(400, 100);
    for (float n = 0; n < 10; ++n) {  // a box, stripes over it, and something round
      Shape shape{{10 + n * pitch, 20, 20, 50}, Ink::a, Ink::none};
      shape.mark = Mark::hatch;
      picture.shapes.push_back(shape);
      picture.shapes.push_back({{10 + n * pitch, 75, 20, 20}, Ink::none, Ink::b, 1, 8});
    }
    screen.gui.begin(dark(), 0.016F);
    paint(picture, {}, 1, screen.gui.background(), screen.gui.fonts(), dark(), screen.gui.painters());
    const auto& commands = screen.gui.background().CmdBuffer;
    const auto runs = std::count_if(commands.begin(), commands.end(),
                                    [](const ImDrawCmd& command) { return custom_draw_of(command) != nullptr; });
    screen.gui.end();
    return runs;
  };
  EXPECT_EQ(runs_of(30), 2) << "boxes, and stripes";
  EXPECT_GE(runs_of(10), 10) << "each covers half of the one before";
}

}  // namespace
}  // namespace tilescope::test
