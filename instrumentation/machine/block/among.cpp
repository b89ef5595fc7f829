// Barriers and warp functions: where threads wait for each other and exchange values.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/lanes/compute.h"

namespace tilescope::machine {

void Block::tell_barrier(const Recorder::Parts& parts, std::uint32_t site, std::uint32_t passes) {
  for (const std::uint32_t number : parts.groups) {
    Recorder::Group& group = recorder_.group(number);
    std::uint32_t* const row = recorder_.add(group, {site, no_origin});
    const std::uint32_t passed = group.barriers;
    group.barriers += passes;
    if (row == nullptr) continue;
    const auto count = static_cast<std::uint32_t>(group.lanes.size());
    operations_.fill(row, passed, count);
    operations_.fill(row + count, 0, count * (recorder_.shape().words() - 1));
  }
  if (parts.alone == nullptr) return;
  const LaneSet& lanes = parts.alone->set();
  recorder_.tell_alone(*parts.alone, {site, recorder_.origins(0), recorder_.barriers(), zeros_.data()}, 0);
  if (passes != 0) operations_.count(recorder_.barriers(), parts.alone->mask(), lanes.first(), lanes.end());
}

void Block::wait_at_barrier() {
  const Barrier& barrier = code_.barriers[code_.instructions[front_.at].what];
  tell_barrier(parts(), barrier.arrive, 0);
  note_line(code_.lines[front_.at]);
  const auto same =
      std::find_if(at_barrier_.begin(), at_barrier_.end(), [&](const Front& other) { return other.at == front_.at; });
  if (same != at_barrier_.end())
    same->lanes.merge(front_.lanes);
  else
    at_barrier_.push_back(front_);
  front_.lanes.clear();
  lanes_changed();
}

// No thread can continue: all wait in vain for their warps, or all that are left wait at one barrier.
bool Block::release() {
  if (!idle_.empty() &&
      std::none_of(at_warp_.begin(), at_warp_.end(), [&](const Front& front) { return !met_lanes(front).empty(); })) {
    end_by_repetition();  // the other threads wait for the idle ones
    return false;
  }
  if (!idle_.empty() && code_.keeps_uniforms && code_.changes_uniforms) throw WentApart{};
  if (!at_warp_.empty()) {
    release_warp();
    return true;
  }
  if (at_barrier_.empty()) return false;
  std::vector<const Front*> barrier_of(results_.size());
  for (const Front& front : at_barrier_) {
    if (at_barrier_.size() == 1) break;
    bool others = false;
    front.lanes.each([&](std::uint32_t lane) {
      const Front*& of_block = barrier_of[lane / threads_];
      others = others || (of_block != nullptr && of_block != &front);
      of_block = &front;
    });
    if (others) {
      diverged();
      return false;
    }
  }
  std::vector<Front> fronts = std::move(at_barrier_);
  at_barrier_.clear();
  for (Front& front : fronts) release_front(front);
  for (Front& front : fronts) park(std::move(front));
  begin_interval();
  return next_front();
}

// Releases a front with lanes whose masks are complete, and keeps its other lanes waiting. If there is none, releases
// the front furthest behind.
void Block::release_warp() {
  LaneSet lanes;
  auto chosen = at_warp_.begin();
  for (; chosen != at_warp_.end(); ++chosen)
    if (lanes = met_lanes(*chosen); !lanes.empty()) break;
  if (chosen == at_warp_.end()) {
    chosen =
        std::min_element(at_warp_.begin(), at_warp_.end(), [](const Front& a, const Front& b) { return a.at < b.at; });
    lanes = chosen->lanes;
    meet_elsewhere(at_warp_);
  }
  LaneSet others;
  chosen->lanes.take_out(lanes.words(), others);
  front_ = {chosen->at, chosen->lanes};
  if (others.empty())
    at_warp_.erase(chosen);
  else if (code_.keeps_uniforms && code_.changes_uniforms)
    throw WentApart{};  // these lanes would continue while others wait
  else
    chosen->lanes = others;
  lanes_changed();
  alone_ = true;
}

void Block::release_front(Front& front) {
  const Barrier& barrier = code_.barriers[code_.instructions[front.at].what];
  if (barrier.kind != BarrierKind::plain) {
    std::vector<std::uint32_t> yes(results_.size()), all(results_.size());
    front.lanes.each([&](std::uint32_t lane) {
      ++all[lane / threads_];
      yes[lane / threads_] += get(barrier.value, Number::i32, lane) != 0 ? 1 : 0;
    });
    front.lanes.each([&](std::uint32_t lane) {
      const std::uint32_t truths = yes[lane / threads_];
      const std::uint32_t result = barrier.kind == BarrierKind::count  ? truths
                                   : barrier.kind == BarrierKind::both ? (truths == all[lane / threads_] ? 1 : 0)
                                                                       : (truths != 0 ? 1 : 0);
      set(barrier.result, Number::i32, lane, result);
    });
  }
  lanes_changed();
  released_.set(front.lanes);
  tell_barrier(recorder_.parts_of(released_), barrier.release, 1);
  lanes_changed();
  ++front.at;
}

void Block::diverged() {
  std::map<std::uint32_t, std::vector<Fault::ThreadPlace>> by_line;
  std::vector<Fault::ThreadPlace> threads;
  std::vector<std::uint32_t> lines(lanes_);
  for (const Front& front : at_barrier_)
    front.lanes.each([&](std::uint32_t lane) { lines[lane] = code_.lines[front.at]; });
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    threads.push_back(place_of(lane, lines[lane]));
    by_line[lines[lane]].push_back(threads.back());
  }
  std::string waiting, gone;
  for (const auto& [line, places] : by_line) {
    std::string who = places.size() == 1 ? "thread" : "threads";
    for (std::size_t n = 0; n < places.size() && n < 4; ++n)
      who += fmt::format("{}{}", n == 0 ? " " : ", ", thread_in_words(places[n]));
    if (places.size() > 4) who += fmt::format(" and {} more", places.size() - 4);
    if (line == 0)
      gone = fmt::format("; {} returned without reaching it", who);
    else
      waiting +=
          fmt::format("{}{} wait{} at line {}", waiting.empty() ? "" : ", ", who, places.size() == 1 ? "s" : "", line);
  }
  fault(Fault::Kind::barrier_divergence,
        fmt::format("{}: a barrier is not reached by all threads of block {}: {}{}", code_.kernel->name,
                    block_in_words(), waiting, gone),
        std::move(threads));
}

