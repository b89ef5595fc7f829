// Loads and stores. If all lanes access words inside one array, a row is processed at once; otherwise, lane by lane.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_set>
#include <vector>

#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

namespace {

std::uint64_t extended(Cell cell, std::uint64_t bits) {
  switch (cell) {
    case Cell::s8: return static_cast<std::uint32_t>(static_cast<std::int8_t>(bits));
    case Cell::u8: return static_cast<std::uint8_t>(bits);
    case Cell::s16: return static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
    case Cell::u16: return static_cast<std::uint16_t>(bits);
    default: return bits;
  }
}

}  // namespace

std::uint32_t told_index(std::int64_t index) {
  constexpr std::int64_t most = 0x7fffffff;
  return static_cast<std::uint32_t>(std::clamp(index, -most - 1, most));
}

// Notes the last line of each lane for fault messages; faults are found in turns or in lockstep.
void Block::note_line(std::uint32_t line) {
  if (in_turns_ || launch_.together) each_lane([&](std::uint32_t lane) { last_line_[lane] = line; });
}

std::int64_t Block::uniform_part(const Access& access) const {
  const std::uint64_t uniform = access.uniform.is_none() ? 0 : uniforms_[access.uniform.number()];
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(access.constant) + uniform);
}

Block::Where Block::where(const Access& access, std::uint32_t lane) const {
  std::uint64_t units = static_cast<std::uint64_t>(uniform_part(access));
  if (!access.lane.is_none()) {
    const std::uint32_t* const row = lane_row(access.lane.number());
    units += access.lane_wide ? reinterpret_cast<const std::uint64_t*>(row)[lane]
                              : static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(row[lane])});
  }
  Where at;
  at.array = access.array;
  at.byte = static_cast<std::int64_t>(units * access.unit);
  if (access.array == anywhere) {
    const Address address = Address::of(units);
    at.array = address.array;
    at.byte = address.byte;
    if (at.array >= areas_.size()) at.array = no_array;
  }
  if (at.array == no_array) return at;
  const std::uint64_t bytes = local_of_[at.array] != anywhere ? code_.arrays[at.array].bytes : areas_[at.array].bytes;
  const std::uint64_t size = bytes_of(access.cell);
  at.inside = at.byte >= 0 && static_cast<std::uint64_t>(at.byte) + size <= bytes;
  const std::int64_t far = far_index * access.unit;  // beyond this, an index that is cut to an i32 is unknown
  if (!at.inside) at.byte = std::clamp(at.byte, -far, far);
  return at;
}

std::byte* Block::data_of(const Where& at, std::uint32_t lane) const {
  std::byte* const data = areas_[at.array].data + at.byte;
  return code_.arrays[at.array].space == Space::shared ? data + std::size_t{shared_words_[lane]} * 4 : data;
}

std::uint64_t Block::read(const Where& at, Cell cell, std::uint32_t lane) const {
  std::uint64_t bits = 0;
  const std::uint32_t local = local_of_[at.array];
  if (local == anywhere) {
    std::memcpy(&bits, data_of(at, lane), bytes_of(cell));
    return extended(cell, bits);
  }
  const std::uint32_t row = code_.locals[local].first_row + static_cast<std::uint32_t>(at.byte / 4);
  bits = lane_row(row)[lane];
  if (cell == Cell::wide) bits |= std::uint64_t{lane_row(row + 1)[lane]} << 32;
  return extended(cell, bits >> (bytes_of(cell) < 4 ? at.byte % 4 * 8 : 0));
}

