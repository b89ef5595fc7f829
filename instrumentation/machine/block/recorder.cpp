#include "instrumentation/machine/block/recorder.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tilescope::machine {

Recorder::Recorder(const Code& code, std::shared_ptr<EventPool> pool, std::uint32_t most_lanes)
    : code_(code),
      operations_(operations()),
      memory_(std::move(pool)),
      padded_((most_lanes + 15) / 16 * 16),
      spread_alone_(most_lanes) {
  shape_ = row_shape(code);
  in_lines_ = shape_.words() == 2;
  number_counters();
}

void Recorder::number_counters() {
  const auto arrays = static_cast<std::uint32_t>(code_.arrays.size());
  for (const Site& site : code_.sites) {
    const Counter counter{site.array < arrays ? site.array : arrays,
                          count_of(site.kind, site.operand, site.stray_store)};
    const auto known = std::find_if(counters_.begin(), counters_.end(), [&](const Counter& other) {
      return other.array == counter.array && other.count == counter.count;
    });
    counter_of_.push_back(static_cast<std::uint32_t>(known - counters_.begin()));
    if (known == counters_.end()) counters_.push_back(counter);
  }
}

void Recorder::begin(std::uint32_t lanes, bool keep, bool apart, std::uint64_t most_words,
                     const std::vector<bool>* sites) {
  words_left_ = most_words;
  slabs_before_ = memory_.slabs();
  has_lost_ = false;
  sites_ = sites;
  lost_.assign(lanes, 0);
  lanes_ = grouped_ = lanes;
  keeps_ = keep;
  keeps_origins_ = keep || apart || std::any_of(code_.sums.begin(), code_.sums.end(), [](const Sum& sum) {
                     return sum.unless_constant;
                   });
  record_ = {};
  record_.shape = shape_;
  record_.segments.reserve(segments_before_);
  groups_.clear();
  groups_.emplace_back();
  Group& all = groups_[0];
  all.lanes.resize(lanes_);
  std::iota(all.lanes.begin(), all.lanes.end(), std::uint16_t{0});
  all.set = {0, lanes_};
  alone_.clear();
  may_have_sheets_ = keep && !apart;
  in_sheets_ = false;
  sheet_.reset();
  all.origins.assign(code_.origin_places, no_origin);
  if (!keep) all.counts.assign(counters_.size(), 0);
  group_of_.assign(lanes_, 0);
  known_ = nullptr;
  if (apart || lanes_ == 1) {
    go_alone(all, all.lanes);
    all.lanes.clear();
  } else {
    new_segment(all);
  }
}

void Recorder::make_alone_arrays() {
  for (Rows<std::uint32_t>* const row : {&numbers_, &firsts_, &barriers_, &segments_, &rows_left_})
    row->resize(padded_);
  next_.resize(padded_);
  origins_.resize(std::size_t{code_.origin_places + 1} * padded_, no_origin);
  counts_.resize(counters_.size() * padded_);
  if (!in_lines_) return;
  lines_.resize(padded_ + 1);
  full_.resize(padded_ + 16);
  scratch_.resize(4 * (padded_ + 16));
}

void Recorder::go_alone(const Group& from, std::span<const std::uint16_t> lanes) {
  if (numbers_.empty()) make_alone_arrays();
  if (may_have_sheets_ && !in_sheets_ && alone_.size() + lanes.size() >= enough_for_sheets) begin_sheets();
  grouped_ -= static_cast<std::uint32_t>(lanes.size());
  for (const std::uint16_t lane : lanes) {
    group_of_[lane] = alone;
    alone_.add(lane);
    numbers_[lane] = firsts_[lane] = from.number;
    barriers_[lane] = from.barriers;
    if (in_sheets_)
      sheet_->set_first(lane, from.number);
    else if (keeps_)
      begin_alone(lane);
  }
  for (std::uint32_t place = 0; keeps_origins_ && place < code_.origin_places; ++place) {
    std::uint32_t* const row = origins(place);
    for (const std::uint16_t lane : lanes) row[lane] = from.origins[place];
  }
  for (std::size_t counter = 0; counter < from.counts.size(); ++counter)
    for (const std::uint16_t lane : lanes) counts_[counter * padded_ + lane] = from.counts[counter];
}

