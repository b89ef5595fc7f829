#include "instrumentation/trace/packing.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope {

namespace {

std::uint64_t hash_of(PackedColumn events) {
  std::uint64_t hash = events.size();
  for (const PackedEvent& event : events)
    hash = (hash ^ (std::uint64_t{event.origin} << 32 | event.what)) * 0x9e3779b97f4a7c15 + (hash >> 29);
  return hash;
}

bool same_path(PackedColumn a, PackedColumn b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PackedEvent& left, const PackedEvent& right) {
    return left.origin == right.origin && left.what == right.what;
  });
}

// Writes the common parts of a segment's threads.
void write_common(const Segment& segment, PackedColumn first, SiteTable& sites) {
  std::uint32_t last_site = 0;
  for (std::uint32_t n = 0; n < segment.events; ++n) {
    if (n == 0 || first[n].what != first[n - 1].what) last_site = sites.number_of(first[n].what);
    std::uint32_t* const common = segment.common(Segment::place_of(n));
    common[0] = last_site;
    common[1] = first[n].origin;
  }
}

// Writes the indices and values of adjacent threads row by row, as many threads as fill a cache line.
constexpr std::size_t side_by_side = 16;
void write_rows(const Segment& segment, std::size_t place, std::span<const PackedColumn> threads) {
  const std::size_t lanes = segment.lanes.size(), count = std::min(side_by_side, lanes - place);
  const PackedEvent* from[side_by_side];
  for (std::uint32_t n = 0; n < segment.events;) {
    const Segment::PieceRow at = Segment::place_of(n);
    const std::uint32_t some = std::min(rows_of_piece(at.piece) - at.row, segment.events - n);
    for (std::size_t each = 0; each < count; ++each) from[each] = &threads[segment.lanes[place + each]][n];
    std::uint32_t* row = segment.row(at) + place;
    for (std::uint32_t event = 0; event < some; ++event, row += segment.row_step())
      for (std::size_t each = 0; each < count; ++each) {
        row[each] = from[each][event].index;
        row[lanes + each] = std::bit_cast<std::uint32_t>(from[each][event].value);
      }
    n += some;
  }
}

}  // namespace

std::uint32_t SiteTable::number_of(std::uint32_t what) {
  const auto [known, is_new] = numbers_.try_emplace(what, static_cast<std::uint32_t>(sites_.size()));
  if (is_new) sites_.push_back(site_of(what));
  return known->second;
}

std::shared_ptr<const LanesRecord> packed_record(std::span<const PackedColumn> threads, SiteTable& sites,
                                                 EventMemory& memory) {
  auto record = std::make_shared<LanesRecord>();
  std::unordered_multimap<std::uint64_t, std::uint32_t> segment_of;
  for (std::uint32_t thread = 0; thread < threads.size(); ++thread) {
    if (threads[thread].empty()) continue;
    const std::uint64_t hash = hash_of(threads[thread]);
    auto [known, end] = segment_of.equal_range(hash);
    while (known != end && !same_path(threads[record->segments[known->second].lanes[0]], threads[thread])) ++known;
    if (known == end) {
      known = segment_of.emplace(hash, static_cast<std::uint32_t>(record->segments.size()));
      record->segments.emplace_back().events = static_cast<std::uint32_t>(threads[thread].size());
    }
    record->segments[known->second].lanes.push_back(static_cast<std::uint16_t>(thread));
  }
  record->find_parts(threads.size());

  for (Segment& segment : record->segments) {
    make_room(segment, memory);
    write_common(segment, threads[segment.lanes[0]], sites);
    for (std::size_t place = 0; place < segment.lanes.size(); place += side_by_side)
      write_rows(segment, place, threads);
  }
  return record;
}

}  // namespace tilescope
