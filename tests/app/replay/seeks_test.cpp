// Seeking equals stepping: any moment, in any order, shows the state that its events lead to one by one.
// TILESCOPE_SEEKS=1000000 makes the long run that the short one samples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>

#include "app/replay/replay.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/support/factors.h"
#include "tests/support/random_launch.h"

namespace tilescope {

namespace {

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 29)) * 0xbf58476d1ce4e5b9;
  return value ^ (value >> 32);
}

// A part of the state, and what it holds. All parts together are the sum of theirs, so that one event changes little.
std::uint64_t part(std::uint64_t kind, std::uint64_t place, std::uint64_t holds) {
  return mixed(mixed(kind << 56 ^ place) + holds);
}
std::uint64_t bits(float value) { return 1 + std::uint64_t{std::bit_cast<std::uint32_t>(value)}; }

enum : std::uint64_t { of_done = 1, of_sum, of_cell, of_writer, of_c, of_total, of_most };

std::uint64_t hash_of(const Frame& frame) {
  std::uint64_t hash = 0;
  for (std::uint64_t n = 0; n < frame.threads.size(); ++n) {
    hash += part(of_done, n, frame.threads[n].done);
    if (frame.threads[n].sum) hash += part(of_sum, n, bits(*frame.threads[n].sum));
  }
  for (const SharedNow& shared : frame.shared)
    for (std::uint64_t n = 0; n < shared.cells.size(); ++n) {
      const SharedCell& cell = shared.cells[n];
      if (cell.state == SharedCell::State::empty) continue;
      hash += part(of_cell, std::uint64_t{shared.array} << 32 | n, bits(cell.value));
      hash += part(of_writer, std::uint64_t{shared.array} << 32 | n, std::uint64_t{cell.thread} << 32 | cell.event);
    }
  for (std::uint64_t n = 0; n < frame.c().size(); ++n)
    if (frame.c()[n].state == CElement::State::stored) hash += part(of_c, n, bits(frame.c()[n].value()));
  for (std::uint64_t n = 0; n < count_kinds; ++n) {
    hash += part(of_total, n, frame.counts.all[n].total + frame.counts.barriers[n].total);
    hash += part(of_most, n, frame.counts.all[n].thread_max + frame.counts.barriers[n].thread_max);
  }
  return hash;
}

// The hash of every moment and block, from all events one after the other.
class Linear {
 public:
  explicit Linear(const Replay& replay) : replay_(replay), trace_(replay.trace()) {
    const std::uint64_t moments = replay.moments().count();
    const std::size_t blocks = replay.blocks().size();
    struct Place {
      std::uint64_t moment;
      std::uint32_t block, thread, event;
    };
    std::vector<Place> places;
    for (std::uint32_t block = 0; block < blocks; ++block)
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread)
        for (std::uint32_t n = 0; n < trace_.events(replay.blocks()[block], thread).size(); ++n)
          places.push_back({replay.moments().after(replay.blocks()[block], thread, n), block, thread, n});
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.moment < b.moment; });
    events_ = places.size();

    threads_.resize(blocks * trace_.threads_per_block());
    cells_.resize(blocks);
    own_.resize(blocks);
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::uint64_t n = 0; n < trace_.threads_per_block(); ++n) own_[block] += part(of_done, n, 0);
    c_.resize(test::c_of(trace_).size(), 0);
    for (std::uint64_t n = 0; n < count_kinds; ++n) shared_ += part(of_total, n, 0) + part(of_most, n, 0);
    hashes_.reserve((moments + 1) * blocks);
    std::size_t next = 0;
    for (std::uint64_t moment = 0; moment <= moments; ++moment) {
      for (; next < places.size() && places[next].moment == moment; ++next)
        apply(places[next].block, places[next].thread, places[next].event);
      for (std::size_t block = 0; block < blocks; ++block) hashes_.push_back(shared_ + own_[block]);
    }
  }

  [[nodiscard]] std::uint64_t at(std::uint64_t moment, std::size_t block) const {
    return hashes_[moment * replay_.blocks().size() + block];
  }
  [[nodiscard]] std::size_t events() const { return events_; }

 private:
  struct Thread {
    std::uint32_t done = 0;
    std::uint64_t sum = 0;
    Counts counts;
  };
  struct Cell {
    std::uint64_t value = 0, writer = 0;
  };

  void apply(std::uint32_t block, std::uint32_t thread, std::uint32_t number) {
    const Event& event = trace_.events(replay_.blocks()[block], thread)[number];
    Thread& now = threads_[block * trace_.threads_per_block() + thread];
    std::uint64_t& own = own_[block];
    const auto change = [](std::uint64_t& hash, std::uint64_t kind, std::uint64_t place, std::uint64_t was,
                           std::uint64_t is) { hash += part(kind, place, is) - part(kind, place, was); };
    change(own, of_done, thread, now.done, now.done + 1);
    ++now.done;
    const auto hold = [](std::uint64_t& hash, std::uint64_t kind, std::uint64_t place, std::uint64_t& value,
                         std::uint64_t is) {
      if (value != 0) hash -= part(kind, place, value);
      hash += part(kind, place, value = is);
    };
    if (event.kind() == Kind::partial_sum) hold(own, of_sum, thread, now.sum, bits(event.value()));
    if (event.kind() == Kind::global_store) hold(shared_, of_c, event.index, c_[event.index], bits(event.value()));
    if (event.kind() == Kind::shared_store) {
      const std::uint64_t place = std::uint64_t{event.array()} << 32 | event.index;
      auto& cells = cells_[block];
      if (cells.size() <= event.array()) cells.resize(event.array() + 1U);
      auto& array = cells[event.array()];
      if (array.size() <= event.index) array.resize(event.index + 1);
      Cell& cell = array[event.index];
      if (cell.value != 0) own -= part(of_writer, place, cell.writer);
      hold(own, of_cell, place, cell.value, bits(event.value()));
      own += part(of_writer, place, cell.writer = std::uint64_t{thread} << 32 | number);
    }
    now.counts.by_array.resize(trace_.arrays().size());
    const Counts before = now.counts;
    count_event(now.counts, event);
    for (std::size_t n = 0; n < count_kinds; ++n) {
      const auto tally = [&](const Counts& counts) { return counts.all[n].total + counts.barriers[n].total; };
      const std::uint64_t more = tally(now.counts) - tally(before);
      if (more == 0) continue;
      change(shared_, of_total, n, totals_[n], totals_[n] + more);
      totals_[n] += more;
      const std::uint64_t most = std::max(most_[n], tally(now.counts));
      change(shared_, of_most, n, most_[n], most);
      most_[n] = most;
    }
  }

  const Replay& replay_;
  const Trace& trace_;
  std::size_t events_ = 0;
  std::vector<Thread> threads_;
  std::vector<std::vector<std::vector<Cell>>> cells_;  // by block and array
  std::vector<std::uint64_t> own_;                     // by block: of its threads and its shared memory
  std::uint64_t shared_ = 0;                           // of C and of all counts
  std::vector<std::uint64_t> c_;
  std::array<std::uint64_t, count_kinds> totals_{}, most_{};
  std::vector<std::uint64_t> hashes_;  // by moment and block
};

