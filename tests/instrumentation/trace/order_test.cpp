#include "instrumentation/trace/order.h"

#include <gtest/gtest.h>

#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

std::string lines(const Order& order) {
  std::string text;
  for (std::uint32_t interval = 0; interval < order.interval_count(); ++interval) {
    text += interval == 0 ? "" : " |";
    for (const Step& step : order.steps(interval))
      text += " " + std::to_string(step.line) + "." + std::to_string(step.time);
  }
  return text;
}

TEST(Order, TheClassroomKernelHasThirteenSteps) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const Order order(trace);
  EXPECT_EQ(order.interval_count(), 5U);
  EXPECT_EQ(order.step_count(), 13U);
  EXPECT_EQ(lines(order), " 11.0 12.0 13.0 | 15.0 15.1 16.0 | 11.0 12.0 13.0 | 15.0 15.1 16.0 | 18.0");
  ASSERT_EQ(order.phases().size(), 2U);
  EXPECT_EQ(order.phases()[0].first_step, 0U);
  EXPECT_EQ(order.phases()[0].end_step, 6U);
  EXPECT_EQ(order.phases()[1].first_step, 6U);
  EXPECT_EQ(order.phases()[1].end_step, 12U);
}

TEST(Order, TheNaiveKernelHasNoPhases) {
  const Order order(record(launch("naive", 4, 4, 4, 2)));
  EXPECT_EQ(order.interval_count(), 1U);
  EXPECT_EQ(lines(order), " 9.0 9.1 9.2 9.3 10.0");
  EXPECT_TRUE(order.phases().empty());
}

TEST(Order, RaggedEdgesStayAligned) {
  const Trace trace = record(launch("tiled_bounded", 7, 9, 5, 3));
  const Order order(trace);
  EXPECT_EQ(lines(order), " 13.0 14.0 15.0 | 17.0 17.1 17.2 18.0 | 13.0 14.0 15.0 | 17.0 17.1 17.2 18.0 | 21.0");
  // Every thread's visits stand in the steps of their line, in order; only the guarded store is missing from some.
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      std::uint32_t last = 0;
      const std::vector<Visit> visits = visits_of(trace.events(block, thread));
      for (std::size_t n = 0; n < visits.size(); ++n) {
        const std::uint32_t step = order.step_of(visits[n]);
        EXPECT_EQ(step, n);
        EXPECT_TRUE(n == 0 || step > last);
        last = step;
      }
      EXPECT_GE(visits.size(), 14U);
    }
}

TEST(Order, GuardedLoadsLeaveGapsAndNothingElse) {
  const Trace trace = record(launch("single_block", 2, 3, 4, 4));
  const Order order(trace);
  EXPECT_EQ(lines(order), " 9.0 11.0 12.0 | 16.0 16.1 16.2 16.3 17.0");
  const Column corner = trace.events(0, 15);  // thread (3,3) only waits
  const std::vector<Visit> visits = visits_of(corner);
  ASSERT_EQ(visits.size(), 1U);
  EXPECT_EQ(order.step_of(visits[0]), 2U);
}

TEST(Visits, LoadAndStoreOfOneStatementAreOneVisit) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const std::vector<Visit> visits = visits_of(trace.events(0, 0));
  ASSERT_EQ(visits.size(), 13U);
  EXPECT_EQ(visits[0].end - visits[0].first, 2U);  // load A, store As
  EXPECT_EQ(visits[2].end - visits[2].first, 2U);  // arrive, release
  EXPECT_EQ(visits[3].end - visits[3].first, 3U);  // load As, load Bs, sum
  EXPECT_EQ(visits[3].interval, 1U);
}

}  // namespace
}  // namespace tilescope::test
