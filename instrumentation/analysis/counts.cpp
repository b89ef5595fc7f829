#include "instrumentation/analysis/counts.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "instrumentation/trace/operands.h"

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
    const std::size_t array = std::min<std::size_t>(site.array, arrays_);  // after all arrays: barriers
    const Count what = count_of(site.kind, site.operand, site.stray_store);
    const std::size_t at = array * count_kinds + static_cast<std::size_t>(what);
    if (numbers_[at] == 0) counted_.push_back(at);
    numbers_[at] += times;
  }

  // Adds it to what other threads did, and begins again.
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
  void count(const LanesRecord& record, const LanesRecord::Part& part, ThreadCounts& thread) {
    if (const Sheet* const sheet = record.segments[part.segment].sheet.get(); sheet != nullptr) {
      for (Sheet::Bits rest = sheet->rows_of(part.place); rest != 0; rest &= rest - 1)
        thread.count(trace_.sites()[sheet->rows()[static_cast<std::size_t>(std::countr_zero(rest))].common[0]], 1);
      return;
    }
    if (part.segment != number_ || record_ != &record) look_at(record, part.segment);
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
        segments.count(*of.record, part, own);
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

Tally loads_of(const Counts& counts, const std::vector<ArrayInfo>& arrays, bool constant) {
  const Tally& all = counts.of(Count::global_load);
  if (std::none_of(arrays.begin(), arrays.end(), [](const ArrayInfo& array) { return array.is_constant; }))
    return constant ? Tally() : all;
  Tally sum;
  std::uint64_t most = 0;
  for (std::size_t n = 0; n < arrays.size() && n < counts.by_array.size(); ++n) {
    if (arrays[n].is_constant != constant) continue;
    sum.total += counts.of(n, Count::global_load).total;
    most += counts.of(n, Count::global_load).thread_max;
  }
  sum.thread_max = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, all.thread_max));
  return sum;
}

std::uint64_t bytes_of(const Counts& counts, const std::vector<ArrayInfo>& arrays, Count accesses) {
  std::uint64_t bytes = 0;
  for (std::size_t n = 0; n < arrays.size() && n < counts.by_array.size(); ++n)
    if (!(arrays[n].is_constant && accesses == Count::global_load))
      bytes += counts.of(n, accesses).total * arrays[n].element_bytes;
  return bytes;
}

Counts count(const Trace& trace) {
  Counts counts = nothing(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) add(counts, count_block(trace, block));
  return counts;
}

std::optional<std::uint64_t> warp_barriers(const Trace& trace) {
  const auto waits = [](const Site& site) {
    return site.kind == Kind::vote && static_cast<WarpKind>(site.operand) == WarpKind::wait;
  };
  if (std::none_of(trace.sites().begin(), trace.sites().end(), waits)) return 0;
  if (!trace.fully_recorded()) return std::nullopt;
  std::uint64_t sum = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      for (const Event& event : trace.events(block, thread)) sum += waits(*event.at) ? 1 : 0;
  return sum;
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

std::uint64_t shared_bytes(std::span<const ArrayInfo> arrays) {
  std::uint64_t bytes = 0;
  for (const ArrayInfo& array : arrays) {
    if (array.space != Space::shared) continue;
    const std::uint64_t at = std::max<std::uint64_t>(1, array.element_bytes);
    bytes = (bytes + at - 1) / at * at + static_cast<std::uint64_t>(array.elements()) * array.element_bytes;
  }
  return bytes;
}

}  // namespace tilescope
