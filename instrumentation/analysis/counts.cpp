#include "instrumentation/analysis/counts.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace tilescope {

namespace {

void add(Tallies& to, const Tallies& from) {
  for (std::size_t n = 0; n < count_kinds; ++n) to[n].add(from[n]);
}

void add(Counts& to, const Counts& from) {
  to.by_array.resize(std::max(to.by_array.size(), from.by_array.size()));
  for (std::size_t n = 0; n < from.by_array.size(); ++n) add(to.by_array[n], from.by_array[n]);
  add(to.barriers, from.barriers);
  add(to.all, from.all);
}

Counts nothing(const Trace& trace) {
  Counts counts;
  counts.by_array.resize(trace.arrays().size());
  return counts;
}

// What one thread does. An event is one number more, and only the few numbers that are not 0 are added to those of
// others.
class ThreadCounts {
 public:
  explicit ThreadCounts(const Trace& trace) : arrays_(trace.arrays().size()), numbers_((arrays_ + 1) * count_kinds) {}

  void count(const Event& event) { count(*event.at, 1); }
  void count(const Site& site, std::uint32_t times) {
    const std::size_t array = std::min<std::size_t>(site.array, arrays_);  // behind all arrays: barriers
    const Count what = count_of(site.kind, site.operand, site.stray_store);
    const std::size_t at = array * count_kinds + static_cast<std::size_t>(what);
    if (numbers_[at] == 0) counted_.push_back(at);
    numbers_[at] += times;
  }

  // Adds it to what other threads did, and begins anew.
  void move_into(Counts& counts) {
    std::array<std::uint32_t, count_kinds> all{};
    for (const std::size_t at : counted_) {
      const std::size_t array = at / count_kinds, what = at % count_kinds;
      const std::uint32_t number = std::exchange(numbers_[at], 0);
      (array < arrays_ ? counts.by_array[array] : counts.barriers)[what].add({number, number});
      if (array < arrays_) all[what] += number;
    }
    for (std::size_t what = 0; what < count_kinds; ++what) counts.all[what].add({all[what], all[what]});
    counted_.clear();
  }

 private:
  std::size_t arrays_;
  std::vector<std::uint32_t> numbers_;  // by array and what is counted
  std::vector<std::size_t> counted_;    // where there are any
};

// How often each site is in a segment, which is the same for all its threads.
class SegmentCounts {
 public:
  explicit SegmentCounts(const Trace& trace) : trace_(trace), numbers_(trace.sites().size()) {}

  // Counts what a thread did in it.
  void count(const LanesRecord& record, std::uint32_t number, ThreadCounts& thread) {
    if (number != number_ || record_ != &record) look_at(record, number);
    for (const std::uint32_t site : sites_) thread.count(trace_.sites()[site], numbers_[site]);
  }

 private:
  void look_at(const LanesRecord& record, std::uint32_t number) {
    for (const std::uint32_t site : sites_) numbers_[site] = 0;
    sites_.clear();
    record_ = &record;
    number_ = number;
    const Segment& segment = record.segments[number];
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      const std::uint32_t site = *segment.common(Segment::place_of(n));
      if (numbers_[site]++ == 0) sites_.push_back(site);
    }
  }

  const Trace& trace_;
  const LanesRecord* record_ = nullptr;
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> numbers_;  // by site
  std::vector<std::uint32_t> sites_;    // that there are
};

// Multiply-adds by their event numbers; or, faster, how many of them.
struct ListedWork {
  std::vector<std::uint32_t> events;

  void add(std::uint32_t event) { events.push_back(event); }
  void take(const ListedWork& other) { events.insert(events.end(), other.events.begin(), other.events.end()); }
};
struct CountedWork {
  std::uint64_t count = 0;

  void add(std::uint32_t) { ++count; }
  void take(const CountedWork& other) { count += other.count; }
};

