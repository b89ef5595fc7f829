#include "instrumentation/trace/lanes_record.h"

#include <algorithm>

#include "instrumentation/trace/event_pool.h"

namespace tilescope {

void make_room(Segment& segment, EventMemory& memory) {
  if (segment.events == 0) return;
  const std::size_t last = Segment::place_of(segment.events - 1).piece;
  for (std::size_t piece = 0; piece <= last; ++piece) segment.pieces.push_back(memory.take(segment.piece_words(piece)));
}

void LanesRecord::find_parts(std::size_t lanes) {
  first_parts.assign(lanes + 1, 0);
  std::vector<std::uint32_t> sheets;
  for (std::uint32_t number = 0; number < segments.size(); ++number) {
    const Segment& segment = segments[number];
    if (segment.sheet) sheets.push_back(number);
    for (const std::uint16_t lane : segment.lanes) first_parts[lane + 1U] += segment.events != 0 ? 1 : 0;
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) first_parts[lane + 1] += first_parts[lane];
  parts = std::make_unique_for_overwrite<Part[]>(first_parts[lanes]);
  std::vector<Part*> next(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) next[lane] = parts.get() + first_parts[lane];
  for (std::uint32_t number = 0; number < segments.size(); ++number) {
    if (segments[number].events == 0) continue;
    std::uint32_t place = 0;
    for (const std::uint16_t lane : segments[number].lanes) *next[lane]++ = {number, place++, segments[number].first};
  }
  if (!sheets.empty()) add_sheets(sheets);
}

// Inserts the parts in sheets among each lane's parts. It writes a part without testing whether the lane is in the
// sheet, because branch prediction would often fail; the next part overwrites an unneeded one.
void LanesRecord::add_sheets(std::span<const std::uint32_t> numbers) {
  const std::size_t most = first_parts.back() + numbers.size() * lanes();
  const auto all = std::make_unique_for_overwrite<Part[]>(most + 1);
  Part* next = all.get();
  const Part* of_lane = parts.get();
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    const Part* const end = parts.get() + first_parts[lane + 1];
    first_parts[lane] = static_cast<std::uint32_t>(next - all.get());
    for (const std::uint32_t number : numbers) {
      while (of_lane != end && of_lane->segment < number) *next++ = *of_lane++;
      const Sheet& sheet = *segments[number].sheet;
      *next = {number, lane, sheet.first(lane)};
      next += sheet.rows_of(lane) != 0 ? 1 : 0;
    }
    next = std::copy(of_lane, end, next);
    of_lane = end;
  }
  first_parts.back() = static_cast<std::uint32_t>(next - all.get());
  parts = std::make_unique_for_overwrite<Part[]>(first_parts.back());
  std::copy(all.get(), next, parts.get());
}

std::size_t Column::part_among_several(std::uint32_t number) const {
  const auto behind = std::upper_bound(parts_.begin(), parts_.end(), number,
                                       [](std::uint32_t n, const LanesRecord::Part& part) { return n < part.first; });
  return static_cast<std::size_t>(behind - parts_.begin()) - 1;
}

Column::OfSheet Column::of_sheet(std::size_t part, std::uint32_t number) const {
  const Sheet& sheet = *record_->segments[parts_[part].segment].sheet;
  const std::uint32_t lane = parts_[part].place;
  const Sheet::Row& row = sheet.rows()[sheet.row_of(lane, number - parts_[part].first)];
  const std::uint32_t place = sheet.place(row, lane);
  OfSheet found{event(row.common, row.words + place, row.lanes), row.words + place, row.lanes};
  found.event.origin = Sheet::origin(row, place, number, record_->shape.words());
  return found;
}

void Column::Iterator::find(std::size_t part) {
  part_ = part;
  const LanesRecord::Part& of = column_->parts_[part];
  const Segment& segment = column_->record_->segments[of.segment];
  sheet_ = segment.sheet.get();
  of_common_ = sheet_ != nullptr ? 0 : ~std::uint32_t{0};
  if (sheet_ != nullptr) {
    const std::uint32_t first = sheet_->row_of(of.place, number_ - of.first);
    rows_ = sheet_->rows_of(of.place) >> first << first;
    common_step_ = row_step_ = 0;
    left_ = 1;
    return find_in_sheet();
  }
  origin_ = 0;
  const Segment::PieceRow at = Segment::place_of(number_ - segment.first);
  piece_ = at.piece;
  lanes_ = segment.lanes.size();
  common_step_ = segment.common_step();
  row_step_ = segment.row_step();
  common_ = segment.common(at);
  row_ = segment.row(at) + of.place;
  left_ = std::min(rows_of_piece(piece_) - at.row, segment.first + segment.events - number_);
}

void Column::Iterator::go_on() {
  if (sheet_ != nullptr) {
    if (part_ + 1 < column_->parts_.size()) find(part_ + 1);
    return;
  }
  const Segment& segment = column_->record_->segments[column_->parts_[part_].segment];
  if (number_ != segment.first + segment.events)
    find(part_);
  else if (part_ + 1 < column_->parts_.size())
    find(part_ + 1);
}

}  // namespace tilescope