// True if all lanes in the mask are here or have returned; otherwise these lanes wait.
bool Block::warp_is_there(const Warp& warp) {
  if (warp.kind == WarpKind::active) return true;
  if (alone_) {
    alone_ = false;
    return true;
  }
  const auto others =
      std::find_if(at_warp_.begin(), at_warp_.end(), [&](const Front& other) { return other.at == front_.at; });
  if (others != at_warp_.end()) {
    front_.lanes.merge(others->lanes);
    at_warp_.erase(others);
    lanes_changed();
  }
  if (front_.lanes.size() + gone_.size() == lanes_ || met_lanes(front_) == front_.lanes) return true;
  at_warp_.push_back(front_);
  front_.lanes.clear();
  lanes_changed();
  return false;
}

// The lanes whose mask names only lanes that are here or have returned.
LaneSet Block::met_lanes(const Front& front) {
  const Warp& warp = code_.warps[code_.instructions[front.at].what];
  std::vector<std::uint32_t> there((lanes_ + 31) / 32);
  front.lanes.each([&](std::uint32_t lane) { there[lane / 32] |= 1U << lane % 32; });
  gone_.each([&](std::uint32_t lane) { there[lane / 32] |= 1U << lane % 32; });
  LaneSet met;
  front.lanes.each([&](std::uint32_t lane) {
    const auto wanted = static_cast<std::uint32_t>(get(warp.mask, Number::u32, lane));
    if ((wanted & existing(lane / 32 * 32) & ~there[lane / 32]) == 0) met.add(lane);
  });
  return met;
}

