// The CPU executor beyond right kernels: schedules, poison, faults, windows, limits.
#include <gtest/gtest.h>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/error.h"
#include "instrumentation/reading/check_result.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

Trace run(const std::string& name, const Launch& launch, unsigned cores = 1, std::uint64_t memory = 1 << 24) {
  RecordOptions how;
  how.cores = cores;
  how.memory = memory;
  return make_cpu_executor()->record(odd_kernel(name), launch, how);
}

constexpr std::uint64_t event_bytes = 16;  // of a thread that goes alone, as it does in a small block

const Schedule all_schedules[] = {{Schedule::Kind::in_order, 0},
                                  {Schedule::Kind::reverse, 0},
                                  {Schedule::Kind::warp_interleaved, 0},
                                  {Schedule::Kind::random, 1},
                                  {Schedule::Kind::random, 2}};

TEST(CpuExecutor, ABarrierNotReachedByAllNamesThreadsAndLines) {
  for (const Schedule& schedule : all_schedules) {
    Launch l = square(odd_kernel("two_barriers"), 2);
    l.schedule = schedule;
    const Trace trace = run("two_barriers", l);
    ASSERT_TRUE(trace.fault());
    EXPECT_EQ(trace.fault()->kind, Fault::Kind::barrier_divergence);
    EXPECT_EQ(trace.fault()->message,
              "two_barriers: a barrier is not reached by all threads of block 0: threads (0,0), (0,1) wait at line "
              "4, threads (1,0), (1,1) wait at line 6");
    EXPECT_EQ(trace.fault()->threads.size(), 4U);
  }
}

TEST(CpuExecutor, WhoHasReturnedIsNotWaitedForAtABarrier) {
  for (const Schedule& schedule : all_schedules) {
    Launch l = square(odd_kernel("barrier_in_branch"), 2);
    l.schedule = schedule;
    EXPECT_FALSE(run("barrier_in_branch", l).fault());
  }
}

TEST(CpuExecutor, AnEndlessLoopEndsAndNamesItsThread) {
  for (const Schedule& schedule : all_schedules) {
    Launch l = square(odd_kernel("endless"), 2);
    l.schedule = schedule;
    const Trace trace = run("endless", l);
    ASSERT_TRUE(trace.fault());
    EXPECT_EQ(trace.fault()->kind, Fault::Kind::endless_loop);
    EXPECT_NE(trace.fault()->message.find("thread (1,0) of block 0 is in an endless loop on line 6"), std::string::npos)
        << trace.fault()->message;
  }
}

TEST(CpuExecutor, ASpinningThreadLetsTheOthersByUnderEverySchedule) {
  for (const Schedule& schedule : all_schedules) {
    Launch l = square(odd_kernel("spinning"), 2, {2, 1});
    l.schedule = schedule;
    EXPECT_FALSE(run("spinning", l).fault());
  }
}

TEST(CpuExecutor, AThreadThatSpinsForNothingIsEndless) {
  Launch l = square(odd_kernel("spinning"), 2, {1, 1});  // the thread that would set the flag is not there
  const Trace trace = run("spinning", l);
  ASSERT_TRUE(trace.fault());
  EXPECT_EQ(trace.fault()->kind, Fault::Kind::endless_loop);
  EXPECT_EQ(trace.fault()->threads.front().line, 5U);
}

TEST(CpuExecutor, TheFirstFaultCountsWhateverTheCores) {
  Launch l = square(odd_kernel("fault_in_block"), 8, {2, 2}, {4, 4});
  const Trace one = run("fault_in_block", l, 1);
  ASSERT_TRUE(one.fault());
  EXPECT_EQ(one.fault()->block_y, 1U);
  EXPECT_EQ(one.fault()->block_x, 2U);
  EXPECT_EQ(one.block_count(), 7U);
  for (int n = 0; n < 20; ++n) {
    const Trace two = run("fault_in_block", l, 2);
    EXPECT_EQ(two.fault()->message, one.fault()->message);
    EXPECT_TRUE(same_events(one, two));
    EXPECT_EQ(c_of(one), c_of(two));
  }
}

TEST(CpuExecutor, ARaceGivesWrongValuesUnderSomeScheduleAndTheSameOnesEveryTime) {
  const auto result = [](Schedule schedule, unsigned cores) {
    Launch l = square(odd_kernel("no_barrier"), 4, {4, 4}, {1, 1});
    l.schedule = schedule;
    return c_of(run("no_barrier", l, cores));
  };
  const std::vector<float> right = result(all_schedules[2], 1);  // all store before any loads
  EXPECT_EQ(right[0], 16.0f);
  EXPECT_TRUE(std::isnan(result(all_schedules[0], 1)[0]));  // thread 0 reads a cell that was never written: poison
  for (const Schedule& schedule : all_schedules) EXPECT_TRUE(same_bits(result(schedule, 1), result(schedule, 2)));
}

TEST(CpuExecutor, BlocksFindWhatThoseBeforeThemLeft) {
  for (const unsigned cores : {1U, 2U, 5U}) {
    const Trace trace = run("all_store_one_cell", square(odd_kernel("all_store_one_cell"), 4, {1, 1}, {4, 4}), cores);
    EXPECT_EQ(c_of(trace)[0], 120.0f + 16);  // each adds its number, and 1
    EXPECT_EQ(c_of(trace)[1], 16.0f);
  }
}

