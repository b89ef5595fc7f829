// Records what the threads of a block do. Lanes that have done the same so far form a group: their common part is
// stored once, and each event has a row with every lane's index and value. Lanes without a large enough group go alone:
// their state lies in arrays by lane, and their events one after another.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "instrumentation/machine/block/lane_set.h"
#include "instrumentation/machine/code/code.h"
#include "instrumentation/machine/lanes/operations.h"
#include "instrumentation/machine/lanes/row_memory.h"
#include "instrumentation/trace/count.h"
#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/lanes_record.h"

namespace tilescope::machine {

// The data of an event for one lane.
struct Words {
  std::uint32_t index = 0;
  std::uint64_t bits = 0, second = 0;
};

class Recorder {
 public:
  struct Group {
    std::vector<std::uint16_t> lanes;  // empty: all have left the group
    LaneSet set;                       // the same lanes
    std::uint32_t number = 0;          // of its next event
    std::uint32_t barriers = 0;        // number of barriers it has passed
    std::uint32_t segment = 0;
    std::uint32_t partings = 0, since = 0;  // how often it split soon after a split; its number at the last split
    std::uint32_t* row = nullptr;           // where the next row goes
    std::uint32_t* common = nullptr;        // where the common part of the next row goes
    std::uint32_t rows_left = 0;
    std::uint32_t row_words = 0;
    std::vector<std::uint32_t> origins;  // at place 0: no_origin
    std::vector<std::uint32_t> counts;   // by counter
  };

  Recorder(const Code& code, std::shared_ptr<EventPool> pool, std::uint32_t most_lanes);

  // `apart`: each lane goes alone from the start. Events beyond `most_words` are lost. `sites`: the sites whose events
  // are kept; other events are ignored; null: all are kept.
  void begin(std::uint32_t lanes, bool keep, bool apart, std::uint64_t most_words, const std::vector<bool>* sites);
  [[nodiscard]] LanesRecord end();
  // True if any event was lost.
  [[nodiscard]] bool has_lost() const { return has_lost_; }
  // How many events of these lanes were lost; valid after end().
  [[nodiscard]] std::uint64_t lost(std::uint32_t first_lane, std::uint32_t count) const;
  // The tallies of lanes that were only counted: by array; for no array; for all arrays together.
  [[nodiscard]] std::vector<Tallies> tallies(std::uint32_t first_lane, std::uint32_t count) const;

  // A partition of lanes into groups and single lanes; groups that are only partly included are split first.
  struct Parts {
    std::vector<std::uint32_t> groups;
    const SpreadLanes* alone = nullptr;  // null: none
  };
  [[nodiscard]] const Parts& parts_of(const SpreadLanes& lanes);
  // Drops the cached parts, because a set has changed.
  void lanes_changed() { known_ = nullptr; }
  [[nodiscard]] Group& group(std::uint32_t number) { return groups_[number]; }
  // Splits a group by each lane's `key`.
  template <class Key>
  void part_by(std::uint32_t group, const Key& key);

  // True if events of this site are kept or counted.
  [[nodiscard]] bool tells(std::uint32_t site) const { return sites_ == nullptr || (*sites_)[site]; }

  // Makes room for an event of the group: its lanes' indices, then their values, and so on. Null: it is not kept.
  [[nodiscard]] std::uint32_t* add(Group& group, const Common& common) {
    if (!tells(common.site)) return nullptr;
    ++group.number;
    if (!keeps_) {
      ++group.counts[counter_of_[common.site]];
      return nullptr;
    }
    if (group.rows_left-- == 0) new_piece(group);
    group.common[0] = common.site;
    group.common[1] = common.origin;
    group.common += 2;
    std::uint32_t* const row = group.row;
    group.row += group.row_words;
    return row;
  }
  // Records an event of a group; words_of(lane) returns its data.
  template <class WordsOf>
  void tell(Group& group, const Common& common, const WordsOf& words_of) {
    std::uint32_t* const row = add(group, common);
    if (row == nullptr) return;
    const std::size_t count = group.lanes.size();
    for (std::size_t n = 0; n < count; ++n) put(row + n, count, words_of(group.lanes[n]));
  }

