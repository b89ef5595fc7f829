#include "app/gl/grid_painter.h"

#include <gtest/gtest.h>

#include "app/gl/imgui_compat.h"
#include "tests/support/gallery.h"
#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

Picture with(Grid grid, float width, float height) {
  Picture picture = picture_of(width, height);
  picture.grids.push_back(std::move(grid));
  return picture;
}

Grid plain_grid(Box box, std::uint32_t rows, std::uint32_t columns) {
  Grid grid{box, rows, columns, {}, 0, 0, Ink::border, "A", {}};
  grid.cells.assign(std::size_t{rows} * columns, Cell{Ink::a, Mark::none, 128});
  return grid;
}

TEST(GridPainter, EveryCellHasItsFill) {
  TILESCOPE_HEADLESS(screen, (Extent{420, 320}));
  Grid grid = plain_grid({10, 10, 400, 300}, 3, 4);
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    grid.cells[i].ink = i % 2 == 0 ? Ink::a : Ink::b;
    grid.cells[i].strength = static_cast<std::uint8_t>(i * 23);
    grid.cells[i].heat = i > 8;
  }
  for (const Theme& theme : themes()) {
    const Image image = screen.draw(with(grid, 420, 320), theme);
    for (std::uint32_t row = 0; row < 3; ++row)
      for (std::uint32_t column = 0; column < 4; ++column) {
        const Point middle = grid.cell_box(row, column).middle();
        EXPECT_TRUE(is_near(image.at(static_cast<int>(middle.x), static_cast<int>(middle.y)),
                            fill_of(grid.cells[row * 4 + column], theme), 1))
            << theme.name << ", row " << row << ", column " << column;
      }
  }
}

TEST(GridPainter, HasRulesBlockBordersAndABorder) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  Grid grid = plain_grid({10, 10, 100, 100}, 4, 4);
  grid.block_rows = grid.block_columns = 2;
  const Image image = screen.draw(with(grid, 120, 120));
  const Color fill = fill_of(grid.cells[0], dark()), rule = dark().of(Ink::rule), border = dark().of(Ink::border);
  EXPECT_TRUE(is_near(image.at(9, 50), dark().of(Ink::window)));
  EXPECT_TRUE(is_near(image.at(10, 50), border));
  EXPECT_TRUE(is_near(image.at(109, 50), border));
  EXPECT_TRUE(is_near(image.at(110, 50), dark().of(Ink::window)));
  EXPECT_TRUE(is_near(image.at(35, 25), rule)) << "between the first two columns";
  EXPECT_TRUE(is_near(image.at(34, 25), fill));
  EXPECT_TRUE(is_near(image.at(36, 25), fill));
  EXPECT_TRUE(is_near(image.at(59, 25), border)) << "between two blocks";
  EXPECT_TRUE(is_near(image.at(60, 25), border));
}

TEST(GridPainter, EveryMarkCanBeSeenAndTheyDiffer) {
  TILESCOPE_HEADLESS(screen, (Extent{320, 70}));
  Grid grid = plain_grid({10, 10, 300, 50}, 1, 6);
  for (const Theme& theme : themes())
    for (const std::uint8_t strength : std::array<std::uint8_t, 3>{0, 120, 255}) {
      for (std::size_t i = 0; i < 6; ++i) {
        grid.cells[i].mark = all_marks[i].mark;
        grid.cells[i].strength = strength;
      }
      const Image image = screen.draw(with(grid, 320, 70), theme);
      const Color fill = fill_of(grid.cells[0], theme);
      std::array<int, 6> marked{};
      for (std::uint32_t i = 0; i < 6; ++i) marked[i] = pixels_unlike(image, grid.cell_box(0, i).inset(3), fill);
      EXPECT_EQ(marked[0], 0);
      for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_GT(marked[i], 12) << theme.name << ", " << all_marks[i].name << " on strength " << int{strength};
        for (std::size_t other = 1; other < i; ++other) EXPECT_NE(marked[i], marked[other]) << all_marks[i].name;
      }
    }
}

TEST(GridPainter, ALitCellHasAFrameAndKeepsItsFill) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  Grid grid = plain_grid({10, 10, 100, 100}, 2, 2);
  grid.cells[3].lit = true;
  const Image image = screen.draw(with(grid, 120, 120));
  EXPECT_TRUE(is_near(image.at(61, 85), dark().of(Ink::now)));
  EXPECT_TRUE(is_near(image.at(85, 108), dark().of(Ink::now))) << "over the grid's own border";
  EXPECT_TRUE(is_near(image.at(85, 85), fill_of(grid.cells[3], dark())));
  EXPECT_TRUE(is_near(image.at(30, 30), fill_of(grid.cells[0], dark())));
}

TEST(GridPainter, SmallCellsHaveNoRulesAndLitOnesAreFilled) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  Grid grid = plain_grid({10, 10, 100, 100}, 25, 25);
  for (Cell& cell : grid.cells) cell.mark = Mark::hatch;
  grid.cells[12 * 25 + 12].lit = true;
  const Image image = screen.draw(with(grid, 120, 120));
  const Color fill = fill_of(grid.cells[0], dark());
  EXPECT_EQ(pixels_unlike(image, {12, 12, 40, 40}, fill), 0);
  EXPECT_TRUE(is_near(image.at(60, 60), dark().of(Ink::now)));
}

