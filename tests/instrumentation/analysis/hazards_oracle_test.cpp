// Hazards of small random traces, beside a slow way to find them: every pair of accesses is looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "instrumentation/analysis/hazards.h"
#include "tests/support/built_trace.h"

namespace tilescope::test {
namespace {

enum Array : std::uint8_t { a_matrix, b_matrix, c_matrix, as_tile, bs_tile };

// One access, and where it is.
struct Made {
  std::size_t block;
  std::uint32_t interval, thread, number;
  PackedEvent event;
  [[nodiscard]] bool store() const { return event.kind() == Kind::shared_store || event.kind() == Kind::global_store; }
  [[nodiscard]] auto site() const { return std::pair(!store(), event.line()); }  // stores first
};

struct RandomTrace {
  std::vector<std::vector<PackedEvent>> columns;  // of all blocks' threads
  std::vector<Made> made;
  Trace::Parts parts;
};

PackedEvent random_event(std::mt19937_64& random) {
  What what;
  PackedEvent event{};
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  switch (below(8)) {
    case 0:
      what.kind = Kind::global_store, what.array = c_matrix, event.index = below(6), what.line = 20 + below(2);
      break;
    case 1:
      what.kind = Kind::out_of_bounds, what.array = b_matrix, what.stray_store = below(2) == 0;
      event.index = 9 + below(3), what.line = 22 + below(2);
      break;
    case 2:
    case 3:
    case 4:
      what.kind = Kind::shared_store, what.array = below(2) == 0 ? as_tile : bs_tile;
      event.index = below(5), what.line = 10 + below(2);
      break;
    default:
      what.kind = Kind::shared_load, what.array = below(2) == 0 ? as_tile : bs_tile;
      event.index = below(5), what.line = 11 + below(3);
  }
  event.what = what.packed();
  return event;
}

void make(RandomTrace& trace, std::mt19937_64& random) {
  const auto up_to = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random() % most); };
  const std::uint32_t blocks = up_to(3), threads = up_to(4), intervals = up_to(3);
  Launch& launch = trace.parts.launch;
  launch.kernel = "random";
  launch.meaning.kind = "something that is known";  // so two stores of one value count as two
  launch.grid = {blocks, 1};
  launch.block = {threads, 1};
  trace.parts.arrays = {{"A", Space::global, {3, 1}},
                        {"B", Space::global, {1, 3}},
                        {"C", Space::global, {3, 3}},
                        {"As", Space::shared, {5}},
                        {"Bs", Space::shared, {5}}};
  for (std::size_t block = 0; block < blocks; ++block)
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      std::vector<PackedEvent>& column = trace.columns.emplace_back();
      for (std::uint32_t interval = 0; interval < intervals; ++interval) {
        for (std::uint64_t n = random() % 4; n > 0; --n) {
          column.push_back(random_event(random));
          trace.made.push_back({block, interval, thread, static_cast<std::uint32_t>(column.size() - 1), column.back()});
        }
        if (interval + 1 == intervals) break;
        for (const Kind kind : {Kind::barrier_arrive, Kind::barrier_release}) {
          What what;
          what.kind = kind;
          column.push_back({interval, 0, 0, what.packed()});
        }
      }
    }
  SiteTable sites;
  EventMemory memory(std::make_shared<EventPool>(1));
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto first = trace.columns.begin() + static_cast<std::ptrdiff_t>(block * threads);
    trace.parts.blocks.emplace_back().record = test::built_record({first, first + threads}, sites, memory);
  }
  trace.parts.sites = sites.take();
  trace.parts.slabs = memory.take_slabs();
}

using Where = std::pair<bool, std::uint32_t>;
using Cause = std::tuple<Hazard, std::uint8_t, Where, Where>;
using Place = std::tuple<std::size_t, std::uint32_t, std::uint32_t>;  // block, interval, cell

// What has to be known of a finding. A time is which thread did it, and where.
struct Expected {
  std::set<std::tuple<Place, std::uint32_t, std::uint32_t>> times;
  std::set<std::uint32_t> cells, intervals;
  std::set<std::size_t> blocks;
  Place first{std::size_t(-1), 0, 0};

  void add(const Made& at, std::uint32_t one, std::uint32_t other) {
    const Place place{at.block, at.interval, at.event.index};
    times.insert({place, one, other});
    cells.insert(at.event.index);
    intervals.insert(at.interval);
    blocks.insert(at.block);
    first = std::min(first, place);
  }
};

