// A trace of the few blocks that a screening leaves in doubt gives the findings of a trace of all.
#include "instrumentation/analysis/screening.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/built_trace.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/random_launch.h"
#include "tests/support/screened.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

constexpr std::size_t all = std::size_t(-1);

// What was found of C is given, and may not be a number, which is not even itself.
std::vector<Finding> found_in_events(const Hazards& hazards) {
  std::vector<Finding> findings = hazards.findings;
  std::erase_if(findings, [](const Finding& finding) { return finding.hazard == Hazard::wrong_result; });
  return findings;
}

void expect_same(const Hazards& few, const Hazards& whole) {
  EXPECT_EQ(few.findings.size(), whole.findings.size());
  EXPECT_TRUE(found_in_events(few) == found_in_events(whole));
  EXPECT_EQ(few.blocks, whole.blocks);
  EXPECT_EQ(few.looked_at, whole.looked_at);
  EXPECT_EQ(few.errors(), whole.errors());
}

bool same_print(const BlockReport& a, const BlockReport& b) {
  return std::memcmp(a.print, b.print, sizeof a.print) == 0;
}

Trace record(const RecordedKernel& kernel, const Launch& launch) {
  return make_cpu_executor()->record(kernel, launch, {1, std::uint64_t{1} << 28, false, nullptr, {}});
}

// How many blocks were looked at.
std::size_t expect_few_are_enough(const RecordedKernel& kernel, Launch launch) {
  SCOPED_TRACE(testing::Message() << launch.kernel << " " << m_of(launch) << " x " << n_of(launch) << " x "
                                  << k_of(launch) << ", tile " << launch.tile);
  const Trace whole = record(kernel, launch);
  EXPECT_FALSE(whole.fault());
  const std::vector<BlockReport> reports = screened(whole);
  const std::vector<BlockReport> backwards = screened(whole, Threads::backwards);
  for (std::size_t block = 0; block < reports.size(); ++block) {
    EXPECT_EQ(reports[block].flags, backwards[block].flags) << block;
    EXPECT_TRUE(same_print(reports[block], backwards[block])) << block;
  }
  const BlocksToLookAt choice = blocks_to_look_at(reports, all);
  launch.record = Record::window;
  for (const std::size_t block : choice.blocks) {
    const auto y = static_cast<unsigned>(block / launch.grid.x), x = static_cast<unsigned>(block % launch.grid.x);
    launch.window.push_back({y, x, y, x});
  }
  const Trace few = record(kernel, launch);
  expect_same(hazards(few, KnownBlocks{choice.stands_for, choice.looked_at, reading::check_result(whole)}),
              judged(whole));
  expect_same(judged(whole), hazards(whole, KnownBlocks{std::vector<std::uint64_t>(reports.size(), 1), reports.size(),
                                                        reading::check_result(whole)}));
  return choice.blocks.size();
}
std::size_t expect_few_are_enough(const Launch& launch) {
  return expect_few_are_enough(recorded_kernel(launch), launch);
}

TEST(Screening, OfEveryKernelLeavesTheFindingsAsTheyAre) {
  std::mt19937_64 random(5);
  for (const CatalogueKernel& kernel : catalogue()) {
    if (kernel.name == "tiled_barrier_in_branch") continue;  // does not end, and is not run on GPUs
    for (int n = 0; n < 12; ++n) {
      Launch l = random_launch(std::string(kernel.name), random, 24);
      while (l.block.count() > 256) l = random_launch(std::string(kernel.name), random, 24);
      const std::size_t looked_at = expect_few_are_enough(l);
      EXPECT_TRUE(!kernel.right() || looked_at == 0) << kernel.name;
    }
  }
}

TEST(Screening, ARaceIsLookedAtInOneOfManyBlocks) {
  EXPECT_EQ(expect_few_are_enough(launch("tiled_no_second_barrier", 32, 32, 8, 4)), 1U);
  EXPECT_EQ(expect_few_are_enough(launch("tiled_no_first_barrier", 12, 8, 16, 2)), 1U);
}

TEST(Screening, ARaceOfTheLastBlockAloneIsSeen) {
  const Launch l = square(odd_kernel("last_block_races"), 12, {2, 2}, {6, 6});
  EXPECT_EQ(expect_few_are_enough(odd_kernel("last_block_races"), l), 1U);
  const std::vector<Finding> found = judged(record(odd_kernel("last_block_races"), l)).findings;
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().hazard, Hazard::race);
  EXPECT_EQ(found.front().blocks, 1U);
  EXPECT_EQ(found.front().accesses.front().block, 35U);
}

TEST(Screening, StraysAndStoresOfOthersAreLookedAtWhereTheyAre) {
  EXPECT_EQ(expect_few_are_enough(odd_kernel("all_store_one_cell"),
                                  square(odd_kernel("all_store_one_cell"), 2, {1, 1}, {3, 3})),
            9U);
  EXPECT_EQ(expect_few_are_enough(odd_kernel("strays"), square(odd_kernel("strays"), 2, {2, 2}, {2, 1})), 2U);
  EXPECT_EQ(expect_few_are_enough(launch("tiled_unguarded", 7, 7, 7, 4)), 4U);
}