std::unique_ptr<Replay> replayed(const Launch& launch) {
  return std::make_unique<Replay>(std::make_shared<const Trace>(test::record(launch)));
}

void expect_same_everywhere(const Replay& replay, const Linear& linear, std::uint64_t seeks, std::mt19937_64& random) {
  for (std::uint64_t n = 0; n < seeks; ++n) {
    const std::uint64_t moment = random() % (replay.moments().count() + 1);
    const std::size_t block = random() % replay.blocks().size();
    const auto grain = static_cast<Grain>(random() % 3);
    const auto thread = static_cast<std::uint32_t>(random() % replay.trace().threads_per_block());
    ASSERT_EQ(hash_of(replay.at({moment, grain, replay.blocks()[block], thread})), linear.at(moment, block))
        << "moment " << moment << " of " << replay.moments().count() << ", block " << block << ", seek " << n;
  }
}

TEST(Seeks, InRandomKernelsAndShapesShowWhatTheEventsLeadTo) {
  std::mt19937_64 random(20);
  for (const CatalogueKernel& kernel : catalogue())
    for (int n = 0; n < 5 && kernel.right(); ++n) {
      const Launch launch = test::random_launch(std::string(kernel.name), random);
      SCOPED_TRACE(fmt::format("{} {} x {} x {}, T = {}", kernel.name, test::m_of(launch), test::k_of(launch),
                               test::n_of(launch), launch.tile));
      const auto replay = replayed(launch);
      const Linear linear(*replay);
      expect_same_everywhere(*replay, linear, 60, random);
      if (HasFatalFailure()) return;
    }
}

TEST(Seeks, ManyInAMillionEventsShowWhatTheEventsLeadTo) {
  const char* const wanted = std::getenv("TILESCOPE_SEEKS");
  const std::uint64_t seeks = wanted == nullptr ? 10'000 : std::strtoull(wanted, nullptr, 10);
  const auto replay = replayed(test::launch("tiled", 64, 64, 64, 16, "random"));
  const Linear linear(*replay);
  EXPECT_GT(linear.events(), 900'000U);
  std::mt19937_64 random(21);
  expect_same_everywhere(*replay, linear, seeks, random);
  RecordProperty("events", std::to_string(linear.events()));
  RecordProperty("seeks", std::to_string(seeks));
}

}  // namespace

}  // namespace tilescope
