// Right kernels have no findings, whatever their shape and schedule; kernels that are wrong on purpose have theirs at
// the lines where the mistake is, under every schedule, and a wrong C under those that are named here.
#include "instrumentation/analysis/hazards.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/trace/packed_event.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/random_launch.h"
#include "tests/support/schedules.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

// "race As 11 store, 15 load"
std::string cause(const Trace& trace, const Finding& finding) {
  std::string text(name_of(finding.hazard));
  if (finding.array != no_array) text += " " + trace.arrays()[finding.array].name;
  const char* separator = " ";
  for (const Access& access : finding.accesses) {
    text += fmt::format("{}{}", separator, access.line);
    if (access.kind != Kind::barrier_arrive) text += access.store ? " store" : " load";
    separator = ", ";
  }
  return text;
}

std::vector<Finding> structural(const Hazards& hazards) {
  std::vector<Finding> findings = hazards.findings;
  std::erase_if(findings, [](const Finding& finding) { return finding.hazard == Hazard::wrong_result; });
  return findings;
}

std::set<std::string> causes(const Trace& trace, const std::vector<Finding>& findings) {
  std::set<std::string> all;
  for (const Finding& finding : findings) all.insert(cause(trace, finding));
  return all;
}

class RightKernels : public testing::TestWithParam<std::string_view> {};

TEST_P(RightKernels, HaveNoFindings) {
  std::mt19937_64 random(31);
  const RecordOptions how{1, std::uint64_t{1} << 30, false, std::make_shared<EventPool>(8), {}};
  const int launches = find_kernel(GetParam()).tiles().front() > 16 ? 4 : 200;  // of a wide tile each is a large one
  for (int n = 0; n < launches; ++n) {
    Launch l = random_launch(std::string(GetParam()), random, 16);
    while (n % 8 != 0 && l.block.count() > 64)
      l = random_launch(std::string(GetParam()), random, 16);  // large ones take long
    for (const auto& [name, schedule] : every_schedule(1)) {
      SCOPED_TRACE(testing::Message() << m_of(l) << " x " << n_of(l) << " x " << k_of(l) << ", tile " << l.tile << ", "
                                      << name);
      l.schedule = schedule;
      const Trace trace = make_cpu_executor()->record(recorded_kernel(l), l, how);
      const Hazards found = judged(trace);
      ASSERT_EQ(causes(trace, found.findings), std::set<std::string>{});
      ASSERT_FALSE(found.errors());
      ASSERT_TRUE(found.is_right());
      ASSERT_EQ(found.looked_at, l.grid.count());
    }
  }
}

