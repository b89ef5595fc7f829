// Goes through the relevant events of a block, interval by interval, and in an interval thread by thread. Where it lies
// is looked up once for threads one after another that did the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

class BlockWalk {
 public:
  // For the block's events, those of the kinds that matter; or of the sites, by number.
  BlockWalk(const Trace& trace, std::size_t block, bool (*matters)(Kind)) : BlockWalk(trace, trace.block(block)) {
    matters_.reserve(trace.sites().size());
    for (const Site& site : trace.sites()) matters_.push_back(matters(site.kind));
  }
  BlockWalk(const Trace& trace, std::size_t block, std::vector<bool> matters)
      : BlockWalk(trace, trace.block(block), std::move(matters)) {}
  // For a block of the trace's launch, whether or not it is the trace's own.
  BlockWalk(const Trace& trace, const BlockTrace& block, std::vector<bool> matters) : BlockWalk(trace, block) {
    matters_ = std::move(matters);
  }

  // Leaves out a thread's events from this number on.
  void shorten(std::uint32_t thread, std::uint32_t end) { lanes_[thread].end = end; }

  // Calls tell(thread, number, event) for what matters of the next interval; events come without their values. Whether
  // there was anything in it.
  template <class Tell>
  bool interval(const Tell& tell) {
    bool any = false;
    for (std::uint32_t thread = 0; thread < lanes_.size(); ++thread) {
      Lane& lane = lanes_[thread];
      lane.passed = false;
      if (lane.at.number == lane.end) continue;
      any = true;
      const Parts parts = of_.record->parts_of(of_.first_lane + thread).subspan(lane.at.part);
      if (!is_known(lane, parts)) look_up(lane, parts);
      for (const Deed& deed : deeds_)
        tell(thread, deed.number,
             Event{.index = deed.row[deed.is_own ? 0 : parts[deed.part].place],
                   .origin = deed.origin,
                   .site = deed.site,
                   .at = sites_ + deed.site});
      lane.at = {behind_.number, lane.at.part + behind_.part};
      lane.passed = passes_;
    }
    return any;
  }
  // Whether a thread passed a barrier at the end of the interval that was gone through last; the number of its next
  // event.
  [[nodiscard]] bool passed(std::uint32_t thread) const { return lanes_[thread].passed; }
  [[nodiscard]] std::uint32_t next(std::uint32_t thread) const { return lanes_[thread].at.number; }

 private:
  using Parts = std::span<const LanesRecord::Part>;

  BlockWalk(const Trace& trace, const BlockTrace& block) : sites_(trace.sites().data()), of_(block) {
    lanes_.reserve(trace.threads_per_block());
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      lanes_.push_back({{}, of_.record->count(of_.first_lane + thread), false});
  }

  // How far a thread has come.
  struct Position {
    std::uint32_t number = 0;
    std::uint32_t part = 0;
  };
  struct Lane {
    Position at;
    std::uint32_t end = 0;
    bool passed = false;
  };
  // What matters of the interval that was looked up, for all lanes of its segments.
  struct Deed {
    std::uint32_t number = 0, part = 0, site = 0, origin = 0;
    const std::uint32_t* row = nullptr;
    bool is_own = false;  // the row begins with this lane
  };

  [[nodiscard]] bool is_known(const Lane& lane, Parts parts) const {
    return !has_sheets_ && lane.at.number == first_ && lane.end == end_ && parts.size() >= segments_.size() &&
           std::equal(segments_.begin(), segments_.end(), parts.begin(),
                      [](std::uint32_t known, const LanesRecord::Part& part) { return known == part.segment; });
  }

  void look_up(const Lane& lane, Parts parts) {
    first_ = lane.at.number;
    end_ = lane.end;
    segments_.clear();
    deeds_.clear();
    has_sheets_ = false;
    passes_ = false;
    behind_ = {first_, 0};
    for (bool open = true; open && behind_.number < end_;) {
      const LanesRecord::Part& part = parts[behind_.part];
      const Segment& segment = of_.record->segments[part.segment];
      const std::uint32_t behind_segment = part.first + of_.record->count(part);
      segments_.push_back(part.segment);
      has_sheets_ = has_sheets_ || segment.sheet;
      for (; open && behind_.number < std::min(end_, behind_segment); ++behind_.number)
        open = (segment.sheet ? look_at(*segment.sheet, part.place) : look_at(segment)) != Kind::barrier_release;
      passes_ = !open;
      if (behind_.number == behind_segment) ++behind_.part;
    }
  }

  Kind look_at(const Segment& segment) {
    const Segment::PieceRow at = Segment::place_of(behind_.number - segment.first);
    const std::uint32_t* const common = segment.common(at);
    const Kind kind = sites_[common[0]].kind;
    if (matters_[common[0]]) deeds_.push_back({behind_.number, behind_.part, common[0], common[1], segment.row(at)});
    return kind;
  }

  Kind look_at(const Sheet& sheet, std::uint32_t lane) {
    const Sheet::Row& row = sheet.rows()[sheet.row_of(lane, behind_.number - sheet.first(lane))];
    const Kind kind = sites_[row.common[0]].kind;
    if (!matters_[row.common[0]]) return kind;
    const std::uint32_t place = sheet.place(row, lane);
    const std::uint32_t origin = Sheet::origin(row, place, behind_.number, of_.record->shape.words());
    deeds_.push_back({behind_.number, behind_.part, row.common[0], origin, row.words + place, true});
    return kind;
  }

  const Site* sites_;
  const BlockTrace& of_;
  std::vector<bool> matters_;  // by site
  std::vector<Lane> lanes_;

  // An interval of some threads: from `first_` on, in these segments, to `behind_`.
  std::uint32_t first_ = 0, end_ = 0;
  Position behind_;
  std::vector<std::uint32_t> segments_;
  bool has_sheets_ = false;
  bool passes_ = false;  // it ends with a barrier
  std::vector<Deed> deeds_;
};

}  // namespace tilescope
