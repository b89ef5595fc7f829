// The record of a block's threads. Threads that have done the same so far form a group. Each event of a group has one
// site, one origin, and a row with every thread's index and value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "instrumentation/trace/event.h"
#include "instrumentation/trace/few.h"
#include "instrumentation/trace/sheet.h"

namespace tilescope {

// What all lanes of a group have in common in an event. A lane is a thread of a block, or of one of several blocks that
// ran side by side.
struct Common {
  std::uint32_t site = 0;
  std::uint32_t origin = no_origin;
};

// The words that an event takes for each lane: its index and value; in a `wide` record, the upper half of its 64-bit
// value; with `pairs`, the same for a second value.
struct RowShape {
  bool wide = false, pairs = false;
  [[nodiscard]] constexpr std::uint32_t words() const { return 2 + (wide ? 1U : 0U) + (pairs ? wide ? 2U : 1U : 0U); }
  [[nodiscard]] constexpr std::uint32_t second() const { return wide ? 3 : 2; }  // the word of the second value
  bool operator==(const RowShape&) const = default;
};

// Of the first piece of a segment, which may be the last, and of the pieces after it.
inline constexpr std::uint32_t first_piece_rows = 4, piece_rows = 64;
[[nodiscard]] constexpr std::uint32_t rows_of_piece(std::size_t piece) {
  return piece == 0 ? first_piece_rows : piece_rows;
}

// A group's events while its lanes stay the same. They lie in pieces. A piece of several lanes has first the common
// parts of its events, and then the rows: the indices of all lanes, their values, and so on. In a piece of one lane,
// each event is contiguous. A segment may instead be a sheet; then its own lanes and events are empty.
struct Segment {
  std::uint32_t words = 2;  // per event and lane, by the record's shape
  std::uint32_t first = 0;  // number of the first event
  std::uint32_t events = 0;
  Few<std::uint16_t, 4> lanes;  // ascending
  Few<std::uint32_t*, 4> pieces;
  std::unique_ptr<const Sheet> sheet{};

  [[nodiscard]] bool alone() const { return lanes.size() == 1; }
  // The distance in words between two events of a piece.
  [[nodiscard]] std::size_t common_step() const { return alone() ? 2 + words : 2; }
  [[nodiscard]] std::size_t row_step() const { return alone() ? 2 + words : lanes.size() * words; }
  // Offset of the first row in a piece.
  [[nodiscard]] std::size_t rows_at(std::size_t piece) const {
    return alone() ? 2 : std::size_t{2} * rows_of_piece(piece);
  }
  [[nodiscard]] std::size_t piece_words(std::size_t piece) const {
    return rows_of_piece(piece) * (2 + std::size_t{words} * lanes.size());
  }

  struct PieceRow {
    std::size_t piece;
    std::uint32_t row;
  };
  [[nodiscard]] static PieceRow place_of(std::uint32_t event) {  // `event` is relative to `first`
    if (event < first_piece_rows) return {0, event};
    const std::uint32_t behind = event - first_piece_rows;
    return {1 + behind / piece_rows, behind % piece_rows};
  }
  [[nodiscard]] std::uint32_t* common(PieceRow at) const { return pieces[at.piece] + at.row * common_step(); }
  [[nodiscard]] std::uint32_t* row(PieceRow at) const {
    return pieces[at.piece] + rows_at(at.piece) + at.row * row_step();
  }
};

class EventMemory;
// Allocates the pieces of a segment whose events and lanes are known.
void make_room(Segment& segment, EventMemory& memory);

// All lanes of a segment have also done the same before it.
struct LanesRecord {
  RowShape shape;
  std::vector<Segment> segments;
  struct Part {  // without initializers: each part is written once
    std::uint32_t segment;
    std::uint32_t place;  // position among the segment's lanes; in a sheet, the lane
    std::uint32_t first;  // number of the lane's first event in the part
  };
  std::unique_ptr<Part[]> parts;           // by lane, in order; none for lanes without events
  std::vector<std::uint32_t> first_parts;  // by lane, and one more for the end

