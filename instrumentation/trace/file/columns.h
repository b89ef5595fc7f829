// The events of an interval for several lanes, as columns: a lane's indices are contiguous, and so are its values. Each
// is a Word of 32 bits, or of 64 in a wide record. Events are copied from or to a record's rows, a cache line at a
// time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/trace/lanes_record.h"

namespace tilescope::file {

inline constexpr std::uint32_t most_lanes_of_columns = 16;
// How many lanes fit, if each has `events` events.
[[nodiscard]] inline std::uint32_t lanes_of_columns(std::uint32_t events) {
  constexpr std::uint32_t most_events = 1U << 15;
  return std::clamp(most_events / std::max(events, 1U), 1U, most_lanes_of_columns);
}

template <class Word>
class Columns {
 public:
  void resize(std::uint32_t lanes, std::uint32_t events) {
    events_ = events;
    words_.resize(std::max(words_.size(), std::size_t{2} * lanes * events));
  }
  [[nodiscard]] Word* indices(std::size_t lane) { return words_.data() + 2 * lane * events_; }
  [[nodiscard]] Word* values(std::size_t lane) { return indices(lane) + events_; }

  // Copies these lanes' events, from event `first` on.
  void take(const LanesRecord& record, std::span<const std::uint32_t> lanes, std::uint32_t first) {
    each_row(record, lanes, first, [](Word* cell, std::uint32_t events, const std::uint32_t* kept, std::size_t beside) {
      cell[0] = kept[0];
      cell[events] = kept[beside];
      if constexpr (is_wide) cell[events] |= std::uint64_t{kept[2 * beside]} << 32;
    });
  }
  void put(const LanesRecord& record, std::span<const std::uint32_t> lanes, std::uint32_t first) {
    each_row(record, lanes, first, [](const Word* cell, std::uint32_t events, std::uint32_t* kept, std::size_t beside) {
      kept[0] = static_cast<std::uint32_t>(cell[0]);
      kept[beside] = static_cast<std::uint32_t>(cell[events]);
      if constexpr (is_wide) kept[2 * beside] = static_cast<std::uint32_t>(cell[events] >> 32);
    });
  }

 private:
  static constexpr bool is_wide = sizeof(Word) > sizeof(std::uint32_t);
  using Parts = std::span<const LanesRecord::Part>;

  [[nodiscard]] static bool are_beside(Parts a, Parts b, std::size_t distance) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& left, const auto& right) {
      return left.segment == right.segment && left.place + distance == right.place;
    });
  }

  template <class Copy>
  void each_row(const LanesRecord& record, std::span<const std::uint32_t> lanes, std::uint32_t first,
                const Copy& copy) {
    for (std::size_t begin = 0, end = 0; begin < lanes.size(); begin = end) {
      const Parts parts = record.parts_of(lanes[begin]);
      do ++end;
      while (end < lanes.size() && are_beside(parts, record.parts_of(lanes[end]), end - begin));
      for (const LanesRecord::Part& part : parts)
        if (const Segment& segment = record.segments[part.segment]; segment.sheet)
          rows_of(*segment.sheet, part, begin, end, first, copy);
        else
          rows_of(segment, part, begin, end, first, copy);
    }
  }

  // Handles the part of the interval that lies in one segment, for the lanes from `begin` to `end`.
  template <class Copy>
  void rows_of(const Segment& segment, const LanesRecord::Part& part, std::size_t begin, std::size_t end,
               std::uint32_t first, const Copy& copy) {
    const std::uint32_t behind = std::min(first + events_, segment.first + segment.events);
    const std::size_t values = segment.lanes.size(), step = segment.row_step();
    for (std::uint32_t number = std::max(first, segment.first); number < behind;) {
      const Segment::PieceRow at = Segment::place_of(number - segment.first);
      const std::uint32_t rows = std::min(rows_of_piece(at.piece) - at.row, behind - number);
      std::uint32_t* row = segment.row(at) + part.place;
      for (std::uint32_t n = 0; n < rows; ++n, row += step) {
        Word* cell = indices(begin) + (number - first + n);
        for (std::size_t lane = begin; lane < end; ++lane, cell += std::size_t{2} * events_)
          copy(cell, events_, row + (lane - begin), values);
      }
      number += rows;
    }
  }

  template <class Copy>
  void rows_of(const Sheet& sheet, const LanesRecord::Part& part, std::size_t begin, std::size_t end,
               std::uint32_t first, const Copy& copy) {
    for (std::size_t n = begin; n < end; ++n) {
      const std::uint32_t lane = part.place + static_cast<std::uint32_t>(n - begin);
      std::uint32_t number = sheet.first(lane);
      for (Sheet::Bits rest = sheet.rows_of(lane); rest != 0 && number < first + events_; rest &= rest - 1, ++number) {
        if (number < first) continue;
        const Sheet::Row& row = sheet.rows()[static_cast<std::size_t>(std::countr_zero(rest))];
        copy(indices(n) + (number - first), events_, row.words + sheet.place(row, lane), row.lanes);
      }
    }
  }

  std::uint32_t events_ = 0;
  std::vector<Word> words_;
};

}  // namespace tilescope::file
