// Proves that loops do not end: from time to time, keeps what decides how lanes continue, and compares it each time
// that they come round. If it is the same, they will repeat what they did since, forever. This way a loop of a million
// rounds is not taken for an endless one, and an endless one is found after a few thousand.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

namespace {

constexpr std::uint64_t first_rounds = 2048;                       // of all lanes' loops, before the first snapshot
constexpr std::uint64_t first_rounds_in_turns = 256;               // which are expensive
constexpr std::uint64_t first_gap = 128, first_gap_in_turns = 16;  // rounds until the second snapshot; then it doubles
constexpr unsigned most_again = 16, most_of_memory = 64;
constexpr std::size_t most_kept = std::size_t{1} << 24;  // words of rows

bool holds(const std::byte* data, std::uint64_t bits, Cell cell) {
  return std::memcmp(data, &bits, bytes_of(cell)) == 0;
}

}  // namespace

const Deciding& Block::deciding_at(std::uint32_t at) {
  const auto known = deciding_.find(at);
  if (known != deciding_.end()) return known->second;
  const std::uint32_t place[] = {at};
  return deciding_.emplace(at, deciding(code_, place)).first->second;
}

void Block::forget_snapshots() {
  of_all_ = of_some_ = of_barrier_ = Snapshot{};
  looked_rounds_ = looked_last_ = 0;
  looked_at_ = 0;
  idle_.clear();
}

bool Block::looks_for_repetition() { return ++looked_rounds_ > (in_turns_ ? first_rounds_in_turns : first_rounds); }

// In turns, lanes are observed one at a time. The next lane follows when this one has come round, ended, waits, or has
// not run for long.
bool Block::looks_at_lane(std::uint32_t lane) {
  const bool is_there = turns_[looked_at_].state == State::ready && looked_rounds_ < looked_last_ + 4 * lanes_;
  if (lane != looked_at_ && is_there) return false;
  if (lane != looked_at_) {
    looked_at_ = lane;
    of_some_.is_taken = false;
    of_some_.next = of_some_.gap = 0;
  }
  looked_last_ = looked_rounds_;
  return true;
}

// True if everything that decides how these lanes continue is as it was at an earlier visit. Then they loop forever,
// unless another thread changes memory.
bool Block::repeats(Snapshot& before, std::uint32_t at, const LaneSet& lanes) {
  ++before.seen;
  const bool is_of_use = before.is_taken && holds_still(before);
  if (is_of_use && before.seen < before.next && lanes.size() <= before.list.size() && still_differs(before, lanes))
    return false;  // the usual case
  if (is_of_use && before.at == at && is_same(before, lanes)) {
    before.is_taken = false;
    before.next = before.gap = 0;
    return true;
  }
  // If lanes have merged again, or the snapshot has become useless, they may come round in this state.
  const bool have_met = lanes.size() > before.lanes.size() && lanes.contains(before.lanes);
  const std::uint64_t least = in_turns_ ? first_gap_in_turns : first_gap;
  if (before.seen >= before.next) {
    before.gap = std::max(2 * before.gap, least);
    before.again = most_again;
  } else if (before.again > 0 && (!is_of_use || have_met)) {
    before.gap = least;
    --before.again;
  } else {
    return false;
  }
  before.next = before.seen + before.gap;
  take(before, at, lanes);
  return false;
}

// True if the snapshot can still recur without involvement of other lanes.
bool Block::holds_still(const Snapshot& before) const {
  if (before.lost_memory) return false;
  return !before.others_ran || (in_turns_ && !before.changed && !before.of->meets);
}

