#include "instrumentation/trace/packed_event.h"

#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

TEST(Event, EveryPartSurvivesPacking) {
  const What what{.kind = Kind::out_of_bounds,
                  .array = 200,
                  .width = Width::rest,
                  .operand = 3,
                  .stray_store = true,
                  .line = 65535};
  const PackedEvent event{.index = 7, .value = 1.5f, .origin = 9, .what = what.packed()};
  EXPECT_EQ(event.kind(), Kind::out_of_bounds);
  EXPECT_EQ(event.array(), 200);
  EXPECT_EQ(event.width(), Width::rest);
  EXPECT_EQ(event.operand(), 3);
  EXPECT_TRUE(event.stray_store());
  EXPECT_EQ(event.line(), 65535U);
}

TEST(Event, DistancesLeadBackToTheirOperands) {
  for (const std::uint32_t origin : {0U, 5U, 99U, no_origin, many_origins}) {
    const PackedEvent sum{
        .index = 0, .value = 0, .origin = distance_back(100, origin) | distance_back(100, 99) << 16, .what = 0};
    EXPECT_EQ(sum.first_operand(100), origin);
    EXPECT_EQ(sum.second_operand(100), 99U);
  }
}

TEST(Event, AnOperandTooFarBackIsNotGuessed) {
  const std::uint32_t self = 1 << 20;
  const PackedEvent sum{.index = 0, .value = 0, .origin = distance_back(self, 3), .what = 0};
  EXPECT_EQ(sum.first_operand(self), many_origins);
  EXPECT_EQ(distance_back(self, self - 65534), 65534U);
  EXPECT_EQ(distance_back(self, self - 65535), far_away);
}

}  // namespace
}  // namespace tilescope::test