void Block::write(const Where& at, Cell cell, std::uint32_t lane, std::uint64_t bits) {
  const std::uint32_t local = local_of_[at.array];
  if (local == anywhere) {
    if (code_.arrays[at.array].space == Space::global) {
      if (own_[at.array].empty()) return;  // const memory never changes
      note_write(at.array, static_cast<std::uint64_t>(at.byte), cell, lane, bits);
    }
    std::byte* const data = data_of(at, lane);
    has_changed_ = has_changed_ || std::memcmp(data, &bits, bytes_of(cell)) != 0;
    std::memcpy(data, &bits, bytes_of(cell));
    return;
  }
  const std::uint32_t row = code_.locals[local].first_row + static_cast<std::uint32_t>(at.byte / 4);
  std::uint32_t& word = lane_row(row)[lane];
  if (bytes_of(cell) < 4) {
    const auto shift = static_cast<std::uint32_t>(at.byte % 4 * 8);
    const std::uint32_t mask = (bytes_of(cell) == 1 ? 0xffU : 0xffffU) << shift;
    word = (word & ~mask) | (static_cast<std::uint32_t>(bits) << shift & mask);
    return;
  }
  word = static_cast<std::uint32_t>(bits);
  if (cell == Cell::wide) lane_row(row + 1)[lane] = static_cast<std::uint32_t>(bits >> 32);
}

namespace {

// A loop may write the same places again and again: then one write of each is enough, the first or the last.
enum class Keeps : std::uint8_t { first, last };
constexpr std::size_t many_writes = 1 << 16;

void thin_out(std::vector<Write>& all, Keeps keeps) {
  std::unordered_set<std::uint64_t> seen;
  std::vector<Write> kept;
  const auto keep = [&](const Write& write) {
    if (seen.insert(key_of(write)).second) kept.push_back(write);
  };
  if (keeps == Keeps::first)
    std::for_each(all.begin(), all.end(), keep);
  else
    std::for_each(all.rbegin(), all.rend(), keep);
  if (keeps == Keeps::last) std::reverse(kept.begin(), kept.end());
  const std::size_t room = 2 * kept.size() > all.size() ? 2 * all.size() : all.size();
  all.assign(kept.begin(), kept.end());
  all.reserve(room);
}

// Returns true if earlier writes have moved.
bool add(std::vector<Write>& all, const Write& write, Keeps keeps) {
  const bool thins = all.size() >= many_writes && all.size() == all.capacity();
  if (thins) thin_out(all, keeps);
  all.push_back(write);
  return thins;
}

}  // namespace

void Block::note_write(std::uint32_t array, std::uint64_t byte, Cell cell, std::uint32_t lane, std::uint64_t bits) {
  static_cast<void>(
      add(results_[most_blocks_ == 1 ? 0 : lane / threads_].writes, {array, byte, bits, cell}, Keeps::last));
  Write before{array, byte, 0, cell};
  std::memcpy(&before.bits, own_[array].data() + byte, bytes_of(cell));
  if (!add(undo_, before, Keeps::first)) return;
  for (Snapshot* const snapshot : {&of_all_, &of_some_, &of_barrier_}) snapshot->lost_memory = true;
}

namespace {

// Samples the writes; true if most places occur several times.
bool are_mostly_same(const std::vector<Write>& all) {
  constexpr std::size_t some = 256;
  std::unordered_set<std::uint64_t> places;
  for (std::size_t n = 0; n < some; ++n) places.insert(key_of(all[n * all.size() / some]));
  return places.size() < some / 2;
}

}  // namespace

// If a block's loops write the same places again and again, keeps only the last write of each place.
void Block::thin_out_writes() {
  constexpr std::size_t few = 1 << 12;
  for (BlockResult& result : results_) {
    if (result.writes.capacity() <= few) continue;
    if (!result.writes.empty() && are_mostly_same(result.writes)) thin_out(result.writes, Keeps::last);
    if (result.writes.capacity() > 2 * result.writes.size()) result.writes.shrink_to_fit();
  }
}

void Block::track(const Where& at, Cell cell, std::uint32_t lane, bool stores) {
  if (at.array == no_array || local_of_[at.array] != anywhere) return;
  if (!at.inside) {
    if (launch_.out_of_bounds == OutOfBounds::stale && !tracks_[at.array].written.empty()) raced();
    return;
  }
  if (stores ? !begins_write(at.array) : !begins_read(at.array)) return;
  const bool shared = code_.arrays[at.array].space == Space::shared;
  const std::uint64_t byte =
      static_cast<std::uint64_t>(at.byte) + (shared ? std::uint64_t{shared_words_[lane]} * 4 : 0);
  bool race = false;
  tracks_[at.array].version = 0;
  const Touches all = touches(tracks_[at.array]);
  for (std::uint64_t word = byte / 4; word <= (byte + bytes_of(cell) - 1) / 4; ++word)
    race |= stores ? touch_write(all, word, lane) : touch_read(all, word, lane);
  if (race) raced();
}

