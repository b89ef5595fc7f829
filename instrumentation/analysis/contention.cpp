#include "instrumentation/analysis/contention.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

#include "instrumentation/analysis/warp_access.h"

namespace tilescope {

namespace {

// An atomic of a path: in which step, and the which of its site there.
struct Placed {
  std::uint32_t step = 0, site = 0, time = 0, event = 0;
};

// A lane's part in what its warp does at once.
struct Wish {
  std::uint32_t site = 0, step = 0, time = 0, index = 0;

  [[nodiscard]] auto request() const { return std::tuple(site, step, time); }
};

class Study {
 public:
  Study(const Trace& trace, const Order& order) : trace_(trace), order_(order), wanted_(trace.sites().size()) {
    for (std::uint32_t number = 0; number < trace.sites().size(); ++number) {
      const Site& site = trace.sites()[number];
      if (site.kind != Kind::atomic || site.array >= trace.arrays().size()) continue;
      any_ = true;
      found_.resize(trace.sites().size());
      found_[number] = {site.line, site.column, site.array, static_cast<AtomicKind>(site.operand), 0, 0, 0, 0, {}};
    }
    if (any_)
      for (const Path& path : order.paths()) add_path(path);
  }

  std::vector<AtomicSite> count() {
    for (std::size_t block = 0; any_ && block < trace_.block_count(); ++block) {
      if (!trace_.block(block).recorded()) continue;
      for (std::uint32_t first = 0; first < trace_.threads_per_block(); first += warp_lanes) count_warp(block, first);
      for (std::size_t number = 0; number < found_.size(); ++number)
        if (trace_.arrays()[found_[number].array].space == Space::shared) take_cells(number, block);
    }
    std::vector<AtomicSite> sites;
    for (std::size_t number = 0; number < found_.size(); ++number) {
      if (found_[number].requests == 0) continue;
      take_cells(number, 0);
      std::sort(found_[number].cells.begin(), found_[number].cells.end(), [](const WantedCell& a, const WantedCell& b) {
        return std::tuple(b.threads, b.times, a.index, a.block) < std::tuple(a.threads, a.times, b.index, b.block);
      });
      sites.push_back(std::move(found_[number]));
    }
    std::stable_sort(sites.begin(), sites.end(), [](const AtomicSite& a, const AtomicSite& b) {
      return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
    });
    return sites;
  }

 private:
  struct Cell {
    std::uint64_t last = 0;  // thread of the launch, from 1
    std::uint32_t threads = 0;
    std::uint64_t times = 0;
  };

  void add_path(const Path& path) {
    const Column events = trace_.events(path.block, path.thread);
    std::vector<Placed>& atomics = paths_.emplace_back();
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
      const std::size_t before = atomics.size();
      for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) {
        const Event event = events[n];
        if (event.kind() != Kind::atomic) continue;
        const auto time = std::count_if(atomics.begin() + static_cast<std::ptrdiff_t>(before), atomics.end(),
                                        [&](const Placed& other) { return other.site == event.site; });
        atomics.push_back({path.steps[visit], event.site, static_cast<std::uint32_t>(time), n});
      }
    }
  }

  // What was wanted so far is done with.
  void take_cells(std::size_t number, std::size_t block) {
    for (const auto& [index, cell] : wanted_[number])
      found_[number].cells.push_back({index, cell.threads, cell.times, block});
    wanted_[number].clear();
  }

  void count_warp(std::size_t block, std::uint32_t first) {
    wishes_.clear();
    const std::uint32_t end = std::min(first + warp_lanes, trace_.threads_per_block());
    for (std::uint32_t thread = first; thread < end; ++thread) {
      const std::vector<Placed>& atomics = paths_[order_.path_of(block, thread)];
      if (atomics.empty()) continue;
      const Column events = trace_.events(block, thread);
      const std::uint64_t self = std::uint64_t{block} * trace_.threads_per_block() + thread + 1;
      for (const Placed& placed : atomics) {
        const std::uint32_t index = events.index_of(placed.event);
        wishes_.push_back({placed.site, placed.step, placed.time, index});
        Cell& cell = wanted_[placed.site][index];
        ++cell.times;
        if (cell.last != self) ++cell.threads;
        cell.last = self;
      }
    }
    std::sort(wishes_.begin(), wishes_.end(), [](const Wish& a, const Wish& b) {
      return std::tuple(a.request(), a.index) < std::tuple(b.request(), b.index);
    });
    for (auto begin = wishes_.begin(), last = begin; begin != wishes_.end(); begin = last) {
      last = std::find_if(begin, wishes_.end(), [&](const Wish& wish) { return wish.request() != begin->request(); });
      count_request(begin, last);
    }
  }

  void count_request(std::vector<Wish>::const_iterator begin, std::vector<Wish>::const_iterator end) {
    AtomicSite& site = found_[begin->site];
    std::uint32_t most = 0;
    for (auto first = begin, last = begin; first != end; first = last) {
      last = std::find_if(first, end, [&](const Wish& wish) { return wish.index != first->index; });
      most = std::max(most, static_cast<std::uint32_t>(last - first));
    }
    ++site.requests;
    site.lanes += static_cast<std::uint64_t>(end - begin);
    site.rounds += most;
    site.worst = std::max(site.worst, most);
  }

  const Trace& trace_;
  const Order& order_;
  bool any_ = false;
  std::vector<AtomicSite> found_;                                // by site
  std::vector<std::vector<Placed>> paths_;                       // by path
  std::vector<std::unordered_map<std::uint32_t, Cell>> wanted_;  // by site
  std::vector<Wish> wishes_;                                     // of the warp that is looked at
};

}  // namespace

double AtomicSite::average_threads() const {
  std::uint64_t threads = 0;
  for (const WantedCell& cell : cells) threads += cell.threads;
  return cells.empty() ? 0 : static_cast<double>(threads) / static_cast<double>(cells.size());
}

std::uint64_t AtomicSite::most_at_a_cell() const {
  std::uint64_t most = 0;
  for (const WantedCell& cell : cells) most = std::max(most, cell.times);
  return most;
}

std::vector<AtomicSite> contention(const Trace& trace, const Order& order) { return Study(trace, order).count(); }

const char* function_name(AtomicKind kind) {
  static constexpr std::array names{"atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicAnd",
                                    "atomicOr",  "atomicXor", "atomicCAS",  "atomicInc", "atomicDec"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace tilescope