  struct LaneEvent {
    Common common;
    Words words;
  };
  // Records an event of each lane that goes alone, from rows by lane. The event becomes the origin at `place`, if any.
  void tell_alone(const SpreadLanes& lanes, const EventRows& rows, std::uint32_t place);
  // The same, with told_of(lane, number of its event).
  template <class ToldOf>
  void tell_alone(std::span<const std::uint16_t> lanes, const ToldOf& told_of);
  // Records an event in two steps, if all lanes go alone and have sheets; in between, its words are compressed and the
  // numbers incremented. `made`: the row for the numbers, if any. `number`: that of the first lane's event.
  [[nodiscard]] bool puts_in_sheets(const SpreadLanes& lanes) {
    return in_sheets_ && (grouped_ == 0 || parts_of(lanes).groups.empty());
  }
  // True if all lanes are in sheets.
  [[nodiscard]] bool are_in_sheets() const { return in_sheets_ && grouped_ == 0; }
  [[nodiscard]] RowOfLanes begin_row(const LaneSet& lanes, std::uint32_t* made);
  void end_row(const LaneSet& lanes, const EventRows& rows, Alike alike, std::uint32_t number);
  // By lane that goes alone: the number of its next event, and of the barriers it has passed.
  [[nodiscard]] const std::uint32_t* numbers() const { return numbers_.data(); }
  // For any lane, while events are kept.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t lane) const {
    return group_of_[lane] == alone ? numbers_[lane] : groups_[group_of_[lane]].number;
  }
  [[nodiscard]] std::uint32_t* barriers() { return barriers_.data(); }
  [[nodiscard]] std::uint32_t barriers_of(std::uint32_t lane) const {
    return group_of_[lane] == alone ? barriers_[lane] : groups_[group_of_[lane]].barriers;
  }
  // By lane, the event that made the value at a place; at place 0, no_origin.
  [[nodiscard]] std::uint32_t* origins(std::uint32_t place) { return origins_.data() + std::size_t{place} * padded_; }
  // The same, for origins that nothing reads.
  [[nodiscard]] std::uint32_t* unused_origins() { return origins(code_.origin_places); }

  [[nodiscard]] bool keeps() const { return keeps_; }
  // False if events are only counted: the origins of values and the numbers of events are rarely needed then.
  [[nodiscard]] bool keeps_origins() const { return keeps_origins_; }
  [[nodiscard]] RowShape shape() const { return shape_; }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() {
    nowhere_words_ = 0;
    return memory_.take_slabs();
  }
  void drop_events() {
    nowhere_words_ = 0;
    memory_.shorten(slabs_before_);
  }

 private:
  static constexpr std::uint32_t alone = 0xffffffff;    // instead of a group
  static constexpr std::uint32_t few = 32;              // smaller groups are dissolved
  static constexpr std::uint32_t few_of_restless = 96;  // the same for a group that split repeatedly
  static constexpr std::uint32_t often = 3, soon = 16;  // number of splits, each within this many events
  static constexpr std::uint32_t few_of = 3;            // below one lane in this many, one by one
  static constexpr std::uint32_t line_words = 16, line_events = 4;
  static constexpr std::uint32_t enough_for_sheets = 32;  // lanes that go alone

  void put(std::uint32_t* to, std::size_t step, const Words& words) const {
    to[0] = words.index;
    to[step] = static_cast<std::uint32_t>(words.bits);
    if (shape_.wide) to[2 * step] = static_cast<std::uint32_t>(words.bits >> 32);
    if (!shape_.pairs) return;
    to[shape_.second() * step] = static_cast<std::uint32_t>(words.second);
    if (shape_.wide) to[(shape_.second() + 1) * step] = static_cast<std::uint32_t>(words.second >> 32);
  }
  void put_in_line(std::uint32_t lane, const LaneEvent& told);
  void put_behind(std::uint32_t lane, const LaneEvent& told);
  void begin_sheets();
  void next_sheet();
  void end_sheet();
  [[nodiscard]] Sheet::Row* new_row(const LaneSet& lanes, std::uint32_t site, Sheet::Origins origins);
  void put_in_sheet(std::span<const std::uint16_t> lanes);
  void put_of_site(std::span<const std::uint16_t> lanes, std::span<const std::uint16_t> places, std::uint32_t site);
  [[nodiscard]] std::size_t row_words(std::uint32_t lanes, Sheet::Origins origins) const;
  void write_lines(std::size_t count);
  void make_alone_arrays();
  void go_alone(const Group& from, std::span<const std::uint16_t> lanes);
  void begin_alone(std::uint16_t lane);
  void new_segment(Group& group);
  void end_segment(const Group& group);
  void end_alone(std::uint32_t lane);
  void new_piece(Group& group);
  void new_piece(std::uint32_t lane);
  [[nodiscard]] std::uint32_t* room_for_piece(Segment& segment, std::size_t piece);
  void leave_out_lost(Segment& segment);
  void split(std::uint32_t group, const std::vector<std::uint16_t>& off, std::vector<std::uint16_t> rest);
  [[nodiscard]] bool find_parts(const LaneSet& lanes);
  void number_counters();
  void tally_alone(std::vector<Tallies>& all, std::uint32_t first_lane, std::uint32_t count) const;

