// What the views of warps and of heat say, against figures that can be worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "app/explain/heat_view.h"
#include "app/explain/warps_view.h"
#include "app/session/session.h"

namespace tilescope {

namespace {

std::unique_ptr<Session> opened(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile) {
  Relaunch relaunch;
  relaunch.request.kernel = kernel;
  relaunch.request.m = m;
  relaunch.request.n = n;
  relaunch.request.k = k;
  relaunch.request.tile = tile;
  relaunch.backend = "cpu";
  auto session = std::make_unique<Session>(Settings{});
  session->apply(relaunch);
  session->wait_for_recording();
  return session;
}

std::string words_of(const Picture& picture) {
  std::string words;
  for (const Label& label : picture.labels) words += label.text + "\n";
  return words;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

View view_of(float height = 900) {
  View view;
  view.width = 480;
  view.height = height;
  return view;
}

Picture warps_at(Session& session, std::uint32_t step, float height = 900) {
  session.apply(Seek{session.replay().moments().end_of(step)});
  return warps_picture(session.replay(), session.frame(), *session.explained(), view_of(height));
}

// The first step of the launch that touches this array in this way.
std::uint32_t step_with(const Session& session, Kind kind, const std::string& array) {
  const Replay& replay = session.replay();
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step)
    for (const WarpAccess& access : warp_step(replay.trace(), replay.order(), 0, 0, step).accesses)
      if (access.name.kind == kind && replay.trace().arrays()[access.name.array].name == array) return step;
  ADD_FAILURE() << array;
  return 0;
}

const Grid* grid_named(const Picture& picture, const std::string& name, std::size_t number = 0) {
  for (const Grid& grid : picture.grids)
    if (grid.name == name && number-- == 0) return &grid;
  return nullptr;
}

TEST(WarpsView, AnUncoalescedLoadHasASectorForEveryLane) {
  const auto session = opened("naive_uncoalesced", 32, 32, 32, 32);
  const Picture picture = warps_at(*session, step_with(*session, Kind::global_load, "A"));
  EXPECT_TRUE(has(words_of(picture), "32 elements in 32 sectors of 32 bytes, 4 would do: 12 % efficient") ||
              has(words_of(picture), "32 elements in 32 sectors of 32 bytes, 4 would do: 13 % efficient"))
      << words_of(picture);
  const Grid* const sectors = grid_named(picture, "sectors");
  ASSERT_NE(sectors, nullptr);
  EXPECT_EQ(sectors->columns, 32U);
  EXPECT_GE(picture.lines.size(), 32U) << "from each lane to its sector";
}

TEST(WarpsView, ATransposedTileMeetsInOneBankAndAPaddedOneInNone) {
  const auto transposed = opened("tiled_transposed", 32, 32, 32, 32);
  bool conflicts = false;
  for (std::uint32_t step = 0; step < transposed->frame().steps && !conflicts; ++step)
    conflicts = has(words_of(warps_at(*transposed, step)), "32 ways: one bank serves 32 words");
  EXPECT_TRUE(conflicts);
  const auto padded = opened("tiled_transposed_padded", 32, 32, 32, 32);
  for (std::uint32_t step = 0; step < padded->frame().steps; ++step)
    EXPECT_FALSE(has(words_of(warps_at(*padded, step)), " ways: one bank")) << step;
}

TEST(WarpsView, LanesAreThreadsAndThoseThatAreNotThereAreNotDrawn) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  session->apply(Select{{.kind = Target::Kind::thread, .number = 2}});
  const Picture picture = warps_at(*session, 0);
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  EXPECT_EQ(lanes->columns, 4U);
  EXPECT_EQ(lanes->first.kind, Target::Kind::thread);
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(lanes->cells[lane].lit, lane == 2) << lane;
  EXPECT_TRUE(has(words_of(picture), "Warp 0 of block (0,0): 4 of 4 lanes take part")) << words_of(picture);
}

TEST(WarpsView, TheTableHasEveryAccessAndMarksTheLine) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  const std::string words = words_of(warps_at(*session, 0));
  EXPECT_TRUE(has(words, "All warps of the launch (counted)"));
  for (const char* access : {"load A", "load B", "load As", "load Bs", "store As", "store Bs", "store C"})
    EXPECT_TRUE(has(words, access)) << access;
  session->apply(Act::to_begin);
  const Picture before = warps_picture(session->replay(), session->frame(), *session->explained(), view_of());
  EXPECT_EQ(grid_named(before, "lanes"), nullptr);
  EXPECT_TRUE(has(words_of(before), "They touch no memory in this step."));
}

