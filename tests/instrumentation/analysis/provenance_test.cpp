#include "instrumentation/analysis/provenance.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>

#include "instrumentation/analysis/element_events.h"
#include "tests/support/form.h"
#include "tests/support/random_launch.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

Trace record_odd(const std::string& name, const Launch& l) {
  RecordOptions how;
  how.cores = 1;
  how.memory = 1 << 24;
  return make_cpu_executor()->record(odd_kernel(name), l, how);
}

// For this kind, the first of a thread; it has to be there.
EventRef first_of(const Trace& trace, std::size_t block, std::uint32_t thread, Kind kind) {
  std::uint32_t number = 0;
  for (const Event& event : trace.events(block, thread)) {
    if (event.kind() == kind) return {block, thread, number};
    ++number;
  }
  ADD_FAILURE() << "no such event";
  return {};
}

// "A[1]*B[4] + A[2]*B[7]"; a constant is "0", a copy has one factor.
std::string in_words(const Trace& trace, const Products& behind) {
  const auto factor = [&](const Source& source) {
    switch (source.kind) {
      case Source::Kind::constant: return std::string("0");
      case Source::Kind::element: return trace.arrays()[source.array].name + "[" + std::to_string(source.index) + "]";
      default: return "?" + std::to_string(static_cast<int>(source.kind));
    }
  };
  std::string words;
  for (const SumStep& product : behind.products) {
    words += (words.empty() ? "" : " + ") + factor(product.first);
    if (product.form == SumForm::multiply_add) words += "*" + factor(product.second);
  }
  return words;
}

TEST(Provenance, AnElementOfCLevelByLevel) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const FinalStore c10 = finals_of_c(trace)[4];  // C[1][0]
  EXPECT_EQ(c10.store, (EventRef{0, 2, c10.store.event}));
  EXPECT_EQ(c10.stores, 1U);
  EXPECT_TRUE(c10.is_final);
  const BlockStores stores(trace, 0);
  const std::vector<Source> stored = origins_of(stores, c10.store);
  ASSERT_EQ(stored.size(), 1U);
  ASSERT_EQ(stored[0].kind, Source::Kind::event);
  EXPECT_EQ(stored[0].line, 15U);
  EXPECT_EQ(stored[0].value, c_of(trace)[4]);
  const std::vector<Source> sum = origins_of(stores, stored[0].event);
  ASSERT_EQ(sum.size(), 3U);
  EXPECT_EQ(sum[0].role, Source::Role::addend);
  EXPECT_EQ(sum[0].line, 15U);
  // The last product is As[1][1] * Bs[1][0], which thread (1,1) and thread (1,0) filled: A[1][3] and B[3][0].
  const auto check = [&](const Source& factor, const char* array, std::uint32_t cell, std::uint32_t writer,
                         std::uint32_t line, const char* matrix, std::uint32_t element, float value) {
    EXPECT_EQ(trace.arrays()[factor.array].name, array);
    EXPECT_EQ(factor.index, cell);
    EXPECT_EQ(factor.event.thread, 2U);
    const Source writes = origins_of(stores, factor.event).at(0);
    EXPECT_EQ(writes.event.thread, writer);
    EXPECT_EQ(writes.line, line);
    EXPECT_EQ(writes.possible, 1U);
    EXPECT_EQ(writes.proof, Source::Proof::recorded);
    const Source loads = origins_of(stores, writes.event).at(0);
    EXPECT_EQ(event_at(trace, loads.event).kind(), Kind::global_load);
    const Source given = origins_of(stores, loads.event).at(0);
    EXPECT_EQ(given.kind, Source::Kind::element);
    EXPECT_EQ(trace.arrays()[given.array].name, matrix);
    EXPECT_EQ(given.index, element);
    EXPECT_EQ(given.value, value);
    EXPECT_EQ(maker_of(stores, factor.event).index, element);
  };
  check(sum[1], "As", 3, 3, 11, "A", 7, 8.0f);
  check(sum[2], "Bs", 2, 2, 12, "B", 12, 13.0f);
  EXPECT_EQ(in_words(trace, products_behind(stores, c10.store)), "A[4]*B[0] + A[5]*B[4] + A[6]*B[8] + A[7]*B[12]");
}

