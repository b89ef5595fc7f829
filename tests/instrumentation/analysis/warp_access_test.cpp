#include "instrumentation/analysis/warp_access.h"

#include <gtest/gtest.h>

#include <array>

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
  // Half of the parts have no lanes.
  Asked few;
  few.widest = 4;
  for (std::uint32_t lane = 0; lane < 16; ++lane)
    for (std::uint32_t n = 0; n < 4; ++n) few.add(4 * lane + n, lane);
  EXPECT_EQ(shared_cost(few, 0).parts, 2U);
}

// The same, each element so many bytes.
Asked of_bytes(std::uint32_t bytes, auto&& element_of_lane) {
  Asked asked = asked_by(32, element_of_lane);
  asked.bytes = asked.step = bytes;
  return asked;
}

TEST(WarpAccess, SectorsOfElementsOfAnySize) {
  const auto in_row = [](std::uint32_t lane) { return lane; };
  const auto every_fourth = [](std::uint32_t lane) { return 4 * lane; };
  const auto sectors = [](const Asked& asked) {
    const GlobalCost cost = global_cost(asked);
    return std::array{cost.sectors, cost.ideal_sectors, cost.lines};
  };
  EXPECT_EQ(sectors(of_bytes(1, in_row)), (std::array{1U, 1U, 1U}));  // 32 bytes in all
  EXPECT_EQ(sectors(of_bytes(2, in_row)), (std::array{2U, 2U, 1U}));
  EXPECT_EQ(sectors(of_bytes(4, in_row)), (std::array{4U, 4U, 1U}));
  EXPECT_EQ(sectors(of_bytes(8, in_row)), (std::array{8U, 8U, 2U}));
  EXPECT_EQ(sectors(of_bytes(1, every_fourth)), (std::array{4U, 1U, 1U}));
  EXPECT_EQ(sectors(of_bytes(2, every_fourth)), (std::array{8U, 2U, 2U}));
  EXPECT_EQ(sectors(of_bytes(8, every_fourth)), (std::array{32U, 8U, 8U}));  // one of 32 bytes each
  Asked pairs = of_bytes(8, in_row);                                         // a double2: 16 bytes of each lane
  pairs.clear();
  pairs.widest = 2;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint32_t n = 0; n < 2; ++n) pairs.add(2 * lane + n, lane);
  EXPECT_EQ(sectors(pairs), (std::array{16U, 16U, 4U}));
  EXPECT_EQ(shared_cost(pairs, 0).parts, 4U);
  EXPECT_EQ(shared_cost(pairs, 0).wavefronts, 4U);
}

TEST(WarpAccess, BanksOfElementsOfAnySize) {
  const auto cost = [](std::uint32_t bytes, auto&& element) { return shared_cost(of_bytes(bytes, element), 0); };
  const auto times = [](std::uint32_t by) { return [by](std::uint32_t lane) { return by * lane; }; };
  // Four bytes share a word, which is served once.
  EXPECT_EQ(cost(1, times(1)).ways, 1U);
  EXPECT_EQ(cost(1, times(4)).ways, 1U);
  EXPECT_EQ(cost(1, times(8)).ways, 2U);
  EXPECT_EQ(cost(1, times(128)).ways, 32U);
  EXPECT_EQ(cost(2, times(2)).ways, 1U);
  EXPECT_EQ(cost(2, times(64)).ways, 32U);
  // A double is two words: half a warp at a time.
  EXPECT_EQ(cost(8, times(1)).parts, 2U);
  EXPECT_EQ(cost(8, times(1)).wavefronts, 2U);
  EXPECT_EQ(cost(8, times(1)).ways, 1U);
  EXPECT_EQ(cost(8, times(2)).ways, 2U);  // words 0, 4, ... 60 and those after them
  EXPECT_EQ(cost(8, times(2)).wavefronts, 4U);
  EXPECT_EQ(cost(8, times(16)).ways, 16U);
  EXPECT_EQ(cost(8, times(17)).ways, 1U);  // rows of 17 doubles, as with a column of padding
  EXPECT_EQ(cost(8, times(0)).ways, 1U);   // all want the same one
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
                                      {"Cs", Space::shared, {2}},
                                      {"Ds", Space::shared, {3}, Number::i32, 1},
                                      {"Es", Space::shared, {3}, Number::f64, 8},
                                      {"Fs", Space::shared, {1}}};
  EXPECT_EQ(first_shared_word(arrays, 1), 0U);
  EXPECT_EQ(first_shared_word(arrays, 3), 12U);
  EXPECT_EQ(first_shared_word(arrays, 4), 28U);
  EXPECT_EQ(first_shared_word(arrays, 5), 32U);
  EXPECT_EQ(first_shared_word(arrays, 6), 36U);  // 3 bytes take 16
  EXPECT_EQ(first_shared_word(arrays, 7), 44U);  // 24 bytes take 32
}

}  // namespace
}  // namespace tilescope::test