void Block::warp(const Instruction& i) {
  const Warp& warp = code_.warps[i.what];
  std::span<const std::uint16_t> rest = list();
  for (const std::uint16_t lane : rest) seconds_[lane] = get(warp.value, warp.number, lane);
  if (warp.kind <= WarpKind::shuffle_xor) find_givers(warp);
  if (warp.kind != WarpKind::active) look_at_masks(warp);
  while (!rest.empty()) {
    const std::uint32_t first = rest[0] / 32 * 32U;
    std::size_t count = 0;
    while (count < rest.size() && rest[count] < first + 32) ++count;
    warp_result(warp, first, rest.first(count));
    rest = rest.subspan(count);
  }
  tell_warp(warp);
}

// For each lane, finds the source lane and the event that made its value.
void Block::find_givers(const Warp& warp) {
  for (const std::uint16_t lane : list()) {
    const std::uint32_t giver = lane / 32 * 32 + source_of(warp, lane, lane % 32);
    asked_[lane] = giver;
    givers_[lane] = giver < lanes_ && front_.lanes.contains(giver) ? giver : lane;
  }
  const std::uint32_t place = place_of(warp.origin);
  const Recorder::Parts& parts = this->parts();
  for (const std::uint32_t number : parts.groups)
    for (const std::uint16_t lane : recorder_.group(number).lanes)
      origins_[lane] = recorder_.group(number).origins[place];
  if (parts.alone != nullptr)
    for (const std::uint16_t lane : parts.alone->list()) origins_[lane] = recorder_.origins(place)[lane];
  for (const std::uint16_t lane : list()) seconds_[lane] = origins_[givers_[lane]];
}

void Block::tell_warp(const Warp& warp) {
  const bool shuffles = warp.kind <= WarpKind::shuffle_xor;
  const std::uint32_t given = shuffles ? 0 : place_of(warp.origin), to = warp.result_origin.place;
  const auto words_of = [&](std::uint32_t lane) -> Words {
    return {shuffles ? givers_[lane] : lane / 32, values_[lane], seconds_[lane]};
  };
  const Recorder::Parts& parts = this->parts();
  for (const std::uint32_t number : parts.groups) {
    Recorder::Group& group = recorder_.group(number);
    const std::uint32_t origin = group.origins[given];
    if (to != 0) group.origins[to] = group.number;
    recorder_.tell(group, {warp.site, origin}, words_of);
  }
  if (parts.alone == nullptr) return;
  const std::uint32_t* const from_row = recorder_.origins(given);
  std::uint32_t* const to_row = to == 0 ? recorder_.unused_origins() : recorder_.origins(to);
  recorder_.tell_alone(parts.alone->list(), [&](std::uint32_t lane, std::uint32_t number) -> Recorder::LaneEvent {
    const std::uint32_t origin = from_row[lane];
    to_row[lane] = number;
    return {{warp.site, origin}, words_of(lane)};
  });
}

// The source lane of a shuffle, within its warp.
std::uint32_t Block::source_of(const Warp& warp, std::uint32_t lane, std::uint32_t n) {
  const auto width = static_cast<std::uint32_t>(get(warp.width, Number::i32, lane));
  const auto by = static_cast<std::uint32_t>(get(warp.lane, Number::i32, lane));
  const std::uint32_t part = width == 0 || width > 32 || !std::has_single_bit(width) ? 32 : width;
  const std::uint32_t begin = n / part * part;
  switch (warp.kind) {
    case WarpKind::shuffle: return begin + by % part;
    case WarpKind::shuffle_up: return n - begin < by ? n : n - by;
    case WarpKind::shuffle_down: return by >= part || n + by >= begin + part ? n : n + by;
    default: return (n ^ by) >= begin + part || (n ^ by) > 31 ? n : n ^ by;
  }
}

