// The text of numbers in cells: shortened as little as the cell needs, in letters of one size during playback.
#include "app/stage/array_values.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

using Values = std::vector<std::optional<Value>>;
using Names = std::vector<std::string>;

constexpr float cell_high = 16;

TEST(ArrayValues, HaveOneDecimalIfTwoDoNotFit) {
  const Values values{Value(0.5F), Value(-0.53F), Value(0.03F), Value(2.0F), std::nullopt};
  const CellNames wide = names_in_cells(values, false, 40, cell_high, view(600, 480, 15));
  EXPECT_EQ(wide.names, (Names{"0.50", "-0.53", "0.03", "2", "·"}));
  EXPECT_FALSE(wide.is_rounded);
  const CellNames narrow = names_in_cells(values, false, 24, cell_high, view(600, 480, 15));
  EXPECT_EQ(narrow.names, (Names{"0.5", "-0.5", ".03", "2", "·"}));
  EXPECT_TRUE(narrow.is_rounded);
  EXPECT_GE(narrow.size, 10);
}

TEST(ArrayValues, KeepTheSizeOfTheirLetters) {
  const View seen = view(600, 480, 15);
  const WidestNames widest{3.4F, 3.4F, 3.4F};
  const CellNames early = names_in_cells({Value(7.0F)}, false, 40, cell_high, seen, widest);
  const CellNames late = names_in_cells({Value(44'444.0F)}, false, 40, cell_high, seen, widest);
  EXPECT_GT(early.size, 10);
  EXPECT_EQ(early.size, late.size);
}

// A number of as many digits always has room: its digits may be wider than those of the largest value.
TEST(ArrayValues, HaveRoomForTheWidestDigits) {
  const Replay replay(traced(launch("tiled", 16, 16, 16, 4)));
  const Scenery& scenery = replay.scenery();
  EXPECT_GE(widest_names(scenery, scenery.c()).brief, text_width("44444", 1, Face::sans));
  EXPECT_LT(widest_names(scenery, scenery.c()).brief, text_width("444444", 1, Face::sans));
}

}  // namespace
}  // namespace tilescope::test
