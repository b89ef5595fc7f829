// Figures come out as the curriculum has them; moments and references mean what the documentation says.
#include <gtest/gtest.h>

#include "tests/support/classroom.h"

namespace tilescope::lessons {
namespace {

using test::Classroom;

TEST(Figures, OfTheClassroomAreThoseOfTheCurriculum) {
  Classroom room;
  EXPECT_EQ(room.figure("threads"), 16);
  EXPECT_EQ(room.figure("blocks"), 4);
  EXPECT_EQ(room.figure("phases"), 2);
  EXPECT_EQ(room.figure("global_loads.thread"), 4);
  EXPECT_EQ(room.figure("naive.global_loads.thread"), 8);
  EXPECT_EQ(room.figure("naive.global_loads / global_loads"), 2);
  EXPECT_EQ(room.figure("naive.loads_of_each.A"), 4);
  EXPECT_EQ(room.figure("naive.duplicate_loads(0,0,0,1)"), 4);
  EXPECT_EQ(room.figure("barriers"), 4);
  EXPECT_EQ(room.figure("tiled_barrier_in_inner_loop.barriers / phases"), 3);
  EXPECT_EQ(room.figure("naive(size=16, tile=16).global_loads / tiled(size=16, tile=16).global_loads"), 16);
  EXPECT_EQ(room.figure("naive.intensity"), 0.25);
}

TEST(Figures, OfLargeLaunchesNeedNoRecording) {
  Classroom room;
  EXPECT_EQ(room.figure("tiled_bounded(m=1000, n=1200, k=800, tile=16).blocks"), 4725);
  EXPECT_EQ(room.figure("tiled_bounded(m=1000, n=1200, k=800, tile=16).grid_columns"), 75);
  EXPECT_EQ(room.figure("ceil(800/16)"), 50);
}

TEST(Figures, CountExactly) {
  Classroom room;
  EXPECT_EQ(room.figure("tiled_bounded(m=55, k=48, n=43, tile=16).bytes_loaded"), 64704);
  EXPECT_EQ(room.figure("tiled_bounded(m=55, k=48, n=43, tile=16).bytes_stored"), 9460);
  EXPECT_EQ(room.figure("tiled_bounded(m=142, k=110, n=146, tile=32, record=counts).product_flops"), 4561040);
  EXPECT_EQ(room.figure("tiled_bounded(m=142, k=110, n=146, tile=32, record=counts).flops"), 6553600);
}

TEST(Figures, OfTheModelsAreThoseOfTheCurriculum) {
  Classroom room;
  EXPECT_EQ(room.figure("fermi(tile=16, shared=16).by_shared_memory"), 8);
  EXPECT_EQ(room.figure("fermi(tile=32, shared=16).by_shared_memory"), 2);
  EXPECT_EQ(room.figure("fermi(tile=16, shared=16).blocks"), 6);
  EXPECT_EQ(room.figure("fermi(tile=32, shared=16).blocks"), 1);
  EXPECT_EQ(room.text("occupancy:fermi(tile=16, shared=16).limiter"), "threads");
  EXPECT_EQ(room.figure("fermi(tile=16, shared=16).loads_by_shared_memory"), 4096);
  EXPECT_EQ(room.figure("fermi(tile=16).phase_loads"), 512);
  EXPECT_EQ(room.figure("fermi(tile=16).phase_flops"), 8192);
  EXPECT_EQ(room.figure("fermi(tile=16).phase_multiply_adds"), 4096);
  EXPECT_EQ(room.figure("fermi(tile=32).shared_bytes"), 8192);
  EXPECT_EQ(room.figure("fermi(intensity=0.25).attainable"), 37.5);
  EXPECT_EQ(room.figure("fermi(intensity=0.25).needed_bandwidth"), 4000);
  EXPECT_EQ(room.figure("fermi(tile=16).attainable"), 600);
  EXPECT_EQ(room.figure("fermi(tile=64).intensity"), 16);
  EXPECT_GT(room.figure("cache(size=32).plain.misses"), room.figure("cache(size=32).blocked.misses"));
}

TEST(Figures, TakeMomentsAndParts) {
  Classroom room;
  EXPECT_EQ(room.figure("global_loads.thread(0,1) at phase 0"), 2);
  EXPECT_EQ(room.figure("global_loads.A.thread(0,1) at phase 1"), 2);
  EXPECT_EQ(room.figure("global_loads.block(0,1) at load A in phase 0"), 4);
  EXPECT_EQ(room.figure("global_loads.block(0,1)"), 16);
  EXPECT_EQ(room.figure("global_loads at now", "start"), 0);
  EXPECT_EQ(room.figure("filled at load A in phase 0"), 4);
  EXPECT_EQ(room.figure("waiting at before barrier 1 in phase 0 + 2 events"), 2);
  EXPECT_EQ(room.figure("-(2 + 3) * 2 / 4"), -2.5);
  EXPECT_EQ(room.figure("max(2, min(9, 3)) + floor(1.5)"), 4);
}

TEST(Figures, ThatMakeNoSenseAreRefused) {
  Classroom room;
  const auto refusal = [&](const std::string& expression) {
    return Classroom::refused([&] { static_cast<void>(room.figure(expression)); });
  };
  EXPECT_EQ(refusal("global_laods"), "nothing is called 'global_laods': do you mean 'global_loads'?");
  EXPECT_EQ(refusal("global_loads.D"), "global_loads has no part 'D': do you mean 'A'?");
  EXPECT_EQ(refusal("1 / (m - 4)"), "'1 / (m - 4)' divides by 0");
  EXPECT_EQ(refusal("(1 + 2"), "a ) is missing in '(1 + 2'");
  EXPECT_EQ(refusal("1 2"), "'2' is one word too many in '1 2'");
  EXPECT_EQ(refusal("fermi.blcoks"), "a GPU has no 'blcoks': do you mean 'blocks'?");
  EXPECT_EQ(refusal("naive"), "say what about naive: naive.global_loads");
  EXPECT_EQ(refusal("fermi(tile=16).limiter + 1"), "'threads' is no number to compute with");
  EXPECT_EQ(refusal("global_loads.thread(9,9)"), "there is no thread (9,9): a block has 2 rows of 2 threads");
  EXPECT_EQ(refusal(std::string(100000, '(')), "too many brackets in brackets");
}

TEST(Moments, AreWhereTheyAreSaidToBe) {
  Classroom room;
  // Lines 11 12 13 | 15 15 16 | 11 12 13 | 15 15 16 | 18, as steps 1 to 13.
  EXPECT_EQ(room.step("start"), 0U);
  EXPECT_EQ(room.step("end"), 13U);
  EXPECT_EQ(room.step("step 7"), 7U);
  EXPECT_EQ(room.step("phase 0"), 6U);
  EXPECT_EQ(room.step("before phase 1"), 6U);
  EXPECT_EQ(room.step("load B"), 2U);
  EXPECT_EQ(room.step("before load B"), 1U);
  EXPECT_EQ(room.step("fill Bs in phase 1"), 8U);
  EXPECT_EQ(room.step("barrier 2 in phase 1"), 12U);
  EXPECT_EQ(room.step("visit 3 of sum"), 10U);
  EXPECT_EQ(room.step("visit 2 of sum in phase 1"), 11U);
  EXPECT_EQ(room.step("last sum"), 11U);
  EXPECT_EQ(room.step("store"), 13U);
  EXPECT_EQ(room.step("line 16"), 6U);
  EXPECT_EQ(room.step("line \"syncthreads\""), 3U);
  EXPECT_EQ(room.step("end - 2 steps"), 11U);
  EXPECT_EQ(room.step("start + 1 event"), 1U);
}

TEST(Moments, ThatAreNoneAreRefused) {
  Classroom room;
  const auto refusal = [&](const std::string& moment) {
    return Classroom::refused([&] { static_cast<void>(room.step(moment)); });
  };
  EXPECT_EQ(refusal("phase 2"), "there is no phase 2: this launch has phases 0 to 1");
  EXPECT_EQ(refusal("phas 1"), "'phas' begins no moment: do you mean 'phase'?");
  EXPECT_EQ(refusal("step 14"), "there is no step 14: this launch has steps 1 to 13");
  EXPECT_EQ(refusal("visit 5 of sum"), "line 15 is run 4 times, and visit 5 was asked for");
  EXPECT_EQ(refusal("barrier 3"), "tiled has no line 'barrier 3' that is run: it has 2 barriers");
  EXPECT_EQ(refusal("store in phase 0"), "line 18 is not run in phase 0");
  EXPECT_EQ(refusal("end + 1 step"), "that is beyond the launch");
  EXPECT_EQ(refusal("finding 1"), "nothing was found in this launch");
  EXPECT_EQ(refusal("phase 0 and more"), "'and more' is one word too many in 'phase 0 and more'");
  EXPECT_EQ(refusal(""), "'' names no moment: write one as in 'phase 1' or 'barrier 2'");
}

TEST(References, SayAndLightWhatTheyName) {
  Classroom room;
  EXPECT_EQ(room.text("A[0][2]"), "A[0][2]");
  EXPECT_EQ(room.text("thread 0,1"), "thread (0,1)");
  EXPECT_EQ(room.text("line:store"), "line 18");
  EXPECT_EQ(room.text("line:\"float sum\""), "line 9");
  EXPECT_EQ(room.text("row 1 of A"), "row 1 of A");
  EXPECT_EQ(room.text("value:C[0][0]", "visit 3 of sum"), "38");
  EXPECT_EQ(room.text("value:As[0][1]", "phase 0"), "2");
  EXPECT_EQ(room.text("expected:C[0][0]"), "90");
  EXPECT_EQ(room.text("address:A[0][2]"), "row·K + k = 0·4 + 2 = 2");
  EXPECT_EQ(room.text("arithmetic:thread 0,0", "visit 3 of sum"), "C[0][0] += A[0][2] × B[2][0]: 11 + 3 × 9 = 38");
  EXPECT_EQ(room.text("count:1000*64.704"), "64 704");
  const Resolved row = reference(room.here(), "row 1 of A");
  ASSERT_EQ(row.lit.size(), 4U);
  EXPECT_EQ(row.lit.front(), (Target{Target::Kind::element, 0, row.lit.front().array, 4, 0}));
  EXPECT_EQ(reference(room.here(), "tile 1,0 of B").lit.size(), 4U);
  EXPECT_EQ(reference(room.here(), "line:store").lit, (std::vector<Target>{{Target::Kind::line, 0, 0, 18, 0}}));
}

TEST(References, OfAWrongKernelTellWhatIsWrong) {
  Classroom room("tiled_no_second_barrier");
  room.situation.request.schedule = {Schedule::Kind::in_order, 0};
  EXPECT_NE(room.text("finding:1").find("race on"), std::string::npos);
  EXPECT_GT(room.figure("errors"), 0);
  EXPECT_GT(room.step("finding 1"), 0U);
}

TEST(References, KeepBracesAndCode) {
  Classroom room;
  std::vector<Mistake> mistakes;
  const Resolved resolved = resolve(room.here(), {"{{x}} and `As[k]`: {A[0][0]}", "step.text", 3}, mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(plain_text(resolved.spans), "{x} and As[k]: A[0][0]");
  ASSERT_EQ(resolved.spans.size(), 4U);
  EXPECT_TRUE(resolved.spans[1].code);
  EXPECT_TRUE(resolved.spans[3].named);
  static_cast<void>(resolve(room.here(), {"one\ntwo {B[9][9]}", "step.text", 3}, mistakes));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_EQ(mistakes.front().line, 4U);
}

}  // namespace
}  // namespace tilescope::lessons
