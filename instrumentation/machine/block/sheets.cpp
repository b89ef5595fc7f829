// Events of lanes that go alone, if there are many such lanes: an event of several lanes is a row of a sheet.
#include <algorithm>
#include <cstring>

#include "instrumentation/machine/block/recorder.h"

namespace tilescope::machine {

namespace {

constexpr std::size_t line_words = 16;
constexpr std::size_t few_words = 4 * line_words;  // shorter rows are not aligned to a cache line
constexpr std::uint64_t words_per_row = (sizeof(Sheet::Row) + 2 * sizeof(Sheet::Bits)) / sizeof(std::uint32_t);
constexpr std::uint64_t words_per_lane = (sizeof(Sheet::Bits) + 12) / sizeof(std::uint32_t);

}  // namespace

// Used from now on; earlier events of lanes that go alone stay where they are.
void Recorder::begin_sheets() {
  alone_.each([this](std::uint32_t lane) { end_alone(lane); });
  in_sheets_ = true;
  sheet_ = std::make_unique<SheetWriter>(lanes_, operations_.turn, operations_.stream);
  row_scratch_.resize((RowShape{true, true}.words() + std::size_t{2}) * padded_ + 2 * line_words);
  next_sheet();
}

void Recorder::next_sheet() {
  end_sheet();
  words_left_ -= std::min<std::uint64_t>(words_left_, words_per_lane * lanes_);
  sheet_->set_firsts(numbers_.data());
}

// A sheet becomes a segment only now: after the segments that its lanes had before.
void Recorder::end_sheet() {
  if (sheet_->empty()) return;
  Segment& segment = record_.segments.emplace_back();
  segment.words = shape_.words();
  segment.sheet = std::make_unique<Sheet>(sheet_->close(memory_));
}

// Null: the row is lost, and so are all rows after it.
Sheet::Row* Recorder::new_row(const LaneSet& lanes, std::uint32_t site, Sheet::Origins origins) {
  const std::size_t words = row_words(lanes.size(), origins);
  if (words + words_per_row > words_left_) {
    words_left_ = 0;
    has_lost_ = true;
    lanes.each([this](std::uint32_t lane) { ++lost_[lane]; });
    return nullptr;
  }
  words_left_ -= words + words_per_row;
  Sheet::Row& row = sheet_->add(lanes.words(), lanes.size());
  row.common[0] = site;
  row.origins = origins;
  row.words = words < few_words ? memory_.take_packed(words) : memory_.take(words);
  return &row;
}

std::size_t Recorder::row_words(std::uint32_t lanes, Sheet::Origins origins) const {
  return std::size_t{lanes} * (shape_.words() + (origins == Sheet::Origins::each ? 1U : 0U));
}

// The row is gathered in the cache, and then written past it.
RowOfLanes Recorder::begin_row(const LaneSet& lanes, std::uint32_t* made) {
  if (sheet_->full()) next_sheet();  // which starts with the current numbers
  std::uint32_t* const together = row_scratch_.data();
  return {together, together + lanes.size(), numbers_.data(), made};
}

void Recorder::end_row(const LaneSet& lanes, const EventRows& rows, Alike alike, std::uint32_t number) {
  const std::uint32_t first = lanes.first(), size = lanes.size();
  const bool as_far_back = alike.as_far_back && rows.origins[first] < no_origin;
  const Sheet::Origins origins = alike.same    ? Sheet::Origins::same
                                 : as_far_back ? Sheet::Origins::back
                                               : Sheet::Origins::each;
  Sheet::Row* const row = new_row(lanes, rows.site, origins);
  if (row == nullptr) return;
  row->common[1] = alike.same ? rows.origins[first] : number - rows.origins[first];
  std::uint32_t* const together = row_scratch_.data();
  const std::size_t words = std::size_t{shape_.words()} * size, all = row_words(size, origins);
  std::fill(together + std::size_t{2} * size, together + words, 0);
  if (origins == Sheet::Origins::each)
    operations_.compress(together + words, rows.origins, lanes.words(), first, lanes.end());
  if (all < few_words)
    std::copy_n(together, all, row->words);
  else
    operations_.stream(row->words, together,
                       static_cast<std::uint32_t>((all + line_words - 1) / line_words * line_words));
}

// Puts the events in told_ into the sheet, one row for each site.
void Recorder::put_in_sheet(std::span<const std::uint16_t> lanes) {
  left_.resize(lanes.size());
  for (std::size_t n = 0; n < lanes.size(); ++n) left_[n] = static_cast<std::uint16_t>(n);
  while (!left_.empty()) {
    const std::uint32_t site = told_[left_.front()].common.site;
    const auto others = std::stable_partition(left_.begin(), left_.end(),
                                              [&](std::uint16_t n) { return told_[n].common.site == site; });
    put_of_site(lanes, std::span(left_).first(static_cast<std::size_t>(others - left_.begin())), site);
    // At once: the next row may belong to another sheet, which begins with these numbers.
    for (auto n = left_.begin(); n != others; ++n) ++numbers_[lanes[*n]];
    left_.erase(left_.begin(), others);
  }
}

void Recorder::put_of_site(std::span<const std::uint16_t> lanes, std::span<const std::uint16_t> places,
                           std::uint32_t site) {
  if (sheet_->full()) next_sheet();
  LaneSet set;
  const Common& common = told_[places.front()].common;
  const std::uint32_t back = numbers_[lanes[places.front()]] - common.origin;
  bool same = true, as_far_back = common.origin < no_origin;
  for (const std::uint16_t n : places) {
    const std::uint32_t lane = lanes[n], origin = told_[n].common.origin;
    set.add(lane);
    same = same && origin == common.origin;
    as_far_back = as_far_back && numbers_[lane] - origin == back;
  }
  Sheet::Row* const row = new_row(set, site,
                                  same          ? Sheet::Origins::same
                                  : as_far_back ? Sheet::Origins::back
                                                : Sheet::Origins::each);
  if (row == nullptr) return;
  row->common[1] = same ? common.origin : back;
  for (std::size_t n = 0; n < places.size(); ++n) {
    put(row->words + n, places.size(), told_[places[n]].words);
    if (row->origins == Sheet::Origins::each)
      row->words[shape_.words() * places.size() + n] = told_[places[n]].common.origin;
  }
}

}  // namespace tilescope::machine