TEST(CpuExecutor, AWritableInputIsWhatTheBlocksBeforeMadeOfIt) {
  const Trace trace = run("writes_a", square(odd_kernel("writes_a"), 2, {1, 1}, {2, 1}));
  EXPECT_EQ(c_of(trace)[0], 2.0f);
  EXPECT_EQ(c_of(trace)[1], 3.0f);
}

TEST(CpuExecutor, StrayLoadsGiveWhatTheLaunchAsksFor) {
  Launch l = square(odd_kernel("strays"), 2, {1, 1});
  const auto loaded = [&](OutOfBounds what) {
    l.out_of_bounds = what;
    return c_of(run("strays", l));
  };
  EXPECT_TRUE(std::isnan(loaded(OutOfBounds::poison)[0]));
  EXPECT_TRUE(std::isnan(loaded(OutOfBounds::touch)[0]));
  EXPECT_EQ(loaded(OutOfBounds::zero)[0], 0.0f);
  EXPECT_EQ(loaded(OutOfBounds::stale)[0], 2.0f);  // A[5] of 4 elements: A[1]
  EXPECT_EQ(loaded(OutOfBounds::stale)[1], 4.0f);  // A[-1]: A[3]
}

TEST(CpuExecutor, AWindowHoldsItsBlocksAndCountsTheRest) {
  Launch full = launch("tiled_bounded", 7, 9, 5, 3);
  Launch window = full;
  window.record = Record::window;
  window.window = {{1, 0, 2, 1}};
  const Trace all = record(full);
  const Trace some = record(window);
  EXPECT_EQ(count(some).all, count(all).all);
  EXPECT_TRUE(same_bits(c_of(all), c_of(some)));
  for (std::size_t block = 0; block < all.block_count(); ++block) {
    const bool inside = block / 3 >= 1 && block % 3 <= 1;
    EXPECT_EQ(some.block(block).recorded(), inside) << block;
    if (inside) {
      EXPECT_EQ(count_block(some, block).all, count_block(all, block).all);
    }
  }
}

TEST(CpuExecutor, BlocksAloneAreAllThatRuns) {
  Launch full = launch("tiled_bounded", 7, 9, 5, 3);
  Launch alone = full;
  alone.record = Record::blocks;
  alone.window = {{1, 0, 2, 1}};
  const Trace all = record(full);
  for (const unsigned cores : {1U, 3U}) {
    const Trace some = record(alone, cores);
    EXPECT_FALSE(some.all_ran());
    EXPECT_FALSE(reading::check_result(some)) << "C of a part of the blocks is no product";
    for (std::size_t block = 0; block < all.block_count(); ++block) {
      const bool inside = block / 3 >= 1 && block % 3 <= 1;
      ASSERT_EQ(some.block(block).recorded(), inside) << block;
      EXPECT_EQ(count_block(some, block).all, inside ? count_block(all, block).all : Tallies{});
    }
    for (std::int64_t row = 0; row < 7; ++row)
      for (std::int64_t column = 0; column < 9; ++column) {
        const auto element = static_cast<std::size_t>(row * 9 + column);
        EXPECT_EQ(c_of(some)[element], row >= 3 && column < 6 ? c_of(all)[element] : 0.0F) << element;
      }
  }
}

TEST(CpuExecutor, WhatFindsNoRoomIsCounted) {
  const Launch l = launch("naive", 4, 4, 4, 2);
  const Trace whole = record(l);
  RecordOptions how;
  how.cores = 1;
  // After the matrices and the blocks there is room for the first 4 of a thread's 13 events.
  how.memory = 4 * (16 + 16 + 16 * 2) + 12 * 16 + 4 * 4096 + 16 * event_bytes * 4;
  const Trace cut = make_cpu_executor()->record(recorded_kernel(l), l, how);
  EXPECT_EQ(cut.kept_events(), 16U * 4);
  EXPECT_EQ(cut.lost_events(), 16U * 9);
  EXPECT_TRUE(same_bits(c_of(cut), c_of(whole)));
  for (std::size_t block = 0; block < cut.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < cut.threads_per_block(); ++thread) {
      const Column events = cut.events(block, thread);
      for (std::uint32_t n = 0; n < events.size(); ++n)
        EXPECT_TRUE(same_but_clock(events[n], whole.events(block, thread)[n]));
    }
}

TEST(CpuExecutor, WatchingCancels) {
  const Launch l = launch("naive", 128, 128, 128, 1);
  RecordOptions how;
  how.cores = 1;
  how.memory = std::uint64_t{1} << 30;
  how.watch = [](double done) {
    EXPECT_GE(done, 0.0);
    EXPECT_LE(done, 1.0);
    return false;
  };
  EXPECT_THROW(static_cast<void>(make_cpu_executor()->record(recorded_kernel(l), l, how)), Error);
}

TEST(CpuExecutor, ASidedGlobalHasToFitTheLaunch) {
  EXPECT_NO_THROW(static_cast<void>(run("sided", square(odd_kernel("sided"), 2, {1, 1}))));
  EXPECT_THROW(static_cast<void>(run("sided", square(odd_kernel("sided"), 3, {1, 1}))), UsageError);
}

TEST(CudaExecutor, IsNotThereAndSaysWhy) {
  const CudaExecutor cuda = make_cuda_executor();
  EXPECT_EQ(cuda.executor, nullptr);
  EXPECT_FALSE(cuda.why_not.empty());
}

}  // namespace
}  // namespace tilescope::test
