// Kernels that are not products, written in many ways: a launch of which nothing is said is clean, small, and shows
// several blocks at work, or several warps where a kernel knows of no blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/run.h"
#include "tests/support/collection.h"

namespace tilescope {
namespace {

Launch guessed(const test::CollectedKernel& known) {
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
  const std::vector<test::CollectedKernel> all = test::kernels_of(TILESCOPE_SOURCES "/tests/kernels/others");
  ASSERT_GE(all.size(), 60U);
  for (const test::CollectedKernel& known : all) {
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
  for (const test::CollectedKernel& known : test::kernels_of(TILESCOPE_SOURCES "/tests/kernels/others")) {
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

// Whether something beyond an array is told; else nothing is.
void expect_told(const Launch& launch, bool wanted) {
  const std::vector<Finding> findings =
      make_cpu_executor()->judge(recorded_kernel(launch), launch, {}).hazards.findings;
  const bool is_told = std::any_of(findings.begin(), findings.end(),
                                   [](const Finding& finding) { return finding.hazard == Hazard::out_of_bounds; });
  EXPECT_EQ(is_told, wanted);
  EXPECT_TRUE(is_told || findings.empty());
  EXPECT_LE(launch.grid.count() * launch.threads_per_block(), 4096U);
}

// A guard that goes too far is seen, although the lengths of the arrays are not given.
TEST(Guards, ThatLetTooManyThroughAreTold) {
  const std::vector<test::CollectedKernel> all = test::kernels_of(TILESCOPE_SOURCES "/tests/kernels/guards");
  ASSERT_GE(all.size(), 12U);
  for (const test::CollectedKernel& known : all) {
    SCOPED_TRACE(known.file + " " + known.kernel);
    expect_told(guessed(known), known.file.find("/wrong_") != std::string::npos);
  }
}

// What the text itself allocates and launches counts, as far as it is small enough to be seen.
TEST(WholeFiles, AreLaunchedAsTheySay) {
  using Changes = std::vector<std::pair<std::string, std::string>>;
  const std::pair<std::string, std::string> too_far{"s < n / BS", "s <= n / BS"}, large{"N 16", "N 1024"},
      wide{"BS 4", "BS 16"}, forgotten{"&out, n * sizeof(int)", "&out, n"};
  const std::vector<std::tuple<std::string, Changes, bool>> rows = {
      {"steps", {}, false},
      {"steps", {too_far}, true},
      {"steps", {large, wide}, false},
      {"steps", {large, wide, too_far}, true},
      {"bytes", {}, false},
      {"bytes", {forgotten}, true},
      {"sum_of_two", {}, false},
  };
  for (const auto& [name, changes, is_wrong] : rows) {
    SCOPED_TRACE(name + (changes.empty() ? "" : ", " + changes.back().second));
    Request request;
    request.kernel = TILESCOPE_SOURCES "/tests/kernels/whole_files/" + name + ".cu";
    std::ifstream in(request.kernel);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const auto& [from, to] : changes) {
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    }
    request.text = text;
    expect_told(plan(request), is_wrong);
  }
}

}  // namespace
}  // namespace tilescope
