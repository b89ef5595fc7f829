#include "instrumentation/machine/block/recorder.h"

#include <algorithm>

namespace tilescope::machine {

std::uint32_t LanesRecord::count(std::uint32_t lane) const {
  if (lanes[lane].empty()) return 0;
  const Segment& last = segments[lanes[lane].back().segment];
  return last.first + last.events;
}

Recorder::Recorder(const Code& code, std::shared_ptr<EventPool> pool) : code_(code), pool_(std::move(pool)) {
  for (const Site& site : code.sites)
    if (is_wide(site.number)) words_ = 3;
}

void Recorder::begin(std::uint32_t lanes, bool keep) {
  lanes_ = lanes;
  keeps_ = keep;
  record_ = {};
  record_.kept = keep;
  record_.words = words_;
  record_.lanes.resize(lanes_);
  groups_.clear();
  groups_.emplace_back();
  Group& all = groups_[0];
  for (std::uint32_t n = 0; n < lanes_; ++n) all.lanes.push_back(static_cast<std::uint16_t>(n));
  all.origins.assign(code_.origin_places, no_origin);
  if (!keep) all.counts.assign(code_.sites.size(), 0);
  group_of_.assign(lanes_, 0);
  known_ = nullptr;
  new_segment(all);
}

void Recorder::new_segment(Group& group) {
  group.segment = static_cast<std::uint32_t>(record_.segments.size());
  group.rows_left = 0;
  Segment& segment = record_.segments.emplace_back();
  segment.first = group.number;
  segment.lanes = group.lanes;
}

LanesRecord Recorder::end() {
  // Oldest first: a segment that was parted came before those that its lanes have now.
  for (std::uint32_t s = 0; s < record_.segments.size(); ++s) {
    const Segment& segment = record_.segments[s];
    if (segment.events == 0) continue;
    for (std::uint32_t n = 0; n < segment.lanes.size(); ++n) record_.lanes[segment.lanes[n]].push_back({s, n});
  }
  return std::move(record_);
}

std::uint32_t Recorder::split(std::uint32_t number, const std::vector<std::uint16_t>& off,
                              std::vector<std::uint16_t> rest) {
  const auto made = static_cast<std::uint32_t>(groups_.size());
  groups_.emplace_back();
  Group& from = groups_[number];
  Group& to = groups_[made];
  to.lanes = off;
  to.number = from.number;
  to.barriers = from.barriers;
  to.origins = from.origins;
  to.counts = from.counts;
  for (const std::uint16_t lane : off) group_of_[lane] = made;
  from.lanes = std::move(rest);
  new_segment(from);
  new_segment(to);
  known_ = nullptr;
  return made;
}

const std::vector<std::uint32_t>& Recorder::groups_of(const LaneSet& lanes) {
  if (known_ == &lanes) return found_;
  if (groups_.size() == 1 && lanes.size() == lanes_) {
    found_.assign(1, 0);
    known_ = &lanes;
    return found_;
  }
  active_.assign(groups_.size(), 0);
  std::vector<std::uint32_t> seen;
  for (const std::uint16_t lane : lanes.list())
    if (active_[group_of_[lane]]++ == 0) seen.push_back(group_of_[lane]);
  for (std::uint32_t& number : seen) {
    if (active_[number] == groups_[number].lanes.size()) continue;
    std::vector<std::uint16_t> off, rest;
    const auto& list = lanes.list();
    for (const std::uint16_t lane : groups_[number].lanes)
      (std::binary_search(list.begin(), list.end(), lane) ? off : rest).push_back(lane);
    number = split(number, off, std::move(rest));
  }
  found_ = std::move(seen);
  known_ = &lanes;
  return found_;
}

std::uint32_t* Recorder::take_words(std::size_t count) {
  constexpr std::size_t slab_words = EventPool::slab_events * (sizeof(Event) / 4);
  count = (count + 15) / 16 * 16;
  if (free_words_ < count) {
    free_ = reinterpret_cast<std::uint32_t*>(slabs_.emplace_back(pool_->take()).events());
    free_words_ = slab_words;
  }
  std::uint32_t* const memory = free_;
  free_ += count;
  free_words_ -= count;
  return memory;
}

std::uint32_t* Recorder::add(Group& group, const Common& common) {
  ++group.number;
  if (!keeps_) {
    ++group.counts[common.site];
    return nullptr;
  }
  Segment& segment = record_.segments[group.segment];
  const std::size_t row_words = group.lanes.size() * words_;
  if (group.rows_left == 0) {
    group.row = take_words(row_words * piece_rows);
    group.rows_left = piece_rows;
    segment.pieces.push_back(group.row);
  }
  ++segment.events;
  segment.common.push_back(common);
  std::uint32_t* const row = group.row;
  group.row += row_words;
  --group.rows_left;
  return row;
}

}  // namespace tilescope::machine