void Recorder::begin_alone(std::uint16_t lane) {
  segments_[lane] = static_cast<std::uint32_t>(record_.segments.size());
  Segment& segment = record_.segments.emplace_back();
  segment.words = shape_.words();
  segment.first = firsts_[lane];
  segment.lanes.push_back(lane);
  new_piece(lane);
}

void Recorder::new_segment(Group& group) {
  if (!keeps_) return;
  group.segment = static_cast<std::uint32_t>(record_.segments.size());
  group.rows_left = 0;
  group.row_words = static_cast<std::uint32_t>(group.lanes.size()) * shape_.words();
  Segment& segment = record_.segments.emplace_back();
  segment.words = shape_.words();
  segment.first = group.number;
  segment.lanes.assign(group.lanes);
}

void Recorder::end_segment(const Group& group) {
  if (!keeps_) return;
  Segment& segment = record_.segments[group.segment];
  segment.events = group.number - segment.first;
  leave_out_lost(segment);
}

// Takes a piece from the block's remaining memory, or the scratch piece for lost events. Once the memory is used up,
// later pieces find none either, so the first events of each lane are the ones kept.
std::uint32_t* Recorder::room_for_piece(Segment& segment, std::size_t piece) {
  const std::size_t words = segment.piece_words(piece);
  if (words > words_left_) {
    words_left_ = 0;
    has_lost_ = true;
    if (nowhere_words_ < words) nowhere_ = memory_.take(nowhere_words_ = words);
    return nowhere_;
  }
  words_left_ -= words;
  segment.pieces.push_back(memory_.take(words));
  return segment.pieces.back();
}

void Recorder::leave_out_lost(Segment& segment) {
  const auto pieces = static_cast<std::uint32_t>(segment.pieces.size());
  const std::uint32_t room = pieces == 0 ? 0 : first_piece_rows + (pieces - 1) * piece_rows;
  if (segment.events <= room) return;
  for (const std::uint16_t lane : segment.lanes) lost_[lane] += segment.events - room;
  segment.events = room;
}

std::uint64_t Recorder::lost(std::uint32_t first_lane, std::uint32_t count) const {
  return std::accumulate(lost_.begin() + first_lane, lost_.begin() + first_lane + count, std::uint64_t{0});
}

void Recorder::end_alone(std::uint32_t lane) {
  Segment& segment = record_.segments[segments_[lane]];
  segment.events = numbers_[lane] - segment.first;
  const std::size_t begun = segment.events % line_events;
  if (in_lines_ && begun != 0) std::memcpy(next_[lane], lines_[lane].words, begun * sizeof(Line) / line_events);
  leave_out_lost(segment);
  segment.pieces.shorten(
      segment.events == 0 ? 0 : static_cast<std::uint32_t>(Segment::place_of(segment.events - 1).piece) + 1);
}

// Bypasses the caches.
void Recorder::write_lines(std::size_t count) {
  const Line* const lines = lines_.data();
  std::uint32_t** const next = next_.data();
  std::uint32_t* const left = rows_left_.data();
  const std::uint16_t* const full = full_.data();
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t lane = full[n];
    std::uint32_t* const words = next[lane];
    next[lane] = words + line_words;
#if defined(__SSE2__)
    auto* const to = reinterpret_cast<__m128i*>(words);
    const auto* const from = reinterpret_cast<const __m128i*>(lines[lane].words);
    for (int part = 0; part < 4; ++part) _mm_stream_si128(to + part, _mm_load_si128(from + part));
#else
    std::copy_n(lines[lane].words, line_words, words);
#endif
    if (--left[lane] == 0) new_piece(lane);
  }
}

