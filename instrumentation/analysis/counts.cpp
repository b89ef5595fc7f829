#include "instrumentation/analysis/counts.h"

#include <algorithm>
#include <utility>

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

// To nothing counted, where it is.
void clear(Counts& counts) {
  for (Tallies& array : counts.by_array) array = {};
  counts.barriers = {};
  counts.all = {};
}

Counts nothing(const Trace& trace) {
  Counts counts;
  counts.by_array.resize(trace.arrays().size());
  return counts;
}

// The events of multiply-adds.
using Work = std::vector<std::uint32_t>;

// A thread's sums: few of them, and mostly the same one again.
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
    for (Sum& sum : sums_) {
      work.insert(work.end(), sum.work.begin(), sum.work.end());
      sum.work.clear();
    }
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

// Follows one block through its intervals: which shared cells hold padding, and which sums reach C.
class UsefulWork {
 public:
  UsefulWork(const Trace& trace, std::size_t block, const TellUseful& tell) : block_(block), tell_(tell) {
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      lanes_.emplace_back(trace.events(block, thread), thread);
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
    std::vector<bool> padding;  // by event: its value is padding
    Sums unstored;              // useful multiply-adds that have not reached C yet
  };

  // One thread up to and with its next barrier. Nobody writes what another thread reads in the same interval, or the
  // kernel has a race and nothing can be said about what was read.
  bool interval(Lane& lane) {
    while (lane.next < lane.events.size()) {
      const std::uint32_t number = lane.next++;
      const Event& event = lane.events[number];
      if (event.kind() == Kind::barrier_release) return true;
      follow(lane, number, event);
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
      if (!is_padding(lane, first) && !is_padding(lane, event.second_operand(number)))
        lane.unstored[event].push_back(number);
      return;
    }
    // Another sum that is taken over or added brings its work along.
    const Work brought = take_work(lane, first);
    Work& work = lane.unstored[event];
    if (event.sum_form() == SumForm::start) work.clear();
    work.insert(work.end(), brought.begin(), brought.end());
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
  const TellUseful& tell_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<bool>> padded_;  // by shared array and cell
};

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
  for (const Event& event : trace.events(block, thread)) count_event(counts, event);
  return counts;
}

Counts count_block(const Trace& trace, std::size_t block) {
  Counts counts = nothing(trace);
  const BlockTrace& of = trace.block(block);
  if (of.recorded) {
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      add(counts, count_thread(trace, block, thread));
    return counts;
  }
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
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded) continue;
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      std::size_t interval = 0;
      Counts counts = nothing(trace);
      const auto done = [&] {
        if (intervals.size() <= interval) intervals.resize(interval + 1, nothing(trace));
        add(intervals[interval++], counts);
        clear(counts);
      };
      bool open = false;
      for (const Event& event : trace.events(block, thread)) {
        count_event(counts, event);
        open = event.kind() != Kind::barrier_release;
        if (!open) done();
      }
      if (open) done();
    }
  }
  return intervals;
}

void for_each_useful(const Trace& trace, const TellUseful& tell) {
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded) UsefulWork(trace, block, tell).find();
}

std::optional<std::uint64_t> useful_flops(const Trace& trace) {
  if (!trace.fully_recorded()) return std::nullopt;
  std::uint64_t flops = 0;
  for_each_useful(trace, [&](std::size_t, std::uint32_t, const auto& events) { flops += 2 * events.size(); });
  return flops;
}

}  // namespace tilescope
