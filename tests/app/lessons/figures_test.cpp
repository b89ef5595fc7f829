// Figures come out as the curriculum has them; moments and references mean what the documentation says.
#include <gtest/gtest.h>

#include "app/lessons/questions.h"
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
  EXPECT_EQ(room.figure("h200.bandwidth"), 4800);
  EXPECT_EQ(room.figure("h200(tile=32).attainable"), 38400);
  EXPECT_EQ(room.text("occupancy:h200.name"), "H200 SXM");
  EXPECT_EQ(room.figure("h200.peak"), room.figure("hopper.peak"));
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
  EXPECT_EQ(refusal("global_laods"), "nothing is called 'global_laods': did you mean 'global_loads'?");
  EXPECT_EQ(refusal("global_loads.D"), "global_loads has no part 'D': did you mean 'A'?");
  EXPECT_EQ(refusal("1 / (m - 4)"), "'1 / (m - 4)' divides by 0");
  EXPECT_EQ(refusal("(1 + 2"), "a ) is missing from '(1 + 2'");
  EXPECT_EQ(refusal("1 2"), "unexpected '2' in '1 2'");
  EXPECT_EQ(refusal("fermi.blcoks"), "a GPU has no 'blcoks': did you mean 'blocks'?");
  EXPECT_EQ(refusal("naive"), "say which figure of naive you mean, for example naive.global_loads");
  EXPECT_EQ(refusal("fermi(tile=16).limiter + 1"), "'threads' is not a number");
  EXPECT_EQ(refusal("global_loads.thread(9,9)"), "there is no thread (9,9): a block has 2 rows of 2 threads");
  EXPECT_EQ(refusal(std::string(100000, '(')), "too many nested brackets");
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
  EXPECT_EQ(refusal("phas 1"), "no moment begins with 'phas': did you mean 'phase'?");
  EXPECT_EQ(refusal("step 14"), "there is no step 14: this launch has steps 1 to 13");
  EXPECT_EQ(refusal("visit 5 of sum"), "line 15 is run 4 times, so it has no visit 5");
  EXPECT_EQ(refusal("barrier 3"), "tiled has no line 'barrier 3' that is run: it has 2 barriers");
  EXPECT_EQ(refusal("store in phase 0"), "line 18 is not run in phase 0");
  EXPECT_EQ(refusal("end + 1 step"), "that moment is outside the launch");
  EXPECT_EQ(refusal("finding 1"), "this launch has no findings");
  EXPECT_EQ(refusal("phase 0 and more"), "unexpected 'and more' in 'phase 0 and more'");
  EXPECT_EQ(refusal(""), "'' is not a moment: write one such as 'phase 1' or 'barrier 2'");
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

TEST(References, SayWhatStandsInALine) {
  Classroom room;
  EXPECT_EQ(room.text("code:store"), "C[row * N + col] = sum") << "without its semicolon";
  EXPECT_EQ(room.text("code:barrier 1"), "__syncthreads()") << "without its comment";
  EXPECT_EQ(room.text("code:18"), room.text("code:store"));
  EXPECT_EQ(room.text("code:\"for (int tile\""), "for (int tile = 0; tile < K / TILE; ++tile)") << "without its brace";
  const Resolved store = reference(room.here(), "code:store");
  EXPECT_EQ(store.lit, (std::vector<Target>{{Target::Kind::line, 0, 0, 18, 0}}));
  EXPECT_TRUE(store.spans.front().code);
  EXPECT_EQ(Classroom::refused([&] { static_cast<void>(room.text("code:1")); }), "line 1 has no code");
  EXPECT_EQ(Classroom::refused([&] { static_cast<void>(room.text("code:load D")); }),
            "tiled has no line 'load D' that is run");
}

TEST(References, OfAWrongKernelTellWhatIsWrong) {
  Classroom room("tiled_no_second_barrier");
  room.situation.request.schedule = {Schedule::Kind::in_order, 0};
  const std::string race = room.text("finding:1");
  EXPECT_EQ(race.find("race on As["), 0U) << race;
  EXPECT_NE(race.find(" on line 11 and thread ("), std::string::npos) << race;
  EXPECT_NE(race.find(" on line 15, in block (0,0)"), std::string::npos) << race;
  EXPECT_GT(room.figure("errors"), 0);
  EXPECT_GT(room.step("finding 1"), 0U);
}

