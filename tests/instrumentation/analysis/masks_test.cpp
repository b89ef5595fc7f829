// Masks of warp functions that do not fit the lanes that come: found under every schedule, whether threads go together
// or in turns, and kept in a file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/trace/file/trace_file.h"
#include "tests/support/own_files.h"
#include "tests/support/schedules.h"

namespace tilescope::test {
namespace {

const std::filesystem::path masks_folder = std::filesystem::path(TILESCOPE_SCRATCH) / "masks";

// One block. `races`: its threads race, so they go in turns.
Launch launch_of(const std::string& body, bool races, unsigned threads) {
  const std::string text = fmt::format(
      "//! out = {{ sides = [64] }}\n//! grid = 1\n//! block = {}\n"
      "__global__ void own(int* out) {{\n"
      "  __shared__ int s[1];\n"
      "  int lane = threadIdx.x % 32, v = threadIdx.x;\n"
      "  {}\n"
      "{}\n"
      "  out[threadIdx.x] = v;\n"
      "}}\n",
      threads, races ? "s[0] = lane; v += s[0];" : "s[0] = 1;", body);
  return plan(file_with(masks_folder / "own.cu", text));
}

std::vector<Finding> of_masks(const Trace& trace) {
  std::vector<Finding> findings = hazards(trace).findings;
  std::erase_if(findings, [](const Finding& finding) { return finding.hazard != Hazard::mask_mismatch; });
  return findings;
}

// "named_missing 18, of lane 0, 18 times"; with the first of the lanes.
std::string described(const Finding& f) {
  return fmt::format("{} {}, of lane {}, {} times", name_of(f.mask->kind), std::countr_zero(f.mask->lanes),
                     f.accesses[0].thread, f.times);
}

// What is found, the same by every schedule.
std::string masks_found(const std::string& body, unsigned threads = 32) {
  std::string first = "-";
  for (const bool races : {false, true}) {
    Launch launch = launch_of(body, races, threads);
    for (const auto& [name, schedule] : every_schedule()) {
      launch.schedule = schedule;
      const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
      std::string all;
      for (const Finding& finding : of_masks(trace)) {
        EXPECT_EQ(finding.severity, Severity::error);
        const Event event = trace.events(0, finding.accesses[0].thread)[finding.accesses[0].number];
        EXPECT_EQ(event.kind(), finding.accesses[0].kind);
        EXPECT_EQ(event.line(), finding.accesses[0].line);
        all += (all.empty() ? "" : "; ") + described(finding);
      }
      if (first == "-") first = all;
      EXPECT_EQ(all, first) << body << ", " << name << (races ? ", in turns" : "");
    }
  }
  return first;
}

TEST(Masks, HaveToNameWhoCallsAndWhoIsAsked) {
  EXPECT_EQ(masks_found("v = __shfl_down_sync(0x0000ffff, v, 16);"), "caller_unnamed 16, of lane 16, 32 times");
  EXPECT_EQ(masks_found("v = __ballot_sync(0x0000ffff, v);"), "caller_unnamed 16, of lane 16, 16 times");
  EXPECT_EQ(masks_found("if (lane < 16) v = __shfl_sync(0x0000ffff, v, 20);"), "asked_unnamed 20, of lane 0, 16 times");
  EXPECT_EQ(masks_found("if (lane < 16) v = __shfl_down_sync(0x0000ffff, v, 8, 16);"), "");
}

TEST(Masks, NameLanesThatHaveToCome) {
  EXPECT_EQ(masks_found("if (lane < 18) v = __shfl_down_sync(0xffffffff, v, 1);"), "named_missing 18, of lane 0, 18 times");
  EXPECT_EQ(masks_found("if (lane < 16) v = __ballot_sync(0xffffffff, v);"), "named_missing 16, of lane 0, 16 times");
  EXPECT_EQ(masks_found("if (lane < 16) __syncwarp();"), "named_missing 16, of lane 0, 16 times");
  EXPECT_EQ(masks_found("for (int k = 0; k <= lane / 16; ++k) v += __shfl_xor_sync(0xffffffff, v, 1);"),
            "named_missing 0, of lane 16, 16 times");
  // With another mask they have not come.
  EXPECT_EQ(masks_found("v = __ballot_sync(lane < 16 ? 0x0000ffff : 0xffffffff, v);"),
            "named_missing 0, of lane 16, 16 times");
  // The second warp waits beside the first one, and nothing is wrong with it.
  EXPECT_EQ(masks_found("if (threadIdx.x != 5) v = __ballot_sync(0xffffffff, v);", 64),
            "named_missing 5, of lane 0, 31 times");
}

// CUDA needs only the lanes that have not returned. But no lane gets a value from one that has.
TEST(Masks, MayNameLanesThatHaveReturned) {
  EXPECT_EQ(masks_found("if (lane >= 18) return; v = __ballot_sync(0xffffffff, v);"), "");
  EXPECT_EQ(masks_found("for (;;) { v = __ballot_sync(0xffffffff, v); if (lane < 8) return; if (lane > 7) break; }"), "");
  EXPECT_EQ(masks_found("if (lane >= 18) return; v = __shfl_down_sync(0xffffffff, v, 16);"),
            "asked_missing 18, of lane 2, 14 times");
  EXPECT_EQ(masks_found("v = __shfl_down_sync(0xffffffff, v, 4);", 40), "asked_missing 8, of lane 36, 4 times");
}

TEST(Masks, OfPartsOfAWarpAreRight) {
  EXPECT_EQ(masks_found("v = __shfl_xor_sync(lane < 16 ? 0x0000ffff : 0xffff0000, v, 8);"), "");
  EXPECT_EQ(masks_found("if (lane < 16) v = __ballot_sync(0x0000ffff, v); else v = __ballot_sync(0xffff0000, v);"), "");
  EXPECT_EQ(masks_found("unsigned here = __activemask(); v = __shfl_sync(here, v, __ffs(here) - 1);"), "");
}

// Its lanes wait for each other wherever they stand. A shuffle in each of two branches is two calls.
TEST(Masks, OfSyncwarpMayMeetInTwoBranches) {
  EXPECT_EQ(masks_found("if (lane < 16) __syncwarp(); else __syncwarp();"), "");
  EXPECT_EQ(masks_found("if (lane < 16)\n v = __any_sync(0xffffffff, 1);\nelse\n v = __any_sync(0xffffffff, 1);"),
            "named_missing 16, of lane 0, 16 times; named_missing 0, of lane 16, 16 times");
}

TEST(Masks, AreKeptInAFile) {
  const Launch launch = launch_of("if (lane < 18) v = __shfl_down_sync(0xffffffff, v, 1);", false, 32);
  const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
  ASSERT_TRUE(trace.mask_mistakes() && trace.has_masks());
  const std::string path = masks_folder / "own.tsc";
  save(trace, path);
  const Trace again = TraceFile(path).load();
  EXPECT_EQ(again.mask_mistakes(), trace.mask_mistakes());
  EXPECT_EQ(of_masks(again), of_masks(trace));
}

TEST(Masks, AreLookedAtWhereEventsAreOnlyCounted) {
  Launch launch = launch_of("if (lane < 18) v = __shfl_down_sync(0xffffffff, v, 1);", false, 32);
  launch.record = Record::counts;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(launch), launch, {});
  ASSERT_EQ(of_masks(trace).size(), 1U);
  EXPECT_EQ(described(of_masks(trace)[0]), "named_missing 18, of lane 0, 18 times");
}

}  // namespace
}  // namespace tilescope::test