LanesRecord Recorder::end() {
  for (const Group& group : groups_)
    if (!group.lanes.empty()) end_segment(group);
  if (in_sheets_)
    end_sheet();
  else
    for (std::uint32_t lane = 0; lane < lanes_; ++lane)
      if (group_of_[lane] == alone) end_alone(lane);
#if defined(__SSE2__)
  _mm_sfence();
#endif
  record_.find_parts(lanes_);
  segments_before_ = record_.segments.size();
  return std::move(record_);
}

std::vector<Tallies> Recorder::tallies(std::uint32_t first_lane, std::uint32_t count) const {
  const std::size_t arrays = code_.arrays.size();
  std::vector<Tallies> all(arrays + 2);
  const std::uint32_t end = first_lane + count;
  for (std::uint32_t lane = first_lane, next = lane; lane < end; lane = next) {
    const std::uint32_t group = group_of_[lane];
    while (next < end && group_of_[next] == group) ++next;
    if (group == alone) {
      tally_alone(all, lane, next - lane);
      continue;
    }
    const std::uint64_t alike = next - lane;
    std::array<std::uint32_t, count_kinds> sum{};
    for (std::size_t n = 0; n < counters_.size(); ++n) {
      const std::uint32_t told = groups_[group].counts[n];
      const auto kind = static_cast<std::size_t>(counters_[n].count);
      all[counters_[n].array][kind].add({told * alike, told});
      if (counters_[n].array < arrays) sum[kind] += told;
    }
    for (std::size_t kind = 0; kind < count_kinds; ++kind) all[arrays + 1][kind].add({sum[kind] * alike, sum[kind]});
  }
  return all;
}

// The same for lanes that go alone, a row at a time.
void Recorder::tally_alone(std::vector<Tallies>& all, std::uint32_t first_lane, std::uint32_t count) const {
  const std::size_t arrays = code_.arrays.size();
  const auto tally_of = [count](const std::uint32_t* row) {
    Tally tally;
    for (std::uint32_t n = 0; n < count; ++n) {
      tally.total += row[n];
      tally.thread_max = std::max(tally.thread_max, row[n]);
    }
    return tally;
  };
  std::array<std::uint32_t, LaneSet::most_lanes> sums;
  for (std::size_t kind = 0; kind < count_kinds; ++kind) {
    std::fill_n(sums.begin(), count, 0);
    bool any = false;
    for (std::size_t n = 0; n < counters_.size(); ++n) {
      if (static_cast<std::size_t>(counters_[n].count) != kind) continue;
      const std::uint32_t* const row = &counts_[n * padded_ + first_lane];
      all[counters_[n].array][kind].add(tally_of(row));
      if (counters_[n].array >= arrays) continue;
      any = true;
      for (std::uint32_t lane = 0; lane < count; ++lane) sums[lane] += row[lane];
    }
    if (any) all[arrays + 1][kind].add(tally_of(sums.data()));
  }
}

// Removes lanes from a group: they form a new group or go alone. The same applies to the lanes that remain.
void Recorder::split(std::uint32_t number, const std::vector<std::uint16_t>& off, std::vector<std::uint16_t> rest) {
  end_segment(groups_[number]);
  known_ = nullptr;
  groups_[number].partings += groups_[number].number - groups_[number].since < soon ? 1 : 0;
  const std::uint32_t too_few = groups_[number].partings < often ? few : few_of_restless;
  if (off.size() < too_few) {
    go_alone(groups_[number], off);
  } else {
    const auto made = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back();
    const Group& from = groups_[number];
    Group& to = groups_[made];
    to.lanes = off;
    for (const std::uint16_t lane : off) to.set.add(lane);
    to.number = from.number;
    to.barriers = from.barriers;
    to.partings = from.partings;
    to.since = from.number;
    to.origins = from.origins;
    to.counts = from.counts;
    for (const std::uint16_t lane : off) group_of_[lane] = made;
    new_segment(to);
  }
  Group& from = groups_[number];
  from.since = from.number;
  from.lanes = std::move(rest);
  from.set.clear();
  for (const std::uint16_t lane : from.lanes) from.set.add(lane);
  if (from.lanes.size() < too_few) {
    go_alone(from, from.lanes);
    from.lanes.clear();
  } else {
    new_segment(from);
  }
}

