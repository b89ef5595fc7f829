#include "instrumentation/analysis/wrong_reads.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <utility>

namespace tilescope {

namespace {

// What shared memory holds before any write, in as many words as a value has.
bool is_poison(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits) == poison_bits && (bits >> 32 == 0 || bits >> 32 == poison_bits);
}

// Where the threads of a path touch shared memory: the same event numbers in all of them.
struct SharedAccesses {
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> first;  // of each visit, and one more

  SharedAccesses(const Trace& trace, const Path& path) {
    const Column events = trace.events(path.block, path.thread);
    for (const Visit& visit : path.visits) {
      first.push_back(static_cast<std::uint32_t>(numbers.size()));
      for (std::uint32_t number = visit.first; number < visit.end; ++number)
        if (is_shared(trace, events[number])) numbers.push_back(number);
    }
    first.push_back(static_cast<std::uint32_t>(numbers.size()));
  }
  static bool is_shared(const Trace& trace, const Event& event) {
    return event.kind() == Kind::shared_load || event.kind() == Kind::shared_store ||
           (event.kind() == Kind::atomic && trace.arrays()[event.array()].space == Space::shared);
  }
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t visit) const {
    return std::span(numbers).subspan(first[visit], first[visit + 1] - first[visit]);
  }
};

// One block, all of its threads going through its steps together.
class Together {
 public:
  Together(const Trace& trace, const Order& order, const std::vector<SharedAccesses>& accesses, std::size_t block)
      : block_(block), cells_(trace.arrays().size()) {
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const std::uint32_t path = order.path_of(block, thread);
      lanes_.push_back({trace.events(block, thread), &order.paths()[path], &accesses[path], 0});
    }
  }

  std::vector<WrongRead> go(const Order& order, std::size_t most) {
    for (std::uint32_t interval = 0; interval < order.interval_count(); ++interval)
      for (std::uint32_t step = order.first_step(interval); step < order.first_step(interval + 1); ++step) {
        while (find_who_takes_part(step))
          for (std::size_t n = 0; n < longest_; ++n)
            for (const auto& [thread, numbers] : taking_part_)
              if (n < numbers.size()) access(interval, step, thread, numbers[n]);
      }
    for (std::size_t n = 0; n < found_.size(); ++n) explain(n);
    if (found_.size() > most) found_.resize(most);
    return std::move(found_);
  }

 private:
  // Whose next visit is of this step. Or of one before it: where threads came by two lines in different orders, one of
  // them has to go through a step that the others have after them.
  bool find_who_takes_part(std::uint32_t step) {
    longest_ = 0;
    taking_part_.clear();
    for (std::uint32_t thread = 0; thread < lanes_.size(); ++thread) {
      Lane& lane = lanes_[thread];
      while (lane.visit < lane.path->steps.size() && lane.path->steps[lane.visit] <= step) {
        const std::span<const std::uint32_t> numbers = lane.accesses->of(lane.visit++);
        if (numbers.empty()) continue;
        taking_part_.emplace_back(thread, numbers);
        longest_ = std::max(longest_, numbers.size());
        break;
      }
    }
    return longest_ > 0;
  }

  struct Lane {
    Column events;
    const Path* path;
    const SharedAccesses* accesses;
    std::size_t visit;
  };
  struct Stored {
    Event event;
    std::uint32_t interval;
    WrongRead::Store store;
  };
  struct Seen {
    std::size_t stores;  // that the cell had had by then
    std::uint32_t interval;
    std::uint64_t got;
  };

  void access(std::uint32_t interval, std::uint32_t step, std::uint32_t thread, std::uint32_t number) {
    const Event& event = lanes_[thread].events[number];
    std::vector<Stored>& stored = cell(event.array(), event.index);
    if (event.kind() != Kind::shared_load) {
      stored.push_back({event, interval, {thread, number}});
      return;
    }
    if (!stored.empty() && stored.back().event.kind() == Kind::atomic) return;
    if (stored.empty() ? is_poison(event.bits) : event.bits == stored.back().event.bits) return;
    WrongRead& read = found_.emplace_back();
    read.block = block_;
    read.thread = thread;
    read.number = number;
    read.line = event.line();
    read.step = step;
    read.array = event.array();
    read.cell = event.index;
    read.got = as_double(event.at->number, event.bits);
    read.meant =
        stored.empty() ? std::bit_cast<float>(poison_bits) : as_double(event.at->number, stored.back().event.bits);
    read.got_unset = is_poison(event.bits);
    read.meant_unset = stored.empty();
    if (!stored.empty()) read.meant_from = stored.back().store;
    seen_.push_back({stored.size(), interval, event.bits});
  }

  // Whose value it was: a later store's of the same interval, or else the newest of the older ones.
  void explain(std::size_t n) {
    WrongRead& read = found_[n];
    const std::vector<Stored>& stored = cell(read.array, read.cell);
    const auto gave = [&](const Stored& one) { return one.event.bits_left() == seen_[n].got; };
    for (std::size_t later = seen_[n].stores; later < stored.size(); ++later) {
      if (stored[later].interval != seen_[n].interval) break;
      if (!gave(stored[later])) continue;
      read.how = WrongRead::How::too_late;
      read.got_from = stored[later].store;
      return;
    }
    for (std::size_t older = seen_[n].stores; older-- > 0;) {
      if (!gave(stored[older])) continue;
      read.how = WrongRead::How::too_early;
      read.got_from = stored[older].store;
      return;
    }
    if (is_poison(seen_[n].got)) read.how = WrongRead::How::too_early;
  }

  std::vector<Stored>& cell(std::uint8_t array, std::uint32_t index) {
    std::vector<std::vector<Stored>>& cells = cells_[array];
    if (cells.size() <= index) cells.resize(std::max<std::size_t>(index + std::size_t{1}, 2 * cells.size()));
    return cells[index];
  }

  std::size_t block_;
  std::vector<Lane> lanes_;
  std::vector<std::pair<std::uint32_t, std::span<const std::uint32_t>>> taking_part_;
  std::size_t longest_ = 0;
  std::vector<std::vector<std::vector<Stored>>> cells_;  // by array and cell: all stores so far
  std::vector<WrongRead> found_;
  std::vector<Seen> seen_;  // of each that was found
};

