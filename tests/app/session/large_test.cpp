// Launches too large to be recorded as a whole: a window of blocks, moved by a click, and what is said of the rest.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/explain/heat_view.h"
#include "app/screen/screen.h"
#include "app/session/extent.h"
#include "app/session/session.h"
#include "tests/support/factors.h"
#include "tests/support/opened.h"

namespace tilescope::test {
namespace {

// More events than a CPU counts in seconds, and few of a block.
Request large(const std::string& kernel = "tiled") {
  Request request;
  request.kernel = kernel;
  request.m = request.n = 2048;
  request.k = 256;
  request.tile = 16;
  return request;
}

std::unique_ptr<Session> opened_large() { return session_with(large()); }

Target block(std::uint32_t number) { return {Target::Kind::block, 0, 0, number, 0}; }

std::string words_of_screen(const Session& session, float width, float height) {
  return labels_of(screen_of(session, {width, height, 1, 0}).picture);
}

TEST(Extent, AllOfASmallLaunchAndAWindowOfALargeOne) {
  Request small;
  small.m = small.n = small.k = 64;
  EXPECT_EQ(plan_to_show(small).record, Record::full);
  const Launch launch = plan_to_show(large());
  EXPECT_EQ(launch.record, Record::window);
  EXPECT_EQ(launch.window, (std::vector<BlockRange>{{0, 0, 1, 1}}));
  Request chosen = large();
  chosen.record = Record::counts;
  EXPECT_EQ(plan_to_show(chosen).record, Record::counts);  // what was asked for is done
}

TEST(Extent, AWindowStaysInTheGridAndWithinWhatCanBeLookedAt) {
  Request request = large();
  request.record = Record::counts;
  const Launch launch = plan(request);  // 128 x 128 blocks
  EXPECT_EQ(blocks_around(launch, 0, 4), (std::vector<BlockRange>{{0, 0, 3, 3}}));
  EXPECT_EQ(blocks_around(launch, 128 * 128 - 1, 4), (std::vector<BlockRange>{{124, 124, 127, 127}}));
  EXPECT_EQ(blocks_around(launch, 64 * 128 + 32, 3), (std::vector<BlockRange>{{63, 31, 65, 33}}));
  const std::vector<BlockRange> most = blocks_around(launch, 0, 128);
  const double blocks = (most[0].y1 + 1.0) * (most[0].x1 + 1.0);
  EXPECT_LE(blocks * events_of_block(launch), 64e6);
  EXPECT_GT(4 * blocks * events_of_block(launch), 64e6);
}

TEST(Extent, TheOneBesideIsRecordedWhereItMakesTheSamePartOfC) {
  Request request = large("coarsened_1d");
  request.window = {{10, 20, 10, 20}};
  const Launch launch = plan(request);
  const Launch beside = plan_beside(request, "tiled_bounded", launch);
  ASSERT_EQ(beside.window.size(), 1U);
  EXPECT_EQ(beside.record, Record::window);
  const BlockRange& range = beside.window[0];
  const auto first_row = [](const Launch& of, unsigned y) { return y * test::m_of(of) / of.grid.y; };
  EXPECT_EQ(first_row(beside, range.y0), first_row(launch, 10));
  EXPECT_EQ(first_row(beside, range.y1 + 1), first_row(launch, 11));
  EXPECT_EQ(plan_beside(request, "coarsened_1d", launch).window, launch.window);
}

TEST(Large, AWindowIsRecordedAndTheRestDoesNotRunWhereThatWouldTakeLong) {
  const auto session = opened_large();
  ASSERT_TRUE(session->shown().has_trace()) << (session->banner() ? session->banner()->text : "");
  const Trace& trace = session->shown().replay().trace();
  EXPECT_EQ(trace.launch().record, Record::blocks);
  EXPECT_EQ(session->shown().replay().blocks(), (std::vector<std::size_t>{0, 1, 128, 129}));
  EXPECT_FALSE(trace.all_ran());
  ASSERT_NE(session->shown().replay_beside(), nullptr);
  EXPECT_EQ(session->shown().replay_beside()->blocks(), session->shown().replay().blocks());
  EXPECT_FALSE(session->shown().focus.result) << "C of blocks that did not run is no product";
  for (const Finding& finding : session->shown().focus.explained->hazards.findings)
    EXPECT_NE(finding.severity, Severity::error) << name_of(finding.hazard);
  // Each of 2048 x 2048 threads loads a 16th of K elements of A and of B.
  ASSERT_TRUE(session->shown().focus.explained->whole);
  EXPECT_DOUBLE_EQ(session->shown().focus.explained->whole->loads, 2.0 * 2048 * 2048 * 256 / 16);
  EXPECT_FALSE(session->shown().focus.explained->whole->counted);
}

TEST(Large, ItIsSaidHowMuchWasRecorded) {
  const auto session = opened_large();
  const std::string words = words_of_screen(*session, 1600, 900);
  EXPECT_TRUE(has(words, "4 of 16 384 blocks")) << words;
  EXPECT_TRUE(has(words, "recorded: 4")) << words;
  EXPECT_TRUE(has(words, "all blocks: 2.15 billion against 134 million loads")) << words;
  EXPECT_TRUE(has(words, "modelled")) << words;
  const auto small = session_with({});
  EXPECT_FALSE(has(words_of_screen(*small, 1600, 900), "recorded:"));
}

TEST(Large, AClickOnAnotherBlockRecordsThatOne) {
  const auto session = opened_large();
  session->apply(Act::forward);
  session->apply(Act::forward);
  const std::uint64_t moment = session->playback().moment;
  const std::vector<Buffer> before = session->shown().replay().trace().launch().buffers;
  session->apply(Select{block(64 * 128 + 32), false});
  EXPECT_TRUE(session->launching().recorder.is_busy());
  EXPECT_EQ(session->shown().frame.block, 0U) << "until it is there, the other one is shown";
  session->wait_for_recording();
  EXPECT_EQ(session->shown().frame.block, 64U * 128 + 32);
  EXPECT_EQ(session->shown().replay().blocks().size(), 4U);
  EXPECT_EQ(session->playback().moment, moment);
  const std::vector<Buffer>& after = session->shown().replay().trace().launch().buffers;
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t n = 0; n < before.size(); ++n)
    EXPECT_TRUE(after[n].bytes.shares(before[n].bytes)) << "no array is made anew: " << before[n].name;
  // A block of the window is looked at without recording anything.
  session->apply(Select{block(65 * 128 + 33), false});
  EXPECT_FALSE(session->launching().recorder.is_busy());
  EXPECT_EQ(session->shown().frame.block, 65U * 128 + 33);
}

TEST(Large, MoreBlocksAndFewer) {
  const auto session = opened_large();
  session->apply(Select{block(64 * 128 + 32), false});
  session->wait_for_recording();
  session->apply(Act::more_blocks);
  session->wait_for_recording();
  EXPECT_EQ(session->shown().replay().blocks().size(), 16U);
  EXPECT_EQ(session->shown().frame.block, 64U * 128 + 32);
  for (int n = 0; n < 2; ++n) {
    session->apply(Act::fewer_blocks);
    session->wait_for_recording();
  }
  EXPECT_EQ(session->shown().replay().blocks(), (std::vector<std::size_t>{64 * 128 + 32}));
  session->apply(Act::fewer_blocks);
  EXPECT_FALSE(session->launching().recorder.is_busy());
  ASSERT_TRUE(session->banner());
  const auto small = session_with({});
  small->apply(Act::more_blocks);
  EXPECT_FALSE(small->launching().recorder.is_busy());
  ASSERT_TRUE(small->banner());
  EXPECT_EQ(small->banner()->text, "All blocks of this launch are recorded.");
}

TEST(Large, AnotherSizeIsShownAsFarAsItCanBeToo) {
  const auto session = opened_large();
  Relaunch next = session->launching().asked;
  next.request.m = next.request.n = next.request.k = 32;
  next.request.window.clear();
  session->apply(next);
  session->wait_for_recording();
  EXPECT_TRUE(session->shown().replay().trace().fully_recorded());
}

TEST(Large, TheStageDrawsNoMoreCellsThanPixels) {
  const auto session = opened_large();
  for (int n = 0; n < 5; ++n) {
    session->apply(Act::forward);
    const Screen screen = screen_of(*session, {1280, 720, 1, 0});
    for (const Grid& grid : screen.picture.grids) {
      if (grid.name != "A" && grid.name != "B" && grid.name != "C") continue;
      EXPECT_LE(static_cast<float>(grid.columns), grid.box.w + 1) << grid.name;
      EXPECT_LE(static_cast<float>(grid.rows), grid.box.h + 1) << grid.name;
    }
  }
  // What the step reads can be seen all the same.
  session->apply(Act::to_begin);
  session->apply(Act::forward);
  const Screen screen = screen_of(*session, {1280, 720, 1, 0});
  const bool shows = std::any_of(screen.picture.grids.begin(), screen.picture.grids.end(), [](const Grid& grid) {
    return grid.name == "A" && std::any_of(grid.cells.begin(), grid.cells.end(), [](const Cell& c) { return c.lit; });
  });
  EXPECT_TRUE(shows);
}

TEST(Large, HeatMapsSayOfWhichBlocksTheyAre) {
  const auto session = opened_large();
  const Picture picture = heat_picture(session->explainable().focus, session->explainable().beside, view_of(500, 800));
  const std::string words = labels_of(picture);
  EXPECT_TRUE(has(words, "Counted in 4 of 16 384 blocks of tiled.")) << words;
  EXPECT_TRUE(has(words, "A cell shows the mean of 4 × 4 elements.")) << words;
  // Both kernels on one scale: naive's hottest cell is the scale's end, tiled's a 16th of it.
  std::uint8_t hottest[2] = {};
  for (const Grid& grid : picture.grids)
    if (grid.name == "heat A")
      for (const Cell& cell : grid.cells)
        hottest[grid.first.launch] = std::max(hottest[grid.first.launch], cell.strength);
  EXPECT_EQ(hottest[1], 255);
  EXPECT_EQ(hottest[0], 255 / 16);
}

}  // namespace
}  // namespace tilescope::test