std::vector<std::string_view> right_kernels() {
  std::vector<std::string_view> names;
  for (const CatalogueKernel& kernel : catalogue())
    if (kernel.right()) names.push_back(kernel.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Hazards, RightKernels, testing::ValuesIn(right_kernels()),
                         [](const auto& kernel) { return std::string(kernel.param); });

struct Broken {
  const char* kernel;
  std::set<std::string> causes;        // under every schedule
  std::set<std::string> wrong, right;  // schedules under which C always is, of those that are not random
  bool ragged = false;                 // it takes sides that the tile does not divide
};

const Broken broken[] = {
    {"tiled_no_first_barrier",
     {"race As 11 store, 15 load", "race Bs 12 store, 15 load", "uninitialised_read As 15 load",
      "uninitialised_read Bs 15 load"},
     {"in_order", "reverse"},
     {"warp_interleaved"}},  // all of a block go on together
    {"tiled_no_second_barrier",
     {"race As 11 store, 15 load", "race Bs 12 store, 15 load"},
     {"in_order", "reverse"},
     {"warp_interleaved"}},
    {"tiled_barrier_in_branch",  // C is never finished
     {"barrier_divergence 18, 15", "race As 12 store, 17 load", "race Bs 13 store, 17 load",
      "uninitialised_read As 17 load", "uninitialised_read Bs 17 load"},
     {},
     {}},
    {"tiled_unguarded",
     {"out_of_bounds A 12 load", "out_of_bounds B 13 load"},
     {"in_order", "reverse", "warp_interleaved"},
     {},
     true},
    {"tiled_short_loop", {}, {"in_order", "reverse", "warp_interleaved"}, {}},
};

TEST(Hazards, EveryKernelThatIsWrongOnPurposeIsInTheTable) {
  std::set<std::string> named, wrong;
  for (const Broken& one : broken) named.insert(one.kernel);
  for (const CatalogueKernel& kernel : catalogue())
    if (!kernel.right()) wrong.insert(std::string(kernel.name));
  EXPECT_EQ(named, wrong);
}

TEST(Hazards, OfBrokenKernelsAreFoundUnderEverySchedule) {
  for (const Broken& one : broken)
    for (const int tile : {2, 3, 4, 8, 16, 32}) {  // up to 4, a block is a single warp
      const int side = one.ragged ? 2 * tile - 1 : 2 * tile;
      Launch l = launch(one.kernel, side, side, side, tile, "random", 5);
      std::vector<Finding> first;
      for (const auto& [name, schedule] : every_schedule()) {
        SCOPED_TRACE(testing::Message() << one.kernel << ", tile " << tile << ", " << name);
        l.schedule = schedule;
        const Trace trace = record(l);
        const Hazards found = judged(trace);
        EXPECT_TRUE(found.errors());
        EXPECT_EQ(causes(trace, structural(found)), one.causes);
        if (name == "in_order") first = structural(found);
        EXPECT_TRUE(structural(found) == first) << "differs from in_order";
        const bool wrong = found.result && !found.result->wrong.empty();
        EXPECT_EQ(wrong, std::any_of(found.findings.begin(), found.findings.end(),
                                     [](const Finding& finding) { return finding.hazard == Hazard::wrong_result; }));
        if (one.wrong.contains(name)) {
          EXPECT_TRUE(wrong);
        }
        if (one.right.contains(name)) {
          EXPECT_TRUE(found.is_right());
        }
      }
    }
}

TEST(Hazards, OfTheClassroomsCaseAreCounted) {
  const Trace trace = record(launch("tiled_no_second_barrier", 4, 4, 4, 2));
  const std::vector<Finding> found = judged(trace).findings;
  ASSERT_EQ(found.size(), 3U);
  const Finding& race = found[0];
  // Of 4 blocks, interval 1 alone: each of the 4 cells of As is read by the 2 threads of its row, one of which then
  // overwrites it.
  EXPECT_EQ(race.times, 16U);
  EXPECT_EQ(race.cells, 4U);
  EXPECT_EQ(race.blocks, 4U);
  EXPECT_EQ(race.intervals, 1U);
  EXPECT_EQ(race.interval, 1U);
  EXPECT_EQ(race.cell, 0U);
  EXPECT_EQ(race.accesses[0].thread, 0U);
  EXPECT_EQ(race.accesses[1].thread, 1U);
  const Column stored = trace.events(0, 0), loaded = trace.events(0, 1);
  EXPECT_EQ(stored[race.accesses[0].number].kind(), Kind::shared_store);
  EXPECT_EQ(loaded[race.accesses[1].number].kind(), Kind::shared_load);
  EXPECT_EQ(loaded[race.accesses[1].number].index, 0U);
  EXPECT_EQ(found[2].hazard, Hazard::wrong_result);
  EXPECT_GT(found[2].difference->largest, 0);
}

TEST(Hazards, OnePhaseNeedsNoSecondBarrier) {
  EXPECT_TRUE(judged(record(launch("tiled_no_second_barrier", 4, 4, 2, 2))).findings.empty());
}

TEST(Hazards, StandWhereC_HappensToBeRight) {
  Launch l = launch("tiled_unguarded", 3, 3, 3, 2);
  l.out_of_bounds = OutOfBounds::zero;  // 0 times anything
  const Hazards found = judged(record(l));
  EXPECT_TRUE(found.is_right());
  EXPECT_TRUE(found.errors());
  l.out_of_bounds = OutOfBounds::poison;
  const Hazards poisoned = judged(record(l));
  ASSERT_EQ(poisoned.findings.back().hazard, Hazard::wrong_result);
  EXPECT_EQ(poisoned.findings.back().difference->not_finite, 9U);
}

TEST(Hazards, TwoThreadsThatStoreOneElementAreFoundAcrossBlocks) {
  const RecordedKernel& kernel = odd_kernel("all_store_one_cell");
  Launch l = square(odd_kernel("all_store_one_cell"), 2, {2, 1}, {3, 1});
  const Trace trace = make_cpu_executor()->record(kernel, l, {1, std::uint64_t{1} << 28, false, nullptr, {}});
  const Hazards found = judged(trace);
  const auto conflict = std::find_if(found.findings.begin(), found.findings.end(),
                                     [](const Finding& f) { return f.hazard == Hazard::store_conflict; });
  ASSERT_NE(conflict, found.findings.end());
  EXPECT_EQ(conflict->cells, 1U);
  EXPECT_EQ(conflict->times, 5U);
  EXPECT_EQ(conflict->blocks, 3U);
  EXPECT_EQ(conflict->accesses[0].thread, 0U);
  EXPECT_EQ(conflict->accesses[1].thread, 1U);
}

TEST(Hazards, AnEndlessLoopIsOneUnderEverySchedule) {
  Launch l = square(odd_kernel("endless"), 2);
  std::vector<Finding> first;
  for (const auto& [name, schedule] : every_schedule()) {
    l.schedule = schedule;
    const Trace trace =
        make_cpu_executor()->record(odd_kernel("endless"), l, {1, std::uint64_t{1} << 28, false, nullptr, {}});
    ASSERT_TRUE(trace.fault());
    const Hazards found = judged(trace);
    ASSERT_EQ(found.findings.size(), 1U) << name;
    EXPECT_EQ(found.findings[0].hazard, Hazard::endless_loop);
    EXPECT_FALSE(found.result);
    if (name == "in_order") first = found.findings;
    EXPECT_EQ(found.findings[0].accesses[0].thread, first[0].accesses[0].thread) << name;
  }
}

TEST(Hazards, BlocksThatLostEventsAreNotLookedAt) {
  const Launch l = launch("tiled_no_second_barrier", 4, 4, 4, 2);
  RecordOptions how{1, 0, false, nullptr, {}};
  // After the matrices and the blocks there is room for two pieces of 8 of a thread's 27 events.
  how.memory = 4 * (16 + 16 + 16 * 2) + 12 * 16 + 4 * 4096 + 16 * sizeof(PackedEvent) * 16;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(l), l, how);
  ASSERT_GT(trace.lost_events(), 0U);
  const Hazards found = judged(trace);
  EXPECT_EQ(found.looked_at, 0U);
  EXPECT_EQ(causes(trace, found.findings), (std::set<std::string>{"wrong_result C"}));
}

