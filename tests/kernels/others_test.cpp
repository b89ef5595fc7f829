// Kernels that are no products, written in many ways: a launch of which nothing is said is clean, small, and shows
// several blocks at work, or several warps where a kernel knows of no blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/run.h"
#include "kernels/catalogue.h"
#include "tests/support/collection.h"

namespace tilescope {
namespace {

Launch guessed(const test::Known& known) {
  Request request;
  request.kernel = known.file;
  request.entry = known.kernel;
  return plan(request);
}

bool knows_blocks(const Launch& launch) {
  using Of = machine::Code::Coordinate;
  const auto& asked = recorded_kernel(launch).prepared->code().coordinates;
  return std::any_of(asked.begin(), asked.end(),
                     [](const auto& each) { return each.coordinate >= Of::block_x && each.coordinate <= Of::block_z; });
}

TEST(Others, AreGuessedClean) {
  constexpr std::uint64_t most_events = 300'000;
  const std::vector<test::Known> all = test::kernels_of("others");
  ASSERT_GE(all.size(), 60U);
  for (const test::Known& known : all) {
    SCOPED_TRACE(known.file + " " + known.kernel);
    const Launch launch = guessed(known);
    const Verdict verdict = make_cpu_executor()->judge(recorded_kernel(launch), launch, {});
    EXPECT_TRUE(verdict.hazards.findings.empty());
    EXPECT_FALSE(verdict.trace.fault());
    EXPECT_GT(verdict.trace.kept_events(), 32U);
    EXPECT_LT(verdict.trace.kept_events(), most_events);
    const std::uint64_t blocks = launch.grid.count();
    EXPECT_GE(blocks, knows_blocks(launch) ? 2U : 1U);
    EXPECT_GT(launch.threads_per_block(), blocks == 1 ? 32U : 0U);
  }
}

// What arrays hold whose values lead to others.
TEST(Others, HaveValuesThatLeadSomewhere) {
  const std::map<std::string, std::map<std::string, std::string>> wanted = {
      {"by_rows", {{"offset", "ascending"}, {"column", "scattered"}}},
      {"by_warps", {{"offset", "ascending"}, {"column", "scattered"}}},
      {"degrees", {{"first_edge", "ascending"}, {"to", "scattered"}}},
      {"rank_step", {{"first_edge", "ascending"}, {"from", "scattered"}}},
      {"list_sums", {{"next", "linked"}}},
      {"jump", {{"next", "linked"}}},
      {"look_up", {{"tree", "linked"}}},
      {"roots", {{"parent", "halves"}}},
      {"depths", {{"parent", "halves"}}},
      {"greatest_by_ends", {{"begin", "ramp"}, {"end", "counting"}}},
      {"sums_by_lengths", {{"first", "ramp"}, {"length", "random"}}},
      {"permuted", {{"place", "ramp"}}},
  };
  std::size_t found = 0;
  for (const test::Known& known : test::kernels_of("others")) {
    const auto fills = wanted.find(known.kernel);
    if (fills == wanted.end()) continue;
    ++found;
    const Launch launch = guessed(known);
    for (const auto& [array, fill] : fills->second) {
      const auto buffer = std::find_if(launch.buffers.begin(), launch.buffers.end(),
                                       [&](const Buffer& each) { return each.name == array; });
      ASSERT_NE(buffer, launch.buffers.end()) << known.kernel << " " << array;
      EXPECT_EQ(buffer->fill, fill) << known.kernel << " " << array;
    }
  }
  EXPECT_EQ(found, wanted.size());
}

// Whether something is beyond an array is told right, by the file's name; else nothing is.
void expect_told(const std::vector<test::Known>& all) {
  for (const test::Known& known : all) {
    SCOPED_TRACE(known.file + " " + known.kernel);
    const Launch launch = guessed(known);
    const std::vector<Finding> findings =
        make_cpu_executor()->judge(recorded_kernel(launch), launch, {}).hazards.findings;
    const bool is_told = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.hazard == Hazard::out_of_bounds;
    });
    EXPECT_EQ(is_told, known.file.find("/wrong_") != std::string::npos);
    EXPECT_TRUE(is_told || findings.empty());
    EXPECT_LE(launch.grid.count() * launch.threads_per_block(), 4096U);
  }
}

// A guard that goes too far is seen, although nobody says how long arrays are.
TEST(Guards, ThatLetTooManyThroughAreTold) {
  const std::vector<test::Known> all = test::kernels_of("guards");
  ASSERT_GE(all.size(), 12U);
  expect_told(all);
}

// What the text itself allocates and launches counts, as far as it is small enough to be seen.
TEST(WholeFiles, AreLaunchedAsTheySay) {
  const std::vector<test::Known> all = test::kernels_of("whole_files");
  ASSERT_GE(all.size(), 7U);
  expect_told(all);
}

}  // namespace
}  // namespace tilescope
