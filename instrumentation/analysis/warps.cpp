#include "instrumentation/analysis/warps.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace tilescope {

namespace {

// An access of a path, with where it belongs.
struct PlacedAccess {
  std::uint32_t step = 0;
  std::uint32_t site = 0;
  std::uint32_t event = 0;
  std::uint8_t elements = 0;
  std::uint8_t performed = 0;

  [[nodiscard]] bool same_as(const PlacedAccess& other) const { return step == other.step && site == other.site; }
  [[nodiscard]] bool is_before(const PlacedAccess& other) const {
    return std::tie(step, site) < std::tie(other.step, other.site);
  }
};

// What the threads of one path do, in the order of steps.
struct PathWork {
  std::vector<std::uint32_t> steps;
  std::vector<PlacedAccess> accesses;
};

// The threads of a warp that went the same path.
struct Group {
  const PathWork* work = nullptr;
  std::size_t next_step = 0;
  std::size_t next_access = 0;
  std::uint32_t lanes = 0;              // how many
  const PlacedAccess* taken = nullptr;  // its part in the access that is looked at
};

class WarpStudy {
 public:
  WarpStudy(const Trace& trace, const Order& order) : trace_(trace), order_(order) {
    for (const Path& path : order.paths()) add_path(path);
    const std::size_t arrays = trace.arrays().size();
    for (std::size_t array = 0; array < arrays; ++array)
      first_words_.push_back(first_shared_word(trace.arrays(), array));
    for (const Step& step : all_steps()) line_numbers_.push_back(step.line);
    std::sort(line_numbers_.begin(), line_numbers_.end());
    line_numbers_.erase(std::unique(line_numbers_.begin(), line_numbers_.end()), line_numbers_.end());
    for (const Step& step : all_steps())
      line_of_step_.push_back(static_cast<std::uint32_t>(
          std::lower_bound(line_numbers_.begin(), line_numbers_.end(), step.line) - line_numbers_.begin()));
    result_.lines.resize(line_numbers_.size());
    for (std::size_t n = 0; n < line_numbers_.size(); ++n) result_.lines[n].line = line_numbers_[n];
    result_.all_blocks = trace.launch().grid.count();
  }

  Warps count() {
    for (std::size_t block = 0; block < trace_.block_count(); ++block) {
      if (!trace_.block(block).recorded()) continue;
      ++result_.blocks;
      result_.lost_events += trace_.block(block).lost;
      for (std::uint32_t first = 0; first < trace_.threads_per_block(); first += warp_lanes) {
        take_warp(block, first);
        count_steps();
        while (take_access()) count_access();
      }
    }
    std::sort(result_.sites.begin(), result_.sites.end(), [](const AccessSite& a, const AccessSite& b) {
      return std::tuple(a.line, a.name.kind, a.name.operand, a.name.array, a.name.bytes) <
             std::tuple(b.line, b.name.kind, b.name.operand, b.name.array, b.name.bytes);
    });
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::vector<Step> all_steps() const {
    std::vector<Step> steps;
    for (std::uint32_t n = 0; n < order_.step_count(); ++n) steps.push_back(order_.step(n));
    return steps;
  }

  // Found once for each path: where its threads' accesses stand among their events.
  void add_path(const Path& path) {
    const Column events = trace_.events(path.block, path.thread);
    PathWork& work = works_.emplace_back();
    work.steps = path.steps;
    std::sort(work.steps.begin(), work.steps.end());
    std::vector<ThreadAccess> found;
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
      found.clear();
      const Visit& of = path.visits[visit];
      find_accesses(trace_.arrays(), events, of.first, of.end, found);
      for (const ThreadAccess& access : found)
        work.accesses.push_back(
            {path.steps[visit], site_of(of.line, access.name), access.event, access.elements, access.performed});
    }
    std::stable_sort(work.accesses.begin(), work.accesses.end(),
                     [](const PlacedAccess& a, const PlacedAccess& b) { return a.is_before(b); });
  }

  std::uint32_t site_of(std::uint32_t line, const AccessName& name) {
    const std::uint64_t key = std::uint64_t{line} << 32 | std::uint64_t{name.bytes} << 24 |
                              static_cast<std::uint64_t>(name.kind) << 16 | std::uint64_t{name.array} << 8 |
                              name.operand;
    const auto [site, is_new] = site_numbers_.try_emplace(key, static_cast<std::uint32_t>(result_.sites.size()));
    if (is_new) {
      AccessSite& made = result_.sites.emplace_back();
      made.line = line;
      made.name = name;
    }
    return site->second;
  }