// A thread's sums: few of them, and mostly the same one again.
template <class Work>
class Sums {
 public:
  Work& operator[](const Event& event) {
    const std::uint64_t key = std::uint64_t{event.array()} << 32 | event.index;
    if (last_ < sums_.size() && sums_[last_].key == key) return sums_[last_].work;
    last_ = 0;
    while (last_ < sums_.size() && sums_[last_].key != key) ++last_;
    if (last_ == sums_.size()) sums_.push_back({key, {}});
    return sums_[last_].work;
  }
  Work take_all() {
    Work work;
    for (Sum& sum : sums_) work.take(std::exchange(sum.work, {}));
    return work;
  }

 private:
  struct Sum {
    std::uint64_t key;
    Work work;
  };
  std::vector<Sum> sums_;
  std::size_t last_ = 0;
};

// Follows one block through its intervals: which shared cells hold padding, and which sums reach C. `Tell` is told of
// the work that does.
template <class Work, class Tell>
class UsefulWork {
 public:
  UsefulWork(const Trace& trace, std::size_t block, const Tell& tell) : block_(block), tell_(tell) {
    lanes_.reserve(trace.threads_per_block());
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      Lane& lane = lanes_.emplace_back(trace.events(block, thread), thread);
      lane.at = lane.events.begin();
    }
  }

  void find() {
    for (bool more = true; more;) {
      more = false;
      for (Lane& lane : lanes_) more = interval(lane) || more;
    }
  }

 private:
  struct Lane {
    Lane(const Column& column, std::uint32_t number) : events(column), thread(number), padding(column.size()) {}
    Column events;
    std::uint32_t thread;
    std::uint32_t next = 0;
    Column::Iterator at;        // the next
    std::vector<bool> padding;  // by event: its value is padding
    Sums<Work> unstored;        // useful multiply-adds that have not reached C yet
  };

  // One thread up to and with its next barrier. Nobody writes what another thread reads in the same interval, or the
  // kernel has a race and nothing can be said about what was read.
  bool interval(Lane& lane) {
    while (lane.next < lane.events.size()) {
      const std::uint32_t number = lane.next++;
      const Kind kind = lane.at.site().kind;
      if (kind != Kind::global_load && kind != Kind::barrier_arrive && kind != Kind::barrier_release)
        follow(lane, number, *lane.at);
      ++lane.at;
      if (kind == Kind::barrier_release) return true;
    }
    return false;
  }

  void follow(Lane& lane, std::uint32_t number, const Event& event) {
    switch (event.kind()) {
      case Kind::shared_store: padded_cell(event) = is_padding(lane, event.origin); break;
      case Kind::shared_load: lane.padding[number] = padded_cell(event); break;
      case Kind::out_of_bounds: lane.padding[number] = true; break;
      case Kind::partial_sum: sum(lane, number, event); break;
      case Kind::global_store: store(lane, event); break;
      default: break;
    }
  }

  void sum(Lane& lane, std::uint32_t number, const Event& event) {
    const std::uint32_t first = event.first_operand(number);
    if (event.sum_form() == SumForm::multiply_add) {
      if (!is_padding(lane, first) && !is_padding(lane, event.second_operand(number))) lane.unstored[event].add(number);
      return;
    }
    // Another sum that is taken over or added brings its work along.
    const Work brought = take_work(lane, first);
    const Work also = has_two_operands(event.sum_form()) ? take_work(lane, event.second_operand(number)) : Work{};
    Work& work = lane.unstored[event];
    if (!adds_to_what_was(event.sum_form())) work = {};
    work.take(brought);
    work.take(also);
  }

  void store(Lane& lane, const Event& event) {
    // With many origins it is some expression of several values, whose sums cannot be told apart.
    tell_(block_, lane.thread, event.origin == many_origins ? lane.unstored.take_all() : take_work(lane, event.origin));
  }

  // The work in the sum that event `origin` made, which is used up by this.
  static Work take_work(Lane& lane, std::uint32_t origin) {
    if (origin >= lane.events.size() || lane.events[origin].kind() != Kind::partial_sum) return {};
    return std::exchange(lane.unstored[lane.events[origin]], {});
  }

  static bool is_padding(const Lane& lane, std::uint32_t origin) {
    if (origin == no_origin) return true;
    return origin < lane.padding.size() && lane.padding[origin];
  }

  std::vector<bool>::reference padded_cell(const Event& event) {
    padded_.resize(std::max<std::size_t>(padded_.size(), event.array() + std::size_t{1}));
    std::vector<bool>& cells = padded_[event.array()];
    if (cells.size() <= event.index)
      cells.resize(std::max<std::size_t>(event.index + std::size_t{1}, 2 * cells.size()));
    return cells[event.index];
  }

  std::size_t block_;
  const Tell& tell_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<bool>> padded_;  // by shared array and cell
};