void Block::warp_result(const Warp& warp, std::uint32_t first, std::span<const std::uint16_t> lanes) {
  std::uint64_t values[32] = {}, results[32] = {};
  std::uint32_t here = 0;
  for (const std::uint16_t lane : lanes) {
    values[lane - first] = get(warp.value, warp.number, lane);
    here |= 1U << (lane - first);
  }
  const auto combined = [&](Op op, std::uint32_t mask) {
    std::uint64_t all = 0;
    bool any = false;
    for (const std::uint16_t lane : lanes) {
      if ((mask >> (lane - first) & 1) == 0) continue;
      all =
          any ? compute(op, warp.number, Number::i32, Cell::word, all, values[lane - first], 0) : values[lane - first];
      any = true;
    }
    return all;
  };
  for (const std::uint16_t lane : lanes) {
    const std::uint32_t n = lane - first;
    const std::uint32_t mask = static_cast<std::uint32_t>(get(warp.mask, Number::u32, lane)) & here;
    std::uint32_t truths = 0, alike = 0;
    for (std::uint32_t m = 0; m < 32; ++m)
      if ((mask >> m & 1) != 0) {
        truths |= (static_cast<std::uint32_t>(values[m]) != 0 ? 1U : 0U) << m;
        alike |= (values[m] == values[n] ? 1U : 0U) << m;
      }
    switch (warp.kind) {
      case WarpKind::shuffle:
      case WarpKind::shuffle_up:
      case WarpKind::shuffle_down:
      case WarpKind::shuffle_xor: results[n] = values[givers_[lane] - first]; continue;
      case WarpKind::all: results[n] = truths == mask ? 1 : 0; continue;
      case WarpKind::any: results[n] = truths != 0 ? 1 : 0; continue;
      case WarpKind::ballot: results[n] = truths; continue;
      case WarpKind::active: results[n] = here; continue;
      case WarpKind::wait: results[n] = static_cast<std::uint32_t>(get(warp.mask, Number::u32, lane)); continue;
      case WarpKind::reduce_add: results[n] = combined(Op::add, mask); continue;
      case WarpKind::reduce_least: results[n] = combined(Op::least, mask); continue;
      case WarpKind::reduce_greatest: results[n] = combined(Op::greatest, mask); continue;
      case WarpKind::reduce_and: results[n] = combined(Op::bit_and, mask); continue;
      case WarpKind::reduce_or: results[n] = combined(Op::bit_or, mask); continue;
      case WarpKind::reduce_xor: results[n] = combined(Op::bit_xor, mask); continue;
      case WarpKind::match_any: results[n] = alike; continue;
      case WarpKind::match_all:
        results[n] = alike == mask ? mask : 0;
        set(warp.second, Number::i32, lane, alike == mask ? 1 : 0);
        continue;
    }
  }
  const bool as_given =
      warp.kind <= WarpKind::shuffle_xor || (warp.kind >= WarpKind::reduce_add && warp.kind <= WarpKind::reduce_xor);
  for (const std::uint16_t lane : lanes) {
    values_[lane] = results[lane - first];
    set(warp.result, as_given ? warp.number : Number::u32, lane, values_[lane]);
  }
}

// --- Atomics: one lane after another. ---

void Block::atomic(const Instruction& i) {
  const Atomic& atomic = code_.atomics[i.what];
  has_read_ = true;
  find_all(atomic.access);
  if (stopped_) return;
  each_lane([&](std::uint32_t lane) {
    const Where& at = wheres_[lane];
    track(at, atomic.access.cell, lane, true);
    const std::uint64_t found = at.inside ? read(at, atomic.access.cell, lane) : stray(at, atomic.access.cell, lane);
    values_[lane] = found;
    const std::uint64_t by = get(atomic.value, atomic.number, lane);
    const auto with = [&](Op op) { return compute(op, atomic.number, Number::i32, Cell::word, found, by, 0); };
    std::uint64_t left = found;
    switch (atomic.kind) {
      case AtomicKind::add: left = with(Op::add); break;
      case AtomicKind::subtract: left = with(Op::subtract); break;
      case AtomicKind::exchange: left = by; break;
      case AtomicKind::least: left = with(Op::least); break;
      case AtomicKind::greatest: left = with(Op::greatest); break;
      case AtomicKind::bit_and: left = found & by; break;
      case AtomicKind::bit_or: left = found | by; break;
      case AtomicKind::bit_xor: left = found ^ by; break;
      case AtomicKind::swap: left = found == by ? get(atomic.other, atomic.number, lane) : found; break;
      case AtomicKind::up: left = found >= by ? 0 : found + 1; break;
      case AtomicKind::down: left = found == 0 || found > by ? by : found - 1; break;
    }
    seconds_[lane] = left;
    if (at.inside) write(at, atomic.access.cell, lane, left);
    set(atomic.result, atomic.number, lane, found);
  });
  tell_accesses(atomic.access, Does::change, atomic.given);
}

}  // namespace tilescope::machine