  void take_warp(std::size_t block, std::uint32_t first) {
    columns_.clear();
    group_of_.clear();
    groups_.clear();
    const std::uint32_t end = std::min(first + warp_lanes, trace_.threads_per_block());
    for (std::uint32_t thread = first; thread < end; ++thread) {
      columns_.push_back(trace_.events(block, thread));
      const PathWork* const work = &works_[order_.path_of(block, thread)];
      auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.work == work; });
      if (group == groups_.end()) group = groups_.insert(groups_.end(), Group{work});
      ++group->lanes;
      group_of_.push_back(static_cast<std::size_t>(group - groups_.begin()));
    }
  }

  void count_steps() {
    for (;;) {
      std::uint32_t step = order_.step_count();
      for (const Group& group : groups_)
        if (group.next_step < group.work->steps.size()) step = std::min(step, group.work->steps[group.next_step]);
      if (step == order_.step_count()) return;
      std::uint32_t lanes = 0;
      for (Group& group : groups_) {
        if (group.next_step == group.work->steps.size() || group.work->steps[group.next_step] != step) continue;
        ++group.next_step;
        lanes += group.lanes;
      }
      LineLanes& line = result_.lines[line_of_step_[step]];
      ++line.warp_steps[lanes];
      if (lanes < columns_.size()) ++line.partial;
    }
  }

  // The warp's next access: each group that makes it has its part in `taken`.
  bool take_access() {
    const PlacedAccess* first = nullptr;
    for (const Group& group : groups_) {
      if (group.next_access == group.work->accesses.size()) continue;
      const PlacedAccess& next = group.work->accesses[group.next_access];
      if (first == nullptr || next.is_before(*first)) first = &next;
    }
    if (first == nullptr) return false;
    site_ = first->site;
    for (Group& group : groups_) {
      group.taken = nullptr;
      if (group.next_access == group.work->accesses.size()) continue;
      const PlacedAccess& next = group.work->accesses[group.next_access];
      if (!next.same_as(*first)) continue;
      group.taken = &next;
      ++group.next_access;
    }
    return true;
  }

  void count_access() {
    AccessSite& site = result_.sites[site_];
    asked_.clear();
    asked_.bytes = site.name.bytes;
    asked_.step = trace_.arrays()[site.name.array].element_bytes;
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < columns_.size(); ++lane) {
      const PlacedAccess* const part = groups_[group_of_[lane]].taken;
      if (part == nullptr) continue;
      asked_.widest = std::max<std::uint32_t>(asked_.widest, part->elements);
      if (part->performed != 0) ++lanes;
      for (std::uint32_t n = 0; n < part->elements; ++n) {
        if ((part->performed >> n & 1) == 0)
          ++site.strays;
        else
          asked_.add(neighbours_[n].index_of(columns_[lane], part->event + n), lane);
      }
    }
    if (asked_.count == 0) return;
    ++site.requests;
    site.lanes += lanes;
    site.elements += asked_.count;
    if (site.name.is_global()) {
      const GlobalCost cost = global_cost(asked_);
      site.sectors += cost.sectors;
      site.ideal_sectors += cost.ideal_sectors;
      site.lines += cost.lines;
      site.worst_sectors = std::max(site.worst_sectors, cost.sectors);
    } else {
      const SharedCost cost = shared_cost(asked_, first_words_[site.name.array]);
      site.wavefronts += cost.wavefronts;
      site.parts += cost.parts;
      site.ways += cost.ways;
      site.worst_ways = std::max(site.worst_ways, cost.ways);
    }
  }

  const Trace& trace_;
  const Order& order_;
  Warps result_;
  std::vector<PathWork> works_;  // by path
  std::unordered_map<std::uint64_t, std::uint32_t> site_numbers_;
  std::vector<std::uint32_t> first_words_;   // by array
  std::vector<std::uint32_t> line_numbers_;  // in their order
  std::vector<std::uint32_t> line_of_step_;  // as numbers in `line_numbers_`

  // The warp that is looked at.
  std::vector<Column> columns_;
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_;  // by lane
  std::uint32_t site_ = 0;
  std::array<Neighbours, widest_access> neighbours_;  // for each element of an access
  Asked asked_;
};

}  // namespace

std::uint64_t LineLanes::total() const {
  return std::accumulate(warp_steps.begin(), warp_steps.end(), std::uint64_t{0});
}

double LineLanes::average_lanes() const {
  std::uint64_t lanes = 0;
  for (std::size_t n = 0; n < warp_steps.size(); ++n) lanes += n * warp_steps[n];
  return total() == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(total());
}

Warps count_warps(const Trace& trace, const Order& order) {
  Warps warps = WarpStudy(trace, order).count();
  warps.atomics = contention(trace, order);
  return warps;
}

}  // namespace tilescope