// The value of a load outside its array.
std::uint64_t Block::stray(const Where& at, Cell cell, std::uint32_t lane) const {
  const std::uint64_t poison = extended(cell, std::uint64_t{poison_bits} << 32 | poison_bits);
  const std::uint64_t cut = cell == Cell::wide ? poison : poison & 0xffffffff;
  if (launch_.out_of_bounds == OutOfBounds::zero) return 0;
  if (launch_.out_of_bounds != OutOfBounds::stale || at.array == no_array || local_of_[at.array] != anywhere)
    return cut;
  const auto size = static_cast<std::int64_t>(bytes_of(cell));
  const std::int64_t cells = static_cast<std::int64_t>(areas_[at.array].bytes) / size;
  if (cells == 0) return cut;
  Where wrapped = at;
  const std::int64_t rest = at.byte / size % cells;
  wrapped.byte = (rest < 0 ? rest + cells : rest) * size;
  return read(wrapped, cell, lane);
}

// Finds each lane's word; fails unless all are words inside one array.
bool Block::find_words(const Access& access) {
  if (access.cell != Cell::word || access.unit != 4 || access.array == anywhere || access.lane_wide) return false;
  if (local_of_[access.array] != anywhere) return false;
  const std::uint64_t extent = areas_[access.array].bytes / 4;
  const std::int64_t add = uniform_part(access);
  if (extent > static_cast<std::uint64_t>(far_index) || add < -far_index || add > far_index) return false;
  if (!access.lane.is_none()) return find_in_row(access.lane.number(), add, extent, is_shifted(access.array));
  if (static_cast<std::uint64_t>(add) >= extent) return false;
  use(found_now_);
  each_lane([&](std::uint32_t lane) {
    indices_[lane] = static_cast<std::int32_t>(add);
    places_[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(add) + shared_words_[lane]);
  });
  return true;
}

bool Block::find_in_row(std::uint32_t row, std::int64_t add, std::uint64_t extent, bool shifts) {
  const LaneSet& lanes = front_.lanes;
  const auto* const words = reinterpret_cast<const std::int32_t*>(lane_row(row));
  const auto find = [&](Found& found) {
    use(found);
    const std::uint32_t* const by = shifts ? shared_words_.data() : nullptr;
    return operations_.find_inside({indices_, places_, by, firsts_}, words, add, extent, bits(), lanes.first(),
                                   lanes.end());
  };
  if (lanes.dense() && !recorder_.are_in_sheets()) return find(found_now_);
  for (Found& found : found_)
    if (found.row == row && found.add == add && found.extent == extent && found.shifts == shifts &&
        (&found == found_of_front_ || found.lanes.contains(lanes))) {
      use(found);
      return true;
    }
  Found& found = found_[found_next_];
  found_next_ = 1 - found_next_;
  found.version = ++versions_;
  const bool inside = find(found);
  found.row = inside ? row : no_row;
  found.add = add;
  found.extent = extent;
  found.shifts = shifts;
  found.lanes = lanes;
  keeps_found_ = true;
  return inside;
}

// True if the vectors that begin at the found words are aligned.
bool Block::are_aligned(const Access& access) {
  if (access.aligned <= sizeof(std::uint32_t)) return true;
  const auto between = static_cast<std::uint32_t>(access.aligned / sizeof(std::uint32_t) - 1);
  std::uint32_t odd = 0;
  each_lane([&](std::uint32_t lane) { odd |= static_cast<std::uint32_t>(indices_[lane]) & between; });
  return odd == 0;
}