TEST(Hazards, OfBlocksWithoutEventsAreStraysAndTheResult) {
  Launch l = launch("tiled_unguarded", 3, 3, 3, 2);
  l.record = Record::counts;
  const Trace trace = record(l);
  const Hazards found = judged(trace);
  EXPECT_EQ(found.blocks, 4U);
  EXPECT_EQ(found.looked_at, 0U);
  EXPECT_EQ(causes(trace, found.findings),
            (std::set<std::string>{"out_of_bounds A", "out_of_bounds B", "wrong_result C"}));
  l.record = Record::full;
  std::uint64_t strays = 0;
  for (const Finding& finding : structural(judged(record(l)))) strays += finding.times;
  for (const Finding& finding : structural(found)) strays -= finding.times;
  EXPECT_EQ(strays, 0U);
}

TEST(Hazards, OfAWindowAreThoseOfItsBlocks) {
  Launch l = launch("tiled_no_second_barrier", 8, 8, 8, 2);
  l.record = Record::window;
  l.window = {{1, 1, 2, 2}};
  const Hazards found = judged(record(l));
  EXPECT_EQ(found.looked_at, 4U);
  EXPECT_EQ(found.findings[0].blocks, 4U);
  EXPECT_EQ(found.findings[0].accesses[0].block, 5U);
}

}  // namespace
}  // namespace tilescope::test
