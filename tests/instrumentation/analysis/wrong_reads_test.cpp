// Reads that gave another value than the text means, what they gave, and the elements of C that came of it.
#include "instrumentation/analysis/wrong_reads.h"

#include <gtest/gtest.h>

#include <set>

#include "instrumentation/analysis/hazards.h"
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
  EXPECT_EQ(trace.events(0, 0)[first.got_from->number].value, 3.0f);
  EXPECT_EQ(trace.events(0, 0)[first.meant_from->number].value, 1.0f);
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
  EXPECT_EQ(std::bit_cast<std::uint32_t>(first.got), poison_bits);
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
        const auto product = check_product(trace);
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

}  // namespace
}  // namespace tilescope::test
