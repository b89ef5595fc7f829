// Kernels with atomics and shuffles, as textbooks have them: how lanes contend for cells, and what a cell was put
// together from.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "instrumentation/analysis/contention.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/provenance.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope::test {
namespace {

Trace recorded(const std::string& text, const std::map<std::string, std::string, std::less<>>& arrays = {}) {
  Request request;
  request.kernel = std::filesystem::path(TILESCOPE_SOURCES "/tests/instrumentation/unordered") / text;
  request.arrays = arrays;
  const Launch launch = plan(request);
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

std::vector<EventRef> all_of(const Trace& trace, Kind kind) {
  std::vector<EventRef> all;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      std::uint32_t number = 0;
      for (const Event& event : trace.events(block, thread)) {
        if (event.kind() == kind) all.push_back({block, thread, number});
        ++number;
      }
    }
  return all;
}

// What is found of a text whose kernel is launched as it says itself.
std::vector<Hazard> found_in(const std::string& text, const Schedule& schedule) {
  Request request;
  request.kernel = "typed.cu";
  request.text = text;
  Launch launch = plan(request);
  launch.schedule = schedule;
  std::vector<Hazard> all;
  for (const Finding& finding : hazards(make_cpu_executor()->record(recorded_kernel(launch), launch, {})).findings)
    if (finding.severity == Severity::error) all.push_back(finding.hazard);
  return all;
}

// All threads want one cell, and the one that empties it happens to come first, or does not.
TEST(Races, WithWhoSetsACellThatAtomicsChangeAreFound) {
  const std::string early = R"(__global__ void counted(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, in[threadIdx.x] > 100 ? 2 : 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
int main() { int *a, *b; counted<<<1, 64>>>(a, b); }
)";
  // The last one empties it, after all others' atomics and its own.
  const std::string late = R"(__global__ void last(const int* in, int* out) {
  __shared__ int done, part[64];
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  part[threadIdx.x] = 2 * in[threadIdx.x];
  __threadfence_block();
  if (atomicAdd(&done, 1) == blockDim.x - 1) {
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i) sum += part[i];
    *out = sum;
    done = 0;
  }
}
int main() { int *a, *b; last<<<1, 64>>>(a, b); }
)";
  for (const Schedule::Kind kind : {Schedule::Kind::in_order, Schedule::Kind::reverse, Schedule::Kind::random}) {
    const std::vector<Hazard> found = found_in(early, {kind, 1});
    EXPECT_NE(std::find(found.begin(), found.end(), Hazard::race), found.end()) << static_cast<int>(kind);
    EXPECT_TRUE(found_in(late, {kind, 1}).empty()) << static_cast<int>(kind);
  }
}

// letters[i] is i, and its bin i & 7: of the 32 lanes of a warp four want the same one.
TEST(Contention, OfAHistogramIsWorkedOutByHand) {
  const Trace trace = recorded("histogram_global.cu", {{"letters", "128:ramp"}});
  const std::vector<AtomicSite> sites = contention(trace, Order(trace));
  ASSERT_EQ(sites.size(), 1U);
  const AtomicSite& site = sites[0];
  EXPECT_EQ(site.kind, AtomicKind::add);
  EXPECT_STREQ(function_name(site.kind), "atomicAdd");
  EXPECT_EQ(trace.arrays()[site.array].name, "counts");
  EXPECT_EQ(site.requests, 4U);  // 128 threads
  EXPECT_EQ(site.lanes, 128U);
  EXPECT_EQ(site.worst, 4U);
  EXPECT_EQ(site.rounds, 16U);
  EXPECT_DOUBLE_EQ(site.average_rounds(), 4);
  ASSERT_EQ(site.cells.size(), 8U);
  for (const WantedCell& cell : site.cells) {
    EXPECT_EQ(cell.threads, 16U);
    EXPECT_EQ(cell.times, 16U);
  }
  EXPECT_DOUBLE_EQ(site.average_threads(), 16);
}