  // Builds the parts of `lanes` lanes from the segments, which are in order.
  void find_parts(std::size_t lanes);
  [[nodiscard]] std::size_t lanes() const { return first_parts.size() - 1; }
  [[nodiscard]] std::span<const Part> parts_of(std::uint32_t lane) const {
    return {parts.get() + first_parts[lane], parts.get() + first_parts[lane + 1]};
  }
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return count(parts_of(lane)); }
  [[nodiscard]] std::uint32_t count(std::span<const Part> of_lane) const {
    return of_lane.empty() ? 0 : of_lane.back().first + count(of_lane.back());
  }
  // The number of a lane's events in a part.
  [[nodiscard]] std::uint32_t count(const Part& part) const {
    const Segment& segment = segments[part.segment];
    return segment.sheet ? segment.sheet->events(part.place) : segment.events;
  }

 private:
  void add_sheets(std::span<const std::uint32_t> numbers);
};

// The location of the value that an event left, for code that may not need the value: reading it costs a memory access.
class KeptValue {
 public:
  KeptValue() = default;
  KeptValue(const std::uint32_t* word, std::uint32_t upper, Number number)
      : word_(word), upper_(upper), number_(number) {}
  explicit operator bool() const { return word_ != nullptr; }
  // The value of another lane in the group.
  [[nodiscard]] KeptValue beside(std::ptrdiff_t lanes) const { return {word_ + lanes, upper_, number_}; }
  [[nodiscard]] float operator*() const {
    return number_ == Number::f32 ? std::bit_cast<float>(*word_) : static_cast<float>(as_double(number_, bits()));
  }
  [[nodiscard]] Number number() const { return number_; }
  [[nodiscard]] std::uint64_t bits() const { return *word_ | (upper_ == 0 ? 0 : std::uint64_t{word_[upper_]} << 32); }

 private:
  const std::uint32_t* word_ = nullptr;
  std::uint32_t upper_ = 0;  // distance in words to the upper half; 0: there is none
  Number number_ = Number::f32;
};

// One thread's events, in order.
class Column {
 public:
  Column(const LanesRecord& record, std::uint32_t lane, const Site* sites)
      : record_(&record), parts_(record.parts_of(lane)), sites_(sites) {}

  [[nodiscard]] std::uint32_t size() const { return record_->count(parts_); }
  [[nodiscard]] Event operator[](std::uint32_t number) const {
    const std::size_t part = part_of(number);
    const Segment& segment = record_->segments[parts_[part].segment];
    if (segment.sheet) return of_sheet(part, number).event;
    const Segment::PieceRow at = Segment::place_of(number - segment.first);
    return event(segment.common(at), segment.row(at) + parts_[part].place, segment.lanes.size());
  }
  [[nodiscard]] std::uint32_t index_of(std::uint32_t number) const {
    const std::size_t part = part_of(number);
    const Segment& segment = record_->segments[parts_[part].segment];
    if (segment.sheet) return *of_sheet(part, number).row;
    return segment.row(Segment::place_of(number - segment.first))[parts_[part].place];
  }
  [[nodiscard]] KeptValue value_of(std::uint32_t number) const {
    const std::size_t part = part_of(number);
    const Segment& segment = record_->segments[parts_[part].segment];
    if (segment.sheet) {
      const OfSheet found = of_sheet(part, number);
      return kept_value(sites_[found.event.site], found.row, found.lanes);
    }
    const Segment::PieceRow at = Segment::place_of(number - segment.first);
    return kept_value(sites_[*segment.common(at)], segment.row(at) + parts_[part].place, segment.lanes.size());
  }

  class Iterator {
   public:
    using value_type = Event;
    using difference_type = std::int64_t;
    struct Arrow {
      Event event;
      const Event* operator->() const { return &event; }
    };
    Iterator() = default;
    Iterator(const Column& column, std::uint32_t number) : column_(&column), number_(number) {
      if (number_ < column_->size()) find(column_->part_of(number_));
    }
    Event operator*() const {
      Event event = column_->event(common_, row_, lanes_);
      event.origin = (event.origin & of_common_) | origin_;  // branch-free, because a branch is slower
      return event;
    }
    // The site, without reading the thread's own words.
    [[nodiscard]] const Site& site() const { return column_->sites_[*common_]; }
    Arrow operator->() const { return {**this}; }
    Iterator& operator++() {
      ++number_;
      if (sheet_ != nullptr && (rows_ &= rows_ - 1) != 0) {
        find_in_sheet();
        return *this;
      }
      common_ += common_step_;
      row_ += row_step_;
      if (--left_ == 0) go_on();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return number_ == other.number_; }

