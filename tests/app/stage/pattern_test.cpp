#include "app/stage/pattern.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilescope::test {
namespace {

float area(const Stripe& stripe) {
  float twice = 0;
  for (std::size_t i = 0; i < stripe.count; ++i) {
    const Point here = stripe.corners[i], next = stripe.corners[(i + 1) % stripe.count];
    twice += here.x * next.y - next.x * here.y;
  }
  return std::abs(twice) / 2;
}

TEST(Hatch, StripesStayInTheirBoxAndCoverTheirShareOfIt) {
  const Box box{5, 7, 200, 120};
  float covered = 0;
  for (const Stripe& stripe : hatch(box, 10, 2)) {
    covered += area(stripe);
    for (std::size_t i = 0; i < stripe.count; ++i) {
      EXPECT_GE(stripe.corners[i].x, box.x - 0.01F);
      EXPECT_LE(stripe.corners[i].x, box.right() + 0.01F);
      EXPECT_GE(stripe.corners[i].y, box.y - 0.01F);
      EXPECT_LE(stripe.corners[i].y, box.bottom() + 0.01F);
    }
  }
  EXPECT_NEAR(covered / (box.w * box.h), 2 * std::sqrt(2.0F) / 10, 0.01F);
}

TEST(Hatch, AnEmptyBoxHasNone) { EXPECT_TRUE(hatch({0, 0, 0, 10}, 8, 2).empty()); }

TEST(Dashes, BeginAndEndWithTheLine) {
  const Line line{{10, 10}, {110, 60}, Ink::a, 2, true};
  const std::vector<Dash> cut = dashes(line);
  ASSERT_GT(cut.size(), 3U);
  EXPECT_EQ(cut.front().from, line.from);
  EXPECT_NEAR(cut.back().to.x, line.to.x, 0.01F);
  EXPECT_NEAR(cut.back().to.y, line.to.y, 0.01F);
  for (std::size_t i = 1; i < cut.size(); ++i) EXPECT_GT(cut[i].from.x, cut[i - 1].to.x);
}

TEST(Dashes, ALineWithoutLengthHasNone) { EXPECT_TRUE(dashes({{1, 1}, {1, 1}, Ink::a, 2, true}).empty()); }

TEST(ArrowHead, ItsTipIsTheEndOfTheLine) {
  const ArrowHead head = arrow_head({{0, 0}, {100, 0}, Ink::a, 2, false, true});
  EXPECT_EQ(head.corners[0], (Point{100, 0}));
  EXPECT_LT(head.stop.x, 95);
  EXPECT_FLOAT_EQ(head.corners[1].y, -head.corners[2].y);
}

}  // namespace
}  // namespace tilescope::test
