// Every barrier or guard left out of a right kernel is found, under every schedule alike. No mutant is equivalent to
// its kernel on all of these shapes, so each of them has to be found on one of them.
#include "tests/instrumentation/launching/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/launches.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

// For a tile of 4; wider ones have sides in proportion. Several phases; ragged each way; and for single_block, K or M
// or N the longest, with room in the tile.
constexpr std::array<std::array<std::int64_t, 3>, 7> shapes{
    {{8, 8, 12}, {7, 8, 8}, {8, 7, 8}, {8, 8, 7}, {2, 2, 4}, {4, 2, 2}, {2, 4, 2}}};

std::vector<Launch> launches_of(const Mutant& mutant) {
  std::vector<Launch> all;
  for (const auto& [m, n, k] : shapes) {
    Request request;
    request.kernel = mutant.kernel;
    request.m = m * mutant.tile / 4;
    request.n = n * mutant.tile / 4;
    request.k = k * mutant.tile / 4;
    request.tile = mutant.tile;
    request.inputs = "random";
    try {
      all.push_back(plan(request));
    } catch (const UsageError&) {  // it does not take this shape
    }
  }
  return all;
}

std::vector<Finding> structural(const RecordedKernel& kernel, const Launch& launch) {
  const RecordOptions how{1, std::uint64_t{1} << 28, false, nullptr, {}};
  std::vector<Finding> found = hazards(make_cpu_executor()->record(kernel, launch, how)).findings;
  std::erase_if(found, [](const Finding& finding) { return finding.hazard == Hazard::wrong_result; });
  return found;
}

TEST(Mutants, AreMadeOfEveryBarrierAndGuard) {
  std::map<std::string, int> made;
  for (const Mutant& mutant : mutants()) ++made[mutant.kernel];
  EXPECT_EQ(made["single_block"], 1 + 6 + 3);  // barriers, single guards, both at once
  EXPECT_EQ(made["tiled"], 2);
  EXPECT_EQ(made["tiled_bounded"], 2 + 6 + 3);
  EXPECT_EQ(made["naive"], 2 + 1);
  for (const CatalogueKernel& kernel : catalogue())
    if (kernel.right()) {
      EXPECT_GT(made[std::string(kernel.name)], 0) << kernel.name;
    }
}

TEST(Mutants, AreAllFoundUnderEverySchedule) {
  for (const Mutant& mutant : mutants()) {
    SCOPED_TRACE(mutant.kernel + " without " + mutant.what);
    bool found = false;
    for (Launch l : launches_of(mutant)) {
      const std::vector<Finding> in_order = structural(mutant.recorded, l);
      found = found || !in_order.empty();
      for (const auto& [name, schedule] : every_schedule(2)) {
        l.schedule = schedule;
        EXPECT_TRUE(structural(mutant.recorded, l) == in_order) << name;
      }
    }
    EXPECT_TRUE(found);
  }
}

}  // namespace
}  // namespace tilescope::test