// Follows the wrong reads of one thread through its sums to what it stores.
class Spoils {
 public:
  Spoils(const Trace& trace, std::span<WrongRead*> reads) : trace_(trace), reads_(reads) {}

  void follow() {
    const Column events = trace_.events(reads_.front()->block, reads_.front()->thread);
    for (std::uint32_t number = reads_.front()->number; number < events.size(); ++number) {
      const Event& event = events[number];
      if (event.kind() == Kind::partial_sum) sum(events, number, event);
      if (event.kind() != Kind::global_store) continue;
      for (const std::size_t read : from(events, number, event.origin))
        if (std::vector<std::uint32_t>& spoils = reads_[read]->spoils;
            std::find(spoils.begin(), spoils.end(), event.index) == spoils.end())
          spoils.push_back(event.index);
    }
  }

 private:
  using Reads = std::vector<std::size_t>;

  void sum(const Column& events, std::uint32_t number, const Event& event) {
    Reads brought = from(events, number, event.first_operand(number));
    if (has_two_operands(event.sum_form())) {
      const Reads second = from(events, number, event.second_operand(number));
      brought.insert(brought.end(), second.begin(), second.end());
    }
    Reads& all = sums_[key(event)];
    if (!adds_to_what_was(event.sum_form())) all.clear();
    all.insert(all.end(), brought.begin(), brought.end());
  }

  // The reads that event `origin` was made from.
  Reads from(const Column& events, std::uint32_t before, std::uint32_t origin) {
    Reads all;
    if (origin == many_origins) {  // any of the thread's so far
      for (std::size_t n = 0; n < reads_.size() && reads_[n]->number < before; ++n) all.push_back(n);
      return all;
    }
    if (origin >= events.size()) return all;
    if (events[origin].kind() == Kind::partial_sum) return sums_[key(events[origin])];
    const auto found = std::lower_bound(reads_.begin(), reads_.end(), origin,
                                        [](const WrongRead* read, std::uint32_t n) { return read->number < n; });
    if (found != reads_.end() && (*found)->number == origin)
      all.push_back(static_cast<std::size_t>(found - reads_.begin()));
    return all;
  }
  static std::pair<std::uint8_t, std::uint32_t> key(const Event& event) { return {event.array(), event.index}; }

  const Trace& trace_;
  std::span<WrongRead*> reads_;  // by number
  std::map<std::pair<std::uint8_t, std::uint32_t>, Reads> sums_;
};

void find_spoils(const Trace& trace, std::vector<WrongRead>& reads) {
  std::vector<WrongRead*> by_thread;
  for (WrongRead& read : reads) by_thread.push_back(&read);
  std::sort(by_thread.begin(), by_thread.end(), [](const WrongRead* a, const WrongRead* b) {
    return std::pair(a->thread, a->number) < std::pair(b->thread, b->number);
  });
  for (std::size_t first = 0, end = 0; first < by_thread.size(); first = end) {
    while (end < by_thread.size() && by_thread[end]->thread == by_thread[first]->thread) ++end;
    Spoils(trace, std::span(by_thread).subspan(first, end - first)).follow();
  }
}

}  // namespace

std::vector<WrongRead> wrong_reads(const Trace& trace, const Order& order, std::size_t most) {
  std::vector<SharedAccesses> accesses;
  for (const Path& path : order.paths()) accesses.emplace_back(trace, path);
  std::vector<WrongRead> all;
  for (std::size_t block = 0; block < trace.block_count() && all.size() < most; ++block) {
    if (!trace.block(block).recorded() || trace.block(block).lost > 0) continue;
    std::vector<WrongRead> reads = Together(trace, order, accesses, block).go(order, most - all.size());
    find_spoils(trace, reads);
    std::move(reads.begin(), reads.end(), std::back_inserter(all));
  }
  return all;
}

std::vector<WrongRead> wrong_reads(const Trace& trace, std::size_t most) {
  return wrong_reads(trace, Order(trace), most);
}

}  // namespace tilescope
