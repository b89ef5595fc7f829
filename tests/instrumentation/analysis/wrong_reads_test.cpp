// Reads that gave a value other than the text means, that value, and the wrong elements of C.
#include "instrumentation/analysis/wrong_reads.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/built_trace.h"
#include "tests/support/launches.h"
#include "tests/support/random_launch.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

Trace under(const char* kernel, Schedule::Kind kind, std::int64_t side = 4, int tile = 2) {
  Launch l = launch(kernel, side, side, side, tile);
  l.schedule.kind = kind;
  return record(l);
}

TEST(WrongReads, OfATileThatIsOverwrittenAreTooLate) {
  // In order, thread 0 puts the second tile where thread 1 still reads the first one.
  const Trace trace = under("tiled_no_second_barrier", Schedule::Kind::in_order);
  const std::vector<WrongRead> reads = wrong_reads(trace);
  ASSERT_FALSE(reads.empty());
  const WrongRead& first = reads.front();
  EXPECT_EQ(first.block, 0U);
  EXPECT_EQ(first.thread, 1U);
  EXPECT_EQ(first.line, 15U);
  EXPECT_EQ(trace.arrays()[first.array].name, "As");
  EXPECT_EQ(first.cell, 0U);
  EXPECT_EQ(first.meant, 1.0f);  // A[0][0]
  EXPECT_EQ(first.got, 3.0f);    // A[0][2]
  EXPECT_EQ(first.how, WrongRead::How::too_late);
  ASSERT_TRUE(first.got_from && first.meant_from);
  EXPECT_EQ(first.got_from->thread, 0U);
  EXPECT_EQ(first.meant_from->thread, 0U);
  EXPECT_EQ(trace.events(0, 0)[first.got_from->number].value(), 3.0f);
  EXPECT_EQ(trace.events(0, 0)[first.meant_from->number].value(), 1.0f);
  EXPECT_LT(first.meant_from->number, first.got_from->number);
  EXPECT_EQ(first.spoils, (std::vector<std::uint32_t>{1}));  // C[0][1]
}

TEST(WrongReads, OfATileThatIsNotFullAreTooEarly) {
  const Trace trace = under("tiled_no_first_barrier", Schedule::Kind::in_order);
  const std::vector<WrongRead> reads = wrong_reads(trace);
  ASSERT_FALSE(reads.empty());
  const WrongRead& first = reads.front();
  EXPECT_EQ(first.thread, 0U);
  EXPECT_EQ(first.how, WrongRead::How::too_early);
  EXPECT_TRUE(first.got_unset && !first.meant_unset);
  EXPECT_FALSE(first.got_from);
  ASSERT_TRUE(first.meant_from);
  EXPECT_NE(first.meant_from->thread, 0U);
  EXPECT_EQ(first.spoils, (std::vector<std::uint32_t>{0}));
}

// Whatever is wrong about C went through a wrong read, since nothing else is wrong about these kernels.
TEST(WrongReads, ExplainEveryWrongElement) {
  for (const char* const kernel : {"tiled_no_first_barrier", "tiled_no_second_barrier"})
    for (const int tile : {2, 3, 8})
      for (const auto& [name, schedule] : every_schedule()) {
        SCOPED_TRACE(testing::Message() << kernel << ", tile " << tile << ", " << name);
        Launch l = launch(kernel, 2 * tile, 3 * tile, 3 * tile, tile, "random", 9);
        l.schedule = schedule;
        const Trace trace = record(l);
        std::set<std::uint32_t> spoiled;
        for (const WrongRead& read : wrong_reads(trace, std::size_t{1} << 20))
          spoiled.insert(read.spoils.begin(), read.spoils.end());
        const auto product = reading::check_result(trace);
        ASSERT_TRUE(product);
        for (const std::uint32_t element : product->wrong) EXPECT_TRUE(spoiled.contains(element)) << element;
        EXPECT_EQ(spoiled.empty(), product->wrong.empty());
      }
}

TEST(WrongReads, AreNoneWithoutARace) {
  std::mt19937_64 random(8);
  for (const CatalogueKernel& kernel : catalogue()) {
    if (!kernel.right() && kernel.name != "tiled_short_loop") continue;
    for (int n = 0; n < 10; ++n) {
      Launch l = random_launch(std::string(kernel.name), random, 24);
      l.schedule = {Schedule::Kind::random, random()};
      EXPECT_TRUE(wrong_reads(record(l)).empty()) << kernel.name;
    }
  }
}

TEST(WrongReads, AreAsManyAsOneAsksFor) {
  const Trace trace = under("tiled_no_second_barrier", Schedule::Kind::in_order, 8);
  EXPECT_EQ(wrong_reads(trace, 3).size(), 3U);
  EXPECT_TRUE(wrong_reads(trace, 0).empty());
}

