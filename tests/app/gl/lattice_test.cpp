#include "app/gl/lattice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/gl/boxes.h"

namespace tilescope {
namespace {

float area(const std::vector<Box>& boxes) {
  float sum = 0;
  for (const Box& box : boxes) sum += box.w * box.h;
  return sum;
}

// How many of the boxes hold the middle of each pixel of `all`.
std::vector<int> times_covered(const std::vector<Box>& boxes, const Box& all) {
  std::vector<int> times;
  for (float y = all.y; y < all.bottom(); ++y)
    for (float x = all.x; x < all.right(); ++x)
      times.push_back(static_cast<int>(std::count_if(boxes.begin(), boxes.end(), [&](const Box& box) {
        return box.contains({x + 0.5F, y + 0.5F});
      })));
  return times;
}

TEST(Lattice, CellsTakeEachPixelOnce) {
  const Box box{10, 20, 100, 67};
  const Lattice lattice(box, {7, 5});
  std::vector<Box> cells, fills;
  for (std::uint32_t row = 0; row < 5; ++row)
    for (std::uint32_t column = 0; column < 7; ++column) {
      cells.push_back(lattice.pixels_of({column, row, column + 1, row + 1}));
      fills.push_back(lattice.filled_by({column, row, column + 1, row + 1}));
    }
  for (const int times : times_covered(cells, box)) EXPECT_EQ(times, 1);
  for (const int times : times_covered(fills, box)) EXPECT_EQ(times, 1);
}

TEST(Lattice, FindsTheCellsOfAPart) {
  const Lattice lattice({10, 20, 100, 50}, {10, 5});
  const Cells met = lattice.met_by({35, 35, 10, 5});
  EXPECT_LE(met.left, 2U);
  EXPECT_GE(met.right, 4U);
  EXPECT_LE(met.top, 1U);
  EXPECT_GE(met.bottom, 2U);
  EXPECT_EQ(lattice.met_by({0, 0, 500, 500}), (Cells{0, 0, 10, 5}));
}

TEST(Lattice, LinesOfPartsAreThoseOfTheWhole) {
  const Box box{10, 20, 100, 67};
  const Lattice lattice(box, {7, 5});
  const std::vector<Box> all = lattice.lines({1, 1}, 0, 1, box);
  EXPECT_EQ(all.size(), 8U + 6U);
  std::vector<Box> by_parts;
  for (const Box& part : {Box{10, 20, 33, 67}, Box{43, 20, 67, 40}, Box{43, 60, 67, 27}})
    for (const Box& line : lattice.lines({1, 1}, 0, 1, part)) by_parts.push_back(line);
  EXPECT_EQ(times_covered(all, box), times_covered(by_parts, box));
  EXPECT_EQ(lattice.lines({1e6F, 1e6F}, 0, 1, box).size(), 4U);  // no blocks: the border alone
}

TEST(Cover, HoldsAllThatIsWantedAndNoOther) {
  const auto wanted = [](std::uint32_t row, std::uint32_t column) { return (row + column) % 3 == 0 || row == 2; };
  const std::vector<Cells> boxes = cover({1, 1, 6, 5}, wanted);
  for (std::uint32_t row = 0; row < 7; ++row)
    for (std::uint32_t column = 0; column < 7; ++column) {
      const bool inside = row >= 1 && row < 5 && column >= 1 && column < 6;
      const auto times = std::count_if(boxes.begin(), boxes.end(), [&](const Cells& cells) {
        return row >= cells.top && row < cells.bottom && column >= cells.left && column < cells.right;
      });
      EXPECT_EQ(times, inside && wanted(row, column) ? 1 : 0) << row << ", " << column;
    }
  EXPECT_EQ(cover({0, 0, 40, 30}, [](auto, auto) { return true; }), (std::vector<Cells>{{0, 0, 40, 30}}));
}

TEST(Rim, IsAsWideAsAFrame) {
  const Box cell{5, 5, 50, 40};
  const std::vector<Box> rim = rim_of(cell, 1);
  EXPECT_EQ(area(rim), 50 * 40 - 44 * 34);  // 2 pixels and the line beside them
  for (const Box& box : rim) EXPECT_EQ(area({common(box, cell)}), area({box}));
}

TEST(Without, LeavesWhatIsOutsideOfTheHole) {
  const std::vector<Box> boxes{{0, 0, 10, 10}, {10, 0, 5, 10}, {30, 30, 4, 4}};
  const Box hole{5, 3, 7, 4};
  const std::vector<Box> rest = without(boxes, hole);
  const std::vector<int> before = times_covered(boxes, {0, 0, 40, 40}), after = times_covered(rest, {0, 0, 40, 40});
  for (std::size_t n = 0; n < before.size(); ++n) {
    const Point middle{static_cast<float>(n % 40) + 0.5F, static_cast<float>(n / 40) + 0.5F};
    EXPECT_EQ(after[n], hole.contains(middle) ? 0 : before[n]);
  }
}

}  // namespace
}  // namespace tilescope
