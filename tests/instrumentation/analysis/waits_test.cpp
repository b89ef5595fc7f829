// Waits at barriers, in made-up traces with clocks whose waits are known.
#include "instrumentation/analysis/waits.h"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "tests/support/built_trace.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {
namespace {

constexpr std::uint32_t line = 13;

PackedEvent at_barrier(Kind kind, std::uint32_t number, std::uint32_t clock) {
  PackedEvent event = built_event({.kind = kind, .line = line}, number);
  event.value = std::bit_cast<float>(clock);
  return event;
}

// When a thread arrives at each barrier, and when all go on.
struct Times {
  std::vector<std::uint32_t> arrivals, releases;
};

Trace trace_of(const std::vector<BuiltBlock>& blocks, unsigned threads, Backend backend = Backend::cuda) {
  Launch launch;
  launch.kernel = "built";
  launch.grid = {static_cast<unsigned>(blocks.size()), 1};
  launch.block = {threads, 1};
  const Trace built = built_trace(launch, {}, blocks);
  Trace::Parts parts;
  parts.executor = "a GPU";
  parts.backend = backend;
  return edited(
      built, [](std::size_t, std::uint32_t, std::uint32_t, PackedEvent&) {}, std::move(parts));
}

std::vector<PackedEvent> thread_of(const Times& times) {
  std::vector<PackedEvent> events;
  for (std::uint32_t n = 0; n < times.arrivals.size(); ++n) {
    events.push_back(at_barrier(Kind::barrier_arrive, n, times.arrivals[n]));
    events.push_back(at_barrier(Kind::barrier_release, n, times.releases[n]));
  }
  return events;
}

// Three warps, the last of 8 threads; the middle one is slow: it arrives at 100 n + 90, the others at 100 n + 30
// and 40.
BuiltBlock with_a_slow_warp(std::uint32_t begin, std::uint32_t barriers) {
  BuiltBlock block;
  for (std::uint32_t thread = 0; thread < 72; ++thread) {
    Times times;
    for (std::uint32_t n = 0; n < barriers; ++n) {
      const std::uint32_t after = thread / 32 == 1 ? 90 : thread / 32 == 0 ? 30 : 40;
      times.arrivals.push_back(begin + 100 * n + after);
      times.releases.push_back(begin + 100 * n + 100);
    }
    block.push_back(thread_of(times));
  }
  return block;
}

TEST(Waits, ASlowWarpWaitsLeastAndComesLast) {
  const auto waits = barrier_waits(trace_of({with_a_slow_warp(1000, 4)}, 72));
  ASSERT_TRUE(waits);
  ASSERT_EQ(waits->warps.size(), 3U);
  EXPECT_EQ(waits->warps[0].waited, 4U * 60);
  EXPECT_EQ(waits->warps[1].waited, 0U);
  EXPECT_EQ(waits->warps[2].waited, 4U * 50);
  EXPECT_EQ(waits->warps[1].last, 4U);
  EXPECT_EQ(waits->warps[0].last + waits->warps[2].last, 0U);
  ASSERT_EQ(waits->lines.size(), 1U);
  EXPECT_EQ(waits->lines[0].line, line);
  EXPECT_EQ(waits->lines[0].barriers, 4U);
  EXPECT_EQ(waits->lines[0].skew, 4U * 60);
  EXPECT_EQ(waits->lines[0].worst_skew, 60U);
  // It is not known how long the first one took; the others come 100 ticks after the one before.
  ASSERT_EQ(waits->barriers.size(), 4U);
  EXPECT_FALSE(waits->barriers[0].share());
  EXPECT_DOUBLE_EQ(*waits->barriers[3].share(), 110.0 / 300);
  EXPECT_EQ(waits->all.ticks, 3U * 110);
  EXPECT_EQ(waits->all.of, 3U * 300);
}

// The clock has 32 bits.
TEST(Waits, AreTheSameWhereTheClockGoesRound) {
  const auto plain = barrier_waits(trace_of({with_a_slow_warp(1000, 9)}, 72));
  for (const std::uint32_t begin : {0xffffffffU, 0xffffff9cU, 0xfffffe00U, 0x7fffffd0U}) {
    const auto round = barrier_waits(trace_of({with_a_slow_warp(begin, 9)}, 72));
    ASSERT_TRUE(round);
    EXPECT_EQ(round->all.ticks, plain->all.ticks) << begin;
    EXPECT_EQ(round->all.of, plain->all.of) << begin;
    EXPECT_EQ(round->lines[0].skew, plain->lines[0].skew) << begin;
  }
}

// Each block has a clock of its own.
TEST(Waits, OfBlocksAddUp) {
  const auto one = barrier_waits(trace_of({with_a_slow_warp(1000, 4)}, 72));
  const auto three = barrier_waits(
      trace_of({with_a_slow_warp(1000, 4), with_a_slow_warp(0x80000000U, 4), with_a_slow_warp(5, 4)}, 72));
  EXPECT_EQ(three->blocks, 3U);
  EXPECT_EQ(three->all.ticks, 3 * one->all.ticks);
  EXPECT_EQ(three->lines[0].barriers, 3 * one->lines[0].barriers);
}

// A warp is not waiting before its last lane has come.
TEST(Waits, OfAWarpBeginWithItsLastLane) {
  BuiltBlock block;
  for (std::uint32_t thread = 0; thread < 32; ++thread)
    block.push_back(thread_of({{10, 110 + thread}, {100, 200 + thread}}));
  for (std::uint32_t thread = 32; thread < 64; ++thread) block.push_back(thread_of({{10, 200}, {100, 201}}));
  const auto waits = barrier_waits(trace_of({block}, 64));
  EXPECT_EQ(waits->barriers[1].ticks, 200U - 141U);
}

TEST(Waits, OfOneNeverAreMoreThanItsTime) {
  const auto waits = barrier_waits(trace_of({with_a_slow_warp(7, 16)}, 72));
  EXPECT_LT(waits->all.ticks, waits->all.of);
  std::uint64_t of_warps = 0, of_lines = 0;
  for (const WarpWait& warp : waits->warps) of_warps += warp.waited;
  for (const BarrierLine& each : waits->lines) of_lines += each.waited;
  EXPECT_EQ(of_warps, of_lines);
}

TEST(Waits, AreNotKnownWithoutAClock) {
  EXPECT_FALSE(barrier_waits(trace_of({with_a_slow_warp(1000, 4)}, 72, Backend::cpu)));
  EXPECT_FALSE(barrier_waits(trace_of({BuiltBlock(32)}, 32)));  // no barriers
}

}  // namespace
}  // namespace tilescope::test
