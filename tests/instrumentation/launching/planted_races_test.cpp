// Kernels of a product in each of which one thing was changed, so that its threads race: each race is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {
namespace {

std::vector<std::filesystem::path> texts() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCES "/tests/kernels/planted_races"))
    all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(PlantedRaces, AreFound) {
  ASSERT_GE(texts().size(), 10U);
  for (const std::filesystem::path& path : texts()) {
    SCOPED_TRACE(path);
    Request request;
    request.kernel = path;
    request.m = request.n = request.k = 48;
    request.inputs = "random";
    const Launch launch = plan(request);
    const Verdict verdict = make_cpu_executor()->judge(recorded_kernel(launch), launch, {});
    EXPECT_TRUE(std::ranges::any_of(verdict.hazards.findings,
                                    [](const Finding& finding) { return finding.hazard == Hazard::race; }));
  }
}

}  // namespace
}  // namespace tilescope