template <class Work, class Tell>
void follow_work(const Trace& trace, const Tell& tell) {
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded()) UsefulWork<Work, Tell>(trace, block, tell).find();
}

}  // namespace

void count_event(Counts& counts, const Event& event) {
  const auto what = static_cast<std::size_t>(count_of(event));
  const auto one_more = [&](Tallies& tallies) {
    ++tallies[what].total;
    ++tallies[what].thread_max;
  };
  if (event.array() < counts.by_array.size()) {
    one_more(counts.by_array[event.array()]);
    one_more(counts.all);
  } else {
    one_more(counts.barriers);
  }
}

Counts count_thread(const Trace& trace, std::size_t block, std::uint32_t thread) {
  Counts counts = nothing(trace);
  ThreadCounts own(trace);
  for (const Event& event : trace.events(block, thread)) own.count(event);
  own.move_into(counts);
  return counts;
}

Counts count_block(const Trace& trace, std::size_t block) {
  Counts counts = nothing(trace);
  const BlockTrace& of = trace.block(block);
  if (of.recorded()) {
    ThreadCounts own(trace);
    SegmentCounts segments(trace);
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      for (const LanesRecord::Part& part : of.record->parts_of(of.first_lane + thread))
        segments.count(*of.record, part.segment, own);
      own.move_into(counts);
    }
    return counts;
  }
  if (of.tallies.empty()) return counts;  // it did not run
  const std::size_t arrays = trace.arrays().size();
  std::copy_n(of.tallies.begin(), arrays, counts.by_array.begin());
  counts.barriers = of.tallies[arrays];
  counts.all = of.tallies[arrays + 1];
  return counts;
}

Counts count(const Trace& trace) {
  Counts counts = nothing(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) add(counts, count_block(trace, block));
  return counts;
}

std::vector<Counts> count_intervals(const Trace& trace) {
  std::vector<Counts> intervals;
  ThreadCounts own(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      std::size_t interval = 0;
      const auto done = [&] {
        if (intervals.size() <= interval) intervals.resize(interval + 1, nothing(trace));
        own.move_into(intervals[interval++]);
      };
      bool open = false;
      for (const Event& event : trace.events(block, thread)) {
        own.count(event);
        open = event.kind() != Kind::barrier_release;
        if (!open) done();
      }
      if (open) done();
    }
  }
  return intervals;
}

void for_each_useful(const Trace& trace, const TellUseful& tell) {
  follow_work<ListedWork>(trace, [&](std::size_t block, std::uint32_t thread, const ListedWork& work) {
    tell(block, thread, work.events);
  });
}

std::optional<std::uint64_t> useful_flops(const Trace& trace) {
  if (!trace.fully_recorded()) return std::nullopt;
  std::uint64_t flops = 0;
  follow_work<CountedWork>(trace,
                           [&](std::size_t, std::uint32_t, const CountedWork& work) { flops += 2 * work.count; });
  return flops;
}

}  // namespace tilescope
