// Every kind of finding in words: whole sentences, with array, element, lines, threads and interval.
#include "app/explain/finding_words.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "instrumentation/executors/judged.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/own_files.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

std::string message(const Trace& trace, Hazard hazard) {
  const Hazards found = judged(trace);
  for (const Finding& finding : found.findings)
    if (finding.hazard == hazard) return cause_words(trace, finding) + ": " + message_words(trace, found, finding);
  return "none";
}

Trace odd(const std::string& name, Size2 block = {2, 2}, Size2 grid = {1, 1}) {
  return make_cpu_executor()->record(odd_kernel(name), square(odd_kernel(name), 2, block, grid),
                                     {1, std::uint64_t{1} << 28, false, nullptr, {}});
}

TEST(FindingWords, TellARaceByItsFirstExample) {
  EXPECT_EQ(
      message(record(launch("tiled_no_second_barrier", 4, 4, 4, 2)), Hazard::race),
      "race on As, lines 11 and 15: Thread (0,0) stores As[0][0] on line 11, and thread (0,1) loads it on line 15: "
      "block (0,0), interval 1, with no barrier between them. The schedule decides which value is read. In total: 16 "
      "pairs of accesses to 4 cells, in 4 blocks and 1 interval between barriers.");
}

TEST(FindingWords, TellAReadBeforeAnyStoreAndOfLuck) {
  Launch l = launch("tiled_no_first_barrier", 4, 4, 4, 2);
  l.schedule.kind = Schedule::Kind::warp_interleaved;
  EXPECT_EQ(message(record(l), Hazard::uninitialised_read),
            "uninitialised read of As, line 15: Thread (0,1) loads As[0][0] on line 15: block (0,0), interval 0. No "
            "thread stores to it in an earlier interval, nor does this thread before this load, so its value is "
            "undefined. In total: 16 loads of 4 cells, in 4 blocks and 1 interval between barriers. This schedule "
            "happened to give "
            "the right C.");
}

TEST(FindingWords, TellAccessesBeyondAnArray) {
  Launch l = launch("tiled_unguarded", 3, 3, 3, 2);
  EXPECT_EQ(
      message(record(l), Hazard::out_of_bounds),
      "out of bounds on A, line 12: Thread (1,0) of block (1,0) loads element 9 of A on line 12; A has "
      "elements 0 to 8. The load returns no element of A. On a GPU it may return any value. In total: 10 accesses, "
      "in 2 blocks.");
  EXPECT_EQ(
      message(record(l), Hazard::wrong_result),
      "wrong result in C: C[0][0] is NaN but should be 30. 9 elements are NaN or infinite. In total: 9 of 9 elements "
      "are wrong.");
  l.record = Record::counts;
  EXPECT_EQ(message(record(l), Hazard::out_of_bounds),
            "out of bounds on A: These blocks were only counted, so the threads and lines are unknown. In total: 10 "
            "accesses, in 2 blocks.");
}

