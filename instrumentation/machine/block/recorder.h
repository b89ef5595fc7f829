// Keeps what the threads of a block do. Lanes that did the same so far are a group: what is the same for all of them is
// kept once, and of each event a row with every lane's index and value.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "instrumentation/machine/block/lane_set.h"
#include "instrumentation/machine/code/code.h"
#include "instrumentation/trace/event.h"
#include "instrumentation/trace/event_pool.h"

namespace tilescope::machine {

// What all lanes of a group have in common of one event.
struct Common {
  std::uint32_t site = 0;
  std::uint32_t origin = no_origin;  // as an Event has it
  std::uint32_t array = no_array;
  enum class Stray : std::uint32_t { no, load, store } stray = Stray::no;
};

// Of the first piece of a segment, which may be the last, and of those behind it.
inline constexpr std::uint32_t first_piece_rows = 4, piece_rows = 64;

// A group's events while its lanes stay the same ones. They lie in pieces: first what the lanes have in common of each
// event, then the rows.
struct Segment {
  std::vector<std::uint16_t> lanes;
  std::uint32_t first = 0;  // number of its first event
  std::uint32_t events = 0;
  std::vector<const std::uint32_t*> pieces;

  [[nodiscard]] const Common& common(std::uint32_t event) const {
    const Place at = place(event);
    return reinterpret_cast<const Common*>(pieces[at.piece])[at.row];
  }
  // Its lanes' indices, then as many values, then, where `words` are 3, their upper halves.
  [[nodiscard]] const std::uint32_t* row(std::uint32_t event, std::uint32_t words) const {
    const Place at = place(event);
    return pieces[at.piece] + at.rows * sizeof(Common) / 4 + at.row * lanes.size() * words;
  }

 private:
  struct Place {
    std::uint32_t piece, row, rows;
  };
  [[nodiscard]] static Place place(std::uint32_t event) {
    if (event < first_piece_rows) return {0, event, first_piece_rows};
    const std::uint32_t behind = event - first_piece_rows;
    return {1 + behind / piece_rows, behind % piece_rows, piece_rows};
  }
};

// What the lanes of one block did, or of several that ran side by side.
struct LanesRecord {
  bool kept = false;
  std::uint32_t words = 2;  // an event's: index and value, and where values may be wide their upper half
  std::vector<Segment> segments;
  struct Part {
    std::uint32_t segment = 0;
    std::uint32_t place = 0;  // among its lanes
  };
  std::vector<std::vector<Part>> lanes;  // in order

  // An event as version 1 has it, but for `what`, which is the site's number; `upper` is a wide value's upper half.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const;
};

class Recorder {
 public:
  struct Group {
    std::vector<std::uint16_t> lanes;
    std::uint32_t number = 0;    // of its next event
    std::uint32_t barriers = 0;  // that it has passed
    std::uint32_t segment = 0;
    std::uint32_t* row = nullptr;  // where the next row goes
    Common* common = nullptr;      // and what is common of it
    std::uint32_t rows_left = 0;
    std::uint32_t row_words = 0;
    std::vector<std::uint32_t> origins;
    std::vector<std::uint32_t> counts;
  };

  Recorder(const Code& code, std::shared_ptr<EventPool> pool);

  void begin(std::uint32_t lanes, bool keep);
  [[nodiscard]] LanesRecord end();

  // The groups that these lanes are, after parting those of which some lanes are missing.
  [[nodiscard]] const std::vector<std::uint32_t>& groups_of(const LaneSet& lanes);
  // Forgets which lanes were asked for last: a set has changed.
  void lanes_changed() { known_ = nullptr; }
  [[nodiscard]] Group& group(std::uint32_t number) { return groups_[number]; }
  // Parts a group by what `key` says of each lane.
  template <class Key>
  void part_by(std::uint32_t group, const Key& key);

  // Room for an event of the group: its lanes' indices, then as many values, then their upper halves.
  [[nodiscard]] std::uint32_t* add(Group& group, const Common& common) {
    ++group.number;
    if (!keeps_) {
      ++group.counts[common.site];
      return nullptr;
    }
    if (group.rows_left-- == 0) new_piece(group);
    *group.common++ = common;
    std::uint32_t* const row = group.row;
    group.row += group.row_words;
    return row;
  }
  [[nodiscard]] bool keeps() const { return keeps_; }
  [[nodiscard]] std::uint32_t words() const { return words_; }

  // Where the event that made a value is kept.
  [[nodiscard]] std::uint32_t& origin(Group& group, std::uint32_t place) { return group.origins[place]; }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() { return std::move(slabs_); }

 private:
  void new_segment(Group& group);
  void end_segment(const Group& group);
  void new_piece(Group& group);
  std::uint32_t split(std::uint32_t group, const std::vector<std::uint16_t>& off, std::vector<std::uint16_t> rest);
  [[nodiscard]] std::uint32_t* take_words(std::size_t count);

  const Code& code_;
  std::shared_ptr<EventPool> pool_;
  std::uint32_t lanes_ = 0;
  std::uint32_t words_ = 2;
  bool keeps_ = true;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;
  std::vector<std::uint32_t> active_;  // of each group, for groups_of
  std::vector<std::uint32_t> found_;
  const LaneSet* known_ = nullptr;
  LanesRecord record_;
  std::vector<EventPool::Slab> slabs_;
  std::uint32_t* free_ = nullptr;
  std::size_t free_words_ = 0;
};

template <class Key>
void Recorder::part_by(std::uint32_t number, const Key& key) {
  for (;;) {
    Group& group = groups_[number];
    const auto first = key(group.lanes[0]);
    std::vector<std::uint16_t> off, rest;
    for (const std::uint16_t lane : group.lanes) (key(lane) == first ? rest : off).push_back(lane);
    if (off.empty()) return;
    number = split(number, off, std::move(rest));
  }
}

}  // namespace tilescope::machine
