// The counts of warps against a slow method that is plainly right: maps and sets, thread by thread, and no paths.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "instrumentation/analysis/warps.h"
#include "tests/support/built_trace.h"
#include "tests/support/random_launch.h"

namespace tilescope::test {
namespace {

using When = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // interval, line, time
struct Part {
  std::vector<std::uint32_t> performed;
  std::uint32_t strays = 0;
};
using Lanes = std::map<std::uint32_t, Part>;  // by lane

Kind meant(const Trace& trace, const Event& event) {
  if (event.kind() != Kind::out_of_bounds) return event.kind();
  const bool global = trace.arrays()[event.array()].space == Space::global;
  if (event.stray_store()) return global ? Kind::global_store : Kind::shared_store;
  return global ? Kind::global_load : Kind::shared_load;
}

std::uint32_t most(const Lanes& lanes) {
  std::size_t elements = 1;
  for (const auto& [lane, part] : lanes) elements = std::max(elements, part.performed.size() + part.strays);
  return static_cast<std::uint32_t>(elements);
}

// The bytes that a lane's elements lie in.
std::set<std::uint64_t> bytes_of(const ArrayInfo& array, const AccessName& name, const Part& part) {
  std::set<std::uint64_t> bytes;
  for (const std::uint32_t index : part.performed)
    for (std::uint64_t n = 0; n < name.bytes; ++n) bytes.insert(std::uint64_t{index} * array.element_bytes + n);
  return bytes;
}

void add_global(AccessSite& site, const ArrayInfo& array, const Lanes& lanes) {
  std::set<std::uint64_t> all, sectors, lines;
  for (const auto& [lane, part] : lanes)
    for (const std::uint64_t byte : bytes_of(array, site.name, part)) {
      all.insert(byte);
      sectors.insert(byte / 32);
      lines.insert(byte / 128);
    }
  site.sectors += sectors.size();
  site.lines += lines.size();
  site.ideal_sectors += (all.size() + 31) / 32;
  site.worst_sectors = std::max(site.worst_sectors, static_cast<std::uint32_t>(sectors.size()));
}

void add_shared(AccessSite& site, const ArrayInfo& array, const Lanes& lanes) {
  std::map<std::uint32_t, std::map<std::uint64_t, std::set<std::uint64_t>>> words;  // by part and bank
  const std::uint32_t wide = most(lanes) * site.name.bytes;
  const std::uint32_t parts = wide <= 4 ? 1 : wide <= 8 ? 2 : wide <= 16 ? 4 : 8;
  for (const auto& [lane, part] : lanes)
    for (const std::uint64_t byte : bytes_of(array, site.name, part))
      words[lane * parts / 32][byte / 4 % 32].insert(byte / 4);
  std::size_t worst = 0;
  for (const auto& [part, banks] : words) {
    std::size_t ways = 0;
    for (const auto& [bank, all] : banks) ways = std::max(ways, all.size());
    site.wavefronts += ways;
    worst = std::max(worst, ways);
  }
  site.parts += words.size();
  site.ways += worst;
  site.worst_ways = std::max(site.worst_ways, static_cast<std::uint32_t>(worst));
}

struct Slow {
  std::map<std::tuple<std::uint32_t, AccessName>, AccessSite> sites;
  std::map<std::uint32_t, LineLanes> lines;
};

void add_warp(const Trace& trace, std::size_t block, std::uint32_t first, Slow& slow) {
  std::map<std::tuple<When, AccessName>, Lanes> accesses;
  std::map<When, std::uint32_t> active;
  const std::uint32_t end = std::min(first + 32, trace.threads_per_block());
  for (std::uint32_t thread = first; thread < end; ++thread) {
    const Column events = trace.events(block, thread);
    for (const Visit& visit : visits_of(events)) {
      const When when{visit.interval, visit.line, visit.time};
      ++active[when];
      for (std::uint32_t n = visit.first; n < visit.end; ++n) {
        const Event& event = events[n];
        if (event.kind() == Kind::partial_sum || event.is_barrier()) continue;
        if (trace.arrays()[event.array()].space == Space::local) continue;
        const AccessName name{meant(trace, event), event.array(), event.operand(), event.at->bytes};
        Part& part = accesses[{when, name}][thread - first];
        if (event.kind() == Kind::out_of_bounds)
          ++part.strays;
        else
          part.performed.push_back(event.index);
      }
    }
  }
  for (const auto& [when, lanes] : active) {
    LineLanes& line = slow.lines[std::get<1>(when)];
    ++line.warp_steps[lanes];
    if (lanes < end - first) ++line.partial;
  }
  for (const auto& [key, lanes] : accesses) {
    const auto& [when, name] = key;
    AccessSite& site = slow.sites[{std::get<1>(when), name}];
    site.name = name;
    std::uint32_t performing = 0;
    for (const auto& [lane, part] : lanes) {
      site.strays += part.strays;
      site.elements += part.performed.size();
      performing += part.performed.empty() ? 0 : 1;
    }
    if (performing == 0) continue;
    ++site.requests;
    site.lanes += performing;
    if (name.is_global())
      add_global(site, trace.arrays()[name.array], lanes);
    else
      add_shared(site, trace.arrays()[name.array], lanes);
  }
}

void expect_same(const Trace& trace, const std::string& what) {
  SCOPED_TRACE(what);
  Slow slow;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t first = 0; trace.block(block).recorded() && first < trace.threads_per_block(); first += 32)
      add_warp(trace, block, first, slow);
  const Warps fast = count_warps(trace, Order(trace));
  ASSERT_EQ(fast.sites.size(), slow.sites.size());
  for (const AccessSite& site : fast.sites) {
    const AccessSite& other = slow.sites.at({site.line, site.name});
    const auto numbers = [](const AccessSite& s) {
      return std::tuple(s.requests, s.lanes, s.elements, s.strays, s.sectors, s.ideal_sectors, s.lines, s.worst_sectors,
                        s.wavefronts, s.parts, s.ways, s.worst_ways);
    };
    EXPECT_EQ(numbers(site), numbers(other)) << "line " << site.line;
  }
  ASSERT_EQ(fast.lines.size(), slow.lines.size());
  for (const LineLanes& line : fast.lines) {
    EXPECT_EQ(line.warp_steps, slow.lines.at(line.line).warp_steps) << "line " << line.line;
    EXPECT_EQ(line.partial, slow.lines.at(line.line).partial) << "line " << line.line;
  }
}

TEST(WarpsOracle, AgreesOnKernelsOfEveryShape) {
  std::mt19937_64 random(12);
  for (const char* kernel : {"naive", "single_block", "tiled", "tiled_bounded"})
    for (int n = 0; n < 12; ++n) {
      Launch l = random_launch(kernel, random);
      while (m_of(l) * n_of(l) * k_of(l) > 12000) l = random_launch(kernel, random);
      if (n % 3 == 1) {
        l.record = Record::window;
        l.window = {{0, 0, 0, 0}, {l.grid.y - 1, l.grid.x - 1, l.grid.y - 1, l.grid.x - 1}};
      }
      expect_same(record(l), l.kernel + " " + std::to_string(n));
    }
  for (const int tile : {2, 3, 16}) expect_same(record(launch("tiled_bounded", 17, 19, 7, tile)), "bounded");
}

// What a thread does: lines that it may leave out or do several times, with accesses of all kinds and widths.
class RandomThread {
 public:
  explicit RandomThread(std::mt19937_64& random) : random_(random) {}