bool Block::load_words(const Instruction& i, const Access& access) {
  if (!find_words(access) || !are_aligned(access)) return false;
  const std::int32_t* const places = places_of(access.array);
  const bool watched = begins_read(access.array);
  auto* const words = reinterpret_cast<std::uint32_t*>(areas_[access.array].data);
  Moves moves{words, places, static_cast<std::uint32_t*>(at(i.d)), {}, firsts_};
  move_words(access, moves, false, watched);
  if (i.d.home() == Slot::Home::lanes) forget(i.d.number());
  return true;
}

// By lane, even if the value is uniform.
std::uint32_t* Block::words_of(Slot slot) {
  auto* const words = static_cast<std::uint32_t*>(at(slot));
  if (!slot.is_uniform()) return words;
  std::fill(words_.begin() + front_.lanes.first(), words_.begin() + front_.lanes.end(), *words);
  return words_.data();
}

bool Block::store_words(const Instruction& i, const Access& access) {
  if (access.lane.is_none() || !find_words(access) || !are_aligned(access)) return false;
  const bool global = code_.arrays[access.array].space == Space::global;
  if (global && own_[access.array].empty()) return false;
  const std::int32_t* const places = places_of(access.array);
  const bool watched = begins_write(access.array);
  std::uint32_t* const a = words_of(i.a);
  if (global)
    each_lane([&](std::uint32_t lane) {
      note_write(access.array, static_cast<std::uint64_t>(indices_[lane]) * 4, Cell::word, lane, a[lane]);
    });
  auto* const words = reinterpret_cast<std::uint32_t*>(areas_[access.array].data);
  const std::uint32_t lane = front_.lanes.first();
  has_changed_ = front_.lanes.size() > 1 || words[places[lane]] != a[lane];
  Moves moves{words, places, a, {}, firsts_};
  move_words(access, moves, true, watched);
  return true;
}

// If all lanes go alone and their events lie in sheets, moves the words and records the event in one pass.
void Block::move_words(const Access& access, Moves& moves, bool stores, bool watched) {
  const LaneSet& lanes = front_.lanes;
  Track& track = tracks_[access.array];
  watched = watched && !are_there(track, stores);
  if (watched) moves.touches = touches(track);
  const auto move = stores ? operations_.store : operations_.load;
  if (!recorder_.tells(access.site) || !recorder_.puts_in_sheets(spread_)) {
    const Moved moved = move(moves, nullptr, {}, bits(), lanes.first(), lanes.end());
    if (moved.races) raced();
    if (watched) note_touches(track, stores, moved.shares);
    return tell_words(access, moves.values, stores);
  }
  const EventRows rows{access.site, recorder_.origins(stores ? place_of(access.origin) : 0),
                       reinterpret_cast<const std::uint32_t*>(indices_), moves.values};
  std::uint32_t* const loaded =
      access.origin.place == 0 ? recorder_.unused_origins() : recorder_.origins(access.origin.place);
  const RowOfLanes row = recorder_.begin_row(lanes, stores ? nullptr : loaded);
  const std::uint32_t number = row.numbers[lanes.first()];
  const Moved moved = move(moves, &row, rows, bits(), lanes.first(), lanes.end());
  if (moved.races) raced();
  if (watched) note_touches(track, stores, moved.shares);
  recorder_.end_row(lanes, rows, moved.alike, number);
  note_line(code_.sites[access.site].line);
}

// Records a row for each group of lanes, and an event for each lane that goes alone.
void Block::tell_words(const Access& access, const std::uint32_t* values, bool stores) {
  const Recorder::Parts& parts = this->parts();
  const std::uint32_t from = stores ? place_of(access.origin) : 0, to = stores ? 0 : access.origin.place;
  // If only some sites are kept, only the touched cells of shared memory matter, not their contents.
  const bool leaves_values = sites_ == nullptr || code_.arrays[access.array].space != Space::shared;
  for (const std::uint32_t number : parts.groups) {
    Recorder::Group& group = recorder_.group(number);
    if (to != 0) group.origins[to] = group.number;
    std::uint32_t* const row = recorder_.add(group, {access.site, group.origins[from]});
    if (row == nullptr) continue;
    const auto count = static_cast<std::uint32_t>(group.lanes.size());
    for (std::uint32_t n = 2; n < recorder_.shape().words(); ++n)
      operations_.fill(row + std::size_t{n} * count, 0, count);
    put_row(row, reinterpret_cast<const std::uint32_t*>(indices_), group);
    if (leaves_values) put_row(row + count, values, group);
  }
  if (parts.alone != nullptr)
    recorder_.tell_alone(
        *parts.alone, {access.site, recorder_.origins(from), reinterpret_cast<const std::uint32_t*>(indices_), values},
        to);
  note_line(code_.sites[access.site].line);
}

