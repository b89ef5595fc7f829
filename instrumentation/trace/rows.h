// A block's events row by row: the common part of a group's threads is passed once, and their indices and values are
// contiguous. For code that does not depend on the order of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "instrumentation/trace/trace.h"

namespace tilescope {

struct EventRow {
  const Site& site;
  std::uint32_t origin = no_origin;  // many_origins if a sheet's row has one distance for all lanes
  std::uint32_t threads = 0;         // threads of this block
  const std::uint32_t* indices = nullptr;
  const std::uint32_t* values = nullptr;
};

// True if all threads have the same word in a row.
[[nodiscard]] inline bool are_same(const std::uint32_t* words, std::size_t threads) {
  std::uint32_t differ = 0;
  for (std::size_t n = 1; n < threads; ++n) differ |= words[n] ^ words[0];
  return differ == 0;
}

// The range of a segment's lanes that belong to a block.
struct LanesOfBlock {
  std::size_t begin = 0, end = 0;
  LanesOfBlock(const Trace& trace, std::size_t block, const Segment& segment)
      : LanesOfBlock(trace.block(block).first_lane, trace.threads_per_block(), segment) {}
  LanesOfBlock(std::uint32_t first, std::uint32_t threads, const Segment& segment) {
    const std::uint32_t behind = first + threads;
    const auto place_of = [&](std::uint32_t lane) {
      return static_cast<std::size_t>(std::lower_bound(segment.lanes.begin(), segment.lanes.end(), lane) -
                                      segment.lanes.begin());
    };
    begin = place_of(first);
    end = place_of(behind);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(end - begin); }
};

// The rows of a sheet, restricted to one block. Where each lane has its own origin, every lane is a row.
template <class Each>
void each_row(const Trace& trace, std::size_t block, const Sheet& sheet, const Each& each) {
  const BlockTrace& of = trace.block(block);
  const std::uint32_t words = of.record->shape.words();
  for (const Sheet::Row& row : sheet.rows()) {
    const std::uint32_t begin = sheet.place(row, of.first_lane);
    const std::uint32_t behind = of.first_lane + trace.threads_per_block();
    const std::uint32_t end = behind == sheet.lanes() ? row.lanes : sheet.place(row, behind);
    const auto tell = [&](std::uint32_t from, std::uint32_t to, std::uint32_t origin) {
      if (from != to)
        each(EventRow{trace.sites()[row.common[0]], origin, to - from, row.words + from, row.words + row.lanes + from});
    };
    if (row.origins != Sheet::Origins::each) {
      tell(begin, end, row.origins == Sheet::Origins::same ? row.common[1] : many_origins);
      continue;
    }
    for (std::uint32_t place = begin; place < end; ++place) tell(place, place + 1, Sheet::origin(row, place, 0, words));
  }
}

template <class Each>
void each_row(const Trace& trace, std::size_t block, const Each& each) {
  for (const Segment& segment : trace.block(block).record->segments) {
    if (segment.sheet) {
      each_row(trace, block, *segment.sheet, each);
      continue;
    }
    const LanesOfBlock lanes(trace, block, segment);
    if (lanes.size() == 0) continue;
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      const Segment::PieceRow at = Segment::place_of(n);
      const std::uint32_t* const row = segment.row(at) + lanes.begin;
      const std::uint32_t* const common = segment.common(at);
      each(EventRow{trace.sites()[common[0]], common[1], lanes.size(), row, row + segment.lanes.size()});
    }
  }
}

}  // namespace tilescope
