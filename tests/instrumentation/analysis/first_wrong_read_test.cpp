// For the classics: where barriers and atomics make sure that a read is right, none is reported as the first wrong one.
#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/own_files.h"

namespace tilescope::test {
namespace {

Trace recorded(const Request& request, Schedule::Kind schedule = Schedule::Kind::in_order) {
  Launch launch = plan(request);
  launch.schedule.kind = schedule;
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}
Trace classic(const char* name) {
  Request request;
  request.kernel = name;
  return recorded(request);
}

// Only cells that were never filled are read too early, and there nothing else was meant.
TEST(FirstWrongRead, IsNoneOfACellThatWasFilledBeforeABarrier) {
  const Trace trace = classic("convolution_3x3_no_corners.cu");
  EXPECT_TRUE(hazards(trace).errors());
  EXPECT_TRUE(wrong_reads(trace).empty());
}

TEST(FirstWrongRead, IsNoneBehindAtomics) {
  const Trace trace = classic("histogram_not_emptied.cu");
  EXPECT_TRUE(hazards(trace).errors());
  EXPECT_TRUE(wrong_reads(trace).empty());
}

// Threads that come by two lines in different orders: the second one's store is after the step that the others are at.
TEST(FirstWrongRead, KnowsStoresOfStepsThatOthersHaveBehindThem) {
  const std::string text =
      "//! out = { sides = [8] }\n//! grid = 1\n//! block = 8\n"
      "__global__ void own(int* out) {\n"
      "  __shared__ int s[16];\n"
      "  int t = threadIdx.x;\n"
      "  for (int k = 0; k < 2; ++k)\n"
      "    if ((t + k) % 2 == 0)\n"
      "      s[t] = t;\n"
      "    else\n"
      "      s[8 + t] = t;\n"
      "  __syncthreads();\n"
      "  out[t] = s[7 - t] + s[15 - t];\n"
      "}\n";
  const std::filesystem::path path = std::filesystem::path(TILESCOPE_SCRATCH) / "first_wrong_read" / "own.cu";
  for (const Schedule::Kind kind : {Schedule::Kind::in_order, Schedule::Kind::reverse})
    EXPECT_TRUE(wrong_reads(recorded(file_with(path, text), kind)).empty());
}

// What was there before any store is known as such, whatever its type makes of these bits.
TEST(FirstWrongRead, TellsWhatNobodySet) {
  const std::string text =
      "//! out = { sides = [8] }\n//! grid = 1\n//! block = 8\n"
      "__global__ void own(int* out) {\n"
      "  __shared__ int s[8];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  out[t] = s[7 - t];\n"
      "}\n";
  const std::filesystem::path path = std::filesystem::path(TILESCOPE_SCRATCH) / "first_wrong_read" / "own.cu";
  const std::vector<WrongRead> reads = wrong_reads(recorded(file_with(path, text)));
  ASSERT_FALSE(reads.empty());
  EXPECT_TRUE(reads.front().got_unset);
  EXPECT_FALSE(reads.front().meant_unset);
  EXPECT_EQ(reads.front().meant, 7);
}

}  // namespace
}  // namespace tilescope::test
