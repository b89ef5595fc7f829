#include <gtest/gtest.h>

#include "app/replay/replay.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

// Counted step by step.
std::vector<std::int64_t> counted(const Scenery& scenery, std::uint32_t path, std::uint32_t first, std::uint32_t end) {
  const std::vector<ActivityKind>& kinds = scenery.step_sums().kinds();
  std::vector<std::int64_t> counts(kinds.size());
  for (std::uint32_t step = first; step < end; ++step) {
    if (scenery.moments().events_in(path, step) == 0) continue;
    const auto kind = std::find(kinds.begin(), kinds.end(), scenery.kind_of(scenery.activity(path, step), step));
    ++counts.at(static_cast<std::size_t>(kind - kinds.begin()));
  }
  return counts;
}

TEST(StepSums, AreThoseOfEveryRange) {
  for (const Launch& each :
       {launch("tiled_bounded", 7, 9, 5, 3), launch("tiled", 4, 4, 40, 2), launch("register_tiled", 8, 8, 8, 4)}) {
    const Replay replay(std::make_shared<const Trace>(record(each)));
    const Scenery& scenery = replay.scenery();
    const std::uint32_t steps = replay.order().step_count();
    for (std::uint32_t path = 0; path < replay.order().paths().size(); ++path)
      for (std::uint32_t first = 0; first <= steps; first += 1 + first / 3)
        for (std::uint32_t end = first; end <= steps; end += 1 + steps / 13) {
          std::vector<std::int64_t> sums(scenery.step_sums().kinds().size());
          scenery.step_sums().add(path, first, end, 1, sums);
          ASSERT_EQ(sums, counted(scenery, path, first, end))
              << each.kernel << ", path " << path << ", " << first << " to " << end;
        }
  }
}

TEST(StepSums, KnowTheArraysThatAreLoadedAndStored) {
  const Replay replay(std::make_shared<const Trace>(record(launch("tiled", 4, 4, 4, 2))));
  const Scenery& scenery = replay.scenery();
  std::vector<std::int64_t> sums(scenery.step_sums().kinds().size());
  scenery.step_sums().add(0, 0, replay.order().step_count(), 4, sums);
  const auto times = [&](Activity activity, std::uint8_t array) {
    std::int64_t all = 0;
    for (std::size_t n = 0; n < sums.size(); ++n)
      if (scenery.step_sums().kinds()[n].activity == activity && scenery.step_sums().kinds()[n].array == array)
        all += sums[n];
    return all;
  };
  // Two phases, each with a load of A and of B and two multiply-adds; four times.
  EXPECT_EQ(times(Activity::loading, 0), 8);
  EXPECT_EQ(times(Activity::loading, 1), 8);
  EXPECT_EQ(times(Activity::multiplying, no_array), 16);
  EXPECT_EQ(times(Activity::storing, scenery.c()), 4);
}

}  // namespace
}  // namespace tilescope::test