TEST(Provenance, TheChainHoldsEveryLevelOrSaysThatItDoesNot) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const BlockStores stores(trace, 0);
  const EventRef c00 = finals_of_c(trace)[0].store;
  const Chain all = chain(stores, c00);
  EXPECT_TRUE(all.whole);
  // The store's sum; of each of 4 sums an addend and 2 factors; of each of 8 factors its store, load and element.
  EXPECT_EQ(all.links.size(), 1U + 4 * 3 + 8 * 3);
  for (const Link& link : all.links) EXPECT_EQ(link.depth, link.of == Link::none ? 1 : all.links[link.of].depth + 1);
  const Chain some = chain(stores, c00, 7);
  EXPECT_FALSE(some.whole);
  EXPECT_EQ(some.links.size(), 7U);
}

TEST(Provenance, PaddedZerosAreConstants) {
  const Trace trace = record(launch("tiled_bounded", 3, 3, 3, 2));
  const BlockStores stores(trace, 0);
  EXPECT_EQ(in_words(trace, products_behind(stores, finals_of_c(trace)[0].store)),
            "A[0]*B[0] + A[1]*B[3] + A[2]*B[6] + 0*0");
}

TEST(Provenance, EveryElementOfRandomLaunchesIsItsKProductsInOrder) {
  std::mt19937_64 random(5);
  const Schedule::Kind schedules[] = {Schedule::Kind::in_order, Schedule::Kind::reverse,
                                      Schedule::Kind::warp_interleaved, Schedule::Kind::random};
  for (const char* kernel : {"naive", "tiled", "tiled_bounded", "single_block"})
    for (int round = 0; round < 8; ++round) {
      Launch l = random_launch(kernel, random);
      l.schedule = {schedules[round % 4], random()};
      const Trace trace = record(l);
      const std::vector<FinalStore> finals = finals_of_c(trace);
      ASSERT_EQ(finals.size(), static_cast<std::size_t>(m_of(l) * n_of(l)));
      std::vector<std::vector<std::uint32_t>> of_block(trace.block_count());
      for (std::uint32_t element = 0; element < finals.size(); ++element) {
        ASSERT_EQ(finals[element].stores, 1U);
        ASSERT_TRUE(finals[element].is_final);
        of_block[finals[element].store.block].push_back(element);
      }
      const std::uint8_t a = *global_array(trace, "A"), b = *global_array(trace, "B");
      for (std::size_t block = 0; block < of_block.size(); ++block) {
        const BlockStores stores(trace, block);
        for (const std::uint32_t element : of_block[block]) {
          const Products behind = products_behind(stores, finals[element].store);
          ASSERT_TRUE(behind.whole);
          ASSERT_EQ(behind.proof, Source::Proof::recorded) << l.kernel << " element " << element;
          const std::int64_t row = element / n_of(l), column = element % n_of(l);
          std::int64_t k = 0;
          for (const SumStep& product : behind.products) {
            if (product.has_padding()) continue;
            ASSERT_EQ(product.first.kind, Source::Kind::element);
            ASSERT_EQ(product.second.kind, Source::Kind::element);
            ASSERT_EQ(product.first.array, a);
            ASSERT_EQ(product.second.array, b);
            ASSERT_EQ(product.first.index, row * k_of(l) + k);
            ASSERT_EQ(product.second.index, k * n_of(l) + column);
            ++k;
          }
          ASSERT_EQ(k, k_of(l));
        }
      }
    }
}

TEST(Provenance, ASumOfZerosIsFollowedAndSaidToBeAssumed) {
  Launch l = launch("tiled", 4, 4, 4, 2, "identity");
  const Trace trace = record(l);
  const BlockStores stores(trace, 3);
  const Products behind = products_behind(stores, finals_of_c(trace)[15].store);
  EXPECT_EQ(in_words(trace, behind), "A[12]*B[3] + A[13]*B[7] + A[14]*B[11] + A[15]*B[15]");
  EXPECT_EQ(behind.proof, Source::Proof::assumed);
}

// Thread t reads cell 15 - t, which thread 15 - t writes in the same interval: nothing orders the two.
TEST(Provenance, ARaceIsSaidAndJudgedByTheValue) {
  Launch l = square(odd_kernel("no_barrier"), 4, {4, 4});
  const Trace in_order = record_odd("no_barrier", l);
  const BlockStores stores(in_order, 0);
  // Thread 0 runs first and finds poison; thread 15 runs last and finds what thread 0 wrote.
  const Source early = origins_of(stores, first_of(in_order, 0, 0, Kind::shared_load)).at(0);
  EXPECT_EQ(early.kind, Source::Kind::never_written);
  EXPECT_EQ(early.possible, 2U);
  EXPECT_EQ(early.proof, Source::Proof::by_value);
  const Source late = origins_of(stores, first_of(in_order, 0, 15, Kind::shared_load)).at(0);
  EXPECT_EQ(late.kind, Source::Kind::event);
  EXPECT_EQ(late.event.thread, 0U);
  EXPECT_EQ(late.possible, 2U);
  EXPECT_EQ(late.proof, Source::Proof::by_value);
  l.schedule.kind = Schedule::Kind::reverse;
  const Trace reversed = record_odd("no_barrier", l);
  EXPECT_EQ(origins_of(BlockStores(reversed, 0), first_of(reversed, 0, 0, Kind::shared_load)).at(0).kind,
            Source::Kind::event);
}

