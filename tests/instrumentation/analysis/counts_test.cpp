#include "instrumentation/analysis/counts.h"

#include <gtest/gtest.h>

#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

TEST(Counts, TheCurriculumsFigures) {
  const Counts ragged = count(record(launch("tiled_bounded", 55, 43, 48, 16)));
  EXPECT_EQ(ragged.of(Count::global_load).total * element_bytes, 64704U);
  EXPECT_EQ(ragged.of(Count::global_store).total * element_bytes, 9460U);
  const Trace wide = record(launch("tiled_bounded", 142, 146, 110, 32), 2);
  EXPECT_EQ(useful_flops(wide), 4561040U);
  EXPECT_EQ(count(wide).executed_flops(), 6553600U);
  EXPECT_EQ(count(record(launch("tiled", 4, 4, 4, 2))).of(Count::global_load).thread_max, 4U);
  EXPECT_EQ(count(record(launch("naive", 4, 4, 4, 2))).of(Count::global_load).thread_max, 8U);
}

TEST(Counts, ThreadsAddUpToBlocksAndBlocksToTheLaunch) {
  const Trace trace = record(launch("tiled_bounded", 7, 5, 9, 3));
  const Counts whole = count(trace);
  std::uint64_t blocks = 0, threads = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    blocks += count_block(trace, block).of(Count::shared_load).total;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      threads += count_thread(trace, block, thread).of(Count::shared_load).total;
  }
  EXPECT_EQ(blocks, whole.of(Count::shared_load).total);
  EXPECT_EQ(threads, whole.of(Count::shared_load).total);
}

TEST(Counts, IntervalsTellLoadingFromMultiplying) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const std::vector<Counts> intervals = count_intervals(trace);
  ASSERT_EQ(intervals.size(), 5U);
  for (const std::size_t loading : {0U, 2U}) {
    EXPECT_EQ(intervals[loading].of(Count::global_load).total, 32U);
    EXPECT_EQ(intervals[loading].of(Count::shared_load).total, 0U);
  }
  for (const std::size_t multiplying : {1U, 3U}) {
    EXPECT_EQ(intervals[multiplying].of(Count::global_load).total, 0U);
    EXPECT_EQ(intervals[multiplying].of(Count::sum_multiply_add).total, 32U);
  }
  EXPECT_EQ(intervals[4].of(Count::global_store).total, 16U);
}

TEST(Counts, UsefulWorkNeedsEvents) {
  Launch l = launch("tiled", 4, 4, 4, 2);
  l.record = Record::counts;
  EXPECT_FALSE(useful_flops(record(l)));
}

}  // namespace
}  // namespace tilescope::test