// A classic as its file launches it.
struct ClassicsRoom : Classroom {
  explicit ClassicsRoom(const std::string& kernel) {
    situation.request = {};
    situation.request.kernel = kernel + ".cu";
  }
};

TEST(Figures, OfClassicsCountWhatTheirThreadsDo) {
  ClassicsRoom room("reduce_warp_shuffle");
  EXPECT_EQ(room.figure("additions"), 768);
  EXPECT_EQ(room.figure("shuffles.thread(0,0)"), 5);
  EXPECT_EQ(room.figure("shuffles.block"), 160);
  EXPECT_EQ(room.figure("reduce_sequential.additions.block"), 255);
  EXPECT_EQ(room.figure("elements.in"), 512);
  EXPECT_EQ(room.figure("number(n)"), 512);
  EXPECT_EQ(room.figure("value(out[0])"), 32896);
  EXPECT_EQ(room.figure("reduce_atomic.atomics.out"), 4);
  EXPECT_EQ(room.figure("reduce_atomics_only.most_atomics.out"), 1000);
  EXPECT_EQ(room.figure("histogram_global.most_atomics.bins"), 55);
  EXPECT_EQ(room.figure("histogram_shared.most_atomics.counts"), 33) << "of two blocks, each with cells of its own";
  EXPECT_EQ(room.figure("histogram_bins_a_warp.most_atomics.counts"), 10);
  EXPECT_EQ(room.figure("add_grid_stride.threads_with(global_stores,2).c"), 488);
  EXPECT_EQ(room.figure("copy_strided(args=stride:4).sectors_per_load.in"), 16);
  EXPECT_EQ(room.figure("copy_runs.sectors_loaded.in"), 500);
  EXPECT_EQ(room.figure("copy_four_at_once.warp_loads.in"), 8);
  EXPECT_EQ(room.figure("scan_blelloch(knobs=ELEMENTS:64, arrays=in:64:counting;out:64, block_size=32).additions"),
            126);
  EXPECT_EQ(room.figure("histogram_no_atomics(schedule=warp_interleaved).missing"), 240);
  EXPECT_EQ(room.figure("histogram_global.rounds_per_atomic.bins"), 10);
  EXPECT_GT(room.figure("histogram_global.atomic_rounds.bins"), 8);
  // 128 bytes, all alike, in each of two blocks, which have a counts[0] each; and each takes it once in the end.
  EXPECT_EQ(room.figure("histogram_shared(arrays=data:256:zeros).most_atomics.counts"), 128);
  EXPECT_EQ(room.figure("histogram_shared(arrays=data:256:zeros).most_atomics.bins"), 2);
  EXPECT_EQ(room.figure("events at start"), 0);
  EXPECT_EQ(room.figure("events"), room.figure("events.block(0,0) + events.block(0,1)"));
}

TEST(Figures, OfASingleStepBehindAt) {
  ClassicsRoom room("reduce_strided_index");
  EXPECT_EQ(room.figure("ways_per_load.sums at visit 1 of add"), 2);
  EXPECT_EQ(room.figure("ways_per_load.sums at visit 4 of add"), 8);
  EXPECT_EQ(room.figure("ways_per_load.sums at visit 8 of add"), 1);
  EXPECT_EQ(room.figure("active at visit 1 of add"), 128);
  EXPECT_EQ(room.figure("active_lanes at visit 1 of add"), 32);
  EXPECT_EQ(room.figure("active_warps at visit 1 of add"), 4);
  EXPECT_EQ(room.figure("sectors_per_load.in at step 1"), 4);
  EXPECT_EQ(room.figure("sectors_per_load.in at step 3"), 0);
}

TEST(Figures, TellConstantsFromWhatGlobalMemoryLoads) {
  ClassicsRoom room("stencil_constant");
  EXPECT_EQ(room.figure("constant_loads"), 600);
  EXPECT_EQ(room.figure("global_loads"), 132);
  EXPECT_EQ(room.figure("global_loads.weights"), 600);
  EXPECT_EQ(room.figure("constant_loads.thread"), 5);
  EXPECT_EQ(room.figure("threads_with(global_loads,2)"), 10);
  EXPECT_EQ(room.figure("convolution_3x3_tiled.global_loads.block(1,1)"), 100);
  EXPECT_EQ(room.figure("convolution_3x3_straight.global_loads.block(1,1)"), 576);
  EXPECT_EQ(room.figure("stencil_halo.constant_loads"), 0);
}

