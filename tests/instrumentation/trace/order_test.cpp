#include "instrumentation/trace/order.h"

#include <gtest/gtest.h>

#include <set>
#include <span>

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
      const std::vector<std::uint32_t>& steps = order.paths()[order.path_of(block, thread)].steps;
      for (std::size_t n = 0; n < steps.size(); ++n) EXPECT_EQ(steps[n], n);
      EXPECT_GE(steps.size(), 14U);
    }
}

TEST(Order, GuardedLoadsLeaveGapsAndNothingElse) {
  const Trace trace = record(launch("single_block", 2, 3, 4, 4));
  const Order order(trace);
  EXPECT_EQ(lines(order), " 9.0 11.0 12.0 | 16.0 16.1 16.2 16.3 17.0");
  const Column corner = trace.events(0, 15);  // thread (3,3) only waits
  const std::vector<Visit> visits = visits_of(corner);
  ASSERT_EQ(visits.size(), 1U);
  EXPECT_EQ(order.paths()[order.path_of(0, 15)].steps, std::vector<std::uint32_t>{2});
}

// A function's line is visited for another branch by each thread, and guards leave out some of its visits: no order of
// lines and times suits all of them, so some steps are alike.
TEST(Order, KeepsEachThreadsOwnWhereLinesAreMetInOtherOrders) {
  Request request;
  request.kernel = "convolution_3x3_edges.cu";
  const Trace trace = record(plan(request));
  const Order order(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Path& path = order.paths()[order.path_of(block, thread)];
      ASSERT_EQ(path.steps.size(), path.visits.size());
      for (std::size_t n = 0; n < path.steps.size(); ++n) {
        EXPECT_EQ(order.step(path.steps[n]), (Step{path.visits[n].line, path.visits[n].time}));
        EXPECT_TRUE(n == 0 || path.steps[n] > path.steps[n - 1]) << block << ", thread " << thread << ", visit " << n;
        EXPECT_EQ(path.done_by(path.steps[n]), path.visits[n].end);
      }
    }
  const std::span<const Step> steps = order.steps(0);
  EXPECT_GT(std::set<Step>(steps.begin(), steps.end()).size(), 7U);
  EXPECT_LT(std::set<Step>(steps.begin(), steps.end()).size(), steps.size());
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