   private:
    void find(std::size_t part);
    // Finds the first of the remaining rows.
    void find_in_sheet() {
      const std::uint32_t lane = column_->parts_[part_].place;
      const Sheet::Row& row = sheet_->rows()[static_cast<std::size_t>(std::countr_zero(rows_))];
      const std::uint32_t place = sheet_->place(row, lane);
      common_ = row.common;
      row_ = row.words + place;
      lanes_ = row.lanes;
      origin_ = Sheet::origin(row, place, number_, column_->record_->shape.words());
    }
    void go_on();

    const Column* column_ = nullptr;
    std::uint32_t number_ = 0, left_ = 0;
    std::size_t part_ = 0, piece_ = 0;
    const std::uint32_t* common_ = nullptr;
    const std::uint32_t* row_ = nullptr;
    std::size_t common_step_ = 0, row_step_ = 0, lanes_ = 0;
    const Sheet* sheet_ = nullptr;                              // the current one, if any
    Sheet::Bits rows_ = 0;                                      // the current row and those after it
    std::uint32_t of_common_ = ~std::uint32_t{0}, origin_ = 0;  // a mask for the common origin, and the lane's own bits
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size()}; }

 private:
  friend class Neighbours;
  [[nodiscard]] std::size_t part_of(std::uint32_t number) const {
    return parts_.size() == 1 ? 0 : part_among_several(number);
  }
  [[nodiscard]] std::size_t part_among_several(std::uint32_t number) const;
  struct OfSheet {
    Event event;
    const std::uint32_t* row;  // where its index is
    std::size_t lanes;
  };
  [[nodiscard]] OfSheet of_sheet(std::size_t part, std::uint32_t number) const;
  // The value of an event whose index is at `row`.
  [[nodiscard]] KeptValue kept_value(const Site& site, const std::uint32_t* row, std::size_t lanes) const {
    const std::uint32_t word = site.kind == Kind::atomic ? record_->shape.second() : 1;
    return {row + word * lanes, record_->shape.wide ? static_cast<std::uint32_t>(lanes) : 0, site.number};
  }
  [[nodiscard]] Event event(const std::uint32_t* common, const std::uint32_t* row, std::size_t lanes) const {
    const RowShape shape = record_->shape;
    Event event{.index = row[0], .origin = common[1], .bits = row[lanes], .site = common[0], .at = sites_ + common[0]};
    if (shape.wide) event.bits |= std::uint64_t{row[2 * lanes]} << 32;
    if (shape.pairs) {
      event.second = row[shape.second() * lanes];
      if (shape.wide) event.second |= std::uint64_t{row[(shape.second() + 1) * lanes]} << 32;
    }
    return event;
  }

  const LanesRecord* record_;
  std::span<const LanesRecord::Part> parts_;
  const Site* sites_;
};

// Reads the same event of thread after thread; within a group, the words of its threads are contiguous.
class Neighbours {
 public:
  [[nodiscard]] std::uint32_t index_of(const Column& column, std::uint32_t number) {
    if (!is_of_group(column)) return column.index_of(number);
    find(column, number);
    return row_[column.parts_[0].place];
  }
  [[nodiscard]] KeptValue value_of(const Column& column, std::uint32_t number) {
    if (!is_of_group(column)) return column.value_of(number);
    find(column, number);
    return first_value_.beside(column.parts_[0].place);
  }

 private:
  [[nodiscard]] static bool is_of_group(const Column& column) {
    return column.parts_.size() == 1 && !column.record_->segments[column.parts_[0].segment].sheet;
  }
  void find(const Column& column, std::uint32_t number) {
    const std::uint32_t segment = column.parts_[0].segment;
    if (segment == segment_ && number == number_ && column.record_ == record_) return;
    segment_ = segment;
    number_ = number;
    record_ = column.record_;
    row_ = record_->segments[segment].row(Segment::place_of(number));
    first_value_ = column.value_of(number).beside(-static_cast<std::ptrdiff_t>(column.parts_[0].place));
  }

  const LanesRecord* record_ = nullptr;
  std::uint32_t segment_ = 0, number_ = 0;
  const std::uint32_t* row_ = nullptr;  // the first lane's index
  KeptValue first_value_;
};

}  // namespace tilescope