TEST(Figures, SayWhetherTheyAreOfTheLaunchThatIsShown) {
  Classroom room;
  const auto from = [&](const std::string& expression) { return figure(room.here(), expression).from; };
  EXPECT_EQ(from("global_loads"), Figure::From::counted);
  EXPECT_EQ(from("tiled.blocks"), Figure::From::counted);
  EXPECT_EQ(from("naive.global_loads"), Figure::From::elsewhere);
  EXPECT_EQ(from("tiled(size=16).grid_rows"), Figure::From::elsewhere);
  EXPECT_EQ(from("naive.global_loads / global_loads"), Figure::From::elsewhere);
  EXPECT_EQ(from("2 * 3"), Figure::From::text);
}

TEST(Figures, OfALaunchOnAGpu) {
  ClassicsRoom room("matvec_thread_a_row");
  EXPECT_EQ(room.figure("blocks_at_once(hopper)"), 32);
  EXPECT_EQ(room.figure("occupancy(hopper)"), 50);
  EXPECT_EQ(room.figure("waves(hopper)"), 1);
  EXPECT_EQ(room.figure("idle_multiprocessors(hopper)"), 128);
  EXPECT_EQ(room.figure("matvec_warp_a_row.occupancy(hopper)"), 100);
  EXPECT_EQ(room.figure("matvec_warp_a_row.idle_multiprocessors(hopper)"), 119);
  // 14 multiprocessors of 8 blocks of 32 threads each take 112 at once.
  EXPECT_EQ(room.figure("matvec_thread_a_row(grid_size=226).waves(fermi)"), 3);
  EXPECT_EQ(room.figure("matvec_thread_a_row(grid_size=226).blocks_of_last_wave(fermi)"), 2);
  EXPECT_EQ(room.figure("matvec_thread_a_row(grid_size=226).idle_multiprocessors(fermi)"), 12);
  EXPECT_EQ(figure(room.here(), "waves(hopper)").from, Figure::From::modelled);
  const auto refusal = [&](const std::string& expression) {
    return Classroom::refused([&] { static_cast<void>(room.figure(expression)); });
  };
  EXPECT_EQ(refusal("waves"), "name a GPU, as in waves(hopper)");
  EXPECT_NE(refusal("waves(voodoo)").find("'voodoo' does not name exactly one GPU"), std::string::npos);
}

TEST(Figures, OfClassicsThatMakeNoSenseAreRefused) {
  ClassicsRoom room("reduce_sequential");
  const auto refusal = [&](const std::string& expression) {
    return Classroom::refused([&] { static_cast<void>(room.figure(expression)); });
  };
  EXPECT_EQ(refusal("active"), "name the step, as in active at step 3");
  EXPECT_EQ(refusal("active at start"), "no step has finished by that moment");
  EXPECT_EQ(refusal("rounds_per_atomic"), "name the array, as in rounds_per_atomic.A");
  EXPECT_EQ(refusal("number(m)"), "reduce_sequential.cu has no number parameter 'm'");
  EXPECT_EQ(refusal("threads_with(addition,2)"), "'addition' is not counted for a thread: did you mean 'additions'?");
  EXPECT_EQ(refusal("reduce_atomik.atomics"), "nothing is called 'reduce_atomik': did you mean 'reduce_atomic'?");
}

TEST(Moments, OfClassicsAreNamedByWhatIsDone) {
  ClassicsRoom room("reduce_warp_shuffle");
  EXPECT_EQ(room.step("add"), 3U);
  EXPECT_EQ(room.step("visit 3 of add"), 7U);
  EXPECT_EQ(room.step("shuffle"), 10U);
  EXPECT_EQ(room.text("line:shuffle"), "line 25");
  EXPECT_EQ(ClassicsRoom("reduce_atomic").text("line:atomic out"), "line 24");
}

