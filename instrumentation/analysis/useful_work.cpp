// Follows multiply-adds to the elements of C that they go into.
#include <algorithm>
#include <map>
#include <utility>

#include "instrumentation/analysis/block_walk.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/trace/rows.h"

namespace tilescope {

namespace {

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

bool concerns_work(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::out_of_bounds ||
         kind == Kind::partial_sum || kind == Kind::global_store;
}

// Whether threads of the same segments do the same useful work: nothing that they read may be padding, and each sum has
// one name for all of them.
bool follows_from_segments(const Trace& trace, std::size_t block) {
  bool follows = true;
  each_row(trace, block, [&](const EventRow& row) {
    const Kind kind = row.site.kind;
    const bool pads = kind == Kind::out_of_bounds || (kind == Kind::shared_store && row.origin == no_origin);
    if (pads || (kind == Kind::partial_sum && !are_same(row.indices, row.threads))) follows = false;
  });
  return follows;
}

// By thread: for how many of the block its useful work is told, itself among them; 0: an earlier one's is.
std::vector<std::uint32_t> threads_alike(const Trace& trace, std::size_t block) {
  std::vector<std::uint32_t> alike(trace.threads_per_block(), 1);
  if (!follows_from_segments(trace, block)) return alike;
  const BlockTrace& of = trace.block(block);
  std::map<std::vector<std::uint32_t>, std::uint32_t> first_in;  // these segments
  std::vector<std::uint32_t> segments;
  for (std::uint32_t thread = 0; thread < alike.size(); ++thread) {
    segments.clear();
    bool in_sheet = false;
    for (const LanesRecord::Part& part : of.record->parts_of(of.first_lane + thread)) {
      segments.push_back(part.segment);
      in_sheet = in_sheet || of.record->segments[part.segment].sheet;
    }
    if (in_sheet) continue;  // each did something different
    const std::uint32_t first = first_in.try_emplace(segments, thread).first->second;
    if (first == thread) continue;
    ++alike[first];
    alike[thread] = 0;
  }
  return alike;
}

// Follows one block through its intervals: which shared cells hold padding, and which sums reach C. No thread writes
// what another thread reads in the same interval, or the kernel has a race and nothing can be said about what was read.
// `Tell` is told of the work that does.
template <class Work, class Tell>
class UsefulWork {
 public:
  UsefulWork(const Trace& trace, std::size_t block, bool one_by_one, const Tell& tell)
      : block_(block), tell_(tell), walk_(trace, block, concerns_work) {
    const std::vector<std::uint32_t> alike =
        one_by_one ? std::vector<std::uint32_t>(trace.threads_per_block(), 1) : threads_alike(trace, block);
    lanes_.reserve(alike.size());
    for (std::uint32_t thread = 0; thread < alike.size(); ++thread) {
      lanes_.emplace_back(trace.events(block, thread), thread, alike[thread]);
      if (alike[thread] == 0) walk_.shorten(thread, 0);
    }
  }

  void find() {
    const auto tell = [&](std::uint32_t thread, std::uint32_t number, const Event& event) {
      follow(lanes_[thread], number, event);
    };
    while (walk_.interval(tell)) {
    }
  }

 private:
  struct Lane {
    Lane(const Column& column, std::uint32_t number, std::uint32_t threads_like_it)
        : events(column), thread(number), threads(threads_like_it), padding(threads == 0 ? 0 : column.size()) {}
    Column events;
    std::uint32_t thread;
    std::uint32_t threads;      // whose work is the same
    std::vector<bool> padding;  // by event: its value is padding
    Sums<Work> unstored;        // useful multiply-adds that have not reached C yet
  };

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
    tell_(block_, lane.thread, lane.threads,
          event.origin == many_origins ? lane.unstored.take_all() : take_work(lane, event.origin));
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
  BlockWalk walk_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<bool>> padded_;  // by shared array and cell
};

template <class Work, class Tell>
void follow_work(const Trace& trace, bool one_by_one, const Tell& tell) {
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded()) UsefulWork<Work, Tell>(trace, block, one_by_one, tell).find();
}

}  // namespace

void for_each_useful(const Trace& trace, bool one_by_one, const TellUseful& tell) {
  follow_work<ListedWork>(trace, one_by_one,
                          [&](std::size_t block, std::uint32_t thread, std::uint32_t threads, const ListedWork& work) {
                            tell(block, thread, threads, work.events);
                          });
}

std::optional<std::uint64_t> useful_flops(const Trace& trace) {
  if (!trace.fully_recorded()) return std::nullopt;
  std::uint64_t flops = 0;
  follow_work<CountedWork>(trace, false,
                           [&](std::size_t, std::uint32_t, std::uint32_t threads, const CountedWork& work) {
                             flops += 2 * threads * work.count;
                           });
  return flops;
}

}  // namespace tilescope