// C[r][c] of a 3 x 3 product in tiles of 2 gets B[3][c], which there is not; and C[2][c] A[2][3] as well.
TEST(Spoilers, OfAnElementAreItsOwnStrayLoads) {
  const Trace trace = record(launch("tiled_unguarded", 3, 3, 3, 2));
  const auto product = reading::check_result(trace);
  ASSERT_TRUE(product);
  ASSERT_EQ(product->wrong.size(), 9U);
  const std::vector<FinalStore> stores = finals_of_c(trace);
  int through_shared = 0;
  for (const std::uint32_t element : product->wrong) {
    SCOPED_TRACE(element);
    const auto spoiler = find_spoiler(trace, stores[element].store, {});
    ASSERT_TRUE(spoiler && spoiler->stray);
    EXPECT_FALSE(spoiler->wrong_read);
    const Event& stray = event_at(trace, *spoiler->stray);
    EXPECT_EQ(stray.kind(), Kind::out_of_bounds);
    const std::uint32_t row = element / 3, column = element % 3;
    if (trace.arrays()[stray.array()].name == "B")
      EXPECT_EQ(stray.index, 9 + column);
    else
      EXPECT_EQ(std::pair(stray.index, row), std::pair(9U, 2U));
    ASSERT_GE(spoiler->way.size(), 4U);
    EXPECT_EQ(spoiler->way.front(), stores[element].store);
    EXPECT_EQ(spoiler->way.back(), *spoiler->stray);
    if (spoiler->stray->thread != stores[element].store.thread) ++through_shared;
  }
  EXPECT_GT(through_shared, 3);
}

TEST(Spoilers, AreFollowedThroughSharedMemoryToOtherThreads) {
  // Thread 0 reads As[0] wrongly and hands the value on in Ys[0]; thread 1 stores it to C[0].
  const auto event = [](Kind kind, std::uint8_t array, std::uint32_t origin, float value = 5) {
    PackedEvent made = built_event({.kind = kind, .array = array, .line = 1}, 0);
    made.origin = origin;
    made.value = value;
    return made;
  };
  Launch l = launch("tiled", 2, 2, 2, 2);
  l.block = {2, 1};
  l.grid = {1, 1};
  const std::vector<ArrayInfo> arrays{
      {"As", Space::shared, {1, 1}}, {"Ys", Space::shared, {1, 1}}, {"C", Space::global, {2, 2}}};
  const PackedEvent arrive = event(Kind::barrier_arrive, no_array, no_origin),
                    leave = event(Kind::barrier_release, no_array, no_origin);
  const Trace trace =
      built_trace(l, arrays,
                  {{{event(Kind::shared_load, 0, no_origin), event(Kind::shared_store, 1, 0), arrive, leave},
                    {arrive, leave, event(Kind::shared_load, 1, no_origin), event(Kind::global_store, 2, 2)}}});
  WrongRead other, read;
  other.thread = 1;
  other.number = 0;
  const std::array reads{other, read};
  const auto spoiler = find_spoiler(trace, {0, 1, 3}, reads);
  ASSERT_TRUE(spoiler);
  EXPECT_EQ(spoiler->wrong_read, 1U);
  EXPECT_FALSE(spoiler->stray);
  EXPECT_EQ(spoiler->way, (std::vector<EventRef>{{0, 1, 3}, {0, 1, 2}, {0, 0, 1}, {0, 0, 0}}));
  EXPECT_FALSE(find_spoiler(trace, {0, 1, 3}, {}));
}

TEST(Spoilers, OfARaceAreReadsThatWereWrong) {
  for (const char* const kernel : {"tiled_no_first_barrier", "tiled_no_second_barrier"}) {
    Launch l = launch(kernel, 6, 6, 6, 3, "random", 4);
    l.schedule = {Schedule::Kind::random, 7};
    const Trace trace = record(l);
    const std::vector<WrongRead> reads = wrong_reads(trace);
    const auto product = reading::check_result(trace);
    ASSERT_FALSE(product->wrong.empty());
    const std::vector<FinalStore> stores = finals_of_c(trace);
    for (const std::uint32_t element : product->wrong) {
      const auto spoiler = find_spoiler(trace, stores[element].store, reads);
      ASSERT_TRUE(spoiler && spoiler->wrong_read) << kernel << ", " << element;
      const std::vector<std::uint32_t>& spoils = reads[*spoiler->wrong_read].spoils;
      EXPECT_NE(std::find(spoils.begin(), spoils.end(), element), spoils.end()) << kernel << ", " << element;
    }
  }
}

}  // namespace
}  // namespace tilescope::test