std::map<Cause, Expected> all_pairs(const std::vector<Made>& made) {
  std::map<Cause, Expected> all;
  const auto same_cell = [](const Made& x, const Made& y) {
    return x.event.array() == y.event.array() && x.event.index == y.event.index;
  };
  for (const Made& x : made) {
    const std::uint8_t array = x.event.array();
    if (x.event.kind() == Kind::out_of_bounds) {
      const Where site{!x.event.stray_store(), x.event.line()};
      all[{Hazard::out_of_bounds, array, site, {}}].add(x, x.thread, x.number);
      continue;
    }
    if (x.event.kind() == Kind::global_store) {
      // Against the thread that stored it first in this interval; or in the first block that does, in the last one
      // there.
      const auto stores = [&](const Made& y) { return y.event.kind() == Kind::global_store && same_cell(x, y); };
      std::pair<std::size_t, std::uint32_t> when{x.block, x.interval};
      for (const Made& y : made)
        if (stores(y) &&
            (y.block < when.first || (y.block == when.first && y.block != x.block && y.interval > when.second)))
          when = {y.block, y.interval};
      const Made* owner = nullptr;
      for (const Made& y : made)
        if (stores(y) && std::pair(y.block, y.interval) == when &&
            (owner == nullptr || std::tuple(y.thread, y.number) < std::tuple(owner->thread, owner->number)))
          owner = &y;
      if (owner->block != x.block || owner->thread != x.thread) {
        Expected& conflict =
            all[{Hazard::store_conflict, array, std::min(x.site(), owner->site()), std::max(x.site(), owner->site())}];
        conflict.add(x, x.thread, x.number);
        conflict.blocks.insert(owner->block);
      }
      continue;
    }
    bool ordered = x.store();  // a store before this load
    for (const Made& y : made) {
      if (y.block != x.block || !same_cell(x, y)) continue;
      if (y.store() && (y.interval < x.interval || (y.thread == x.thread && y.number < x.number))) ordered = true;
      if (y.interval != x.interval || y.thread == x.thread || !(x.store() || y.store())) continue;
      // The pair is met twice; of two accesses from one line, the smaller thread goes first.
      const bool x_first = std::pair(x.site(), x.thread) < std::pair(y.site(), y.thread);
      const Made& one = x_first ? x : y;
      const Made& other = x_first ? y : x;
      all[{Hazard::race, array, one.site(), other.site()}].add(x, one.thread, other.thread);
    }
    if (!ordered) all[{Hazard::uninitialised_read, array, x.site(), {}}].add(x, x.thread, 0);
  }
  return all;
}

TEST(HazardsOracle, AgreesOnRandomTraces) {
  std::mt19937_64 random(77);
  std::map<Hazard, int> seen;
  for (int n = 0; n < 3000; ++n) {
    RandomTrace made;
    make(made, random);
    const Trace trace(std::move(made.parts));
    const std::vector<Finding> found = hazards(trace).findings;
    std::map<Cause, Expected> expected = all_pairs(made.made);
    ASSERT_EQ(found.size(), expected.size()) << "trace " << n;
    for (const Finding& f : found) {
      ++seen[f.hazard];
      const auto site = [&](std::size_t access) {
        if (access >= f.accesses.size()) return Where{};
        return Where{!f.accesses[access].store, f.accesses[access].line};
      };
      const auto known = expected.find({f.hazard, f.array, site(0), site(1)});
      ASSERT_NE(known, expected.end()) << "trace " << n;
      const Expected& e = known->second;
      EXPECT_EQ(f.times, e.times.size());
      EXPECT_EQ(f.blocks, e.blocks.size());
      EXPECT_EQ(f.intervals, e.intervals.size());
      if (f.hazard != Hazard::out_of_bounds) {
        EXPECT_EQ(f.cells, e.cells.size());
      }
      const Access& last = f.accesses.back();
      EXPECT_EQ(Place(f.hazard == Hazard::store_conflict ? std::max(f.accesses[0].block, last.block) : last.block,
                      f.interval, f.cell),
                e.first);
      for (const Access& access : f.accesses) {
        const Event& event = trace.events(access.block, access.thread)[access.number];
        EXPECT_EQ(event.index, f.cell);
        EXPECT_EQ(event.array(), f.array);
        EXPECT_EQ(event.line(), access.line);
        EXPECT_EQ(event.kind(), access.kind);
      }
      if (f.hazard == Hazard::race) {
        EXPECT_TRUE(e.times.contains({e.first, f.accesses[0].thread, f.accesses[1].thread})) << "trace " << n;
      }
    }
    expected.clear();
  }
  for (const Hazard hazard : {Hazard::race, Hazard::uninitialised_read, Hazard::out_of_bounds, Hazard::store_conflict})
    EXPECT_GT(seen[hazard], 500) << name_of(hazard);
}

}  // namespace
}  // namespace tilescope::test