TEST(Provenance, ACellAtAMoment) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const BlockStores stores(trace, 0);
  const std::uint8_t as = event_at(trace, first_of(trace, 0, 0, Kind::shared_store)).array();
  const std::uint32_t end = trace.events(0, 0).size();
  const std::vector<Source> at_end = contents_of(stores, as, 3, 0, end);
  ASSERT_EQ(at_end.size(), 1U);
  EXPECT_EQ(at_end[0].event.thread, 3U);
  EXPECT_EQ(at_end[0].value, 8.0f);  // A[1][3], of the second phase
  // Before the first barrier thread 3 may have come by or not.
  const std::vector<Source> at_first = contents_of(stores, as, 3, 0, 0);
  ASSERT_EQ(at_first.size(), 2U);
  EXPECT_EQ(at_first[0].kind, Source::Kind::never_written);
  EXPECT_EQ(at_first[1].value, 6.0f);
  EXPECT_EQ(at_first[1].proof, Source::Proof::assumed);
  // No other thread writes a thread's own cell.
  EXPECT_EQ(contents_of(stores, as, 0, 0, end).size(), 1U);
  EXPECT_EQ(contents_of(stores, as, 0, 0, 0).at(0).kind, Source::Kind::never_written);
}

TEST(Provenance, AStoreIsReadByTheThreadsOfItsRowUntilItIsOverwritten) {
  const Trace trace = record(launch("tiled", 8, 8, 12, 4));
  const BlockStores stores(trace, 3);
  const std::uint32_t thread = 4 * 2 + 1;  // row 2 of the tile
  const EventRef store = first_of(trace, 3, thread, Kind::shared_store);
  const std::vector<EventRef> readers = readers_of(stores, store);
  ASSERT_EQ(readers.size(), 4U);  // and not the loads of the cell in the other phases
  for (std::uint32_t column = 0; column < 4; ++column) {
    EXPECT_EQ(readers[column].thread, 4 * 2 + column);
    EXPECT_EQ(event_at(trace, readers[column]).index, thread);
    EXPECT_EQ(stores.interval_of(readers[column].thread, readers[column].event), 1U);
  }
}

TEST(Provenance, RacingWritersWithOneValueCannotBeToldApart) {
  Launch l = square(odd_kernel("both_fill"), 2, {2, 1});
  const Trace apart = record_odd("both_fill", l);
  const Source told = origins_of(BlockStores(apart, 0), first_of(apart, 0, 0, Kind::shared_load)).at(0);
  EXPECT_EQ(told.event.thread, 1U);  // it runs last
  EXPECT_EQ(told.possible, 2U);
  EXPECT_EQ(told.proof, Source::Proof::by_value);
  set(l, "A", {5, 5, 5, 5});
  const Trace alike = record_odd("both_fill", l);
  EXPECT_EQ(origins_of(BlockStores(alike, 0), first_of(alike, 0, 0, Kind::shared_load)).at(0).proof,
            Source::Proof::assumed);
}

TEST(Provenance, SumsThatBeginAnewAreInMemoryOrAreAddedAsAWhole) {
  const Trace trace = record_odd("sums_anew", square(odd_kernel("sums_anew"), 2, {1, 1}));
  const BlockStores stores(trace, 0);
  const std::vector<FinalStore> finals = finals_of_c(trace);
  const auto behind = [&](std::size_t element) {
    const Products products = products_behind(stores, finals[element].store);
    EXPECT_TRUE(products.whole) << element;
    EXPECT_EQ(products.proof, Source::Proof::recorded) << element;
    return in_words(trace, products);
  };
  EXPECT_EQ(behind(0), "A[2]*B[0] + A[3]*B[1]");
  EXPECT_EQ(behind(1), "C[1] + A[0]*B[1] + A[1]*B[0]");
  EXPECT_EQ(behind(2), "A[0]*B[0] + A[1]*B[1] + A[2]*B[0] + A[3]*B[1]");
}

