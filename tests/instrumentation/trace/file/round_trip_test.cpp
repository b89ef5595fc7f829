// A trace that was saved and loaded is the trace that it was, whatever was recorded and however it went.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "instrumentation/analysis/counts.h"
#include "tests/support/odd_trace.h"
#include "tests/support/random_launch.h"
#include "tests/support/text_kernels.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {
namespace {

const std::filesystem::path& round_trips_folder() {
  static const std::filesystem::path made = fresh_folder("round_trips");
  return made;
}

void expect_same(const Trace& trace, const std::string& what) {
  EXPECT_EQ(difference(trace, through_a_file(trace, round_trips_folder() / "a.tsc")), "") << what;
}

Trace run_odd(const std::string& name, const Launch& launch, std::uint64_t memory = 1 << 24) {
  RecordOptions how;
  how.cores = 1;
  how.memory = memory;
  return make_cpu_executor()->record(odd_kernel(name), launch, how);
}

// The same trace, whose events lie where they lay; it must not outlive the other.
Trace::Parts again(const Trace& trace) {
  Trace::Parts parts;
  parts.launch = trace.launch();
  parts.kernel_text = trace.kernel_text();
  parts.executor = trace.executor();
  parts.backend = trace.backend();
  parts.arrays = trace.arrays();
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    parts.left.emplace_back(std::vector<std::byte>(trace.left(n).begin(), trace.left(n).end()));
  parts.sites = trace.sites();
  parts.fault = trace.fault();
  for (std::size_t block = 0; block < trace.block_count(); ++block) parts.blocks.push_back(trace.block(block));
  return parts;
}

// A segment of some lanes of another, which are at these places in it, from event `first` up to `end`.
void add_cut(LanesRecord& record, const Segment& from, const std::vector<std::uint32_t>& places, std::uint32_t first,
             std::uint32_t end, EventMemory& memory) {
  if (places.empty() || first == end) return;
  Segment cut;
  cut.first = first;
  cut.events = end - first;
  for (const std::uint32_t place : places) cut.lanes.push_back(from.lanes[place]);
  make_room(cut, memory);
  for (std::uint32_t n = first; n < end; ++n) {
    const Segment::PieceRow old = Segment::place_of(n), now = Segment::place_of(n - first);
    std::copy_n(from.common(old), 2, cut.common(now));
    for (std::size_t lane = 0; lane < places.size(); ++lane)
      for (std::uint32_t word = 0; word < cut.words; ++word)
        cut.row(now)[word * places.size() + lane] = from.row(old)[word * from.lanes.size() + places[lane]];
  }
  record.segments.push_back(std::move(cut));
}

// Threads that go together part after their seventh event: one of them goes on alone.
std::shared_ptr<const LanesRecord> cut_up(const LanesRecord& whole, EventMemory& memory) {
  auto record = std::make_shared<LanesRecord>();
  for (const Segment& segment : whole.segments) {
    std::vector<std::uint32_t> places(segment.lanes.size());
    std::iota(places.begin(), places.end(), 0U);
    const std::uint32_t parting = std::min(segment.events, 7U);
    add_cut(*record, segment, places, 0, parting, memory);
    add_cut(*record, segment, {places.back()}, parting, segment.events, memory);
    places.pop_back();
    add_cut(*record, segment, places, parting, segment.events, memory);
  }
  record->find_parts(whole.lanes());
  return record;
}

const Schedule schedules[] = {{Schedule::Kind::in_order, 0},
                              {Schedule::Kind::reverse, 0},
                              {Schedule::Kind::warp_interleaved, 0},
                              {Schedule::Kind::random, 7}};

TEST(RoundTrip, AHundredRandomLaunches) {
  std::mt19937_64 random(20261121);
  const char* const kernels[] = {"naive",        "single_block",   "tiled",      "tiled_bounded",
                                 "coarsened_1d", "register_tiled", "vectorized", "double_buffered"};
  for (int n = 0; n < 100; ++n) {
    Launch l = random_launch(kernels[n % 8], random);
    l.schedule = schedules[random() % 4];
    l.out_of_bounds = static_cast<OutOfBounds>(random() % 4);
    switch (random() % 4) {
      case 0: l.record = Record::counts; break;
      case 1:
        l.record = n % 2 == 0 ? Record::window : Record::blocks;
        l.window = {{0, 0, 0, 0}, {l.grid.y / 2, l.grid.x / 2, l.grid.y - 1, l.grid.x - 1}};
        break;
      default: break;
    }
    expect_same(record(l), l.kernel + " " + std::to_string(n));
  }
}

TEST(RoundTrip, AnyArrays) {
  const Trace trace = trace_of_any_arrays();
  ASSERT_FALSE(trace.printed().empty());
  for (const Kind kind : {Kind::atomic, Kind::shuffle, Kind::vote})
    EXPECT_TRUE(
        std::any_of(trace.sites().begin(), trace.sites().end(), [&](const Site& site) { return site.kind == kind; }));
  expect_same(trace, "any arrays");
}

TEST(RoundTrip, KernelsWithRacesStraysAndFaults) {
  for (const char* const name : {"all_store_one_cell", "barrier_in_branch", "endless", "fault_in_block", "no_barrier",
                                 "spinning", "strays", "two_barriers", "writes_a"})
    for (const Schedule& schedule : schedules)
      for (const OutOfBounds rule : {OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale, OutOfBounds::touch}) {
        const bool wide = std::string(name) == "no_barrier" || std::string(name) == "fault_in_block";
        Launch l = wide ? square(odd_kernel(name), 4, {4, 4}, {2, 2}) : square(odd_kernel(name), 2, {2, 2}, {2, 1});
        if (std::string(name) == "fault_in_block") l = square(odd_kernel(name), 8, {2, 2}, {4, 4});
        l.schedule = schedule;
        l.out_of_bounds = rule;
        expect_same(run_odd(name, l), name);
      }
}

TEST(RoundTrip, EventsThatFoundNoRoom) {
  Launch l = launch("tiled", 32, 32, 32, 16, "random");
  RecordOptions how;
  how.cores = 1;
  how.memory = 700'000;
  const Trace trace = make_cpu_executor()->record(recorded_kernel(l), l, how);
  ASSERT_GT(trace.lost_events(), 0U);
  ASSERT_GT(trace.kept_events(), 0U);
  expect_same(trace, "lost events");
}

TEST(RoundTrip, ClocksOfAGpu) {
  expect_same(as_of_a_gpu(record(launch("tiled_bounded", 37, 29, 41, 8, "random"))), "clocks");
  Launch l = launch("tiled_bounded", 37, 29, 41, 8, "random");
  l.record = Record::window;
  l.window = {{1, 1, 2, 2}};
  expect_same(as_of_a_gpu(record(l)), "clocks of a window");
}

TEST(RoundTrip, MoreClocksAndDifferencesThanAChunkHolds) {
  const Trace trace = record(launch("tiled", 4, 4, 80'000, 4));
  expect_same(as_of_a_gpu(trace), "clocks");
  std::mt19937_64 random(8);
  expect_same(edited(trace,
                     [&](std::size_t, std::uint32_t, std::uint32_t, PackedEvent& event) {
                       if (!event.is_barrier())
                         event.value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
                     }),
              "differences");
}

// Nothing that a recorder would do: what cannot be predicted is kept as it is.
TEST(RoundTrip, ValuesAndIndicesThatNobodyCouldPredict) {
  std::mt19937_64 random(5);
  const Trace trace = record(launch("tiled", 16, 16, 16, 8, "random"));
  for (const unsigned often : {1U, 3U, 100U, 5000U})
    expect_same(edited(trace,
                       [&](std::size_t, std::uint32_t, std::uint32_t, PackedEvent& event) {
                         if (random() % often != 0 || event.is_barrier()) return;
                         event.value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
                         if (random() % 2 == 0) event.index = static_cast<std::uint32_t>(random() % 64);
                       }),
                "every " + std::to_string(often));
}

// Origins that no kernel gives: a value from a barrier, or from some event before it.
TEST(RoundTrip, OriginsThatMakeNoSense) {
  std::mt19937_64 random(7);
  const Trace trace = as_of_a_gpu(record(launch("tiled", 16, 16, 16, 8, "random")));
  expect_same(edited(trace,
                     [&](std::size_t, std::uint32_t, std::uint32_t number, PackedEvent& event) {
                       if (number == 0 || event.is_barrier() || random() % 5 != 0) return;
                       const auto some = [&] { return static_cast<std::uint32_t>(random() % number); };
                       event.origin = event.kind() == Kind::partial_sum ? some() | some() << 16 : some();
                     }),
              "origins");
}

// Every thread stops somewhere else, and loads its operands in an order of its own.
TEST(RoundTrip, ThreadsThatAllTakeDifferentPaths) {
  std::mt19937_64 random(6);
  const Trace trace = record(launch("naive", 24, 24, 24, 8, "random"));
  expect_same(edited(trace,
                     [&](std::size_t, std::uint32_t, std::uint32_t, PackedEvent& event) {
                       if (random() % 4 == 0) event.what += static_cast<std::uint32_t>(random() % 20);
                     }),
              "paths");
}

TEST(RoundTrip, ThreadsThatPartGiveTheSameBytes) {
  const Trace trace = through_a_file(record(launch("tiled_bounded", 20, 21, 22, 8, "random")), round_trips_folder() / "whole.tsc");
  EventMemory memory(std::make_shared<EventPool>(0));
  Trace::Parts parts = again(trace);
  for (BlockTrace& block : parts.blocks) block.record = cut_up(*block.record, memory);
  parts.slabs = memory.take_slabs();
  const Trace parted(std::move(parts));
  EXPECT_EQ(difference(trace, parted), "");
  save(parted, (round_trips_folder() / "parted.tsc").string());
  EXPECT_EQ(read_bytes(round_trips_folder() / "whole.tsc"), read_bytes(round_trips_folder() / "parted.tsc"));
}

// What version 1 of the format could not hold.
TEST(RoundTrip, LongTextsOtherNumbersAndOtherFaults) {
  const Trace trace = record(launch("tiled", 4, 4, 4, 2));
  const auto with = [&](auto change) {
    Trace::Parts parts = again(trace);
    change(parts);
    expect_same(Trace(std::move(parts)), "changed");
  };
  const std::uint32_t first = trace.events(0, 0)[0].site;
  with([&](Trace::Parts& parts) { parts.sites[first].line = 65536; });
  with([&](Trace::Parts& parts) { parts.sites[first].operand = 200; });
  with([&](Trace::Parts& parts) { parts.sites[first].number = Number::i32; });
  with([&](Trace::Parts& parts) { parts.sites[first].bytes = 2; });
  with([&](Trace::Parts& parts) {
    parts.arrays[0].number = Number::f64, parts.arrays[0].element_bytes = 8;
    Buffer& buffer = parts.launch.buffers[0];
    buffer.number = Number::f64, buffer.element_bytes = 8;
    buffer.bytes.resize(2 * buffer.bytes.size());
  });
  with([&](Trace::Parts& parts) { parts.printed = "once\n"; });
  with([&](Trace::Parts& parts) {
    std::vector<Tallies> tallies(parts.arrays.size() + 2);
    tallies.back().back() = {1, 1};
    parts.blocks[0].tallies = std::move(tallies);
  });
  for (const Fault::Kind kind : {Fault::Kind::failed_assert, Fault::Kind::misaligned_access})
    with([&](Trace::Parts& parts) { parts.fault = Fault{.kind = kind, .threads = {}, .message = ""}; });
}

TEST(RoundTrip, AHealthyTraceKeepsNoValues) {
  const Trace trace = record(launch("tiled_bounded", 100, 90, 110, 16, "random"));
  const std::filesystem::path path = round_trips_folder() / "small.tsc";
  const std::uint64_t bytes = save(trace, path.string());
  EXPECT_EQ(bytes, std::filesystem::file_size(path));
  const std::uint64_t inputs = 4 * (100 * 110 + 110 * 90);
  EXPECT_LT(bytes, inputs + trace.kept_events() / 100) << trace.kept_events();
}

TEST(RoundTrip, TenMillionEventsOfRandomInputsInATenthOfAByteEach) {
  for (const auto& [kernel, side, tile] :
       {std::tuple{"naive", 152, 8}, {"tiled", 144, 16}, {"tiled_bounded", 141, 16}}) {
    const Trace trace = record(launch(kernel, side, side, side, tile, "random"));
    EXPECT_GE(trace.kept_events(), 10'000'000U) << kernel;
    const std::filesystem::path path = round_trips_folder() / "large.tsc";
    const std::uint64_t bytes = save(trace, path.string());
    EXPECT_LE(static_cast<double>(bytes), 0.1 * static_cast<double>(trace.kept_events())) << kernel;
    std::printf("%s: %.4f bytes an event\n", kernel,
                static_cast<double>(bytes) / static_cast<double>(trace.kept_events()));
    EXPECT_EQ(difference(trace, TraceFile(path.string()).load()), "") << kernel;
  }
}

TEST(RoundTrip, WhatIsCountedFromALoadedTraceIsTheSame) {
  const Trace trace = record(launch("tiled_bounded", 20, 21, 22, 8, "random"));
  const Trace loaded = through_a_file(trace, round_trips_folder() / "counts.tsc");
  EXPECT_EQ(useful_flops(loaded), useful_flops(trace));
  EXPECT_EQ(count(loaded).executed_flops(), count(trace).executed_flops());
}

TEST(RoundTrip, TheSameTraceGivesTheSameBytes) {
  const Launch l = launch("tiled_bounded", 37, 29, 41, 8, "random");
  const std::filesystem::path one = round_trips_folder() / "one.tsc", two = round_trips_folder() / "two.tsc";
  save(record(l, 1), one.string());
  save(TraceFile(one.string()).load(), two.string());
  EXPECT_EQ(read_bytes(one), read_bytes(two));
  save(record(l, 2), two.string());
  EXPECT_EQ(read_bytes(one), read_bytes(two));
}

}  // namespace
}  // namespace tilescope::test
