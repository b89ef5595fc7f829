#include "instrumentation/analysis/heat_map.h"

#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

Heat heat(std::int64_t rows, std::int64_t columns) {
  Heat heat;
  heat.rows = rows;
  heat.columns = columns;
  heat.loads.resize(static_cast<std::size_t>(rows * columns));
  return heat;
}

TEST(HeatMap, OfASmallMatrixHasACellForEachElement) {
  Heat small = heat(3, 5);
  for (std::uint32_t n = 0; n < 15; ++n) small.loads[n] = n + 1;
  const HeatMap map = heat_map(small);
  EXPECT_EQ(map.side, 1U);
  ASSERT_EQ(map.loads.size(), 15U);
  for (std::uint32_t n = 0; n < 15; ++n) {
    EXPECT_EQ(map.cell_of(n), n);
    EXPECT_EQ(map.mean(n), n + 1);
  }
  EXPECT_EQ(map.least, 1U);
  EXPECT_EQ(map.most, 15U);
  EXPECT_EQ(map.all_loads(), small.all_loads());
}

TEST(HeatMap, OfALargeOneACellIsTheMeanOfItsElementsAtRaggedEdgesToo) {
  Heat large = heat(1030, 600);
  for (std::uint32_t n = 0; n < large.loads.size(); ++n) large.loads[n] = n / 600 < 1024 ? 8 : 2;
  const HeatMap map = heat_map(large);
  EXPECT_EQ(map.side, 4U);
  EXPECT_EQ(map.cell_rows(), 258U);
  EXPECT_EQ(map.cell_columns(), 150U);
  EXPECT_EQ(map.elements_of(0), 16U);
  EXPECT_EQ(map.elements_of(257 * 150), 8U);  // of 1028 and 1029 alone
  EXPECT_EQ(map.mean(0), 8);
  EXPECT_EQ(map.mean(256 * 150 + 149), 2);
  EXPECT_EQ(map.mean(257 * 150 + 149), 2);
  EXPECT_EQ(map.all_loads(), large.all_loads());
}

TEST(HeatMap, TheLeastIsNothingWhereAnElementWasNeverLoaded) {
  Heat some = heat(100, 100);
  some.loads[7] = 3;
  EXPECT_EQ(heat_map(some).least, 0U);
  EXPECT_EQ(heat_map(some).most, 3U);
  EXPECT_EQ(heat_map(heat(2, 2)).least, 0U);
}

}  // namespace
}  // namespace tilescope::test
