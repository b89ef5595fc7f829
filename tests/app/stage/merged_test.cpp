#include "app/stage/merged.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::test {
namespace {

constexpr Cell ground{Ink::a, Mark::none, 0, false, false};

TEST(Merged, ACellIsAPixelAtLeast) {
  EXPECT_EQ(merged_at(5), 1U);
  EXPECT_EQ(merged_at(1), 1U);
  EXPECT_EQ(merged_at(0.6F), 2U);
  EXPECT_EQ(merged_at(0.5F), 2U);
  EXPECT_EQ(merged_at(0.11F), 16U);
}

TEST(Merged, SmallGridsAreAsTheyWere) {
  Grid grid;
  grid.box = {10, 20, 60, 40};
  lay_out(grid, 4, 6, 1, ground);
  EXPECT_EQ(grid.box, (Box{10, 20, 60, 40}));
  EXPECT_EQ(grid.cells.size(), 24U);
  EXPECT_EQ(grid.number_at({35, 35}), 8U);
}

TEST(Merged, TheMostStrikingElementOfACellShows) {
  Grid grid;
  grid.box = {0, 0, 25, 25};
  lay_out(grid, 100, 100, 4, ground);
  ASSERT_EQ(grid.cells.size(), 625U);
  show_in(grid, 5, 6, {Ink::a, Mark::none, 60, false, false});
  show_in(grid, 7, 7, {Ink::c, Mark::none, 200, true, false});
  show_in(grid, 4, 4, {Ink::a, Mark::none, 70, false, false});
  EXPECT_EQ(grid.cells[26], (Cell{Ink::c, Mark::none, 200, true, false}));
  EXPECT_EQ(std::count(grid.cells.begin(), grid.cells.end(), ground), 624);
  show_in(grid, 96, 0, 16, 100, {Ink::a, Mark::none, 9, false, false});  // beyond the last row there is nothing
  EXPECT_EQ(std::count(grid.cells.begin(), grid.cells.end(), ground), 624 - 25);
}

TEST(Merged, APointIsAnElementWhereCellsStandForMany) {
  Grid grid;
  grid.box = {100, 50, 32, 32};
  lay_out(grid, 1022, 1022, 32, ground);  // 32 cells, the last of 30 elements
  EXPECT_NEAR(grid.box.w, 32.0 * 1024 / 1022, 1e-4);
  EXPECT_EQ(grid.number_at({100, 50}), 0U);
  EXPECT_EQ(grid.number_at({grid.box.right() - 0.001F, grid.box.bottom() - 0.001F}), 1022U * 1022 - 1);
  const std::uint32_t middle = grid.number_at({116.5F, 66.5F});
  EXPECT_NEAR(static_cast<double>(middle / 1022), 527, 1);
  EXPECT_NEAR(static_cast<double>(middle % 1022), 527, 1);
}

}  // namespace
}  // namespace tilescope::test