// Returns true if groups were split for it.
bool Recorder::find_parts(const LaneSet& lanes) {
  found_.groups.clear();
  bool parted = false;
  LaneSet both;
  const auto count = static_cast<std::uint32_t>(groups_.size());
  for (std::uint32_t number = 0; number < count; ++number) {
    if (groups_[number].lanes.empty() || !both.meet(groups_[number].set, lanes)) continue;
    if (both.size() == groups_[number].lanes.size()) {
      found_.groups.push_back(number);
      continue;
    }
    std::vector<std::uint16_t> off, rest;
    off.reserve(both.size());
    rest.reserve(groups_[number].lanes.size() - both.size());
    for (const std::uint16_t lane : groups_[number].lanes) (both.contains(lane) ? off : rest).push_back(lane);
    split(number, off, std::move(rest));
    parted = true;
  }
  return parted;
}

const Recorder::Parts& Recorder::parts_of(const SpreadLanes& lanes) {
  if (known_ == &lanes) return found_;
  found_.groups.clear();
  found_.alone = nullptr;
  if (grouped_ == 0) {
    found_.alone = &lanes;
  } else {
    if (find_parts(lanes.set())) static_cast<void>(find_parts(lanes.set()));
    if (found_alone_.meet(alone_, lanes.set())) {
      spread_alone_.set(found_alone_);
      found_.alone = &spread_alone_;
    }
  }
  known_ = &lanes;
  return found_;
}

void Recorder::tell_alone(const SpreadLanes& lanes, const EventRows& rows, std::uint32_t place) {
  const std::uint32_t begin = lanes.set().first(), end = lanes.set().end(), size = lanes.set().size();
  if (!tells(rows.site)) {
    if (place != 0) operations_.copy(origins(place), numbers_.data(), lanes.mask(), begin, end);
    return;
  }
  if (in_sheets_) {
    const RowOfLanes row = begin_row(lanes.set(), place == 0 ? nullptr : origins(place));
    const std::uint32_t number = numbers_[begin];
    return end_row(lanes.set(), rows, operations_.put_row(row, rows, lanes.set().words(), begin, end), number);
  }
  if (place != 0 && keeps_origins_) operations_.copy(origins(place), numbers_.data(), lanes.mask(), begin, end);
  if (keeps_ && !in_lines_) {
    tell_alone(lanes.list(), [&](std::uint32_t lane, std::uint32_t) -> LaneEvent {
      return {{rows.site, rows.origins[lane]}, {rows.indices[lane], rows.values[lane]}};
    });
    return;
  }
  const std::uint32_t* const mask = lanes.mask();
  const EventLines to{lines_.data(), padded_, numbers_.data(), firsts_.data(), scratch_.data()};
  if (!keeps_)
    operations_.count(&counts_[std::size_t{counter_of_[rows.site]} * padded_], mask, begin, end);
  else if (size * few_of >= end - begin)
    write_lines(operations_.put_events(to, rows, mask, begin, end, full_.data()));
  else
    write_lines(operations_.put_listed_events(to, rows, lanes.list().data(), size, full_.data()));
  if (keeps_origins_) operations_.count(numbers_.data(), mask, begin, end);
}

void Recorder::new_piece(Group& group) {
  Segment& segment = record_.segments[group.segment];
  const std::size_t piece = segment.pieces.size();
  group.common = room_for_piece(segment, piece);
  group.row = group.common + segment.rows_at(piece);
  group.rows_left = rows_of_piece(piece) - 1;
}

void Recorder::new_piece(std::uint32_t lane) {
  Segment& segment = record_.segments[segments_[lane]];
  const std::size_t piece = segment.pieces.size();
  next_[lane] = room_for_piece(segment, piece);
  rows_left_[lane] = rows_of_piece(piece) / (in_lines_ ? line_events : 1);
}

}  // namespace tilescope::machine