Trace unordered(const std::string& text) {
  Request request;
  request.kernel = fmt::format(TILESCOPE_SOURCES "/tests/instrumentation/unordered/{}.cu", text);
  const Launch launch = plan(request);
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

TEST(FindingWords, TellRacesWithAtomicsAndBetweenBlocks) {
  EXPECT_EQ(message(unordered("reduce_atomic_no_second_barrier"), Hazard::race),
            "race on total, lines 9 and 10: Thread 1 changes total with an atomic on line 9, and thread 0 loads it "
            "on line 10: block 0, interval 1, with no barrier between them. The schedule decides which value "
            "is read. In total: 252 pairs of accesses to 1 cell, in 4 blocks and 1 interval between barriers.");
  EXPECT_EQ(message(unordered("reduce_last_block_uncounted"), Hazard::race),
            "race on partial, lines 8 and 13: Thread 0 of block 0 stores partial[0] on line 8, and thread 0 "
            "of block 3 loads it on line 13. The blocks of a launch run in no fixed order. The schedule decides which "
            "value is read. In total: 3 pairs of accesses to 3 cells, in 4 blocks and 1 interval between barriers.");
  const std::string unread = message(unordered("histogram_not_zeroed"), Hazard::uninitialised_read);
  EXPECT_TRUE(
      unread.starts_with("uninitialised read of bins, line 9: Thread 0 changes bins[0] with an atomic on line 9: "
                         "block 0, interval 0. "
                         "No thread has stored to it before, so the atomic starts from an undefined value."))
      << unread;
  const Trace possible = unordered("shortest_ways");
  const Hazards found = hazards(possible);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_FALSE(found.errors());
  EXPECT_EQ(cause_words(possible, found.findings[0]), "possible race on way, lines 9 and 8");
}

TEST(FindingWords, TellFaults) {
  const Trace trace = record(launch("tiled_barrier_in_branch", 4, 4, 4, 2));
  EXPECT_EQ(
      message(trace, Hazard::barrier_divergence),
      "barrier divergence, lines 18 and 15: Thread (0,0) waits at the barrier on line 18, and thread (1,0) waits at "
      "the barrier on line 15: block (0,0), interval 0. A barrier waits for all threads of its block, so no thread "
      "continues. In total: 1 block, the first with this mistake; 0 of 4 blocks ran to the end.");
  EXPECT_EQ(caveats(trace, judged(trace), {}),
            (std::vector<std::string>{
                "The events in 1 of 4 blocks were checked; the other blocks were not checked for races.",
                "The kernel did not finish, so its C was not compared."}));
  EXPECT_EQ(text_of_line(trace.kernel_text(), 14),
            "if (ty > 0)         // the mistake: threads of one block diverge here");
  EXPECT_EQ(message(odd("endless"), Hazard::endless_loop).find("endless loop"), 0U);
}

TEST(FindingWords, TellTwoStoresOfOneElement) {
  EXPECT_EQ(
      message(odd("all_store_one_cell", {2, 1}, {3, 1}), Hazard::store_conflict),
      "store conflict on C, line 3: C[0][0] is stored by thread 0 of block 0 on line 3 and by thread 1 "
      "of block 0 on line 3. The last store decides its value. In total: 5 extra stores to 1 element, in 3 blocks.");
}

TEST(FindingWords, TellTheFirstWrongRead) {
  const Trace trace = record(launch("tiled_no_second_barrier", 4, 4, 4, 2));
  EXPECT_EQ(wrong_read_words(trace, wrong_reads(trace, 1).at(0)),
            "thread (0,1) of block (0,0) reads As[0][0] on line 15 (event 6 of this thread) too late and gets 3 "
            "instead of 1, "
            "which thread (0,0) has overwritten. The error spreads to C[0][1].");
}

Trace classic(const std::string& name, Schedule::Kind schedule = Schedule::Kind::in_order) {
  Request request;
  request.kernel = fmt::format("{}.cu", name);
  Launch launch = plan(request);
  launch.schedule.kind = schedule;
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}
Trace own(const std::string& text) {
  const Launch launch = plan(file_with(std::filesystem::path(TILESCOPE_SCRATCH) / "finding_words" / "own.cu", text));
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

// Both threads and the cell, also in one line; for two blocks, both blocks.
TEST(FindingWords, NameBothWhoMeet) {
  const auto case_of = [](const Trace& trace, Hazard hazard) -> std::string {
    for (const Finding& finding : hazards(trace).findings)
      if (finding.hazard == hazard) return case_words(trace, finding);
    return "none";
  };
  EXPECT_EQ(case_of(unordered("reduce_atomic_no_second_barrier"), Hazard::race),
            "race on total between thread 1 on line 9 and thread 0 on line 10, in block 0");
  EXPECT_EQ(case_of(unordered("unlocked_by_blocks"), Hazard::race),
            "race on balance[0] between thread 0 of block 0 and thread 0 of block 1 on line 6");
  EXPECT_EQ(case_of(unordered("unlocked_by_blocks"), Hazard::store_conflict),
            "store conflict on balance[0] between thread 0 of block 0 and thread 0 of block 1 on line 6");
  EXPECT_EQ(case_of(unordered("histogram_not_zeroed"), Hazard::uninitialised_read),
            "uninitialised read of bins, line 9");
}

TEST(FindingWords, TellWholeNumbersInFull) {
  const Trace trace = own(R"(//! out = { sides = [1] }
//! grid = 1
//! block = 1
__global__ void own(int* out) { out[0] = 16777217; }
void reference(int* out) { out[0] = 16777216; }
)");
  const Hazards found = judged(trace);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_EQ(example_words(trace, found.findings[0]).find("out[0] is 16777217 but should be 16777216."), 0U)
      << example_words(trace, found.findings[0]);
  const GotAndExpected close = got_and_expected(trace, 0, 0, 16777217.0000001);
  EXPECT_NE(close.got, close.expected);
}

// Accesses past the end of a row of shared memory.
std::vector<std::string> past_rows_in(const std::string& body) {
  const Trace trace =
      own("//! out = { sides = [256] }\n//! grid = 1\n//! block = [16, 16]\n"
          "__global__ void own(int* out) {\n"
          "  __shared__ int tile[17][16];\n"
          "  int tx = threadIdx.x, ty = threadIdx.y;\n"
          "  tile[ty][tx] = tx;\n"
          "  if (ty == 0) tile[16][tx] = 0;\n"
          "  __syncthreads();\n" +
          body + "\n}\n");
  std::vector<std::string> all;
  for (const std::string& caveat : caveats(trace, {}, reading::past_rows(trace)))
    if (caveat.find("row") != std::string::npos) all.push_back(caveat);
  return all;
}

TEST(FindingWords, TellOfRowsThatAreRunOver) {
  EXPECT_EQ(
      past_rows_in("  out[ty * 16 + tx] = tile[ty][tx + 1];"),
      (std::vector<std::string>{"On line 10, `tile[ty][tx + 1]` goes past the end of its row: thread (0,15) of "
                                "block 0 accesses cell 16 of a row with cells 0 to 15. That cell is tile[1][0]."}));
  EXPECT_EQ(
      past_rows_in("  if (ty > 0) out[ty * 16 + tx] = tile[ty][(int)tx - 1];"),
      (std::vector<std::string>{"On line 10, `tile[ty][(int)tx - 1]` goes past the start of its row: thread (1,0) "
                                "of block 0 accesses cell -1 of a row with cells 0 to 15. That cell is "
                                "tile[0][15]."}));
  // Also if only the row is known, and for the one access of several that does.
  EXPECT_EQ(past_rows_in("  int sum = 0;\n"
                         "  for (int k = 0; k < 3; ++k)\n"
                         "    sum += tile[ty + 1][tx] +\n"
                         "           tile[ty][tx + 2 * k];\n"
                         "  out[ty * 16 + tx] = sum;")
                .size(),
            0U)
      << "this one comes to the row of the other, as far as the trace tells";
  EXPECT_EQ(past_rows_in("  for (int k = 0; k < 3; ++k) out[ty * 16 + tx] += tile[ty][tx + k];").size(), 1U);
}

TEST(FindingWords, TellOfNoRowThatIsKeptTo) {
  for (const char* body :
       {"  if (tx < 15) out[ty * 16 + tx] = tile[ty][tx + 1];", "  out[ty * 16 + tx] = tile[ty + 1][tx];",
        "  out[ty * 16 + tx] = tile[ty][tx] +\n    tile[ty + 1][tx];",
        "  for (int y = ty; y < 17; y += 16) out[ty * 16 + tx] += tile[y][tx];",
        "  if (ty == 0) for (int k = 0; k < 256; ++k) out[tx] += tile[0][k];",
        "  int* flat = &tile[0][0]; out[ty * 16 + tx] = flat[ty * 16 + tx + 1];",
        "  ty = 15 - ty; out[ty * 16 + tx] = tile[ty][tx];", "  out[ty * 16 + tx] = tile[tx][ty] + tile[ty][tx ^ ty];"})
    EXPECT_TRUE(past_rows_in(body).empty()) << body;
}

TEST(FindingWords, TellMasksThatDoNotFit) {
  EXPECT_EQ(message(classic("warp_mask_leaves_out"), Hazard::mask_mismatch),
            "mask mismatch, line 14: Thread 16 calls __shfl_down_sync on line 14 with the mask 0x0000ffff, which "
            "does not name it: block 0, interval 0. A lane that calls must be in its own mask; otherwise the result "
            "is undefined. In total: 192 calls, in 1 block and 1 interval between barriers. This schedule happened to "
            "give the right out.");
  EXPECT_EQ(
      message(classic("warp_divergent_shuffle"), Hazard::mask_mismatch),
      "mask mismatch, line 14: Thread 32 calls __shfl_down_sync on line 14 with the mask 0xffffffff, and "
      "thread 50 and 13 more, which the mask names, never make this call with it: block 0, interval 0. "
      "All lanes that a mask names must make the call; otherwise the result is undefined. In total: 90 calls, in 1 "
      "block and 1 interval between barriers.");
  EXPECT_EQ(
      message(own("//! out = { sides = [32] }\n//! grid = 1\n//! block = 32\n"
                  "__global__ void own(int* out) {\n"
                  "  if (threadIdx.x > 8) return;\n"
                  "  out[threadIdx.x] = __shfl_sync(~0u, out[threadIdx.x], 9);\n}\n"),
              Hazard::mask_mismatch),
      "mask mismatch, line 6: Thread 0 calls __shfl_sync on line 6 with the mask 0xffffffff and reads from "
      "thread 9, which has returned: block 0, interval 0. The value that it reads is undefined. In total: 9 calls, "
      "in 1 block and 1 interval between barriers.");
  EXPECT_EQ(message(classic("warp_half_mask"), Hazard::mask_mismatch), "none");
}

// From a GPU, or from an older file.
TEST(FindingWords, SayWhereNobodyLookedAtMasks) {
  const Trace looked = classic("warp_sum_down");
  Trace::Parts parts;
  parts.launch = looked.launch();
  parts.kernel_text = looked.kernel_text();
  parts.arrays = looked.arrays();
  parts.sites = looked.sites();
  const auto tells = [](const Trace& trace) {
    const std::vector<std::string> all = caveats(trace, {}, {});
    return std::any_of(all.begin(), all.end(),
                       [](const std::string& caveat) { return caveat.find("masks") != std::string::npos; });
  };
  const Trace of_before(std::move(parts));
  EXPECT_TRUE(tells(of_before));
  EXPECT_TRUE(hazards(of_before).findings.empty());
  EXPECT_FALSE(tells(looked));
}

TEST(FindingWords, TellABarrierBehindAReturn) {
  const Trace trace =
      own("//! n = 12\n//! out = { sides = [12] }\n//! grid = 2\n//! block = 8\n"
          "__global__ void own(int* out, int n) {\n"
          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (i >= n) return;\n"
          "  __syncthreads();\n"
          "  out[i] = i;\n}\n");
  EXPECT_FALSE(hazards(trace).errors());
  EXPECT_EQ(message(trace, Hazard::barrier_divergence),
            "possible barrier divergence, line 8: Thread 0 waits at the barrier on line 8, and thread 4 has "
            "returned: block 1, interval 0. A GPU continues without the threads that have returned, and so does "
            "TileScope. But CUDA leaves such a barrier undefined: all threads of the block must reach it. In total: "
            "1 barrier, in 1 block and 1 interval between barriers.");
}

TEST(FindingWords, TellPairsOfTwoBlocksInBoth) {
  const Trace trace = classic("sort_bitonic_two_blocks");
  const Hazards found = hazards(trace);
  ASSERT_FALSE(found.findings.empty());
  for (const Finding& finding : found.findings) {
    if (finding.accesses.size() != 2 || finding.accesses[0].block == finding.accesses[1].block) continue;
    EXPECT_NE(total_words(trace, finding).find("in 2 blocks"), std::string::npos) << total_words(trace, finding);
  }
}

TEST(FindingWords, TellAnIndexThatIsNotKnown) {
  const std::string text =
      message(own("//! a = { sides = [32] }\n//! b = { sides = [32] }\n//! grid = 1\n//! block = 32\n"
                  "__global__ void own(const float* a, float* b) {\n"
                  "  b[threadIdx.x] = a[threadIdx.x - 1];\n}\n"),
              Hazard::out_of_bounds);
  EXPECT_NE(text.find("loads an element far beyond the end of a (a negative index that is stored as unsigned becomes "
                      "this large) on line 6"),
            std::string::npos)
      << text;
}

TEST(FindingWords, TellValuesApart) {
  const Trace trace = classic("transpose_no_barrier");
  const std::vector<WrongRead> reads = wrong_reads(trace, 1);
  ASSERT_EQ(reads.size(), 1U);
  WrongRead read = reads.front();
  EXPECT_EQ(wrong_read_words(trace, read).find(".."), std::string::npos) << wrong_read_words(trace, read);
  EXPECT_TRUE(wrong_read_words(trace, read).ends_with(".")) << wrong_read_words(trace, read);
  read.got = 1.0000001, read.meant = 1;
  read.got_unset = false;
  EXPECT_NE(wrong_read_words(trace, read).find(" too early and gets 1.0000001 instead of 1, which "), std::string::npos)
      << wrong_read_words(trace, read);
  const Trace whole =
      own("//! out = { sides = [8] }\n//! grid = 1\n//! block = 8\n"
          "__global__ void own(int* out) {\n"
          "  __shared__ int s[8];\n"
          "  s[threadIdx.x] = threadIdx.x;\n"
          "  out[threadIdx.x] = s[7 - threadIdx.x];\n}\n");
  const std::vector<WrongRead> of_ints = wrong_reads(whole, 1);
  ASSERT_EQ(of_ints.size(), 1U);
  EXPECT_NE(wrong_read_words(whole, of_ints[0])
                .find("gets a value that no thread had stored instead of 7, which thread 7 stores later"),
            std::string::npos)
      << wrong_read_words(whole, of_ints[0]);
}

// By the name of the launch's result.
TEST(FindingWords, NameTheResult) {
  const Trace trace = classic("transpose_no_barrier", Schedule::Kind::warp_interleaved);
  Hazards found = judged(trace);
  ASSERT_FALSE(found.findings.empty());
  ASSERT_TRUE(found.result);
  found.result->wrong.clear();
  EXPECT_TRUE(message_words(trace, found, found.findings[0])
                  .ends_with("This schedule happened to give the right " + result_name(trace, found) + "."));
  EXPECT_EQ(result_name(trace, found), trace.arrays()[found.result->array].name);
  EXPECT_NE(result_name(trace, found), "C");
}

}  // namespace
}  // namespace tilescope::test