  std::vector<PackedEvent> run() {
    for (std::uint32_t interval = 0; interval < 2; ++interval) {
      for (std::uint32_t line = 1; line <= 3; ++line)
        for (std::uint32_t times = below(3); times > 0; --times) statement(line);
      for (const Kind kind : {Kind::barrier_arrive, Kind::barrier_release})
        events_.push_back(built_event({.kind = kind, .line = 9}, interval));
    }
    return std::move(events_);
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  void statement(std::uint32_t line) {
    for (std::uint8_t operand = 0; operand < 3; ++operand) {
      if (below(4) == 0) continue;
      const bool global = below(2) == 0;
      const bool store = below(3) == 0;
      const auto array = static_cast<std::uint8_t>(global ? 0 : 1 + below(2));
      const Kind kind =
          global ? (store ? Kind::global_store : Kind::global_load) : (store ? Kind::shared_store : Kind::shared_load);
      access({.kind = kind, .array = array, .operand = operand, .line = line}, store, below(3));
    }
    events_.push_back(built_event({.kind = Kind::partial_sum, .array = 3, .operand = 2, .line = line}, 0));
  }

  void access(What what, bool store, std::uint32_t wide) {
    const std::uint32_t width = 1U << wide;
    const std::uint32_t first = width * below(200 / width);
    const std::uint32_t good = below(6) == 0 ? below(width) : width;
    for (std::uint32_t n = 0; n < width; ++n) {
      what.width = n > 0 ? Width::rest : static_cast<Width>(wide);
      events_.push_back(built_event(what, first + n));
      if (n >= good) events_.back().what = what.stray(store);
    }
  }

  std::mt19937_64& random_;
  std::vector<PackedEvent> events_;
};

void expect_same_of_random_events(const std::vector<ArrayInfo>& arrays, std::mt19937_64& random) {
  for (const Size2 block : {Size2{3, 3}, Size2{16, 16}, Size2{2, 2}, Size2{32, 2}, Size2{7, 5}}) {
    Launch l;
    l.grid = {3, 1};
    l.block = block;
    std::vector<BuiltBlock> blocks(3);
    for (const std::size_t recorded : {0U, 2U})
      for (std::uint64_t thread = 0; thread < block.count(); ++thread) {
        // Mostly the same as the thread before, so that there are paths of several threads.
        const bool same = thread > 0 && random() % 4 != 0;
        blocks[recorded].push_back(same ? blocks[recorded].back() : RandomThread(random).run());
        if (!same) continue;
        for (PackedEvent& event : blocks[recorded].back())
          if (event.kind() <= Kind::shared_store) event.index = static_cast<std::uint32_t>(random() % 200);
      }
    const Trace trace = built_trace(l, arrays, blocks);
    expect_same(trace, std::to_string(block.x) + " x " + std::to_string(block.y) + ", " +
                           std::to_string(arrays[0].element_bytes) + " bytes");
    const Warps warps = count_warps(trace, Order(trace));
    EXPECT_EQ(warps.blocks, 2U);
    EXPECT_EQ(warps.all_blocks, 3U);
  }
}

TEST(WarpsOracle, AgreesOnRandomEvents) {
  std::mt19937_64 random(34);
  for (const std::uint32_t bytes : {1U, 2U, 4U, 8U}) {
    const std::vector<ArrayInfo> arrays{{"A", Space::global, {200}, Number::f32, bytes},
                                        {"S", Space::shared, {200}, Number::f32, bytes},
                                        {"T", Space::shared, {200}, Number::f32, bytes == 8 ? 4 : 2 * bytes},
                                        {"sum", Space::local, {}}};
    expect_same_of_random_events(arrays, random);
  }
}

}  // namespace
}  // namespace tilescope::test
