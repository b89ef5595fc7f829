#include "instrumentation/analysis/warp_access.h"

#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

// One element of each lane.
Asked asked_by(std::uint32_t lanes, auto&& element_of_lane) {
  Asked asked;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) asked.add(element_of_lane(lane), lane);
  return asked;
}

TEST(WarpAccess, SectorsHold32BytesAndLines128) {
  const GlobalCost row = global_cost(asked_by(32, [](std::uint32_t lane) { return lane; }));
  EXPECT_EQ(row.sectors, 4U);
  EXPECT_EQ(row.lines, 1U);
  EXPECT_EQ(row.ideal_sectors, 4U);
  const GlobalCost shifted = global_cost(asked_by(32, [](std::uint32_t lane) { return lane + 7; }));
  EXPECT_EQ(shifted.sectors, 5U);
  EXPECT_EQ(shifted.lines, 2U);
  const GlobalCost backwards = global_cost(asked_by(32, [](std::uint32_t lane) { return 31 - lane; }));
  EXPECT_EQ(backwards.sectors, 4U);
  const GlobalCost apart = global_cost(asked_by(32, [](std::uint32_t lane) { return 32 * lane; }));
  EXPECT_EQ(apart.sectors, 32U);
  EXPECT_EQ(apart.lines, 32U);
  EXPECT_EQ(apart.ideal_sectors, 4U);
  const GlobalCost same = global_cost(asked_by(32, [](std::uint32_t) { return 100U; }));
  EXPECT_EQ(same.sectors, 1U);
  EXPECT_EQ(same.ideal_sectors, 1U);
  EXPECT_EQ(global_cost(Asked{}).sectors, 0U);
}

TEST(WarpAccess, DifferentWordsOfABankTakeTurnsAndTheSameWordIsServedOnce) {
  const auto ways = [](auto&& word) { return shared_cost(asked_by(32, word), 0).ways; };
  EXPECT_EQ(ways([](std::uint32_t lane) { return lane; }), 1U);
  EXPECT_EQ(ways([](std::uint32_t) { return 5U; }), 1U);
  EXPECT_EQ(ways([](std::uint32_t lane) { return 2 * lane; }), 2U);
  EXPECT_EQ(ways([](std::uint32_t lane) { return 3 * lane; }), 1U);
  EXPECT_EQ(ways([](std::uint32_t lane) { return 32 * lane; }), 32U);
  EXPECT_EQ(ways([](std::uint32_t lane) { return 33 * lane; }), 1U);
  EXPECT_EQ(ways([](std::uint32_t lane) { return 32 * (lane / 8); }), 4U);
  EXPECT_EQ(shared_cost(asked_by(32, [](std::uint32_t lane) { return 32 * lane; }), 0).wavefronts, 32U);
}

// Four floats side by side of each lane: 512 bytes, and the banks give 128 at a time.
TEST(WarpAccess, AVectorIsServedInParts) {
  for (const std::uint32_t width : {2U, 4U}) {
    Asked asked;
    asked.widest = width;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      for (std::uint32_t n = 0; n < width; ++n) asked.add(width * lane + n, lane);
    const SharedCost side_by_side = shared_cost(asked, 0);
    EXPECT_EQ(side_by_side.parts, width);
    EXPECT_EQ(side_by_side.wavefronts, width);
    EXPECT_EQ(side_by_side.ways, 1U);
    EXPECT_EQ(global_cost(asked).sectors, 4 * width);
  }
  // Rows of 32 floats, one lane each: within a part all lanes meet in the same banks.
  Asked column;
  column.widest = 4;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint32_t n = 0; n < 4; ++n) column.add(32 * lane + n, lane);
  EXPECT_EQ(shared_cost(column, 0).ways, 8U);
  EXPECT_EQ(shared_cost(column, 0).wavefronts, 32U);
  // Half of the parts have nobody in them.
  Asked few;
  few.widest = 4;
  for (std::uint32_t lane = 0; lane < 16; ++lane)
    for (std::uint32_t n = 0; n < 4; ++n) few.add(4 * lane + n, lane);
  EXPECT_EQ(shared_cost(few, 0).parts, 2U);
}

TEST(WarpAccess, WhereAnArrayBeginsChangesNoCost) {
  const Asked asked = asked_by(32, [](std::uint32_t lane) { return lane * 6; });
  for (std::uint32_t first = 0; first < 64; first += 4)
    EXPECT_EQ(shared_cost(asked, first).wavefronts, shared_cost(asked, 0).wavefronts) << first;
}

TEST(WarpAccess, SharedArraysFollowEachOther) {
  const std::vector<ArrayInfo> arrays{{"A", Space::global, {8, 8}},
                                      {"As", Space::shared, {3, 3}},
                                      {"sum", Space::local, {}},
                                      {"Bs", Space::shared, {4, 4}},
                                      {"Cs", Space::shared, {2}}};
  EXPECT_EQ(first_shared_word(arrays, 1), 0U);
  EXPECT_EQ(first_shared_word(arrays, 3), 12U);
  EXPECT_EQ(first_shared_word(arrays, 4), 28U);
}

}  // namespace
}  // namespace tilescope::test
