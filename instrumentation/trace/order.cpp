#include "instrumentation/trace/order.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

#include "instrumentation/trace/rows.h"

namespace tilescope {

namespace {

bool stores(const Event& event) { return event.kind() == Kind::global_store || event.kind() == Kind::shared_store; }

// Decides whether a visit ends before `next`. `accesses` are the kinds, arrays and operands in the visit so far.
class VisitEnd {
 public:
  bool is_before(const Event& last, std::uint32_t last_number, const Event& next) {
    if (last.line() != next.line() || last.kind() == Kind::barrier_release) return true;
    if (next.width() == Width::rest) return false;
    if (last.kind() == Kind::partial_sum && last.sum_form() != SumForm::start)
      return !(stores(next) && next.origin == last_number);
    return std::find(accesses_.begin(), accesses_.end(), access_of(next)) != accesses_.end();
  }
  void begin() { accesses_.clear(); }
  void add(const Event& event) { accesses_.push_back(access_of(event)); }

 private:
  static std::uint32_t access_of(const Event& event) {
    return static_cast<std::uint32_t>(event.kind()) | std::uint32_t{event.array()} << 8 |
           std::uint32_t{event.operand()} << 16 | (event.stray_store() ? 1U : 0U) << 24;
  }

  std::vector<std::uint32_t> accesses_;
};

// The merged steps of one interval, from the visits of every thread.
class Merge {
 public:
  struct Node {
    Step step;
    double place = 0;          // grows from node to node
    std::uint32_t number = 0;  // assigned once all nodes are there
  };
  using NodePath = std::vector<const Node*>;

  // Returns the steps of these visits, in order. Threads may visit the same lines in different orders, for example in a
  // function that several branches call. A line that would come too late then gets a second step.
  const NodePath& add(const std::vector<Step>& visits) {
    const auto [known, is_new] = known_.try_emplace(hash_of(visits));
    if (!is_new) return known->second;
    const std::set<Step> own(visits.begin(), visits.end());
    auto place = order_.begin();
    for (const Step& step : visits) {
      Place found = first_from(place, step);
      if (found == order_.end()) {
        while (place != order_.end() && place->step < step && !own.contains(place->step)) ++place;
        where_[step].push_back(found = inserted(place, step));
      }
      known->second.push_back(&*found);
      place = std::next(found);
    }
    return known->second;
  }
  [[nodiscard]] std::vector<Step> numbered(std::uint32_t first) {
    std::vector<Step> steps;
    for (Node& node : order_) {
      node.number = first + static_cast<std::uint32_t>(steps.size());
      steps.push_back(node.step);
    }
    return steps;
  }

 private:
  using Place = std::list<Node>::iterator;

  // The next equal step; end() if there is none.
  Place first_from(Place from, const Step& step) {
    Place first = order_.end();
    const auto alike = where_.find(step);
    if (from == order_.end() || alike == where_.end()) return first;
    for (const Place each : alike->second)
      if (each->place >= from->place && (first == order_.end() || each->place < first->place)) first = each;
    return first;
  }
  Place inserted(Place before, const Step& step) {
    const double least = before == order_.begin() ? 0 : std::prev(before)->place;
    const double most = before == order_.end() ? least + 2 : before->place;
    const double middle = (least + most) / 2;
    const Place at = order_.insert(before, {step, middle});
    if (middle > least && middle < most) return at;
    double place = 0;  // no number is left between them
    for (Node& node : order_) node.place = ++place;
    return at;
  }
  static std::uint64_t hash_of(const std::vector<Step>& visits) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const Step& step : visits) {
      hash = (hash ^ step.line) * 0x100000001b3;
      hash = (hash ^ step.time) * 0x100000001b3;
    }
    return hash ^ visits.size();
  }

  std::list<Node> order_;
  std::map<Step, std::vector<Place>> where_;
  std::unordered_map<std::uint64_t, NodePath> known_;
};

// Hashes everything that determines a thread's path: lines, kinds, operands, origins, and which elements of its own
// arrays it used. What the threads of a segment have in common is hashed once.
class WayHashes {
 public:
  explicit WayHashes(const Trace& trace) {
    for (const Site& site : trace.sites()) {
      const bool own = site.array < trace.arrays().size() && trace.arrays()[site.array].space == Space::local;
      own_.push_back(own);
      sites_.push_back(std::uint64_t{site.line} << 32 | static_cast<std::uint64_t>(site.kind) << 24 |
                       std::uint64_t{site.array} << 16 | std::uint64_t{site.operand} << 8 |
                       static_cast<std::uint64_t>(site.width) << 4 | (site.stray_store ? 1U : 0U));
    }
  }

  [[nodiscard]] std::uint64_t of(const LanesRecord& record, std::uint32_t lane) {
    if (record_ != &record) {
      record_ = &record;
      known_.assign(record.segments.size(), std::nullopt);
    }
    std::uint64_t hash = 0xcbf29ce484222325;
    bool own = false;
    for (const LanesRecord::Part& part : record.parts_of(lane)) {
      if (const Sheet* const sheet = record.segments[part.segment].sheet.get(); sheet != nullptr) {
        add(*sheet, part.place, record.shape.words(), hash);
        continue;
      }
      std::optional<std::uint64_t>& known = known_[part.segment];
      if (known && !own) {
        hash = *known;
        continue;
      }
      own = add(record.segments[part.segment], part.place, hash) || own;
      if (!own) known = hash;
    }
    return hash;
  }

