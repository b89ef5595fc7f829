#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/analysis/warps.h"
#include "tests/support/built_trace.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

// All accesses of all warps, one step at a time, come to what is counted for the whole launch.
TEST(WarpStep, AddsUpToTheLaunch) {
  const Trace trace = record(launch("tiled_bounded", 11, 9, 7, 6));
  const Order order(trace);
  const Warps warps = count_warps(trace, order);
  std::uint64_t sectors = 0, wavefronts = 0, lanes = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t warp = 0; warp < warps_per_block(trace); ++warp)
      for (std::uint32_t step = 0; step < order.step_count(); ++step) {
        const WarpStep one = warp_step(trace, order, block, warp, step);
        lanes += static_cast<std::uint64_t>(std::count(one.takes_part.begin(), one.takes_part.end(), true));
        for (const WarpAccess& access : one.accesses) {
          sectors += access.global.sectors;
          wavefronts += access.shared.wavefronts;
        }
      }
  std::uint64_t all_sectors = 0, all_wavefronts = 0, all_lanes = 0;
  for (const AccessSite& site : warps.sites) {
    all_sectors += site.sectors;
    all_wavefronts += site.wavefronts;
  }
  for (const LineLanes& line : warps.lines)
    for (std::size_t n = 0; n < line.warp_steps.size(); ++n) all_lanes += n * line.warp_steps[n];
  EXPECT_EQ(sectors, all_sectors);
  EXPECT_EQ(wavefronts, all_wavefronts);
  EXPECT_EQ(lanes, all_lanes);
}

TEST(WarpStep, NamesEachLanesElementBankAndTurn) {
  RecordOptions how;
  how.cores = 1;
  const Trace trace =
      make_cpu_executor()->record(warp_kernel("transposed"), square(warp_kernel("transposed"), 32, {32, 32}), how);
  const Order order(trace);
  const WarpStep step = warp_step(trace, order, 0, 3, 0);  // As[x][3] = A[3 * K + x]
  EXPECT_EQ(step.line, 4U);
  EXPECT_EQ(step.first_thread, 96U);
  ASSERT_EQ(step.accesses.size(), 2U);
  const WarpAccess& load = step.accesses[0];
  const WarpAccess& store = step.accesses[1];
  EXPECT_EQ(load.name.kind, Kind::global_load);
  EXPECT_EQ(store.name.kind, Kind::shared_store);
  ASSERT_EQ(store.lanes.size(), 32U);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_TRUE(step.takes_part[lane]);
    EXPECT_TRUE(load.lanes[lane].active);
    EXPECT_EQ(load.lanes[lane].index, 96 + lane);
    EXPECT_EQ(load.lanes[lane].place, 12 + lane / 8);
    EXPECT_EQ(load.lanes[lane].event, 0U);
    EXPECT_EQ(store.lanes[lane].event, 1U);
    EXPECT_EQ(store.lanes[lane].index, 32 * lane + 3);
    EXPECT_EQ(store.lanes[lane].place, 3U);
    EXPECT_EQ(store.lanes[lane].turn, lane);
  }
  EXPECT_EQ(load.global.sectors, 4U);
  EXPECT_EQ(store.shared.ways, 32U);
}

// Lanes of a float4 are served eight at a time, and a lane that is out of bounds not at all.
TEST(WarpStep, ServesVectorsByQuarters) {
  BuiltBlock block(32);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    for (std::uint32_t n = 0; n < 4; ++n) {
      What what{.kind = Kind::shared_load, .array = 0, .width = n == 0 ? Width::four : Width::rest, .line = 1};
      block[lane].push_back(built_event(what, 32 * lane + n));
      if (lane == 5) block[lane].back().what = what.stray(false);
    }
  Launch l;
  l.block = {32, 1};
  const Trace trace = built_trace(l, {{"S", Space::shared, {1024}}}, {block});
  const WarpStep step = warp_step(trace, Order(trace), 0, 0, 0);
  ASSERT_EQ(step.accesses.size(), 1U);
  const WarpAccess& access = step.accesses[0];
  EXPECT_EQ(access.shared.parts, 4U);
  EXPECT_EQ(access.shared.wavefronts, 31U);
  EXPECT_EQ(access.shared.ways, 8U);
  EXPECT_TRUE(access.lanes[5].active);
  EXPECT_TRUE(access.lanes[5].stray);
  EXPECT_EQ(access.lanes[5].elements, 0U);
  EXPECT_EQ(access.lanes[6].turn, 5U);
  EXPECT_EQ(access.lanes[15].turn, 7U);
  EXPECT_EQ(access.lanes[15].part, 1U);
  EXPECT_EQ(access.lanes[31].part, 3U);
}

TEST(WarpStep, LanesThatStandAsideAreThereAndDoNothing) {
  const Trace trace = record(launch("naive", 3, 3, 3, 2));
  const WarpStep step = warp_step(trace, Order(trace), 1, 0, 0);  // its second column lies outside C
  EXPECT_EQ(step.takes_part, (std::vector<bool>{true, false, true, false}));
  for (const WarpAccess& access : step.accesses) {
    EXPECT_TRUE(access.lanes[0].active);
    EXPECT_FALSE(access.lanes[1].active);
  }
}

}  // namespace
}  // namespace tilescope::test