TEST(Screening, WithRoomForFewTellsHowManyAreKnown) {
  const Trace trace = record(odd_kernel("strays"), square(odd_kernel("strays"), 2, {2, 2}, {3, 1}));
  const BlocksToLookAt choice = blocks_to_look_at(screened(trace), 2);
  EXPECT_EQ(choice.blocks, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(choice.looked_at, 2U);
  const Launch racing = launch("tiled_no_second_barrier", 8, 8, 8, 2);
  const std::vector<BlockReport> reports = screened(record(recorded_kernel(racing), racing));
  EXPECT_EQ(blocks_to_look_at(reports, 1).looked_at, 16U);
  EXPECT_EQ(blocks_to_look_at(reports, 0).looked_at, 0U);
  // Where values count as well, none stands for another.
  EXPECT_EQ(blocks_to_look_at(reports, 16, false).blocks.size(), 16U);
  EXPECT_EQ(blocks_to_look_at(reports, 1, false).looked_at, 1U);
}

// Blocks of a few sorts in any order, each a random program: no finding goes missing, whatever races with what.
TEST(Screening, OfRandomProgramsToo) {
  std::mt19937_64 random(9);
  const auto below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  std::size_t with_findings = 0, saved = 0;
  for (int n = 0; n < 1500; ++n) {
    const std::uint32_t threads = 1 + below(3);
    std::vector<BuiltBlock> sorts(1 + below(3));
    for (BuiltBlock& block : sorts) {
      block.resize(threads);
      const std::uint32_t intervals = 1 + below(3);
      for (std::vector<PackedEvent>& thread : block)
        for (std::uint32_t interval = 0; interval < intervals; ++interval) {
          for (std::uint32_t left = below(4); left > 0; --left) {
            const bool store = below(2) == 0;
            thread.push_back(built_event({.kind = store ? Kind::shared_store : Kind::shared_load,
                                          .array = static_cast<std::uint8_t>(1 + below(2)),
                                          .line = 5 + below(3)},
                                         below(3)));
          }
          if (interval + 1 < intervals)
            for (const Kind kind : {Kind::barrier_arrive, Kind::barrier_release})
              thread.push_back(built_event({.kind = kind, .line = 9}, interval));
        }
    }
    Launch l;
    l.kernel = "random";
    l.meaning.kind = "product";  // where it never matters whether threads store the same in a cell
    l.block = {threads, 1};
    l.grid = {1 + below(6), 1};
    const std::vector<ArrayInfo> arrays{
        {"C", Space::global, {1, 1}}, {"As", Space::shared, {3}}, {"Bs", Space::shared, {3}}};
    std::vector<BuiltBlock> blocks;
    for (unsigned block = 0; block < l.grid.x; ++block) blocks.push_back(sorts[below(sorts.size())]);
    const Trace whole = built_trace(l, arrays, blocks);
    const std::vector<BlockReport> reports = screened(whole);
    const BlocksToLookAt choice = blocks_to_look_at(reports, all);
    std::vector<BuiltBlock> few(blocks.size());
    for (const std::size_t block : choice.blocks) few[block] = blocks[block];
    KnownBlocks of_all;
    of_all.stands_for.assign(blocks.size(), 1);
    of_all.looked_at = blocks.size();
    const Hazards expected = hazards(whole, of_all);
    expect_same(hazards(built_trace(l, arrays, few), KnownBlocks{choice.stands_for, choice.looked_at, {}}), expected);
    expect_same(hazards(whole), expected);  // where blocks that are alike are looked at once
    with_findings += expected.errors() ? 1 : 0;
    saved += blocks.size() - choice.blocks.size();
  }
  EXPECT_GT(with_findings, 500U);
  EXPECT_GT(saved, 500U);
}

// Two blocks differ in one access, in their order, or in which thread does what: they are never taken for the same.
TEST(Screening, WhatIsNotTheSameHasAnotherPrint) {
  const auto access = [](std::uint32_t index, std::uint32_t line = 5, std::uint8_t array = 1, bool store = false) {
    return built_event({.kind = store ? Kind::shared_store : Kind::shared_load, .array = array, .line = line}, index);
  };
  const PackedEvent barrier = built_event({.kind = Kind::barrier_release, .line = 9}, 0);
  const std::vector<BuiltBlock> blocks{{{access(0), access(1)}, {access(2)}},
                                       {{access(1), access(0)}, {access(2)}},
                                       {{access(2)}, {access(0), access(1)}},
                                       {{access(0), barrier, access(1)}, {access(2)}},
                                       {{access(0), access(1), barrier}, {access(2)}},
                                       {{access(0), access(1)}, {access(3)}},
                                       {{access(0), access(1)}, {access(2, 6)}},
                                       {{access(0), access(1)}, {access(2, 5, 2)}},
                                       {{access(0), access(1)}, {access(2, 5, 1, true)}}};
  const std::vector<ArrayInfo> arrays{
      {"C", Space::global, {1, 1}}, {"As", Space::shared, {4}}, {"Bs", Space::shared, {4}}};
  const auto grid = static_cast<unsigned>(blocks.size());
  Launch launch;
  launch.block = {2, 1};
  launch.grid = {grid, 1};
  const std::vector<BlockReport> reports = screened(built_trace(launch, arrays, blocks));
  for (std::size_t a = 0; a < blocks.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(same_print(reports[a], reports[b])) << a << " and " << b;
}

}  // namespace
}  // namespace tilescope::test
