// Unordered accesses of threads to one cell, in kernels as students and textbooks write them: warp barriers, atomics
// and global memory among it. Each has the findings that its text names, under every schedule.
#include <gtest/gtest.h>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/schedules.h"
#include "tests/support/unordered_texts.h"

namespace tilescope::test {
namespace {

class Unordered : public testing::TestWithParam<std::string> {};

TEST_P(Unordered, IsFoundWhereItIsAndOnlyThere) {
  std::filesystem::current_path(TILESCOPE_SOURCES "/tests/instrumentation/unordered");  // where the arrays' files are
  Request request;
  request.kernel = std::filesystem::path(TILESCOPE_SOURCES "/tests/instrumentation/unordered") / (GetParam() + ".cu");
  const std::set<std::string> expected = expected_findings(request.kernel);
  Launch launch = plan(request);
  for (const auto& [name, schedule] : every_schedule(1)) {
    SCOPED_TRACE(name);
    if (const std::string only = only_under(request.kernel); !only.empty() && name != only) continue;
    launch.schedule = schedule;
    const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
    ASSERT_FALSE(trace.fault());
    const Hazards found = hazards(trace);
    EXPECT_EQ(told(trace, found), expected);
    for (const Finding& finding : found.findings)
      for (const Access& access : finding.accesses) {
        const Event event = trace.events(access.block, access.thread)[access.number];
        EXPECT_EQ(event.line(), access.line);
        EXPECT_EQ(event.array(), finding.array);
        EXPECT_EQ(event.kind(), access.kind);
        EXPECT_LE(event.index, finding.cell);
        EXPECT_GT(event.index + event.at->bytes / trace.arrays()[finding.array].element_bytes, finding.cell);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Hazards, Unordered,
                         testing::ValuesIn(unordered_texts(TILESCOPE_SOURCES "/tests/instrumentation/unordered")),
                         [](const auto& text) { return text.param; });

}  // namespace
}  // namespace tilescope::test
