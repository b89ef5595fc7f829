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
  group.row_words = static_cast<std::uint32_t>(group.lanes.size()) * words_;
  Segment& segment = record_.segments.emplace_back();
  segment.first = group.number;
  segment.lanes = group.lanes;
}

void Recorder::end_segment(const Group& group) {
  Segment& segment = record_.segments[group.segment];
  segment.events = group.number - segment.first;
}

LanesRecord Recorder::end() {
  for (const Group& group : groups_) end_segment(group);
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
  end_segment(from);
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
  found_.clear();
  for (const std::uint16_t lane : lanes.list())
    if (active_[group_of_[lane]]++ == 0) found_.push_back(group_of_[lane]);
  for (std::uint32_t& number : found_) {
    if (active_[number] == groups_[number].lanes.size()) continue;
    std::vector<std::uint16_t> off, rest;
    const auto& list = lanes.list();
    for (const std::uint16_t lane : groups_[number].lanes)
      (std::binary_search(list.begin(), list.end(), lane) ? off : rest).push_back(lane);
    number = split(number, off, std::move(rest));
  }
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

void Recorder::new_piece(Group& group) {
  std::vector<const std::uint32_t*>& pieces = record_.segments[group.segment].pieces;
  const std::uint32_t rows = pieces.empty() ? first_piece_rows : piece_rows;
  std::uint32_t* const piece = take_words(std::size_t{rows} * (sizeof(Common) / 4 + group.row_words));
  pieces.push_back(piece);
  group.common = reinterpret_cast<Common*>(piece);
  group.row = piece + rows * sizeof(Common) / 4;
  group.rows_left = rows - 1;
}

}  // namespace tilescope::machine
