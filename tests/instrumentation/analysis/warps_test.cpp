#include "instrumentation/analysis/warps.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

Warps warps_of(const Trace& trace) { return count_warps(trace, Order(trace)); }

Trace record_warp_kernel(const std::string& name, unsigned side, Size2 block, Size2 grid = {1, 1}) {
  RecordOptions how;
  how.cores = 1;
  how.memory = std::uint64_t{1} << 30;
  return make_cpu_executor()->record(warp_kernel(name), square(warp_kernel(name), side, block, grid), how);
}

const AccessSite& site(const Trace& trace, const Warps& warps, const std::string& array, Kind kind) {
  for (const AccessSite& one : warps.sites)
    if (trace.arrays()[one.name.array].name == array && one.name.kind == kind) return one;
  throw std::runtime_error("no access to " + array);
}

void expect_sectors(const Trace& trace, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Warps warps = warps_of(trace);
  for (const auto& [name, kind, sectors] :
       {std::tuple{"A", Kind::global_load, a}, {"B", Kind::global_load, b}, {"C", Kind::global_store, c}}) {
    const AccessSite& one = site(trace, warps, name, kind);
    EXPECT_EQ(one.worst_sectors, sectors) << name;
    EXPECT_EQ(one.sectors, one.requests * sectors) << name;
    EXPECT_EQ(one.strays, 0U);
  }
}

// A warp of a 32 x 32 block is one row of it, or one column of C with x and y swapped.
TEST(Warps, TheCurriculumsSectors) {
  expect_sectors(record(launch("naive", 32, 32, 32, 32)), 1, 4, 4);
  expect_sectors(record(launch("naive", 64, 64, 40, 32)), 1, 4, 4);
  expect_sectors(record_warp_kernel("naive_swapped", 32, {32, 32}), 32, 1, 32);
  expect_sectors(record_warp_kernel("naive_swapped", 64, {32, 32}, {2, 2}), 32, 1, 32);
}

TEST(Warps, EfficiencyIsBytesAskedForOverBytesMoved) {
  const Trace plain = record(launch("naive", 32, 32, 32, 32));
  const Warps of_plain = warps_of(plain);
  const AccessSite& a = site(plain, of_plain, "A", Kind::global_load);
  EXPECT_EQ(a.requests, 32U * 32U);  // warps x k
  EXPECT_EQ(a.elements, 32U * 32U * 32U);
  EXPECT_DOUBLE_EQ(a.efficiency(), 4);  // 32 lanes ask for the same element, which comes with a sector
  EXPECT_EQ(a.ideal_sectors, a.sectors);
  EXPECT_DOUBLE_EQ(site(plain, of_plain, "B", Kind::global_load).efficiency(), 1);
  const Trace swapped = record_warp_kernel("naive_swapped", 32, {32, 32});
  const Warps of_swapped = warps_of(swapped);
  EXPECT_DOUBLE_EQ(site(swapped, of_swapped, "A", Kind::global_load).efficiency(), 0.125);
  EXPECT_EQ(site(swapped, of_swapped, "A", Kind::global_load).ideal_sectors, 32U * 32U * 4U);
}

TEST(Warps, ATransposedTileMeetsInOneBankAndAPaddedOneDoesNot) {
  const Trace transposed = record_warp_kernel("transposed", 32, {32, 32});
  const AccessSite stored = site(transposed, warps_of(transposed), "As", Kind::shared_store);
  EXPECT_EQ(stored.requests, 32U);
  EXPECT_EQ(stored.worst_ways, 32U);
  EXPECT_EQ(stored.wavefronts, 32U * 32U);
  EXPECT_EQ(stored.parts, 32U);
  EXPECT_EQ(site(transposed, warps_of(transposed), "As", Kind::shared_load).worst_ways, 1U);
  const Trace padded = record_warp_kernel("transposed_padded", 32, {32, 32});
  for (const Kind kind : {Kind::shared_store, Kind::shared_load})
    EXPECT_EQ(site(padded, warps_of(padded), "As", kind).worst_ways, 1U);
}

TEST(Warps, TheTiledKernelHasNoConflicts) {
  for (const int tile : {2, 3, 8, 16, 32}) {
    const std::int64_t side = 2 * tile;
    const Trace trace = record(launch("tiled", side, side, side, tile));
    for (const AccessSite& one : warps_of(trace).sites)
      if (!one.name.is_global()) {
        EXPECT_EQ(one.worst_ways, 1U) << tile << " line " << one.line;
      }
  }
}

