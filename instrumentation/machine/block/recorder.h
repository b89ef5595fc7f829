// Records what the threads of a block do. Lanes that did the same so far are a group: what is the same for all of them
// is kept once, and of each event a row with every lane's index and value. Where only few lanes do the same, each goes
// alone: what is known of it lies in arrays by lane, and its events one after the other.
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

// What an event says of one lane.
struct Words {
  std::uint32_t index = 0;
  std::uint64_t bits = 0, second = 0;
};

class Recorder {
 public:
  struct Group {
    std::vector<std::uint16_t> lanes;  // none: they have parted for good
    LaneSet set;                       // the same
    std::uint32_t number = 0;          // of its next event
    std::uint32_t barriers = 0;        // that it has passed
    std::uint32_t segment = 0;
    std::uint32_t partings = 0, since = 0;  // how often it parted soon; its number when it last did
    std::uint32_t* row = nullptr;           // where the next row goes
    std::uint32_t* common = nullptr;        // and what is common of it
    std::uint32_t rows_left = 0;
    std::uint32_t row_words = 0;
    std::vector<std::uint32_t> origins;  // of nothing, at place 0, no_origin
    std::vector<std::uint32_t> counts;   // by counter
  };

  Recorder(const Code& code, std::shared_ptr<EventPool> pool, std::uint32_t most_lanes);

  // `apart`: each lane goes alone from the beginning. What takes more than so many words is lost. `sites`: those whose
  // events are kept, the others being as if they were none; null: all.
  void begin(std::uint32_t lanes, bool keep, bool apart, std::uint64_t most_words, const std::vector<bool>* sites);
  [[nodiscard]] LanesRecord end();
  // Whether any event was lost.
  [[nodiscard]] bool has_lost() const { return has_lost_; }
  // How many events of these lanes were, once it has ended.
  [[nodiscard]] std::uint64_t lost(std::uint32_t first_lane, std::uint32_t count) const;
  // Of lanes that were only counted: by array; of no array; of all arrays together.
  [[nodiscard]] std::vector<Tallies> tallies(std::uint32_t first_lane, std::uint32_t count) const;

  // What lanes are, after parting groups of which some lanes are missing.
  struct Parts {
    std::vector<std::uint32_t> groups;
    const SpreadLanes* alone = nullptr;  // null: none
  };
  [[nodiscard]] const Parts& parts_of(const SpreadLanes& lanes);
  // Forgets which lanes were asked for last: a set has changed.
  void lanes_changed() { known_ = nullptr; }
  [[nodiscard]] Group& group(std::uint32_t number) { return groups_[number]; }
  // Parts a group by what `key` says of each lane.
  template <class Key>
  void part_by(std::uint32_t group, const Key& key);

  // Whether events of this site are kept, or counted.
  [[nodiscard]] bool tells(std::uint32_t site) const { return sites_ == nullptr || (*sites_)[site]; }

  // Room for an event of the group: its lanes' indices, then as many values, and so on. Null: it is not kept.
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
  // An event of a group; words_of(lane).
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
  // An event of each lane that goes alone, in rows by lane. It is kept as what made what is kept at this place, if any.
  void tell_alone(const SpreadLanes& lanes, const EventRows& rows, std::uint32_t place);
  // The same; told_of(lane, number of its event).
  template <class ToldOf>
  void tell_alone(std::span<const std::uint16_t> lanes, const ToldOf& told_of);
  // An event of them in two steps, where all of them go alone and have sheets: between these its words are moved
  // together, and numbers go up. `made`: the row that keeps them, if any. `number`: that of the first lane's event.
  [[nodiscard]] bool puts_in_sheets(const SpreadLanes& lanes) {
    return in_sheets_ && (grouped_ == 0 || parts_of(lanes).groups.empty());
  }
  // Whether all lanes are in sheets.
  [[nodiscard]] bool are_in_sheets() const { return in_sheets_ && grouped_ == 0; }
  [[nodiscard]] RowOfLanes begin_row(const LaneSet& lanes, std::uint32_t* made);
  void end_row(const LaneSet& lanes, const EventRows& rows, Alike alike, std::uint32_t number);
  // By lane, of those that go alone: the number of the next event, and how many barriers it has passed.
  [[nodiscard]] const std::uint32_t* numbers() const { return numbers_.data(); }
  // For any lane, while events are kept.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t lane) const {
    return group_of_[lane] == alone ? numbers_[lane] : groups_[group_of_[lane]].number;
  }
  [[nodiscard]] std::uint32_t* barriers() { return barriers_.data(); }
  [[nodiscard]] std::uint32_t barriers_of(std::uint32_t lane) const {
    return group_of_[lane] == alone ? barriers_[lane] : groups_[group_of_[lane]].barriers;
  }
  // By lane, the event that made what is kept at a place; at place 0, no_origin.
  [[nodiscard]] std::uint32_t* origins(std::uint32_t place) { return origins_.data() + std::size_t{place} * padded_; }
  // The same for what is not asked for.
  [[nodiscard]] std::uint32_t* unused_origins() { return origins(code_.origin_places); }

  [[nodiscard]] bool keeps() const { return keeps_; }
  // Where events are only counted, the origins of values and the numbers of events are mostly not needed.
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
  static constexpr std::uint32_t few = 32;              // lanes: fewer are not a group
  static constexpr std::uint32_t few_of_restless = 96;  // of a group that parted again and again
  static constexpr std::uint32_t often = 3, soon = 16;  // times, each after fewer events than that
  static constexpr std::uint32_t few_of = 3;            // lanes: fewer than one of so many are told one by one
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
  std::uint32_t* nowhere_ = nullptr;  // what is lost is written here
  std::size_t nowhere_words_ = 0;
  std::size_t slabs_before_ = 0;     // the blocks that are being recorded
  std::vector<std::uint64_t> lost_;  // by lane
  RowShape shape_;
  std::uint32_t lanes_ = 0, padded_;
  bool keeps_ = true, keeps_origins_ = true, has_lost_ = false;
  const std::vector<bool>* sites_ = nullptr;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  // by lane
  std::uint32_t grouped_ = 0;            // lanes in groups
  LaneSet alone_;                        // the others
  LaneSet found_alone_;                  // those of them that were asked for
  SpreadLanes spread_alone_;
  Parts found_;
  const SpreadLanes* known_ = nullptr;
  LanesRecord record_;
  std::size_t segments_before_ = 0;  // of the record before it, which is mostly like this one

  // Of lanes that go alone, by lane:
  Rows<std::uint32_t> numbers_, firsts_, barriers_, segments_;  // firsts: of its segment
  Rows<std::uint32_t> rows_left_;                               // in its piece: events, or lines of them
  std::vector<std::uint32_t*> next_;                            // where its next event goes, or the next line
  Rows<std::uint32_t> origins_;                                 // rows of lanes
  Rows<std::uint32_t> counts_;                                  // rows of lanes, by counter
  // Where events have four words, those of a line are put together here and then written past the caches.
  std::vector<Line> lines_;
  std::vector<std::uint16_t> full_;  // whose lines are
  Rows<std::uint32_t> scratch_;
  bool in_lines_ = false;

  // Where those that go alone are many, an event of some of them is a row of a sheet.
  bool may_have_sheets_ = false, in_sheets_ = false;
  std::unique_ptr<SheetWriter> sheet_;
  Rows<std::uint32_t> row_scratch_;
  std::vector<LaneEvent> told_;            // of lanes one by one, before they are put together
  std::vector<std::uint16_t> told_lanes_;  // whose they are
  std::vector<std::uint16_t> left_;

  // What is counted: of which array, and what.
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
