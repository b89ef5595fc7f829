#include "app/stage/timeline_shares.h"

#include "app/explain/as_ran.h"
#include "app/stage/timeline.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using test::says;

const Replay& long_replay() {
  static const Replay replay(test::traced(test::launch("tiled", 4, 4, 2048, 2)));
  return replay;
}

std::vector<std::uint32_t> all_threads(const Scenery& scenery) {
  std::vector<std::uint32_t> threads;
  for (std::uint32_t thread = 0; thread < scenery.threads_per_block(); ++thread) threads.push_back(thread);
  return threads;
}

double part_of(const std::vector<StepShare>& shares, Activity activity) {
  double part = 0;
  for (const StepShare& share : shares)
    if (share.kind.activity == activity) part += share.part;
  return part;
}

double sum_of(const std::vector<StepShare>& shares) {
  double sum = 0;
  for (const StepShare& share : shares) sum += share.part;
  return sum;
}

// The inks of the bars from the top of the first lane to its bottom, pixel by pixel.
std::vector<Ink> inks_at(const Picture& picture, const TimelineAxis& axis, float x) {
  const Box lane = axis.lane(0);
  std::vector<Ink> inks;
  for (float y = lane.y + 0.5F; y < lane.bottom(); ++y) {
    inks.push_back(Ink::none);
    for (const Shape& shape : picture.shapes)
      if (shape.box.contains({x, y}) && shape.fill != Ink::cell && shape.fill != Ink::now) inks.back() = shape.fill;
  }
  return inks;
}

TEST(TimelineShares, RangesAreWholePhasesOrPartsOfOne) {
  const Order& order = long_replay().order();
  for (const float width_of_step : {0.02F, 0.1F, 0.5F, 1.0F, 1.9F}) {
    const std::vector<StepRange> ranges = ranges_for_shares(order, width_of_step, 6);
    std::uint32_t at = 0;
    for (const StepRange& range : ranges) {
      EXPECT_EQ(range.first, at);
      EXPECT_GE(static_cast<float>(range.end - range.first + 1) * width_of_step, 6) << width_of_step;
      at = range.end;
    }
    EXPECT_EQ(at, order.step_count());
    for (const Phase& phase : order.phases())
      for (const StepRange& range : ranges)
        if (range.first < phase.first_step && phase.first_step < range.end) {
          // The range of a narrow phase has others; the last one also has what is left.
          EXPECT_LT(static_cast<float>(phase.first_step - range.first) * width_of_step, 2 * 6);
        }
  }
}

TEST(TimelineShares, OfAPhaseAreThoseOfItsSteps) {
  const Replay& replay = long_replay();
  const StepShares shares(replay.scenery(), 0, all_threads(replay.scenery()));
  const Phase& phase = replay.order().phases()[7];
  ASSERT_EQ(phase.end_step - phase.first_step, 6U);  // A, B, a barrier, two multiply-adds, a barrier
  const std::vector<StepShare> all = shares.in({phase.first_step, phase.end_step});
  EXPECT_NEAR(part_of(all, Activity::multiplying), 2.0 / 6, 1e-9);
  EXPECT_NEAR(part_of(all, Activity::waiting), 2.0 / 6, 1e-9);
  EXPECT_NEAR(sum_of(all), 1, 1e-9);
  for (const std::vector<StepRange>& ranges :
       {ranges_for_shares(replay.order(), 0.1F, 6), ranges_for_shares(replay.order(), 1, 6)})
    for (const StepRange& range : ranges) EXPECT_NEAR(sum_of(shares.in(range)), 1, 1e-9);
}

TEST(TimelineShares, IdleThreadsAreTheRest) {
  // In the block at the corner, one of four threads has an element of C.
  const Replay replay(test::traced(test::launch("naive", 3, 3, 64, 2)));
  const Scenery& scenery = replay.scenery();
  const StepShares shares(scenery, 3, all_threads(scenery));
  EXPECT_NEAR(sum_of(shares.in({0, replay.order().step_count()})), 0.25, 0.05);
}

TEST(TimelineShares, OfTurnsAreSharesOfWhatAThreadDoes) {
  const auto replay = replay_as_ran(test::traced(test::launch("tiled", 4, 4, 8, 2)), [] { return true; });
  const Scenery& scenery = replay->scenery();
  const std::vector<std::uint32_t> first{0};
  EXPECT_NEAR(sum_of(StepShares(scenery, 0, first).in({0, replay->order().step_count()})), 1, 1e-9);
}

TEST(TimelineShares, StayWhileTheCursorMoves) {
  const Replay& replay = long_replay();
  const View view = test::view(900, 150, 15);
  const TimelineAxis axis = timeline_axis(replay.scenery(), {}, view);
  const auto picture_at = [&](std::uint64_t moment) {
    return timeline_picture(replay.at({moment, Grain::step, 0, 0}), {}, view);
  };
  const Picture begin = picture_at(0);
  for (const std::uint64_t moment : {replay.moments().count() / 3, replay.moments().count() / 3 + 5}) {
    const Picture now = picture_at(moment);
    for (float x = axis.left + 1; x < axis.right; x += 3.7F)
      ASSERT_EQ(inks_at(now, axis, x), inks_at(begin, axis, x)) << moment << ", " << x;
  }
  // All phases are alike, so all their bars are.
  const std::vector<Ink> bar = inks_at(begin, axis, axis.left + 100);
  EXPECT_TRUE(std::find(bar.begin(), bar.end(), Ink::work) != bar.end());
  EXPECT_TRUE(std::find(bar.begin(), bar.end(), Ink::wait) != bar.end());
  for (float x = axis.left + 30; x < axis.right - 30; x += 3.7F) ASSERT_EQ(inks_at(begin, axis, x), bar) << x;
}

TEST(TimelineShares, AreSaidInThePhasesRow) {
  const Replay& replay = long_replay();
  const Frame frame = replay.at({replay.moments().count() / 2, Grain::step, 0, 0});
  View view = test::view(900, 150, 15);
  const std::string words = test::words_of(timeline_picture(frame, {}, view));
  for (const char* const part : {"of 1 024", "A ", "B ", "multiplying ", "barriers "})
    EXPECT_NE(words.find(part), std::string::npos) << part << " in " << words;
  const std::uint32_t step = replay.order().phases()[100].first_step;
  view.hovered = {.kind = Target::Kind::moment, .moment = replay.moments().end_of(step)};
  const Picture pointed = timeline_picture(frame, {}, view);
  EXPECT_EQ(test::untidy(pointed), "");
  EXPECT_TRUE(says(pointed, "shares"));
  EXPECT_NE(test::words_of(pointed).find("phases "), std::string::npos) << test::words_of(pointed);
}

TEST(TimelineShares, AKernelWithoutPhasesHasThemToo) {
  const Replay replay(test::traced(test::launch("naive", 4, 4, 2048, 2)));
  const Frame frame = replay.at({replay.moments().count() / 2, Grain::step, 0, 0});
  for (const float width : {320.0F, 900.0F, 1576.0F}) {
    const Picture picture = timeline_picture(frame, {}, test::view(width, 150, 15));
    EXPECT_EQ(test::untidy(picture), "") << width;
    EXPECT_NE(test::words_of(picture).find("no phases"), std::string::npos);
    EXPECT_LT(picture.shapes.size(), 2500U);
  }
}

}  // namespace

}  // namespace tilescope