// 3 x 3 by blocks of 2 x 2: one block is whole, two have half of their threads in C, and one has a single thread.
TEST(Warps, GuardsThatAreFalseLeaveLanesAside) {
  const Trace trace = record(launch("naive", 3, 3, 3, 2));
  const Warps warps = warps_of(trace);
  ASSERT_EQ(warps.lines.size(), 2U);
  const LineLanes& sum = warps.lines[0];
  EXPECT_EQ(sum.line, 9U);
  EXPECT_EQ(sum.warp_steps[4], 3U);
  EXPECT_EQ(sum.warp_steps[2], 6U);
  EXPECT_EQ(sum.warp_steps[1], 3U);
  EXPECT_EQ(sum.total(), 12U);
  EXPECT_EQ(sum.partial, 9U);
  EXPECT_DOUBLE_EQ(sum.average_lanes(), 2.25);
  const Trace whole = record(launch("naive", 4, 4, 4, 2));
  for (const LineLanes& line : warps_of(whole).lines) EXPECT_EQ(line.partial, 0U);
}

// A last warp with 4 of 32 lanes is not divergent: the block has no more threads.
TEST(Warps, ABlocksLastWarpMayBeShort) {
  const Trace trace = record(launch("tiled", 6, 6, 6, 6));
  const Warps warps = warps_of(trace);
  EXPECT_EQ(warps_per_block(trace), 2U);
  for (const LineLanes& line : warps.lines) {
    EXPECT_EQ(line.partial, 0U);
    EXPECT_EQ(line.warp_steps[32], line.warp_steps[4]);
    EXPECT_DOUBLE_EQ(line.average_lanes(), 18);
  }
}

TEST(Warps, AVectorAccessIsOneRequest) {
  const Trace trace = record_warp_kernel("vectors_of_four", 16, {32, 2});
  const Warps warps = warps_of(trace);
  const AccessSite& load = site(trace, warps, "A", Kind::global_load);
  EXPECT_EQ(load.requests, 2U);
  EXPECT_EQ(load.lanes, 64U);
  EXPECT_EQ(load.elements, 256U);
  EXPECT_EQ(load.worst_sectors, 16U);
  EXPECT_DOUBLE_EQ(load.efficiency(), 1);
}

// 15 x 15 is 225 elements: lane 24 of the second warp has one of its four, and those after it none.
TEST(Warps, WhatIsOutOfBoundsMovesNothing) {
  const Trace trace = record_warp_kernel("vectors_of_four", 15, {32, 2});
  const Warps warps = warps_of(trace);
  const AccessSite& load = site(trace, warps, "A", Kind::global_load);
  EXPECT_EQ(load.elements, 225U);
  EXPECT_EQ(load.strays, 256U - 225U);
  EXPECT_EQ(load.sectors, 29U);  // 900 bytes
  EXPECT_EQ(load.lanes, 32U + 25U);
  const AccessSite& store = site(trace, warps, "C", Kind::global_store);
  EXPECT_EQ(store.elements, 225U);
  EXPECT_EQ(store.strays, 31U);
}

TEST(Warps, SaysHowManyBlocksItCovers) {
  Launch l = launch("tiled", 8, 8, 8, 2);
  const Warps all = warps_of(record(l));
  EXPECT_EQ(all.blocks, 16U);
  EXPECT_EQ(all.all_blocks, 16U);
  l.record = Record::window;
  l.window = {{1, 1, 2, 2}};
  const Warps some = warps_of(record(l));
  EXPECT_EQ(some.blocks, 4U);
  EXPECT_EQ(some.all_blocks, 16U);
  ASSERT_EQ(some.sites.size(), all.sites.size());
  for (std::size_t n = 0; n < all.sites.size(); ++n) EXPECT_EQ(4 * some.sites[n].requests, all.sites[n].requests);
  l.record = Record::counts;
  l.window.clear();
  const Warps none = warps_of(record(l));
  EXPECT_EQ(none.blocks, 0U);
  EXPECT_TRUE(none.sites.empty());
}

// Block (1,2) of 4 x 4 does not come to its end, and there are none after it.
TEST(Warps, CoversTheBlocksUpToAFault) {
  const Launch l = square(odd_kernel("fault_in_block"), 4, {2, 1}, {4, 4});
  RecordOptions how;
  how.cores = 1;
  const Trace trace = make_cpu_executor()->record(odd_kernel("fault_in_block"), l, how);
  ASSERT_TRUE(trace.fault());
  const Warps warps = warps_of(trace);
  EXPECT_EQ(warps.blocks, 7U);
  EXPECT_EQ(warps.all_blocks, 16U);
  EXPECT_EQ(site(trace, warps, "A", Kind::global_load).requests, 7U);
  const LineLanes& barrier = warps.lines[warps.lines.size() - 2];
  EXPECT_EQ(barrier.warp_steps[2], 6U);
  EXPECT_EQ(barrier.warp_steps[1], 1U);
  EXPECT_EQ(barrier.partial, 1U);
}

TEST(Warps, TellsOfEventsThatWereLost) {
  const Launch l = launch("naive", 16, 16, 64, 16);
  RecordOptions how;
  how.cores = 1;
  how.memory = 165'000;  // of 193 events of each thread, 68
  const Trace trace = make_cpu_executor()->record(recorded_kernel(l), l, how);
  ASSERT_GT(trace.lost_events(), 0U);
  EXPECT_EQ(warps_of(trace).lost_events, trace.lost_events());
}

}  // namespace
}  // namespace tilescope::test