TEST(WarpsView, LeavesOutWholeThingsWhereThereIsLittleRoom) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  for (float height = 20; height < 900; height += 23) {
    const Picture picture = warps_at(*session, 0, height);
    for (const Label& label : picture.labels) EXPECT_LE(label.box.bottom(), height + 0.5F) << label.text;
    for (const Grid& grid : picture.grids) EXPECT_LE(grid.box.bottom(), height + 0.5F) << grid.name;
  }
}

TEST(HeatView, BothKernelsAreOnOneScaleAndWhatIsSavedIsSaid) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  const HeatOf focus{&session->replay(), session->explained()};
  const HeatOf beside{session->beside(), session->explained_beside()};
  ASSERT_NE(beside.explained, nullptr);
  const Picture picture = heat_picture(focus, beside, view_of());
  // Each element is loaded by N / T = 2 threads, and by N = 4 of the naive kernel, which is the most.
  for (const char* name : {"heat A", "heat B"}) {
    const Grid *const own = grid_named(picture, name), *const other = grid_named(picture, name, 1);
    ASSERT_NE(own, nullptr);
    ASSERT_NE(other, nullptr);
    for (const Cell& cell : own->cells) EXPECT_EQ(cell.strength, 127) << name;
    for (const Cell& cell : other->cells) EXPECT_EQ(cell.strength, 255) << name;
    EXPECT_EQ(own->first.launch, 0);
    EXPECT_EQ(other->first.launch, 1);
  }
  EXPECT_TRUE(has(words_of(picture), "4 loads; the least is 2")) << words_of(picture);
  EXPECT_TRUE(has(words_of(picture), "As: 64 reads of 32 fills, 2 each")) << words_of(picture);
  EXPECT_EQ(heat_words(focus, beside, grid_named(picture, "heat A")->first),
            "A[0][0]: loaded 2 times by tiled; 4 times by naive: 2 saved");
  EXPECT_EQ(heat_words(focus, beside, grid_named(picture, "heat B", 1)->first),
            "B[0][0]: loaded 2 times by tiled; 4 times by naive: 2 saved");
  EXPECT_EQ(heat_words(focus, beside, {.kind = Target::Kind::thread}), "");
}

TEST(HeatView, AlonePointsAtItsOwnLoads) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  const HeatOf focus{&session->replay(), session->explained()};
  const Picture picture = heat_picture(focus, {}, view_of());
  EXPECT_EQ(grid_named(picture, "heat A", 1), nullptr);
  EXPECT_EQ(heat_words(focus, {}, grid_named(picture, "heat A")->first), "A[0][0]: loaded 2 times by tiled");
}

TEST(HeatView, SaysHowMuchOfAWindowWasCounted) {
  Relaunch relaunch;
  relaunch.request.kernel = "tiled";
  relaunch.request.m = relaunch.request.n = relaunch.request.k = 8;
  relaunch.request.tile = 2;
  relaunch.request.window = {{0, 0, 0, 1}};
  relaunch.backend = "cpu";
  Session session(Settings{});
  session.apply(relaunch);
  session.wait_for_recording();
  ASSERT_NE(session.explained(), nullptr);
  const std::string words = words_of(heat_picture({&session.replay(), session.explained()}, {}, view_of()));
  EXPECT_TRUE(has(words, "Counted in 2 of 16 blocks of tiled.")) << words;
}

}  // namespace

}  // namespace tilescope