TEST(References, TellValuesOfAnyArray) {
  ClassicsRoom room("scan_hillis_steele_in_place");
  room.situation.as_ran = true;
  const auto at = [&](const std::string& moment, const std::string& reference) {
    const std::uint64_t when = moment_named(room.scenes.of(room.situation.request, true), moment);
    return plain_text(lessons::reference({room.scenes, room.situation, when, 0, 0}, reference).spans);
  };
  EXPECT_EQ(at("turn 11", "value:sums[2]"), "6");
  EXPECT_EQ(at("turn 11", "value:in[2]"), "3");
  EXPECT_EQ(at("end", "expected:out[7]"), "36");
  EXPECT_EQ(at("end", "expected:out[0]"), "1");
  EXPECT_EQ(Classroom::refused([&] { static_cast<void>(at("start", "value:out[0]")); }),
            "out[0] has no value at that moment");
  ClassicsRoom floats("reduce_orders");
  EXPECT_EQ(floats.text("value:out[1]"), "-2.92") << "as the stage has it";
  EXPECT_EQ(floats.text("exact:out[1]"), "-2.9199991");
  EXPECT_EQ(floats.text("exact:whole_out[1]"), "284");
}

TEST(Questions, AboutWarpsAndTurns) {
  const auto asked = [](Classroom& room, Question::Kind kind, const std::string& at) {
    const Scene& scene = room.scenes.of(room.situation.request, room.situation.as_ran);
    Question question;
    question.kind = kind;
    question.form = Question::Form::choice;
    question.at = {at, "at", 1};
    question.thread = {"0,3", "thread", 1};
    std::vector<Mistake> mistakes;
    const Asked one =
        ask({room.scenes, room.situation, scene.replay->moments().count(), 0, 0}, question, 0, 0, mistakes);
    EXPECT_TRUE(mistakes.empty()) << mistakes.front().what;
    return one;
  };
  ClassicsRoom shuffles("reduce_warp_shuffle");
  EXPECT_EQ(asked(shuffles, Question::Kind::giver, "shuffle").accepted, std::vector<std::string>{"thread 19"});
  const Asked active = asked(shuffles, Question::Kind::active, "add");
  EXPECT_EQ(active.accepted.size(), 128U);
  EXPECT_TRUE(accepts(active, "thread (0,0)"));
  EXPECT_FALSE(accepts(active, "thread (0,128)"));
  ClassicsRoom turns("scan_hillis_steele_in_place");
  turns.situation.as_ran = true;
  EXPECT_EQ(asked(turns, Question::Kind::turn, "turn 10").accepted, std::vector<std::string>{"thread 2"});
}

