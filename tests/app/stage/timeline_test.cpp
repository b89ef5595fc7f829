#include "app/stage/timeline.h"

#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using test::says;
using test::Situation;
using test::situations;

TEST(Timeline, TheClassroomCase) {
  const Situation& of = *situations()[0];
  const Picture picture = timeline_picture(of.after_step(9), {}, test::view(800, 150, 15));
  EXPECT_EQ(test::words_of(picture),
            "phase | phase 0 | phase 1\n"
            "t(0,0) | A | B | × | × | A | B | × | × | C\n"
            "t(0,1) | A | B | × | × | A | B | × | × | C\n"
            "t(1,0) | A | B | × | × | A | B | × | × | C\n"
            "t(1,1) | A | B | × | × | A | B | × | × | C");
}

TEST(Timeline, GuardsLeaveGapsAndPaddingIsZero) {
  // Block (0,0) of 7 x 9 lies inside C, but the second tile overhangs A and B: K = 5.
  const Situation& of = *situations()[1];
  const Picture picture = timeline_picture(of.after_step(0), {}, test::view(800, 260, 15));
  const std::string words = test::words_of(picture);
  EXPECT_NE(words.find("t(0,2) | A | B | × | × | × | 0 | B"), std::string::npos) << words;
  EXPECT_NE(words.find("t(2,0) | A | B | × | × | × | A | 0"), std::string::npos) << words;
}

TEST(Timeline, IsTidyInAnySizeAndZoom) {
  for (const auto& of : situations())
    for (const std::uint64_t moment : of->some_moments()) {
      const Frame frame = of->at(moment);
      for (const float width : {260.0F, 520.0F, 900.0F, 1576.0F})
        for (const float height : {60.0F, 150.0F, 400.0F})
          for (const float text : {11.0F, 15.0F, 22.0F, 34.0F})
            for (const double shown : {0.0, 3.5}) {
              TimelineView timeline;
              const Fold fold = shown > 0 ? Fold::paths : text < 16 ? Fold::warps : Fold::as_fits;
              timeline.lanes = timeline_lanes(of->replay.scenery(), frame.block, fold, {0, 64});
              timeline.first_step = shown > 0 ? 2.25 : 0;
              timeline.steps_shown = shown;
              timeline.marks = {0, moment, of->replay.moments().count()};
              const Picture picture = timeline_picture(frame, timeline, test::view(width, height, text));
              ASSERT_EQ(test::untidy(picture), "")
                  << width << " x " << height << ", text " << text << ", moment " << moment << ", shown " << shown;
            }
    }
}

TEST(Timeline, LanesHoldEachThreadOnce) {
  const Replay replay(std::make_shared<const Trace>(test::record(test::launch("tiled_bounded", 17, 18, 5, 16))));
  const Scenery& scenery = replay.scenery();
  ASSERT_EQ(scenery.threads_per_block(), 256U);
  for (const std::size_t block : replay.blocks())
    for (const Fold fold : {Fold::as_fits, Fold::threads, Fold::warps, Fold::paths})
      for (const std::vector<std::uint32_t>& open : {std::vector<std::uint32_t>{}, {0, 32}}) {
        const std::vector<TimelineLane> lanes = timeline_lanes(scenery, block, fold, open);
        std::vector<int> seen(256), own(256);
        for (const TimelineLane& lane : lanes)
          for (const std::uint32_t thread : lane.threads) {
            ++(lane.is_group() ? seen : own)[thread];
            const bool alike =
                scenery.order().path_of(block, thread) == scenery.order().path_of(block, lane.threads[0]);
            if (fold == Fold::paths || fold == Fold::as_fits) {
              EXPECT_TRUE(alike);
            }
            if (fold == Fold::warps) {
              EXPECT_EQ(thread / warp_lanes, lane.threads[0] / warp_lanes);
            }
          }
        for (std::uint32_t thread = 0; thread < 256; ++thread) {
          EXPECT_LE(seen[thread], 1);
          EXPECT_LE(own[thread], 1);
          EXPECT_GE(seen[thread] + own[thread], 1);
          const TimelineLane& lane = lanes[lane_of(lanes, thread)];
          EXPECT_TRUE(lane.holds(thread));
          EXPECT_EQ(lane.is_group(), own[thread] == 0) << "its own, if it has one";
        }
        if (fold == Fold::threads) {
          EXPECT_EQ(lanes.size(), 256U);
        }
        if (fold == Fold::warps) {
          EXPECT_EQ(lanes.size(), open.empty() ? 8U : 8U + 64U);
        }
      }
}

TEST(Timeline, ALaneIsAsHighAsManyOfItsThreadsTakePart) {
  // In the block at the corner, guards leave few threads with work.
  const Replay replay(std::make_shared<const Trace>(test::record(test::launch("naive", 17, 17, 4, 16))));
  Cursor cursor{replay.moments().count()};
  cursor.block = replay.blocks().back();
  const Frame frame = replay.at(cursor);
  TimelineView timeline;
  timeline.lanes = timeline_lanes(replay.scenery(), frame.block, Fold::warps, {});
  ASSERT_EQ(timeline.lanes.size(), 8U);
  const Picture picture = timeline_picture(frame, timeline, test::view(900, 300, 15));
  EXPECT_EQ(test::words_of(picture).find("t(0,1)"), std::string::npos);
  EXPECT_NE(test::words_of(picture).find("warp 7"), std::string::npos) << test::words_of(picture);
}