void Block::take(Snapshot& to, std::uint32_t at, const LaneSet& lanes) {
  to.is_taken = false;
  to.of = &deciding_at(at);
  if (!to.of->is_loop || to.of->is_open || to.of->words.size() * lanes.size() > most_kept) return;
  to.is_taken = true;
  to.at = at;
  to.lanes = lanes;
  to.others_ran = to.changed = to.lost_memory = false;
  to.memory_left = most_of_memory;
  lanes.list(to.list);
  to.differs = to.shown = 0;
  to.differs_in_memory.reset();
  to.rows.clear();
  for (const DecidingWord& word : to.of->words)
    for (const std::uint16_t lane : to.list) to.rows.push_back(lane_row(word.row)[lane * word.step + word.offset]);
  to.uniforms.clear();
  for (const std::uint32_t uniform : to.of->uniforms) to.uniforms.push_back(uniforms_[uniform]);
  to.undone = undo_.size();
  const bool shared = std::any_of(to.of->arrays.begin(), to.of->arrays.end(),
                                  [&](std::uint32_t n) { return code_.arrays[n].space == Space::shared; });
  to.shared.assign(shared_.begin(), shared ? shared_.end() : shared_.begin());
}

// Compares first what differed last: for a counting loop, that is all it compares.
bool Block::is_same(Snapshot& before, const LaneSet& lanes) {
  for (std::size_t n = 0; n < before.uniforms.size(); ++n)
    if (uniforms_[before.of->uniforms[n]] != before.uniforms[n]) return false;
  const bool may_differ = before.changed && (before.others_ran || before.of->changes_them);  // true if memory decides
  if (!may_differ && !before.of->meets) return is_same_by_lane(before, lanes);
  if (before.lanes != lanes) return false;
  for (std::size_t n = 0; n < before.list.size(); ++n)
    if (!is_same_lane(before, (n + before.shown) % before.list.size())) {
      before.shown = (n + before.shown) % before.list.size();
      return false;
    }
  return !may_differ || is_same_memory(before);
}

// Independent threads may come round after different numbers of rounds: they are observed one after another, each until
// it does. Some may have left the loop since.
bool Block::is_same_by_lane(Snapshot& before, const LaneSet& lanes) {
  if (!before.lanes.contains(lanes)) return false;
  for (; before.shown < before.list.size(); ++before.shown)
    if (lanes.contains(before.list[before.shown]) && !is_same_lane(before, before.shown)) return false;
  return true;
}

// True if what differed last still differs.
bool Block::still_differs(const Snapshot& before, const LaneSet& lanes) const {
  if (before.of->words.empty() || before.shown >= before.list.size()) return false;
  const DecidingWord& word = before.of->words[before.differs];
  const std::uint32_t lane = before.list[before.shown];
  return lanes.contains(lane) && lane_row(word.row)[lane * word.step + word.offset] !=
                                     before.rows[before.differs * before.list.size() + before.shown];
}

bool Block::is_same_lane(Snapshot& before, std::size_t place) const {
  const std::vector<DecidingWord>& words = before.of->words;
  const std::uint32_t lane = before.list[place];
  const auto differs = [&](std::size_t n) {
    const DecidingWord& word = words[n];
    return lane_row(word.row)[lane * word.step + word.offset] != before.rows[n * before.list.size() + place];
  };
  if (words.empty()) return true;
  if (differs(before.differs)) return false;
  for (std::size_t n = 0; n < words.size(); ++n)
    if (differs(n)) {
      before.differs = n;
      return false;
    }
  return true;
}

bool Block::is_same_shared(const Snapshot& before, const Area& area) const {
  const auto offset = static_cast<std::size_t>(area.data - shared_.data());
  for (std::uint32_t block = 0; block < most_blocks_; ++block) {
    const std::size_t from = offset + block * shared_stride_;
    if (std::memcmp(shared_.data() + from, before.shared.data() + from, area.bytes) != 0) return false;
  }
  return true;
}

