#include <gtest/gtest.h>

#include <span>

#include "app/replay/replay.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

std::vector<float> values_of(std::span<const SumNow> sums) {
  std::vector<float> values;
  for (const SumNow& sum : sums) values.push_back(sum.value());
  return values;
}

Frame at_work(const Replay& replay, double multiply_adds) {
  return replay.at({replay.scenery().moment_of_work(multiply_adds), Grain::step, 0, 0});
}

TEST(Sums, OfASquareArePartsOfFourElements) {
  const Replay replay(std::make_shared<const Trace>(record(launch("register_tiled", 4, 4, 4, 4))));
  EXPECT_TRUE(replay.at({0, Grain::step, 0, 0}).sums_of(0).empty());
  // A begins with 1 and 5 in its first column, B with 1 and 2 in its first row; four threads, four sums each.
  const Frame after_one = at_work(replay, 16);
  EXPECT_EQ(values_of(after_one.sums_of(0)), (std::vector<float>{1, 2, 5, 10}));
  const Frame end = replay.at({replay.moments().count(), Grain::step, 0, 0});
  const auto sums = end.sums_of(3);
  ASSERT_EQ(sums.size(), 4U);
  for (std::uint32_t n = 0; n < 4; ++n) {
    EXPECT_EQ(sums[n].index, n);
    EXPECT_EQ(sums[n].value(), end.c()[(2 + n / 2) * 4 + 2 + n % 2].value());  // thread (1,1) computes the last square
  }
}

TEST(Sums, OfAnElementEachIsOne) {
  const Replay replay(std::make_shared<const Trace>(record(launch("tiled", 4, 4, 4, 2))));
  const Frame frame = at_work(replay, 48);
  EXPECT_EQ(values_of(frame.sums_of(0)), std::vector<float>{38});
}

TEST(Windows, ShowTheTileThatIsUsedAlsoWhereTheNextIsLoaded) {
  for (const char* const kernel : {"tiled", "vectorized", "double_buffered"}) {
    const Replay replay(std::make_shared<const Trace>(record(launch(kernel, 8, 8, 8, 4))));
    ASSERT_EQ(replay.order().phases().size(), 2U) << kernel;
    for (std::uint32_t phase = 0; phase < 2; ++phase) {
      const std::uint32_t step = replay.order().phases()[phase].first_step;
      const Frame frame = replay.at({replay.moments().end_of(step), Grain::step, 0, 0});
      const std::vector<TileWindow> expected{{0, 0, 4 * phase, 4, 4}, {1, 4 * phase, 0, 4, 4}};
      EXPECT_EQ(frame.windows, expected) << kernel << ", phase " << phase;
    }
  }
}

TEST(Sums, RunInCBeforeTheyAreStored) {
  const Replay replay(std::make_shared<const Trace>(record(launch("double_buffered", 4, 4, 4, 4))));
  const Frame frame = at_work(replay, 32);
  for (std::size_t n = 0; n < frame.c().size(); ++n) EXPECT_EQ(frame.c()[n].state, CElement::State::summing);
  EXPECT_EQ(frame.c()[0].value(), 1 + 2 * 5);
  EXPECT_EQ(frame.c()[5].value(), 5 * 2 + 6 * 6);
}

}  // namespace
}  // namespace tilescope::test