// All threads want one cell; then some of a warp's lanes.
TEST(Contention, IsWorstWhereAllWantOneCell) {
  const Trace trace = recorded("reduce_atomic.cu");
  const Order order(trace);
  const std::vector<AtomicSite> sites = contention(trace, order);
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(sites[0].worst, 32U);
  EXPECT_EQ(sites[0].requests, 8U);  // 4 blocks of 2 warps
  // Each block's threads want their own block's cell, and no other one.
  EXPECT_EQ(sites[0].cells, (std::vector<WantedCell>{{0, 64, 64, 0}, {0, 64, 64, 1}, {0, 64, 64, 2}, {0, 64, 64, 3}}));
  EXPECT_DOUBLE_EQ(sites[0].average_threads(), 64);
  EXPECT_EQ(sites[0].most_at_a_cell(), 64U);
  EXPECT_EQ(sites[1].worst, 1U);  // thread 0 of each block
  EXPECT_EQ(sites[1].cells, (std::vector<WantedCell>{{0, 4, 4, 0}}));
  const Warps warps = count_warps(trace, order);
  ASSERT_EQ(warps.atomics.size(), 2U);
  EXPECT_EQ(warps.atomics[0].rounds, sites[0].rounds);
}

// Against a slow way: each step of each warp, lane by lane.
TEST(Contention, AgreesWithWhatEachWarpDoesStepByStep) {
  for (const char* text : {"histogram_private.cu", "histogram_global.cu", "reduce_atomic.cu", "reduce_last_block.cu",
                           "double_added_by_swaps.cu", "last_thread_of_a_block.cu", "queue_of_two_halves.cu",
                           "test_before_maximum.cu", "shortest_ways.cu"}) {
    SCOPED_TRACE(text);
    const Trace trace = recorded(text);
    const Order order(trace);
    struct Sums {
      std::uint64_t requests = 0, lanes = 0, rounds = 0;
      std::uint32_t worst = 0;
      bool operator==(const Sums&) const = default;
    };
    std::map<std::uint32_t, Sums> by_line, expected;
    using Cell = std::pair<std::size_t, std::uint32_t>;  // of a block's shared memory, or of block 0 if it is all's
    std::map<std::uint32_t, std::map<Cell, std::set<std::pair<std::size_t, std::uint32_t>>>> threads;
    for (std::size_t block = 0; block < trace.block_count(); ++block)
      for (std::uint32_t warp = 0; warp < warps_per_block(trace); ++warp)
        for (std::uint32_t step = 0; step < order.step_count(); ++step)
          for (const WarpAtomic& atomic : warp_step(trace, order, block, warp, step).atomics) {
            Sums& sums = expected[order.step(step).line];
            ++sums.requests;
            sums.lanes += atomic.lanes;
            sums.rounds += atomic.most;
            sums.worst = std::max(sums.worst, atomic.most);
          }
    for (const EventRef& ref : all_of(trace, Kind::atomic)) {
      const Event event = event_at(trace, ref);
      const bool is_shared = trace.arrays()[event.array()].space == Space::shared;
      threads[event.line()][{is_shared ? ref.block : 0, event.index}].insert({ref.block, ref.thread});
    }
    for (const AtomicSite& site : contention(trace, order)) {
      by_line[site.line] = {site.requests, site.lanes, site.rounds, site.worst};
      ASSERT_EQ(site.cells.size(), threads[site.line].size());
      for (const WantedCell& cell : site.cells)
        EXPECT_EQ(cell.threads, (threads[site.line][{cell.block, cell.index}].size()));
    }
    EXPECT_EQ(by_line, expected);
    EXPECT_FALSE(by_line.empty());
  }
}

// The count of a bin was made by those that added to it, one after the other.
TEST(Provenance, OfAHistogramsCellAreItsContributions) {
  const Trace trace = recorded("histogram_private.cu");
  std::size_t loads = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    const BlockStores stores(trace, block);
    for (const EventRef& load : all_of(trace, Kind::shared_load)) {
      if (load.block != block) continue;
      const Event loaded = event_at(trace, load);
      const Contributions all = contributions_to(stores, load);
      ++loads;
      EXPECT_EQ(all.atomics.size(), loaded.bits);  // each added 1
      ASSERT_EQ(all.begin.kind, Source::Kind::event);
      EXPECT_EQ(event_at(trace, all.begin.event).kind(), Kind::shared_store);  // the zero
      EXPECT_LE(all.proof, Source::Proof::by_value);
      std::uint64_t so_far = 0;
      for (const EventRef& atomic : all.atomics) {
        const Event event = event_at(trace, atomic);
        EXPECT_EQ(event.index, loaded.index);
        EXPECT_EQ(event.bits, so_far++);
        EXPECT_EQ(event.second, so_far);
      }
    }
  }
  EXPECT_EQ(loads, 16U);
}