TEST(Timeline, AMomentIsWhereItIsDrawn) {
  for (const auto& of : situations())
    for (const double shown : {0.0, 5.0}) {
      TimelineView timeline;
      timeline.steps_shown = shown;
      const View view = test::view(900, 150, 15);
      const Moments& moments = of->replay.moments();
      for (const Grain grain : {Grain::step, Grain::phase})
        for (std::uint64_t moment = 0; moment < moments.count(); moment = moments.next(moment, grain))
          EXPECT_EQ(moment_at(of->replay.scenery(), timeline, view,
                              place_of(of->replay.scenery(), timeline, view, moment), grain),
                    moment);
    }
  const Situation& of = *situations()[0];
  for (std::uint64_t moment = 0; moment <= of.replay.moments().count(); ++moment)
    EXPECT_EQ(moment_at(of.replay.scenery(), {}, test::view(1576, 150, 15),
                        place_of(of.replay.scenery(), {}, test::view(1576, 150, 15), moment), Grain::event),
              moment);
}

TEST(Timeline, DraggingSnapsToTheNearestMomentOfTheGrain) {
  const Situation& of = *situations()[0];
  const View view = test::view(900, 150, 15);
  const TimelineAxis axis = timeline_axis(of.replay.scenery(), {}, view);
  const Moments& moments = of.replay.moments();
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, axis.x_of(9.6), Grain::step), moments.end_of(9));
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, axis.x_of(9.4), Grain::step), moments.end_of(8));
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, axis.x_of(8), Grain::phase), moments.end_of(5));
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, axis.x_of(9.4), Grain::phase), moments.end_of(11));
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, 0, Grain::event), 0U);
  EXPECT_EQ(moment_at(of.replay.scenery(), {}, view, 900, Grain::event), moments.count());
}

TEST(Timeline, StepsAndThreadsCanBePointedAt) {
  const Situation& of = *situations()[0];
  const View view = test::view(900, 150, 15);
  const Picture picture = timeline_picture(of.after_step(9), {}, view);
  const TimelineAxis axis = timeline_axis(of.replay.scenery(), {}, view);
  const Target step = picture.at({axis.x_of(3.5), axis.lane(1).middle().y});
  EXPECT_EQ(step.kind, Target::Kind::moment);
  EXPECT_EQ(step.moment, of.replay.moments().end_of(3));
  const Target thread = picture.at({axis.left - 10, axis.lane(2).middle().y});
  EXPECT_EQ(thread.kind, Target::Kind::thread);
  EXPECT_EQ(thread.number, 2U);
}

TEST(Timeline, TheSelectedThreadCanBeScrolledTo) {
  const Situation& of = *situations()[2];
  const View view = test::view(900, 150, 15);
  TimelineView timeline;
  EXPECT_EQ(first_lane_to_see(of.replay.scenery(), timeline, view, 0), 0U);
  timeline.first_lane = first_lane_to_see(of.replay.scenery(), timeline, view, 200);
  const Frame frame = of.replay.at({0, Grain::step, 0, 200});
  EXPECT_TRUE(says(timeline_picture(frame, timeline, view), "t(12,8)"));
  EXPECT_EQ(first_lane_to_see(of.replay.scenery(), timeline, view, 200), timeline.first_lane);
  EXPECT_EQ(first_lane_to_see(of.replay.scenery(), timeline, view, 7), 7U);
  // With room for one lane, it is the selected thread's.
  EXPECT_TRUE(says(timeline_picture(frame, {}, test::view(900, 60, 15)), "t(12,8)"));
}

TEST(Timeline, ThousandsOfStepsStayFew) {
  const Replay replay(test::traced(test::launch("tiled", 4, 4, 2048, 2)));
  const Frame frame = replay.at({replay.moments().count() / 2, Grain::step, 0, 0});
  ASSERT_EQ(frame.steps, 6145U);
  const Picture picture = timeline_picture(frame, {}, test::view(900, 150, 15));
  EXPECT_EQ(test::untidy(picture), "");
  EXPECT_LT(picture.shapes.size(), 2500U);
  EXPECT_LT(picture.hits.size(), 500U);
  EXPECT_TRUE(says(picture, "phase " + std::to_string(frame.phase.value()) + " of 1 024"));
}

TEST(Timeline, WhatHasHappenedIsBrightThreadByThread) {
  // In the middle of a step, the first two of four threads have loaded.
  const Situation& of = *situations()[0];
  const Moments& moments = of.replay.moments();
  const std::uint64_t moment = moments.begin_of(6) + (moments.end_of(6) - moments.begin_of(6)) / 2;
  const View view = test::view(900, 150, 15);
  const Picture picture = timeline_picture(of.at(moment), {}, view);
  const TimelineAxis axis = timeline_axis(of.replay.scenery(), {}, view);
  const auto opacity = [&](std::uint32_t step, std::uint32_t lane) {
    float found = 0;
    for (const Shape& shape : picture.shapes)
      if (shape.fill == Ink::a && shape.box.contains({axis.x_of(step + 0.5), axis.lane(lane).middle().y}))
        found = shape.opacity;
    return found;
  };
  EXPECT_EQ(opacity(0, 3), 1);
  EXPECT_EQ(opacity(6, 0), 1);
  EXPECT_EQ(opacity(6, 1), 1);
  EXPECT_LT(opacity(6, 2), 0.5);
  EXPECT_GT(opacity(6, 3), 0);
}

TEST(Timeline, WithoutPhasesItSaysSo) {
  const Situation& of = *situations()[0];
  const Frame frame = of.other.at({0, Grain::step, 0, 0});
  EXPECT_TRUE(
      says(timeline_picture(frame, {}, test::view(900, 150, 15)), "no phases: nothing goes through shared memory"));
}

}  // namespace

}  // namespace tilescope