TEST(GridPainter, WhereCellsShareAPixelALitOneIsSeen) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  Grid grid = heat_grid({10, 10, 100, 100}, 1024, 16);
  for (Cell& cell : grid.cells) cell.lit = false;
  const Image before = screen.draw(with(grid, 120, 120));
  EXPECT_TRUE(is_near(before.at(60, 60), cividis(0.5F), 8));
  EXPECT_TRUE(is_near(before.at(15, 15), cividis(0.05F), 8));
  EXPECT_TRUE(is_near(before.at(105, 105), cividis(0.95F), 12));
  grid.cells[std::size_t{512} * 1024 + 512].lit = true;
  const Image after = screen.draw(with(grid, 120, 120));
  int lit = 0;
  for (int y = 56; y < 65; ++y)
    for (int x = 56; x < 65; ++x) lit += is_near(after.at(x, y), dark().of(Ink::now)) ? 1 : 0;
  EXPECT_GE(lit, 1);
  EXPECT_LE(lit, 4);
}

TEST(GridPainter, AThousandByAThousandCanBeDrawnAtAnySize) {
  TILESCOPE_HEADLESS(screen, (Extent{700, 700}));
  Grid grid = heat_grid({0, 0, 640, 640}, 1024, 32);
  const Image image = screen.draw(with(grid, 700, 700));
  EXPECT_TRUE(is_near(image.at(320, 320), cividis(0.5F), 8));
  EXPECT_TRUE(is_near(image.at(650, 320), dark().of(Ink::window)));
  grid.box = {-50'000, -50'000, 102'400, 102'400};  // zoomed in: 100 pixels per cell
  const Image near = screen.draw(with(grid, 700, 700));
  EXPECT_TRUE(is_near(near.at(50, 50), fill_of(grid.cells[std::size_t{500} * 1024 + 500], dark()), 2));
  EXPECT_TRUE(is_near(near.at(0, 50), dark().of(Ink::border)) || is_near(near.at(0, 50), dark().of(Ink::rule)));
}

TEST(GridPainter, SendsOnlyWhatChanged) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 200}));
  Grid grid = plain_grid({0, 0, 200, 200}, 50, 40);
  screen.draw(with(grid, 200, 200));
  const auto sent = [&] { return screen.gui.painters().grids.texels_sent(); };
  const std::uint64_t all = sent();
  EXPECT_GE(all, 2000U);
  screen.draw(with(grid, 200, 200));
  EXPECT_EQ(sent(), all);
  grid.cells[7 * 40 + 3].strength = 255;
  const Image image = screen.draw(with(grid, 200, 200));
  EXPECT_EQ(sent(), all + 40) << "one row";
  EXPECT_TRUE(is_near(image.at(17, 30), dark().of(Ink::a)));
  screen.draw(with(grid, 200, 200), *find_theme("light"));
  EXPECT_EQ(sent(), all + 2040) << "in a new theme, all of it";
}

TEST(GridPainter, TwoGridsOfOneNameKeepTheirOwnCells) {
  TILESCOPE_HEADLESS(screen, (Extent{200, 100}));
  Picture picture = with(plain_grid({0, 0, 90, 90}, 2, 2), 200, 100);
  picture.grids.push_back(plain_grid({100, 0, 90, 90}, 2, 2));
  for (Cell& cell : picture.grids[1].cells) cell = {Ink::b, Mark::none, 255};
  const Image image = screen.draw(picture);
  EXPECT_TRUE(is_near(image.at(22, 22), fill_of(picture.grids[0].cells[0], dark())));
  EXPECT_TRUE(is_near(image.at(122, 22), dark().of(Ink::b)));
  EXPECT_EQ(screen.gui.painters().grids.textures(), 2U);
}

TEST(GridPainter, ForgetsWhatIsNoLongerDrawn) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  screen.draw(with(plain_grid({0, 0, 32, 32}, 2, 2), 32, 32));
  EXPECT_EQ(screen.gui.painters().grids.textures(), 1U);
  for (int frame = 0; frame < 130; ++frame) screen.draw(picture_of(32, 32));
  EXPECT_EQ(screen.gui.painters().grids.textures(), 0U);
}

TEST(GridPainter, StaysInTheClipRectangle) {
  TILESCOPE_HEADLESS(screen, (Extent{120, 120}));
  const Picture picture = with(plain_grid({0, 0, 120, 120}, 3, 3), 120, 120);
  screen.gui.begin(dark(), 0.016F);
  ImDrawList& list = screen.gui.background();
  list.PushClipRect({30, 40}, {60, 90});
  paint(picture, {}, 1, list, screen.gui.fonts(), dark(), screen.gui.painters());
  list.PopClipRect();
  list.AddRectFilled({100, 100}, {110, 110}, IM_COL32(255, 0, 0, 255));
  screen.gui.end();
  const Image image = screen.target.read();
  const Color window = dark().of(Ink::window);
  EXPECT_EQ(pixels_unlike(image, {0, 0, 120, 40}, window), 0);
  EXPECT_EQ(pixels_unlike(image, {0, 0, 30, 100}, window), 0);
  EXPECT_EQ(pixels_unlike(image, {60, 0, 40, 100}, window), 0);
  EXPECT_GT(pixels_unlike(image, {30, 40, 30, 50}, window), 1400);
  EXPECT_TRUE(is_near(image.at(105, 105), {255, 0, 0})) << "what comes after is drawn as ever";
}

}  // namespace
}  // namespace tilescope::test