TEST(Provenance, LeadsThroughAtomicsOfOtherBlocks) {
  const Trace trace = recorded("reduce_atomic.cu");
  const std::vector<EventRef> atomics = all_of(trace, Kind::atomic);
  EventRef last;
  for (const EventRef& ref : atomics)
    if (trace.arrays()[event_at(trace, ref).array()].space == Space::global) last = ref;
  ASSERT_EQ(last.block, 3U);
  const Contributions all = contributions_to(BlockStores(trace, 3), last);
  ASSERT_EQ(all.atomics.size(), 4U);
  for (std::size_t block = 0; block < 4; ++block) EXPECT_EQ(all.atomics[block].block, block);
  EXPECT_EQ(all.begin.kind, Source::Kind::element);
  EXPECT_EQ(all.begin.value, 0);
  // And what the last one was given is what its block's threads added up.
  const std::vector<Source> sources = origins_of(BlockStores(trace, 3), last);
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].role, Source::Role::addend);
  EXPECT_EQ(sources[0].event, all.atomics[2]);
  EXPECT_EQ(sources[1].role, Source::Role::added);
  EXPECT_EQ(event_at(trace, sources[1].event).kind(), Kind::shared_load);
  EXPECT_EQ(contributions_to(BlockStores(trace, 3), sources[1].event).atomics.size(), 64U);
}

// What a thread goes on with is what it found, not what it left.
TEST(Provenance, OfAnAtomicsResultIsWhatItFound) {
  const Trace trace = recorded("last_thread_of_a_block.cu");
  const std::vector<EventRef> loads = all_of(trace, Kind::atomic);
  ASSERT_EQ(loads.size(), 128U);
  const BlockStores stores(trace, 0);
  const Source first = origins_of(stores, loads[0], true)[0];
  EXPECT_EQ(event_at(trace, first.event).kind(), Kind::shared_store);
  const Source second = origins_of(stores, loads[1], true)[0];
  EXPECT_EQ(second.event, loads[0]);
  EXPECT_EQ(second.bits, 1U);
}

TEST(Provenance, OfAShuffleIsWhatTheGivingLaneHad) {
  const Trace trace = recorded("warp_shuffles.cu");
  const BlockStores stores(trace, 0);
  std::size_t looked_at = 0;
  for (const EventRef& ref : all_of(trace, Kind::shuffle)) {
    if (ref.block != 0) continue;
    const Event shuffle = event_at(trace, ref);
    const Source source = origins_of(stores, ref)[0];
    ASSERT_EQ(source.kind, Source::Kind::event);
    EXPECT_EQ(source.event.thread, shuffle.index);
    EXPECT_EQ(source.bits, shuffle.bits);
    EXPECT_EQ(source.proof, Source::Proof::recorded);
    ++looked_at;
  }
  EXPECT_EQ(looked_at, 64U * 5);
  // The warp's sum is that of all 32 elements.
  const EventRef store = all_of(trace, Kind::global_store)[0];
  std::set<std::uint32_t> elements;
  for (const SumStep& product : products_behind(stores, store).products)
    if (product.first.kind == Source::Kind::element) elements.insert(product.first.index);
  EXPECT_EQ(elements.size(), 32U);
}

// The last block reads what others stored: nothing but the value says so.
TEST(Provenance, OfAnotherBlocksStoreIsToldByItsValue) {
  const Trace trace = recorded("reduce_last_block.cu");
  const BlockStores stores(trace, 3);
  std::size_t others = 0;
  for (const EventRef& ref : all_of(trace, Kind::global_load)) {
    const Event event = event_at(trace, ref);
    if (ref.block != 3 || trace.arrays()[event.array()].name != "partial") continue;
    const Source source = origins_of(stores, ref)[0];
    ASSERT_EQ(source.kind, Source::Kind::event);
    EXPECT_EQ(source.event.block, event.index);
    EXPECT_EQ(event_at(trace, source.event).kind(), Kind::global_store);
    EXPECT_EQ(source.bits, event.bits);
    EXPECT_EQ(source.proof, event.index == 3 ? Source::Proof::recorded : Source::Proof::by_value);
    others += event.index == 3 ? 0 : 1;
  }
  EXPECT_EQ(others, 3U);
}

// Declared and dynamic, of elements of any size.
TEST(SharedBytes, AreThoseOfAllArrays) {
  const std::vector<ArrayInfo> arrays{{"a", Space::shared, {3}, Number::i32, 1},
                                      {"b", Space::shared, {2, 5}, Number::f64, 8},
                                      {"c", Space::global, {100}},
                                      {"d", Space::shared, {}, Number::f32, 4}};
  EXPECT_EQ(shared_bytes(arrays), 8 + 80 + 4U);
}

}  // namespace
}  // namespace tilescope::test