void Block::load(const Instruction& i) {
  has_read_ = true;
  const Access& access = code_.accesses[i.what];
  if (load_words(i, access)) return;
  find_all(access);
  if (stopped_) return;
  std::optional<std::uint32_t> astray;
  each_lane([&](std::uint32_t lane) {
    const Where& at = wheres_[lane];
    track(at, access.cell, lane, false);
    values_[lane] = at.inside ? read(at, access.cell, lane) : stray(at, access.cell, lane);
    set(i.d, i.number, lane, values_[lane]);
    if (!at.inside && ++stray_loads_[lane] == most_stray_loads) astray = lane;
  });
  tell_accesses(access, Does::load, {});
  if (astray) end_astray(*astray);
}

// The thread's loop limit was read outside an array, so the loop does not show when it ends.
void Block::end_astray(std::uint32_t lane) {
  const Fault::ThreadPlace place = place_of(lane % threads_, code_.lines[front_.at]);
  end(Fault::Kind::endless_loop,
      fmt::format("{}: thread {} of block {} loops on line {} and has loaded from outside its arrays {} times; "
                  "the values loaded there never end the loop",
                  code_.kernel->name, thread_in_words(place), block_in_words(), place.line, most_stray_loads),
      {place});
}

void Block::store(const Instruction& i) {
  const Access& access = code_.accesses[i.what];
  if (store_words(i, access)) return;
  find_all(access);
  if (stopped_) return;
  each_lane([&](std::uint32_t lane) {
    values_[lane] = get(i.a, i.number, lane);
    track(wheres_[lane], access.cell, lane, true);
    if (wheres_[lane].inside) write(wheres_[lane], access.cell, lane, values_[lane]);
  });
  tell_accesses(access, Does::store, access.origin);
}

void Block::find_all(const Access& access) {
  slow_accesses_ += front_.lanes.size();
  const std::uint32_t size = std::max<std::uint32_t>(bytes_of(access.cell), access.aligned);
  each_lane([&](std::uint32_t lane) {
    wheres_[lane] = where(access, lane);
    const std::uint32_t to = is_own(wheres_[lane]) ? bytes_of(access.cell) : size;
    if (wheres_[lane].inside && wheres_[lane].byte % to != 0) misaligned(lane);
  });
}

void Block::misaligned(std::uint32_t lane) {
  if (stopped_) return;
  const std::uint32_t line = code_.lines[front_.at];
  const Fault::ThreadPlace place = place_of(lane, line);
  fault(Fault::Kind::misaligned_access,
        fmt::format("{}: thread {} of block {} accesses a misaligned address on line {}", code_.kernel->name,
                    thread_in_words(place), block_in_words(), line),
        {place});
}

bool Block::is_own(const Where& at) const { return at.array != no_array && local_of_[at.array] != anywhere; }

// Separates the lanes inside an array from those outside, and those of different arrays from each other.
void Block::part_by_places(const Access& access, Does does) {
  const std::vector<std::uint32_t> before(parts().groups.begin(), parts().groups.end());
  for (const std::uint32_t number : before)
    recorder_.part_by(number, [&](std::uint32_t lane) {
      const Where& at = wheres_[lane];
      const bool keeps = is_own(at) && at.inside && code_.locals[local_of_[at.array]].first_origin != 0 &&
                         (!access.origin.is_none() || does != Does::load);
      const std::uint64_t word = keeps ? static_cast<std::uint64_t>(at.byte) / 4 + 1 : 0;
      return (std::uint64_t{at.array} << 32 | word << 1) | (at.inside ? 1 : 0);
    });
}