TEST(References, KeepBracesAndCode) {
  Classroom room;
  std::vector<Mistake> mistakes;
  const Resolved resolved = resolve(room.here(), {"{{x}} and `As[k]`: {A[0][0]}", "step.text", 3}, mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(plain_text(resolved.spans), "{x} and As[k]: A[0][0]");
  ASSERT_EQ(resolved.spans.size(), 4U);
  EXPECT_TRUE(resolved.spans[1].code);
  EXPECT_TRUE(resolved.spans[3].bold);
  static_cast<void>(resolve(room.here(), {"one\ntwo {B[9][9]}", "step.text", 3}, mistakes));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_EQ(mistakes.front().line, 4U);
}

TEST(Figures, OfNetworksVotesAndWarpsThatWait) {
  ClassicsRoom room("sort_bitonic");
  EXPECT_EQ(room.figure("minima"), 24);
  EXPECT_EQ(room.figure("maxima"), 24);
  EXPECT_EQ(room.figure("minima.thread"), 6);
  EXPECT_EQ(room.figure("minima at visit 2 of line \"part[low] = up\""), 8);
  EXPECT_EQ(room.figure("barriers"), 7);
  EXPECT_EQ(room.figure("warp_barriers"), 0);
  EXPECT_EQ(room.figure("sort_odd_even.minima"), 28);
  EXPECT_EQ(room.figure("sort_bitonic_half_idle.minima"), 24);
  EXPECT_EQ(room.figure("sort_bitonic_shuffle.minima"), 15 * 32);
  EXPECT_EQ(room.figure("sort_bitonic_shuffle.barriers"), 0);
  EXPECT_EQ(room.figure("warp_vote.votes"), 3 * 64);
  EXPECT_EQ(room.figure("warp_vote.votes.thread"), 3);
  EXPECT_EQ(room.figure("warp_vote.votes.thread(0,5)"), 3);
  EXPECT_EQ(room.figure("warp_vote.warp_barriers"), 0);
  ClassicsRoom warp("sort_bitonic_warp");
  EXPECT_EQ(warp.figure("minima.thread"), 28);
  EXPECT_EQ(warp.figure("warp_barriers"), 25);
  EXPECT_EQ(warp.figure("barriers"), 4);
  EXPECT_EQ(warp.figure("votes"), 0);
  EXPECT_EQ(warp.figure("warp_barriers at visit 1 of barrier 2"), 20) << "stages of runs up to 64, all but the last";
  EXPECT_EQ(warp.figure("warp_barriers at start"), 0);
}

// Attention of eight rows of four: 3 n n loads and 2 n n stores of a matrix that tiles do without.
TEST(Figures, OfAttentionAreThoseOfItsMatrices) {
  ClassicsRoom room("attention_plain");
  EXPECT_EQ(room.figure("global_loads.S"), 3 * 8 * 8);
  EXPECT_EQ(room.figure("global_stores.S"), 2 * 8 * 8);
  EXPECT_EQ(room.figure("global_accesses"), 1120);
  EXPECT_EQ(room.figure("attention_online.global_accesses"), 576);
  EXPECT_EQ(room.figure("attention_online.global_loads.K"), 256);
  EXPECT_EQ(room.figure("attention_tiled.global_loads.K"), 64);
  EXPECT_EQ(room.figure("attention_tiled.global_loads.V"), 64);
  EXPECT_EQ(room.figure("attention_tiled.global_accesses"), 192);
  EXPECT_EQ(room.figure("attention_tiled.wrong_elements"), 0);
}

TEST(Questions, AboutLanesThatStayAway) {
  ClassicsRoom room("warp_divergent_shuffle");
  const auto asked = [&](const std::string& thread, std::vector<Mistake>& mistakes) {
    const Scene& scene = room.scenes.of(room.situation.request, false);
    Question question;
    question.kind = Question::Kind::absent;
    question.form = Question::Form::choice;
    question.at = {"visit 1 of shuffle", "at", 1};
    question.thread = {thread, "thread", 1};
    return ask({room.scenes, room.situation, scene.replay->moments().count(), 0, 0}, question, 0, 0, mistakes);
  };
  std::vector<Mistake> mistakes;
  const Asked second = asked("0,40", mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(second.accepted.size(), 14U);
  EXPECT_TRUE(accepts(second, "thread (0,50)"));
  EXPECT_TRUE(accepts(second, "thread (0,63)"));
  EXPECT_FALSE(accepts(second, "thread (0,49)"));
  EXPECT_EQ(plain_text(second.text),
            "After line 14, the first time, which threads of warp 1 did not take part in this step? Name one.");
  static_cast<void>(asked("0,3", mistakes));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_EQ(mistakes.front().what, "all lanes of the warp take part in that step");
}

TEST(Figures, SpeakOfAtomicsByTheMemoryThatTheyChange) {
  ClassicsRoom room("histogram_global");
  EXPECT_EQ(room.figure("histogram_global.shared_atomics"), 0);
  EXPECT_EQ(room.figure("histogram_global.global_atomics"), room.figure("histogram_global.atomics"));
  const auto sum = [&](const std::string& name) {
    return room.figure("histogram_shared.global_" + name) + room.figure("histogram_shared.shared_" + name);
  };
  EXPECT_EQ(sum("atomics"), room.figure("histogram_shared.atomics"));
  EXPECT_GT(room.figure("histogram_shared.global_atomics"), 0);
  EXPECT_GT(room.figure("histogram_shared.shared_atomics"), room.figure("histogram_shared.global_atomics"));
  EXPECT_EQ(room.figure("histogram_shared.global_reads"),
            room.figure("histogram_shared.global_loads + histogram_shared.global_atomics"));
  EXPECT_EQ(room.figure("histogram_shared.shared_reads"),
            room.figure("histogram_shared.shared_loads + histogram_shared.shared_atomics"));
  EXPECT_EQ(room.figure("histogram_shared.global_atomics.bins"), room.figure("histogram_shared.global_atomics"));
}

TEST(References, BlocksAndThreadsInOneRowAreCalledByTheirNumber) {
  Classroom square;
  EXPECT_NE(Classroom::refused([&] { static_cast<void>(square.text("block 0")); }).find("row and column"),
            std::string::npos);
  ClassicsRoom row("histogram_global");
  EXPECT_EQ(row.text("block 0"), "block 0");
  EXPECT_EQ(row.text("block 1"), row.text("block 0,1"));
  EXPECT_EQ(row.text("thread 3"), "thread 3");
  EXPECT_NE(
      Classroom::refused([&] { static_cast<void>(row.text("block 99")); }).find("there is no block 99: there are"),
      std::string::npos);
}

}  // namespace
}  // namespace tilescope::lessons