 private:
  // Returns true if the segment accesses the thread's own arrays at elements that differ between threads.
  bool add(const Segment& segment, std::uint32_t place, std::uint64_t& hash) const {
    bool own = false;
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      const Segment::PieceRow at = Segment::place_of(n);
      const std::uint32_t* const common = segment.common(at);
      hash = mixed(mixed(hash, sites_[common[0]]), common[1]);
      if (!own_[common[0]]) continue;
      const std::uint32_t* const indices = segment.row(at);
      hash = mixed(hash, indices[place]);
      own = own || !are_same(indices, segment.lanes.size());
    }
    return own;
  }
  // Adds the events of a lane in a sheet.
  void add(const Sheet& sheet, std::uint32_t lane, std::uint32_t words, std::uint64_t& hash) const {
    std::uint32_t number = sheet.first(lane);
    for (Sheet::Bits rest = sheet.rows_of(lane); rest != 0; rest &= rest - 1, ++number) {
      const Sheet::Row& row = sheet.rows()[static_cast<std::size_t>(std::countr_zero(rest))];
      const std::uint32_t place = sheet.place(row, lane);
      hash = mixed(mixed(hash, sites_[row.common[0]]), Sheet::origin(row, place, number, words));
      if (own_[row.common[0]]) hash = mixed(hash, row.words[place]);
    }
  }
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
    hash = (hash ^ with) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
  }

  std::vector<std::uint64_t> sites_;
  std::vector<bool> own_;
  const LanesRecord* record_ = nullptr;
  std::vector<std::optional<std::uint64_t>> known_;  // at the end of each segment
};

}  // namespace

std::vector<Visit> visits_of(const Column& events) {
  std::vector<Visit> visits;
  std::map<std::uint32_t, std::uint32_t> times;  // visits to each line in this interval
  VisitEnd visit_end;
  std::uint32_t interval = 0;
  std::uint32_t number = 0;
  Event last{};
  for (const Event& event : events) {
    if (visits.empty() || visit_end.is_before(last, number - 1, event)) {
      if (!visits.empty() && last.kind() == Kind::barrier_release) {
        ++interval;
        times.clear();
      }
      visits.push_back({number, number, event.line(), times[event.line()]++, interval});
      visit_end.begin();
    }
    visit_end.add(event);
    visits.back().end = ++number;
    last = event;
  }
  return visits;
}

Order::Order(const Trace& trace) {
  find_paths(trace);
  find_steps();
  find_phases(trace);
}

Order::Order(const Trace& trace, const Turns& turns) {
  std::vector<std::vector<Visit>> visits;  // by path, as if no other thread interrupted it
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    first_path_.push_back(path_of_.size());
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      path_of_.push_back(static_cast<std::uint32_t>(paths_.size()));
      paths_.push_back({block, thread, {}, {}, {}});
      visits.push_back(visits_of(trace.events(block, thread)));
    }
  }
  first_step_.push_back(0);
  std::vector<std::size_t> next_visit(paths_.size());
  std::size_t block = 0;
  std::uint32_t interval = 0;  // of the current block
  for (const Turn& turn : turns) {
    const std::uint32_t number = path_of(turn.block, turn.thread);
    Path& path = paths_[number];
    const auto first = static_cast<std::uint32_t>(steps_.size());
    std::uint32_t event = path.visits.empty() ? 0 : path.visits.back().end;
    while (event < turn.end) {
      Visit& whole = visits[number][next_visit[number]];
      const std::uint32_t end = std::min(whole.end, turn.end);
      if (turn.block != block || whole.interval > interval) {
        block = turn.block;
        interval = whole.interval;
        if (!steps_.empty()) first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
      }
      path.visits.push_back({event, end, whole.line, whole.time, static_cast<std::uint32_t>(first_step_.size()) - 1});
      path.steps.push_back(static_cast<std::uint32_t>(steps_.size()));
      steps_.push_back({whole.line, whole.time});
      event = end;
      if (event == whole.end) ++next_visit[number];
    }
    const auto end = static_cast<std::uint32_t>(steps_.size());
    if (end > first) turns_.push_back({turn.block, turn.thread, first, end});
  }
  first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

std::uint32_t Path::done_by(std::uint32_t step) const {
  if (!events.empty()) return events[step];
  const auto after = std::upper_bound(steps.begin(), steps.end(), step);
  return after == steps.begin() ? 0 : visits[static_cast<std::size_t>(after - steps.begin()) - 1].end;
}

std::uint32_t Path::step_of(std::uint32_t event) const {
  if (!events.empty())
    return static_cast<std::uint32_t>(std::upper_bound(events.begin(), events.end(), event) - events.begin());
  const auto visit = std::upper_bound(visits.begin(), visits.end(), event,
                                      [](std::uint32_t wanted, const Visit& one) { return wanted < one.end; });
  return steps[static_cast<std::size_t>(visit - visits.begin())];
}

