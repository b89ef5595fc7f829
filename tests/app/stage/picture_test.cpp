#include "app/stage/picture.h"

#include <gtest/gtest.h>

#include "app/stage/outline.h"

namespace tilescope::test {
namespace {

Picture with_grid() {
  Picture picture;
  Grid grid{{10, 20, 60, 40}, 4, 6, std::vector<Cell>(24), 0, 0, Ink::border, "A", {}};
  grid.first = {Target::Kind::element, 1, 2, 100, 0};
  picture.grids.push_back(grid);
  return picture;
}

TEST(Picture, APointInAGridIsAnElementCountedRowByRow) {
  const Picture picture = with_grid();
  EXPECT_EQ(picture.at({10, 20}), (Target{Target::Kind::element, 1, 2, 100, 0}));
  EXPECT_EQ(picture.at({69.9F, 59.9F}).number, 123U);
  EXPECT_EQ(picture.at({35, 35}).number, 100U + 1 * 6 + 2);
}

TEST(Picture, BesideAGridIsNothing) {
  const Picture picture = with_grid();
  for (const Point point : {Point{9.9F, 30}, Point{70, 30}, Point{30, 19.9F}, Point{30, 60}})
    EXPECT_EQ(picture.at(point).kind, Target::Kind::none) << point.x << ", " << point.y;
}

TEST(Picture, CellsThatLieTogetherHaveOneOutline) {
  const auto outline = [](const std::vector<std::uint32_t>& cells) {
    Picture picture;
    draw_outline(picture, {10, 20, 60, 40}, 4, 6, cells, Ink::text, 2);
    float length = 0;
    for (const Line& line : picture.lines)
      length += std::abs(line.to.x - line.from.x) + std::abs(line.to.y - line.from.y);
    return std::pair(picture.lines.size(), length);
  };
  EXPECT_EQ(outline({}), std::pair(std::size_t{0}, 0.0F));
  EXPECT_EQ(outline({7}), std::pair(std::size_t{4}, 40.0F));
  EXPECT_EQ(outline({7, 8, 13, 14}), std::pair(std::size_t{4}, 80.0F)) << "a square of two by two";
  EXPECT_EQ(outline({0, 1, 6}), std::pair(std::size_t{6}, 80.0F)) << "an angle";
  EXPECT_EQ(outline({0, 7}).second, 80.0F) << "two that touch at a corner alone";
  EXPECT_EQ(outline({0, 99}), std::pair(std::size_t{4}, 40.0F)) << "what is not in the grid is left out";
}

TEST(Picture, TheLastHitWinsAndGridsAreAskedFirst) {
  Picture picture = with_grid();
  picture.hits.push_back({{0, 0, 200, 200}, {Target::Kind::block, 0, 0, 1, 0}});
  picture.hits.push_back({{100, 0, 50, 50}, {Target::Kind::thread, 0, 0, 2, 0}});
  EXPECT_EQ(picture.at({120, 10}).kind, Target::Kind::thread);
  EXPECT_EQ(picture.at({120, 60}).kind, Target::Kind::block);
  EXPECT_EQ(picture.at({20, 30}).kind, Target::Kind::element);
}

TEST(Picture, CellsTileTheirGrid) {
  const Grid grid = with_grid().grids[0];
  EXPECT_EQ(grid.cell_box(0, 0), (Box{10, 20, 10, 10}));
  EXPECT_EQ(grid.cell_box(3, 5), (Box{60, 50, 10, 10}));
}

}  // namespace
}  // namespace tilescope::test
