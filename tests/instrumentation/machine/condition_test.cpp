// When conditions begin to hold, and the messages about invalid ones.
#include "instrumentation/machine/condition.h"

#include <gtest/gtest.h>

#include "instrumentation/error.h"
#include "tests/instrumentation/machine/recorded.h"
#include "tests/instrumentation/machine/watched.h"

namespace tilescope::machine {
namespace {

constexpr const char* sums =
    "struct Pair { int x; float y[2]; };\n"
    "__shared__ float tile[4];\n"
    "__device__ float twice(const float* A, int n) { int both = 2 * n; float x = A[n]; return x + both; }\n"
    "__global__ void k(const float* A, float* C, int n) {\n"
    "  const int t = threadIdx.x + 2 * threadIdx.y;\n"
    "  float acc[2][2] = {};\n"
    "  Pair p{t, {0.5f, 1.5f}};\n"
    "  float sum = 0;\n"
    "  for (int k = 0; k < n; ++k) {\n"
    "    sum += A[k];\n"
    "    acc[k % 2][0] = sum;\n"
    "  }\n"
    "  if (t == 2) { int brief = 7; brief = brief * t; }\n"
    "  float late;\n"
    "  C[t] = sum + p.y[0];\n"
    "  late = -1.0f;\n"
    "  C[t] = late + twice(A, t);\n"
    "}\n";

RecordedKernel kernel_of(const std::string& text) {
  RecordedKernel kernel;
  kernel.name = "k";
  kernel.text = text;
  const language::Program program = language::read(text);
  kernel.prepared = std::make_shared<Prepared>(program, program.kernels().front());
  return kernel;
}

// "0@3 1@3~7": which threads, of four, and after how many of their events; with a line, where it only
// passes. A is 0 to 9, and n is 4.
std::string onsets(const std::string& condition, std::uint64_t block = 0) {
  const RecordedKernel kernel = kernel_of(sums);
  Launch launch;
  launch.block = {2, 2, 1};
  launch.grid = {2, 1, 1};
  launch.most_rounds = 1000;
  std::vector<std::byte> numbers(40);
  for (int n = 0; n < 10; ++n) {
    const auto real = static_cast<float>(n);
    std::memcpy(numbers.data() + 4 * n, &real, 4);
  }
  launch.arrays = {numbers, numbers};
  launch.scalars.assign(kernel.prepared->code().scalars.size(), 4);
  const Condition asked(kernel, condition);
  FollowOptions options;
  options.blocks = {block};
  options.every_statement = true;
  options.wanted = [&](const std::string& variable) { return asked.mentions(variable); };
  History history;
  follow(*kernel.prepared, launch, options, [&](std::uint64_t, History found) { history = std::move(found); });
  std::string all;
  for (const Condition::Onset& onset : asked.onsets(history, block, {launch.grid, launch.block}))
    all += fmt::format("{}{}@{}{}", all.empty() ? "" : " ", onset.thread, onset.events,
                       onset.passing_line == 0 ? "" : fmt::format("~{}", onset.passing_line));
  return all;
}

std::string refused(const std::string& condition) {
  try {
    return "found: " + onsets(condition);
  } catch (const UsageError& error) {
    return error.what();
  }
}

// A round has a load, a sum, and no more; sum is 0, 1, 3, 6.
TEST(Condition, BeginsToHoldWhereALocalChanges) {
  EXPECT_EQ(onsets("threadIdx.x == 0 && threadIdx.y == 1 && k == 2"), "2@5");
  EXPECT_EQ(onsets("t == 3 && sum > 2"), "3@6");
  EXPECT_EQ(onsets("t == 3 && sum > 2 && k == 3"), "3@7");
  EXPECT_EQ(onsets("t < 2 && sum == 6.0"), "0@8 1@8");
}

TEST(Condition, HoldsAtEachTimeAnew) { EXPECT_EQ(onsets("t == 0 && k % 2 == 1"), "0@3 0@7"); }

TEST(Condition, AsksForPartsAndElements) {
  EXPECT_EQ(onsets("p.x == 2 && p.y[1] > 1"), "2@0");
  EXPECT_EQ(onsets("t == 1 && acc[(k + 1) % 2][0] == 3 && k == 3"), "1@7");
  EXPECT_EQ(onsets("t == 1 && acc[1][0] >= 6"), "1@9");
  EXPECT_EQ(onsets("A == nullptr"), "");
  EXPECT_EQ(onsets("t == 1 && fabsf(-sum) > 5 && max(n, 2) == 4"), "1@8 1@12") << "n is another one in twice";
  EXPECT_EQ(onsets("both == 4"), "2@11") << "of what is called";
}

TEST(Condition, KnowsWhereABlockIs) {
  EXPECT_EQ(onsets("t == 0 && blockIdx.x == 1"), "");
  EXPECT_EQ(onsets("t == 0 && blockIdx.x == 1", 1), "0@0");
  EXPECT_EQ(onsets("t == 0 && blockDim.y == 2 && gridDim.x == 2 && warpSize == 32"), "0@0");
}

// `late` has none until line 16.
TEST(Condition, WhatHasNoValueHoldsForNobody) {
  EXPECT_EQ(onsets("t == 0 && late < 0"), "0@11");
  EXPECT_EQ(onsets("t == 0 && late >= 0"), "");
  EXPECT_EQ(onsets("t == 0 && (late < 0 || sum == 6)"), "0@8") << "one of the two is enough";
  EXPECT_EQ(onsets("t == 0 && !(late < 0)"), "");
}

// `brief` is gone when the next event comes.
TEST(Condition, HoldsForAWhileBetweenEvents) {
  EXPECT_EQ(onsets("brief == 14"), "2@8~13");
  EXPECT_EQ(onsets("brief == 7"), "2@8~13");
  EXPECT_EQ(onsets("brief == 8"), "");
}

TEST(Condition, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refused("k == 3 && sun > 100"),
            "in 'k == 3 && sun > 100', at 'sun' (column 11): no thread has its own variable 'sun'; did you mean "
            "'sum'?");
  EXPECT_EQ(refused("k = 3"), "in 'k = 3': this changes a variable; == compares");
  EXPECT_EQ(refused("k == 3 && ++k"),
            "in 'k == 3 && ++k', at '++k' (column 11): this changes a variable, which a condition must not do");
  EXPECT_EQ(refused("A[3] > 1"),
            "in 'A[3] > 1', at 'A[3]' (column 1): threads share this memory; a condition can use "
            "only a thread's own variables");
  EXPECT_EQ(refused("tile[0] > 1"),
            "in 'tile[0] > 1', at 'tile' (column 1): threads share this memory; a condition can use "
            "only a thread's own variables");
  EXPECT_EQ(refused("twice(A, t) == 4"),
            "in 'twice(A, t) == 4', at 'twice(A, t)' (column 1): a condition cannot call the kernel's functions");
  EXPECT_EQ(refused("  "), "a condition is an expression of a thread's variables, as in k == 3 && sum > 100");
  EXPECT_EQ(refused("k == 3; k"), "in 'k == 3; k', at ';' (column 7): a condition is a single expression");
  for (const char* const bad : {"k == ", "(k == 3", "k == 3)", "k === 3", "p", "p == 3", "k ==", "&& k"})
    EXPECT_EQ(refused(bad).find("found"), std::string::npos) << bad << ": " << refused(bad);
}

}  // namespace
}  // namespace tilescope::machine
