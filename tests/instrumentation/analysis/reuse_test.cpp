#include "instrumentation/analysis/reuse.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/analysis/counts.h"
#include "tests/support/form.h"
#include "tests/support/random_launch.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

bool all_are(const Paged<std::uint32_t>& counts, std::int64_t wanted) {
  const std::vector<std::uint32_t> all = counts.all();
  return std::all_of(all.begin(), all.end(), [&](std::uint32_t count) { return count == wanted; });
}

std::int64_t tiles(std::int64_t side, int tile) { return (side + tile - 1) / tile; }

TEST(Reuse, TheNaiveKernelLoadsARowForEachColumn) {
  const Trace trace = record(launch("naive", 7, 5, 9, 2));
  const Reuse all = reuse(trace);
  EXPECT_TRUE(all_are(all.arrays[*global_array(trace, "A")].loads, 5));
  EXPECT_TRUE(all_are(all.arrays[*global_array(trace, "B")].loads, 7));
  EXPECT_TRUE(all_are(all.arrays[*global_array(trace, "C")].loads, 0));
  EXPECT_TRUE(all_are(all.arrays[*global_array(trace, "C")].stores, 1));
  EXPECT_EQ(all.most_global_loads(trace.arrays()), 7U);
  EXPECT_TRUE(all.whole());
}

TEST(Reuse, RandomLaunchesLoadOnceForEachTile) {
  std::mt19937_64 random(20);
  for (const char* kernel : {"naive", "tiled", "tiled_bounded", "single_block"})
    for (int round = 0; round < 12; ++round) {
      const Launch l = random_launch(kernel, random);
      const Trace trace = record(l);
      const Reuse all = reuse(trace);
      const Heat& a = all.arrays[*global_array(trace, "A")];
      const Heat& b = all.arrays[*global_array(trace, "B")];
      const Heat& c = all.arrays[*global_array(trace, "C")];
      const bool is_naive = l.kernel == "naive", is_tiled = l.kernel.starts_with("tiled");
      EXPECT_TRUE(all_are(a.loads, is_naive ? n_of(l) : is_tiled ? tiles(n_of(l), l.tile) : 1)) << l.kernel;
      EXPECT_TRUE(all_are(b.loads, is_naive ? m_of(l) : is_tiled ? tiles(m_of(l), l.tile) : 1)) << l.kernel;
      EXPECT_TRUE(all_are(c.stores, 1)) << l.kernel;
      EXPECT_EQ(a.rows, m_of(l));
      EXPECT_EQ(a.columns, k_of(l));
      const Counts counts = count(trace);
      std::vector<Reuse> blocks;
      for (std::size_t block = 0; block < trace.block_count(); ++block) blocks.push_back(reuse_of_block(trace, block));
      for (std::size_t array = 0; array < trace.arrays().size(); ++array) {
        if (trace.arrays()[array].space == Space::local) continue;
        const bool is_global = trace.arrays()[array].space == Space::global;
        const Heat& heat = all.arrays[array];
        EXPECT_EQ(heat.all_loads(), counts.of(array, is_global ? Count::global_load : Count::shared_load).total);
        EXPECT_EQ(heat.all_stores(), counts.of(array, is_global ? Count::global_store : Count::shared_store).total);
        std::uint64_t of_blocks = 0;
        for (const Reuse& block : blocks) of_blocks += block.arrays[array].all_loads();
        EXPECT_EQ(of_blocks, heat.all_loads());
      }
    }
}

TEST(Reuse, AFillOfATileIsReadOnceForEachThreadOfItsRow) {
  const Trace trace = record(launch("tiled", 8, 12, 16, 4));
  const Reuse block = reuse_of_block(trace, 1);
  for (const Heat& heat : block.arrays)
    if (trace.arrays()[heat.array].space == Space::shared) {
      EXPECT_TRUE(all_are(heat.stores, 4));     // one fill in each of 4 phases,
      EXPECT_TRUE(all_are(heat.loads, 4 * 4));  // each of them read by 4 threads
    }
}

TEST(Reuse, SavedLoadsAreThoseOfTheOtherKernelLessItsOwn) {
  const Trace naive = record(launch("naive", 6, 8, 4, 2)), tiled = record(launch("tiled", 6, 8, 4, 2));
  const Reuse before = reuse(naive), after = reuse(tiled);
  const auto saved =
      loads_saved(before, before.arrays[*global_array(naive, "A")], after, after.arrays[*global_array(tiled, "A")]);
  ASSERT_TRUE(saved);
  EXPECT_EQ(*saved, std::vector<std::int64_t>(24, 8 - 4));
  EXPECT_FALSE(
      loads_saved(before, before.arrays[*global_array(naive, "A")], after, after.arrays[*global_array(tiled, "B")]));
}

TEST(Reuse, BlocksThatWereOnlyCountedAreLeftOutAndSaidSo) {
  Launch l = launch("tiled", 4, 4, 4, 2);
  l.record = Record::window;
  l.window = {{0, 1, 0, 1}};
  const Trace trace = record(l);
  const Reuse some = reuse(trace);
  EXPECT_EQ(some.recorded_blocks, 1U);
  EXPECT_EQ(some.all_blocks, 4U);
  EXPECT_FALSE(some.whole());
  const std::vector<std::uint32_t> upper_half{1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(some.arrays[*global_array(trace, "A")].loads.all(), upper_half);
  EXPECT_FALSE(loads_saved(some, some.arrays[0], some, some.arrays[0]));
}

TEST(Reuse, AfterAFaultBlocksAreMissing) {
  Launch l = square(odd_kernel("fault_in_block"), 4, {2, 1}, {4, 2});
  RecordOptions how;
  how.cores = 1;
  how.memory = 1 << 24;
  const Trace trace = make_cpu_executor()->record(odd_kernel("fault_in_block"), l, how);
  const Reuse some = reuse(trace);
  EXPECT_EQ(some.recorded_blocks, 7U);
  EXPECT_EQ(some.all_blocks, 8U);
  EXPECT_FALSE(some.whole());
}

TEST(Reuse, StrayAccessesBelongToNoElement) {
  RecordOptions how;
  how.cores = 1;
  how.memory = 1 << 24;
  const Trace trace = make_cpu_executor()->record(odd_kernel("strays"), square(odd_kernel("strays"), 2, {1, 1}), how);
  const Reuse all = reuse(trace);
  EXPECT_EQ(all.arrays[*global_array(trace, "A")].all_loads(), 0U);
  EXPECT_EQ(all.arrays[*global_array(trace, "C")].stores.all(), (std::vector<std::uint32_t>{1, 1, 0, 0}));
}

}  // namespace
}  // namespace tilescope::test
