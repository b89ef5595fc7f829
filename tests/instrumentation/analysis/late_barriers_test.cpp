// Barriers after which some threads have returned: no mistake on GPUs, nothing that CUDA promises, and so a note.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "tests/support/own_files.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

const std::filesystem::path folder = std::filesystem::path(TILESCOPE_SCRATCH) / "late_barriers";

// "note 8: 0 waits, 4 is gone, 1 times in 1 blocks" for each finding of a barrier, the same by every schedule.
std::string found(const std::string& body) {
  const std::string text =
      "//! n = 12\n//! out = { sides = [16] }\n//! grid = 2\n//! block = 8\n"
      "__global__ void own(int* out, int n) {\n"
      "  __shared__ int s[8];\n"
      "  int t = threadIdx.x, i = blockIdx.x * 8 + t;\n" +
      body + "\n}\n";
  Launch launch = plan(file_with(folder / "own.cu", text));
  std::string first = "-";
  for (const auto& [name, schedule] : every_schedule(1)) {
    launch.schedule = schedule;
    const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
    std::string all;
    for (const Finding& f : hazards(trace).findings) {
      if (f.hazard != Hazard::barrier_divergence) continue;
      EXPECT_EQ(trace.events(f.accesses[0].block, f.accesses[0].thread)[f.accesses[0].number].kind(),
                Kind::barrier_arrive);
      EXPECT_EQ(f.accesses[1].line == 0, f.severity == Severity::note);
      all += fmt::format("{}{} {}: {} waits, {} is gone, {} times in {} blocks", all.empty() ? "" : "; ",
                         name_of(f.severity), f.accesses[0].line, f.accesses[0].thread, f.accesses[1].thread, f.times,
                         f.blocks);
    }
    if (first == "-") first = all;
    EXPECT_EQ(all, first) << name;
  }
  return first;
}

TEST(LateBarriers, BehindAGuardAtTheBeginningAreNoted) {
  EXPECT_EQ(found("  if (i >= n) return;\n  s[t] = i;\n  __syncthreads();\n  out[i] = s[t];"),
            "note 10: 0 waits, 4 is gone, 1 times in 1 blocks");
}

TEST(LateBarriers, OfAReductionThatThreadsLeaveAreNoted) {
  EXPECT_EQ(found("  s[t] = i;\n"
                  "  for (int d = 4; d > 0; d /= 2) {\n"
                  "    __syncthreads();\n"
                  "    if (t >= d) return;\n"
                  "    s[t] += s[t + d];\n"
                  "  }\n"
                  "  out[i] = s[0];"),
            "note 10: 0 waits, 4 is gone, 4 times in 2 blocks");
}

TEST(LateBarriers, ThatAllThreadsPassAreNone) {
  EXPECT_EQ(found("  s[t] = i;\n  __syncthreads();\n  if (i >= n) return;\n  out[i] = s[7 - t];"), "");
  EXPECT_EQ(found("  if (blockIdx.x == 1) return;\n  s[t] = i;\n  __syncthreads();\n  out[i] = s[7 - t];"), "");
}

// Where they are elsewhere and have not returned, no thread continues.
TEST(LateBarriers, AreAnErrorWhereThreadsWaitElsewhere) {
  const std::string wrong = found("  if (t < 4)\n    __syncthreads();\n  else\n    __syncthreads();\n  out[i] = 1;");
  EXPECT_TRUE(wrong.starts_with("error ")) << wrong;
}

}  // namespace
}  // namespace tilescope::test