  const Code& code_;
  const Operations& operations_;
  EventMemory memory_;
  std::uint64_t words_left_ = 0;
  std::uint32_t* nowhere_ = nullptr;  // lost events are written here
  std::size_t nowhere_words_ = 0;
  std::size_t slabs_before_ = 0;     // those of the current blocks
  std::vector<std::uint64_t> lost_;  // by lane
  RowShape shape_;
  std::uint32_t lanes_ = 0, padded_;
  bool keeps_ = true, keeps_origins_ = true, has_lost_ = false;
  const std::vector<bool>* sites_ = nullptr;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  // by lane
  std::uint32_t grouped_ = 0;            // number of lanes in groups
  LaneSet alone_;                        // the other lanes
  LaneSet found_alone_;                  // the requested ones among them
  SpreadLanes spread_alone_;
  Parts found_;
  const SpreadLanes* known_ = nullptr;
  LanesRecord record_;
  std::size_t segments_before_ = 0;  // in the last record, which is usually similar

  // By lane that goes alone:
  Rows<std::uint32_t> numbers_, firsts_, barriers_, segments_;  // firsts: of its segment
  Rows<std::uint32_t> rows_left_;                               // in its piece: events, or lines of events
  std::vector<std::uint32_t*> next_;                            // where its next event or line goes
  Rows<std::uint32_t> origins_;                                 // rows of lanes
  Rows<std::uint32_t> counts_;                                  // rows of lanes, by counter
  // If events have four words, a line of events is gathered here and then written past the caches.
  std::vector<Line> lines_;
  std::vector<std::uint16_t> full_;  // lanes whose line is full
  Rows<std::uint32_t> scratch_;
  bool in_lines_ = false;

  // If many lanes go alone, an event of some of them is a row of a sheet.
  bool may_have_sheets_ = false, in_sheets_ = false;
  std::unique_ptr<SheetWriter> sheet_;
  Rows<std::uint32_t> row_scratch_;
  std::vector<LaneEvent> told_;            // one per lane, before they are merged
  std::vector<std::uint16_t> told_lanes_;  // the lanes of told_
  std::vector<std::uint16_t> left_;

  // The array and the kind of event of a counter.
  struct Counter {
    std::uint32_t array = 0;
    Count count = Count::global_load;
  };
  std::vector<Counter> counters_;
  std::vector<std::uint32_t> counter_of_;  // by site
};

inline void Recorder::put_in_line(std::uint32_t lane, const LaneEvent& told) {
  const std::uint32_t place = (numbers_[lane] - firsts_[lane]) % line_events;
  std::uint32_t* const to = &lines_[lane].words[place * (line_words / line_events)];
  to[0] = told.common.site;
  to[1] = told.common.origin;
  to[2] = told.words.index;
  to[3] = static_cast<std::uint32_t>(told.words.bits);
  full_[0] = static_cast<std::uint16_t>(lane);
  if (place == line_events - 1) write_lines(1);
}

inline void Recorder::put_behind(std::uint32_t lane, const LaneEvent& told) {
  if (rows_left_[lane] == 0) new_piece(lane);
  --rows_left_[lane];
  std::uint32_t* const to = next_[lane];
  to[0] = told.common.site;
  to[1] = told.common.origin;
  put(to + 2, 1, told.words);
  next_[lane] = to + 2 + shape_.words();
}

template <class ToldOf>
void Recorder::tell_alone(std::span<const std::uint16_t> lanes, const ToldOf& told_of) {
  if (in_sheets_) {
    told_.clear();
    told_lanes_.clear();
    for (const std::uint16_t lane : lanes)
      if (const LaneEvent told = told_of(lane, numbers_[lane]); tells(told.common.site)) {
        told_.push_back(told);
        told_lanes_.push_back(lane);
      }
    return put_in_sheet(told_lanes_);
  }
  for (const std::uint16_t lane : lanes) {
    const LaneEvent told = told_of(lane, numbers_[lane]);
    if (!tells(told.common.site)) continue;
    if (!keeps_)
      ++counts_[std::size_t{counter_of_[told.common.site]} * padded_ + lane];
    else if (in_lines_)
      put_in_line(lane, told);
    else
      put_behind(lane, told);
    ++numbers_[lane];
  }
}

template <class Key>
void Recorder::part_by(std::uint32_t number, const Key& key) {
  const auto first = key(groups_[number].lanes[0]);
  std::vector<std::uint16_t> off, rest;
  for (const std::uint16_t lane : groups_[number].lanes) (key(lane) == first ? rest : off).push_back(lane);
  if (off.empty()) return;
  const auto groups = static_cast<std::uint32_t>(groups_.size());
  split(number, off, std::move(rest));
  if (groups_.size() > groups) part_by(groups, key);
}

}  // namespace tilescope::machine