// A thread's own memory leaves no event, but keeps the origins of its values. `step`: from place to place.
void Block::keep_own_origin(const Where& at, const Access& access, Does does, std::uint32_t* origins,
                            std::size_t step) {
  const std::uint32_t first = code_.locals[local_of_[at.array]].first_origin;
  const std::uint32_t kept = first == 0 ? 0 : first + static_cast<std::uint32_t>(at.byte / 4);
  if (does == Does::store && kept != 0)
    origins[kept * step] = origins[place_of(access.origin) * step];
  else if (does != Does::store && access.origin.place != 0)
    origins[access.origin.place * step] = origins[kept * step];
}

void Block::tell_accesses(const Access& access, Does does, Origin given) {
  note_line(code_.sites[access.site].line);
  const std::uint32_t size = bytes_of(access.cell), from = place_of(given);
  const std::uint32_t to = does == Does::store ? 0 : place_of(access.origin);
  part_by_places(access, does);
  const auto site_of = [&](const Where& at) {
    const std::size_t array = access.array != anywhere ? 0 : at.array == no_array ? areas_.size() : at.array;
    return access.site + static_cast<std::uint32_t>(2 * array) + (at.inside ? 0 : 1);
  };
  const auto words_of = [&](std::uint32_t lane) -> Words {
    const Where& at = wheres_[lane];
    const std::uint64_t second = does == Does::change && at.inside ? seconds_[lane] : 0;
    return {told_index(at.byte / static_cast<std::int64_t>(size)), values_[lane], second};
  };
  const Recorder::Parts& parts = this->parts();
  for (const std::uint32_t number : parts.groups) {
    Recorder::Group& group = recorder_.group(number);
    const Where& at = wheres_[group.lanes[0]];
    if (is_own(at) && at.inside) {
      keep_own_origin(at, access, does, group.origins.data(), 1);
      continue;
    }
    if (to != 0) group.origins[to] = group.number;
    const bool gives = does == Does::store || at.inside;
    recorder_.tell(group, {site_of(at), group.origins[gives ? from : 0]}, words_of);
  }
  if (parts.alone == nullptr) return;
  telling_.clear();
  for (const std::uint16_t lane : parts.alone->list())
    if (const Where& at = wheres_[lane]; is_own(at) && at.inside)
      keep_own_origin(at, access, does, recorder_.origins(0) + lane, padded_);
    else
      telling_.push_back(lane);
  recorder_.tell_alone(telling_, [&](std::uint32_t lane, std::uint32_t self) -> Recorder::LaneEvent {
    const Where& at = wheres_[lane];
    const std::uint32_t origin = recorder_.origins(does == Does::store || at.inside ? from : 0)[lane];
    if (to != 0) recorder_.origins(to)[lane] = self;
    return {{site_of(at), origin}, words_of(lane)};
  });
}

// Selects a row of a local array; an access outside uses a spare row and is recorded as an event.
void Block::row(const Instruction& i) {
  const Access& access = code_.accesses[i.what];
  const Local& local = code_.locals[local_of_[access.array]];
  const std::uint64_t word = static_cast<std::uint64_t>(uniform_part(access)) * 4 / 4;  // bytes wrap around
  if (!i.d.is_none()) uniforms_[i.d.number()] = std::min<std::uint64_t>(word, local.words);
  if (word < local.words || i.op == Op::row) return;
  const Where found = where(access, 0);
  const bool stores = i.op == Op::store_row;
  const std::uint64_t number = stray(found, Cell::word, 0);
  std::uint32_t* const beyond = lane_row(local.first_row + local.words);
  each_lane([&](std::uint32_t lane) {
    wheres_[lane] = found;
    values_[lane] = stores ? get(i.a, i.number, lane) : number;
    if (!stores) beyond[lane] = static_cast<std::uint32_t>(number);
  });
  tell_accesses(access, stores ? Does::store : Does::load, stores ? access.origin : Origin{});
}

}  // namespace tilescope::machine