TEST(Provenance, ASumMayBeginWithWhatLeftNoEvent) {
  const Trace trace = record_odd("sum_from_element", square(odd_kernel("sum_from_element"), 2, {1, 1}));
  const BlockStores stores(trace, 0);
  const std::vector<FinalStore> finals = finals_of_c(trace);
  const Products element = products_behind(stores, finals[0].store);
  EXPECT_EQ(in_words(trace, element), "A[3] + A[1]*B[0]");
  EXPECT_TRUE(element.whole);
  EXPECT_EQ(element.proof, Source::Proof::by_value);
  const Products number = products_behind(stores, finals[1].store);
  EXPECT_FALSE(number.whole);
  EXPECT_EQ(in_words(trace, number), "?6 + A[1]*B[1]");
}

// Of C[0] the two sums of row 1 alone, though row 0 was summed up under the same name.
TEST(ElementEvents, AreTheAccessesAndTheSumsThatAreStored) {
  const Trace trace = record_odd("sums_anew", square(odd_kernel("sums_anew"), 2, {1, 1}));
  const auto kinds = [&](std::uint8_t array, std::uint32_t element) {
    std::vector<Kind> all;
    for (const EventRef& ref : events_of_element(trace, array, element, 0)) all.push_back(event_at(trace, ref).kind());
    return all;
  };
  EXPECT_EQ(kinds(*global_array(trace, "C"), 0),
            (std::vector{Kind::partial_sum, Kind::partial_sum, Kind::global_store}));
  EXPECT_EQ(kinds(*global_array(trace, "C"), 1),
            (std::vector{Kind::global_load, Kind::partial_sum, Kind::global_store, Kind::global_load, Kind::partial_sum,
                         Kind::global_store}));
  EXPECT_EQ(kinds(*global_array(trace, "C"), 2).size(), 2U * 2 + 2 + 1);
  EXPECT_EQ(kinds(*global_array(trace, "A"), 3), std::vector{Kind::global_load});
  EXPECT_TRUE(kinds(*global_array(trace, "C"), 3).empty());
}

TEST(ElementEvents, OfASharedCellAreThoseOfItsBlock) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  std::uint8_t as = 0;
  while (trace.arrays()[as].name != "As") ++as;
  const std::vector<EventRef> events = events_of_element(trace, as, 3, 2);
  EXPECT_EQ(events.size(), 2U * (1 + 2));  // in each of 2 phases stored once and loaded by 2 threads
  for (const EventRef& ref : events) EXPECT_EQ(ref.block, 2U);
}

TEST(Provenance, MatricesThatTheKernelWritesTo) {
  const Trace trace = record_odd("writes_a", square(odd_kernel("writes_a"), 2, {1, 1}, {2, 1}));
  const BlockStores stores(trace, 1);
  const EventRef store = finals_of_c(trace)[1].store;
  EXPECT_EQ(store.block, 1U);
  // C[1] is A[0] as this thread left it: what the block before made of it, and 1 added.
  const Products behind = products_behind(stores, store);
  EXPECT_TRUE(behind.whole);
  EXPECT_EQ(behind.proof, Source::Proof::by_value);  // nothing else tells in what order the blocks came
  EXPECT_EQ(in_words(trace, behind), "A[0] + 0 + 0");
  const Products first = products_behind(BlockStores(trace, 0), finals_of_c(trace)[0].store);
  EXPECT_TRUE(first.whole);
  EXPECT_EQ(in_words(trace, first), "A[0] + 0");
}

TEST(Provenance, AccessesBeyondAnArrayEndThere) {
  const Trace trace = record_odd("strays", square(odd_kernel("strays"), 2, {1, 1}));
  const BlockStores stores(trace, 0);
  const Source read = maker_of(stores, finals_of_c(trace)[0].store);
  EXPECT_EQ(read.kind, Source::Kind::out_of_bounds);
  EXPECT_EQ(read.index, 5U);
}

TEST(Provenance, OfSeveralStoresTheLastBlockCounts) {
  const Launch l = square(odd_kernel("all_store_one_cell"), 2, {1, 1}, {3, 1});
  const Trace trace = record_odd("all_store_one_cell", l);
  const std::vector<FinalStore> finals = finals_of_c(trace);
  EXPECT_EQ(finals[0].store.block, 2U);
  EXPECT_EQ(finals[0].stores, 6U);
  EXPECT_TRUE(finals[0].is_final);
  EXPECT_EQ(finals[2].stores, 0U);
  // Each block added twice.
  EXPECT_EQ(in_words(trace, products_behind(BlockStores(trace, 2), finals[0].store)), "C[0] + 0 + 0 + 0 + 0 + 0 + 0");
}