bool Block::is_same_memory(Snapshot& before) {
  const std::vector<std::uint32_t>& arrays = before.of->arrays;
  if (const auto& write = before.differs_in_memory)
    if (!holds(own_[write->array].data() + write->byte, write->bits, write->cell)) return false;
  if (before.memory_left == 0) return false;
  --before.memory_left;
  if (!before.shared.empty() && std::any_of(arrays.begin(), arrays.end(), [&](std::uint32_t array) {
        return code_.arrays[array].space == Space::shared && !is_same_shared(before, areas_[array]);
      }))
    return false;
  std::unordered_set<std::uint64_t> seen;  // the first write of a place has its old contents
  for (std::size_t n = before.undone; n < undo_.size(); ++n) {
    const Write& write = undo_[n];
    if (std::find(arrays.begin(), arrays.end(), write.array) == arrays.end() || !seen.insert(key_of(write)).second)
      continue;
    if (holds(own_[write.array].data() + write.byte, write.bits, write.cell)) continue;
    before.differs_in_memory = write;
    return false;
  }
  return true;
}

// The front continues when memory changes; if it reads no memory, never.
void Block::set_aside(const Deciding& of) {
  if (in_turns_) {
    turns_[front_.lanes.first()].idle = &of;  // its turn is over
    return;
  }
  if (code_.keeps_uniforms && code_.changes_uniforms && !(parked_.empty() && resting_.empty())) throw WentApart{};
  idle_.push_back({std::move(front_), &of});
  front_.lanes.clear();
  lanes_changed();
  next_front();
}

void Block::memory_changed() {
  of_all_.changed = of_some_.changed = of_barrier_.changed = true;
  if (in_turns_) return wake_idle_turns();
  if (idle_.empty()) return;
  const std::size_t before = idle_.size();
  std::erase_if(idle_, [&](Idle& idle) {
    if (idle.of->arrays.empty()) return false;
    park(std::move(idle.front));
    return true;
  });
  if (idle_.size() < before && !front_.lanes.empty() && front_.at >= stop_) meet();
}

void Block::end_by_repetition() {
  const Idle& first = *std::min_element(idle_.begin(), idle_.end(), [](const Idle& a, const Idle& b) {
    return a.front.lanes.first() < b.front.lanes.first();
  });
  end_by_repetition(first.front.lanes.first(), first.front.at, *first.of);
}

// Only lanes in endless loops can continue.
void Block::end_by_repetition(std::uint32_t lane, std::uint32_t at, const Deciding& of) {
  if (most_blocks_ > 1) throw WentApart{};  // if blocks run alone, the right one is found
  const Fault::ThreadPlace place = place_of(lane, code_.lines[at]);
  std::vector<std::string> arrays;
  bool by_blocks = false;  // a later block might change them
  for (const std::uint32_t array : of.arrays) {
    arrays.push_back(code_.arrays[array].name);
    const bool changes = code_.arrays[array].space == Space::global && code_.arrays[array].is_written;
    by_blocks = by_blocks || (changes && !nobody_stores_ && (may_wait_ || first_ + count_ < launch_.blocks()));
  }
  if (by_blocks && may_wait_ && !by_many_) {
    waits_ = has_let_others_ = true;
    return;
  }
  if (by_blocks && chains_ && !by_many_ && !launch_.together) throw WaitsForBlocks{};
  const std::string who =
      fmt::format("{}: thread {} of block {}", code_.kernel->name, thread_in_words(place), block_in_words());
  if (by_blocks)
    return end(Fault::Kind::limit_reached,
               fmt::format("{} waits in the loop on line {} for a new value of {}. No other thread of its block can "
                           "store one; a later block may, but {}",
                           who, place.line, fmt::join(arrays, " or "),
                           by_many_ ? "too many blocks wait for other blocks to start"
                                    : "here all threads run in step"),
               {place});
  end(Fault::Kind::endless_loop,
      arrays.empty() ? fmt::format("{} is in an endless loop on line {}: the values of its condition repeat exactly",
                                   who, place.line)
                     : fmt::format("{} is in an endless loop on line {}: the values of its condition repeat exactly, "
                                   "and no other thread can change {}",
                                   who, place.line, fmt::join(arrays, " or ")),
      {place});
}

void Block::wake_from_waiting() {
  waits_ = false;
  forget_snapshots();
  wake_idle_turns();
}

void Block::end_waiting(bool by_many) {
  by_many_ = by_many;
  nobody_stores_ = !by_many;
  waits_ = false;
}

}  // namespace tilescope::machine