const TurnSteps& Order::turn_at(std::uint32_t step) const {
  const auto after = std::upper_bound(turns_.begin(), turns_.end(), step,
                                      [](std::uint32_t at, const TurnSteps& turn) { return at < turn.first_step; });
  return *std::prev(after);
}

std::uint32_t Order::interval_of(std::uint32_t step) const {
  const auto after = std::upper_bound(first_step_.begin(), first_step_.end(), step);
  return static_cast<std::uint32_t>(after - first_step_.begin()) - 1;
}

void Order::find_paths(const Trace& trace) {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> known;
  WayHashes hashes(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    first_path_.push_back(path_of_.size());
    const BlockTrace& of = trace.block(block);
    if (!of.recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column events = trace.events(block, thread);
      const auto number = static_cast<std::uint32_t>(paths_.size());
      const std::uint64_t way = hashes.of(*of.record, of.first_lane + thread);
      const auto [path, is_new] = known.try_emplace({way, events.size()}, number);
      path_of_.push_back(path->second);
      if (is_new) paths_.push_back({block, thread, visits_of(events), {}, {}});
    }
  }
}

void Order::find_steps() {
  std::deque<Merge> intervals;                                           // a deque, because each must keep its address
  std::vector<std::vector<const Merge::NodePath*>> ways(paths_.size());  // for each path, interval by interval
  std::vector<Step> sequence;
  for (std::size_t n = 0; n < paths_.size(); ++n) {
    const std::vector<Visit>& visits = paths_[n].visits;
    for (std::size_t first = 0; first < visits.size();) {
      const std::uint32_t interval = visits[first].interval;
      sequence.clear();
      for (; first < visits.size() && visits[first].interval == interval; ++first)
        sequence.push_back({visits[first].line, visits[first].time});
      if (intervals.size() <= interval) intervals.resize(interval + 1);
      ways[n].push_back(&intervals[interval].add(sequence));
    }
  }
  first_step_.push_back(0);
  for (Merge& interval : intervals) {
    const std::vector<Step> steps = interval.numbered(first_step_.back());
    steps_.insert(steps_.end(), steps.begin(), steps.end());
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
  sorted_.resize(steps_.size());
  std::iota(sorted_.begin(), sorted_.end(), 0U);
  for (std::uint32_t interval = 0; interval + 1 < first_step_.size(); ++interval)
    std::sort(sorted_.begin() + first_step_[interval], sorted_.begin() + first_step_[interval + 1],
              [&](std::uint32_t a, std::uint32_t b) { return steps_[a] < steps_[b]; });
  for (std::size_t n = 0; n < paths_.size(); ++n) {
    Path& path = paths_[n];
    path.events.resize(steps_.size());
    for (const Merge::NodePath* const way : ways[n])
      for (const Merge::Node* const node : *way) {
        const Visit& visit = path.visits[path.steps.size()];
        path.steps.push_back(node->number);
        path.events[node->number] = visit.end - visit.first;
      }
    std::partial_sum(path.events.begin(), path.events.end(), path.events.begin());
  }
}

std::uint32_t Order::step_of(const Visit& visit) const {
  const Step wanted{visit.line, visit.time};
  const auto begin = sorted_.begin() + first_step_[visit.interval];
  const auto end = sorted_.begin() + first_step_[visit.interval + 1];
  return *std::lower_bound(begin, end, wanted,
                           [&](std::uint32_t step, const Step& what) { return steps_[step] < what; });
}

void Order::find_phases(const Trace& trace) {
  // What each step does in any thread.
  std::vector<bool> fills(steps_.size());
  std::vector<bool> works(steps_.size());  // it has a sum or a barrier
  std::vector<bool> results(steps_.size());
  for (const Path& path : paths_) {
    const Column events = trace.events(path.block, path.thread);
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
      const std::uint32_t step = path.steps[visit];
      for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) {
        const Kind kind = events[n].kind();
        if (kind == Kind::shared_store) fills[step] = true;
        if (kind == Kind::global_store) results[step] = true;
        if (kind == Kind::partial_sum || kind == Kind::barrier_arrive) works[step] = true;
      }
    }
  }
  const auto first = std::find(fills.begin(), fills.end(), true);
  if (first == fills.end()) return;
  const std::uint32_t line = steps_[static_cast<std::size_t>(first - fills.begin())].line;
  bool worked = true;
  for (std::uint32_t step = 0; step < steps_.size(); ++step) {
    if (fills[step] && steps_[step].line == line && worked) {
      if (!phases_.empty()) phases_.back().end_step = step;
      phases_.push_back({step, step_count()});
      worked = false;
    }
    worked = worked || works[step];
  }
  for (std::uint32_t step = phases_.back().first_step; step < steps_.size(); ++step)
    if (results[step]) {
      phases_.back().end_step = step;
      break;
    }
}

}  // namespace tilescope