TEST(Provenance, ABlockOutsideTheWindowMayHaveStoredLater) {
  Launch l = square(odd_kernel("all_store_one_cell"), 2, {1, 1}, {3, 1});
  l.record = Record::window;
  l.window = {{0, 1, 0, 1}};
  const Trace trace = record_odd("all_store_one_cell", l);
  const FinalStore c0 = finals_of_c(trace)[0];
  EXPECT_EQ(c0.store.block, 1U);
  EXPECT_FALSE(c0.is_final);
  EXPECT_EQ(BlockStores(trace, 0).writers_of(0, 0, 0, 0).possible(), 1U);  // nothing was kept of it
}

// What is said of any event of a trace, however it came about, has to be what the trace holds.
void expect_consistent(const Trace& trace) {
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    const BlockStores stores(trace, block);
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      for (std::uint32_t number = 0; number < events.size(); ++number) {
        const Event& event = events[number];
        for (const Source& source : origins_of(stores, {block, thread, number})) {
          if (source.kind == Source::Kind::event) {
            const Event& from = event_at(trace, source.event);
            ASSERT_EQ(std::bit_cast<std::uint32_t>(from.value()), std::bit_cast<std::uint32_t>(source.value));
            ASSERT_EQ(from.line(), source.line);
          }
          if (event.kind() != Kind::shared_load || source.kind == Source::Kind::unknown) continue;
          ASSERT_EQ(std::bit_cast<std::uint32_t>(source.value), std::bit_cast<std::uint32_t>(event.value()));
          ASSERT_EQ(source.array, event.array());
          ASSERT_EQ(source.index, event.index);
          if (source.kind != Source::Kind::event) continue;
          ASSERT_EQ(event_at(trace, source.event).kind(), Kind::shared_store);
          const std::uint32_t then = stores.interval_of(source.event.thread, source.event.event);
          const std::uint32_t now = stores.interval_of(thread, number);
          ASSERT_LE(then, now);
          ASSERT_TRUE(then < now || source.event.thread == thread || source.possible > 1);
        }
        const Products behind = products_behind(stores, {block, thread, number});
        ASSERT_LE(behind.products.size(), events.size());
      }
    }
  }
}

TEST(Provenance, WindowsFaultsRacesAndLostEvents) {
  Launch window = launch("tiled_bounded", 7, 5, 9, 3);
  window.record = Record::window;
  window.window = {{1, 0, 2, 1}};
  expect_consistent(record(window));
  expect_consistent(record_odd("fault_in_block", square(odd_kernel("fault_in_block"), 4, {2, 1}, {4, 2})));
  expect_consistent(record_odd("barrier_in_branch", square(odd_kernel("barrier_in_branch"), 4)));
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Launch race = square(odd_kernel("no_barrier"), 4, {4, 4});
    race.schedule = {Schedule::Kind::random, seed};
    expect_consistent(record_odd("no_barrier", race));
  }
  Launch poisoned = launch("naive", 3, 3, 3, 2);
  std::vector<float> a = a_of(poisoned);
  a[4] = std::bit_cast<float>(0x7fffffffU);
  set(poisoned, "A", a);
  expect_consistent(record(poisoned));
}

TEST(Provenance, WhatWasLostIsNotMadeUp) {
  const Launch l = launch("tiled", 4, 4, 16, 2);
  RecordOptions how;
  how.cores = 1;
  // After the matrices and the blocks there is room for 68 of a thread's 113 events.
  how.memory = 4 * (64 + 64 + 16 * 2) + 12 * 16 + 4 * 2560 + 16 * 16 * 68;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(l), l, how);
  ASSERT_EQ(trace.kept_events(), 16U * 68);
  expect_consistent(trace);
  for (const FinalStore& last : finals_of_c(trace)) EXPECT_EQ(last.stores, 0U);
  const Source read = origins_of(BlockStores(trace, 0), first_of(trace, 0, 0, Kind::shared_load)).at(0);
  EXPECT_EQ(read.kind, Source::Kind::event);
  EXPECT_EQ(read.proof, Source::Proof::by_value);  // another thread's store may be among what was lost
}

TEST(Provenance, AQueryTakesWellUnderAMillisecond) {
  const Trace trace = record(launch("tiled", 64, 64, 64, 16));
  const BlockStores stores(trace, 5);
  std::uint64_t queries = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    for (std::uint32_t event = 0; event < trace.events(5, thread).size(); ++event, ++queries)
      ASSERT_LE(origins_of(stores, {5, thread, event}).size(), 3U);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LT(seconds / static_cast<double>(queries), 1e-3);
  EXPECT_LT(stores.bytes(), 1U << 20);
}

}  // namespace
}  // namespace tilescope::test
