// The words for kernels whose threads compute several elements of C, and load several at once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>

#include "app/explain/as_ran.h"
#include "app/explain/story.h"
#include "app/stage/stage.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/launches.h"

namespace tilescope::test {
namespace {

Replay replay_of(const char* kernel, std::int64_t size, int tile) {
  return Replay(std::make_shared<const Trace>(record(launch(kernel, size, size, size, tile))));
}

// For every step: the headline, and the detail of thread 0.
std::set<std::string> said(const Replay& replay) {
  std::set<std::string> all;
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step) {
    const Frame frame = replay.at({replay.moments().end_of(step), Grain::step, 0, 0});
    const Detail now = detail(frame);
    all.insert(headline(frame));
    all.insert(now.code);
    all.insert(now.code + " | " + now.numbers + " | " + now.origin);
  }
  return all;
}

TEST(Sentences, OfASquareOfSumsNameTheSum) {
  const Replay replay = replay_of("register_tiled", 4, 4);
  const std::set<std::string> all = said(replay);
  EXPECT_TRUE(all.contains("Loading: each thread copies an element of A into As"));
  EXPECT_TRUE(all.contains("Loading: threads read As into registers"));
  EXPECT_TRUE(all.contains("Multiplying: each thread adds a product to one of its sums"));
  EXPECT_TRUE(all.contains("sum[1][1] += As[1][0] * Bs[0][1] | 0 + 5 × 2 = 10 | from A[1][0] and B[0][1]"));
  EXPECT_TRUE(all.contains("C[1][1] = sum[1][1]"));
}

TEST(Sentences, OfVectorsNameTheirEnds) {
  const std::set<std::string> all = said(replay_of("vectorized", 4, 4));
  EXPECT_TRUE(all.contains("Loading: threads read A from global memory"));
  EXPECT_TRUE(all.contains("reads A[0][0] to A[0][3] | 1, 2, 3, 4 | index: row·K + k = 0·4 + 0 = 0"));
  EXPECT_TRUE(all.contains("Loading: threads copy loaded values to As"));
  EXPECT_TRUE(all.contains("As[3][0] = A[0][3]"));
  const std::set<std::string> wide = said(replay_of("warp_tiled", 32, 32));
  EXPECT_TRUE(wide.contains("C[0][0] to C[0][3] = sum[0][0] to sum[0][3]"));
}

TEST(Sentences, OfAnElementEachAreAsTheyWere) {
  const std::set<std::string> all = said(replay_of("tiled", 4, 2));
  EXPECT_TRUE(all.contains("Multiplying: each thread adds a product from As and Bs to its sum"));
  EXPECT_TRUE(all.contains("C[0][0] = sum"));
}

TEST(Sentences, OfAWarpsBarrierAreNoVote) {
  Request request;
  request.kernel = "reduce_syncwarp.cu";
  const std::set<std::string> all = said(Replay(std::make_shared<const Trace>(record(plan(request)))));
  EXPECT_TRUE(all.contains("Warp barrier: the lanes of a warp wait for each other"));
  EXPECT_TRUE(all.contains("waits for its warp |  | for the lanes in the mask 0xffffffff"));
  for (const std::string& sentence : all) EXPECT_EQ(sentence.find("Voting"), std::string::npos) << sentence;
  request.kernel = "warp_vote.cu";
  EXPECT_TRUE(said(Replay(std::make_shared<const Trace>(record(plan(request)))))
                  .contains("Voting: the threads of a warp combine their votes"));
}

// A thread continues within one line: its load after its last store is for the next cell. There is nothing before the
// array, so its tile begins with 0, and in[15] is stored in tile[17].
TEST(Sentences, OfAStoreAreNotOfTheLoadBehindIt) {
  Request request;
  request.kernel = "stencil_no_barrier.cu";
  const auto replay = replay_as_ran(std::make_shared<const Trace>(record(plan(request))));
  std::set<std::string> all;
  for (std::uint32_t step = 0; step < replay->order().step_count(); ++step)
    all.insert(detail(replay->at({replay->moments().end_of(step), Grain::step, 0, 1})).code);
  EXPECT_TRUE(all.contains("tile[1] = 0"));
  for (const std::string& code : all) EXPECT_NE(code, "tile[1] = 16");
}

// "613 + 0.69 = 613.69", and not 614: the written numbers give the written result.
TEST(Sentences, OfSumsAreRightAsTheyAreWritten) {
  Request request;
  request.kernel = "add.cu";
  const Replay replay(std::make_shared<const Trace>(record(plan(request))));
  std::size_t sums = 0;
  for (std::uint32_t thread = 0; thread < replay.trace().threads_per_block(); ++thread) {
    const std::string numbers = detail(replay.at({replay.moments().count(), Grain::step, 1, thread})).numbers;
    double first = 0, second = 0, sum = 0;
    const std::string plain = std::regex_replace(numbers, std::regex("[()]"), "");
    if (std::sscanf(plain.c_str(), "%lf + %lf = %lf", &first, &second, &sum) != 3) continue;
    EXPECT_NEAR(first + second, sum, 1e-6) << numbers;
    ++sums;
  }
  EXPECT_EQ(sums, 256U);
}

TEST(Sentences, OfSharedMemoryTellWhatIsReadFromWhatIsComputed) {
  Request request;
  request.kernel = "sort_bitonic.cu";
  const std::set<std::string> all = said(Replay(std::make_shared<const Trace>(record(plan(request)))));
  EXPECT_TRUE(all.contains("Loading: each thread copies an element of keys[] into part[]"));
  EXPECT_TRUE(all.contains("Storing: threads write computed values to part[]"));
  EXPECT_FALSE(all.contains("Loading: threads copy loaded values to part[]"));
}

std::string fact(const Replay& replay, Target::Kind kind, std::uint32_t number, const std::string& name) {
  Target target;
  target.kind = kind;
  target.number = number;
  const Frame end = replay.at({replay.moments().count(), Grain::step, 0, 0});
  for (const Fact& one : facts_of(replay, end, target, {}))
    if (one.name == name) return one.text;
  return "";
}

// Every line has a story, even one that leaves no events.
TEST(Inspector, TellsWhatALineDoes) {
  const Replay tiled = replay_of("tiled", 4, 2);
  const auto line_of = [&](const std::string& code) {
    const std::string& text = tiled.trace().kernel_text();
    return static_cast<std::uint32_t>(
               std::count(text.begin(), text.begin() + static_cast<long>(text.find(code)), '\n')) +
           1;
  };
  const std::uint32_t load = line_of("As[ty][tx] ="), sum = line_of("sum +="), barrier = line_of("__syncthreads");
  EXPECT_EQ(fact(tiled, Target::Kind::line, load, "threads"), "load A, store As");
  EXPECT_EQ(fact(tiled, Target::Kind::line, sum, "threads"), "load As, load Bs, compute sum");
  EXPECT_EQ(fact(tiled, Target::Kind::line, barrier, "threads"), "wait at the barrier");
  EXPECT_EQ(fact(tiled, Target::Kind::line, load, "executed"), "32 times so far, by all threads");
  EXPECT_FALSE(fact(tiled, Target::Kind::line, load, "before").empty());
  EXPECT_EQ(fact(tiled, Target::Kind::line, load - 1, "does"),
            fmt::format("No thread loads, stores or waits at line {}.", load - 1));
  EXPECT_EQ(fact(tiled, Target::Kind::line, load - 1, "next below"),
            fmt::format("line {}: threads load A, store As", load));
}

TEST(Inspector, TellsAllSumsOfAThread) {
  const Replay small = replay_of("register_tiled", 4, 4);
  EXPECT_EQ(fact(small, Target::Kind::thread, 0, "computes"), "C[0][0], C[0][1], C[1][0], C[1][1]");
  EXPECT_EQ(fact(small, Target::Kind::thread, 0, "sums so far"),
            "sum[0][0] 90, sum[0][1] 100, sum[1][0] 202, sum[1][1] 228");
  const Replay large = replay_of("warp_tiled", 32, 32);
  EXPECT_EQ(fact(large, Target::Kind::thread, 0, "computes"), "16 elements, C[0][0] to C[3][3]");
  EXPECT_NE(fact(large, Target::Kind::thread, 0, "sums so far").find(", and 8 more"), std::string::npos);
}

TEST(Inspector, KnowsWhatABlockCovers) {
  EXPECT_EQ(fact(replay_of("coarsened_1d", 8, 4), Target::Kind::block, 3, "covers"), "rows 4–7, columns 4–7 of C");
  EXPECT_EQ(fact(replay_of("tiled_bounded", 3, 2), Target::Kind::block, 3, "covers"), "rows 2–3, columns 2–3 of C");
}

}  // namespace
}  // namespace tilescope::test
