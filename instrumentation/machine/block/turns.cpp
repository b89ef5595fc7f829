// Runs one thread at a time by the launch's schedule: for kernels whose threads race, and for observing that.
#include <algorithm>
#include <utility>

#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

namespace {

constexpr unsigned longest_turn = 8;  // maximum events of a thread before a random schedule may switch
constexpr std::uint32_t instructions_of_a_turn = 1 << 15;  // between two polls for a pause
constexpr std::uint64_t cost_in_turns = 4;                 // of an instruction for a single lane

// Makes a schedule depend on its seed and the block, and not on the OS thread that runs the block.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t block) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ULL * (block + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

void Block::begin_turns(std::uint64_t block) {
  turns_.assign(lanes_, {});
  idle_turns_ = 0;
  barriers_ = 0;
  between_turns_ = is_in_turn_ = false;
  ready_lanes_.clear();
  if (logged_turns_ != nullptr) {
    logged_turns_->clear();
    logged_until_.assign(lanes_, 0);
  }
  random_.seed(seed_of(launch_.schedule.seed, block));
}

std::uint32_t Block::next_after(std::uint32_t lane) {
  const auto is_ready = [&](std::uint32_t n) { return turns_[n].state == State::ready; };
  const bool first = lane == lanes_;
  switch (launch_.schedule.kind) {
    case Schedule::Kind::in_order:
      for (std::uint32_t n = first ? 0 : lane + 1; n < lanes_; ++n)
        if (is_ready(n)) return n;
      break;
    case Schedule::Kind::reverse:
      for (std::uint32_t n = lane; n-- > 0;)
        if (is_ready(n)) return n;
      break;
    case Schedule::Kind::warp_interleaved:
      for (std::uint32_t n = 1; n <= lanes_; ++n) {
        const std::uint32_t next = first ? n - 1 : (lane + n) % lanes_;
        if (is_ready(next)) return next;
      }
      break;
    case Schedule::Kind::random:
      while (!ready_lanes_.empty()) {
        const std::size_t n = random_() % ready_lanes_.size();
        if (is_ready(ready_lanes_[n])) return ready_lanes_[n];
        ready_lanes_[n] = ready_lanes_.back();
        ready_lanes_.pop_back();
      }
      break;
  }
  ready_lanes_.clear();
  return lanes_;
}

bool Block::run_in_turns(const std::function<bool()>& pauses) {
  yields_ = false;
  do {
    if (!between_turns_) {
      if (launch_.schedule.kind == Schedule::Kind::random)
        for (std::uint32_t n = 0; n < lanes_; ++n)
          if (turns_[n].state == State::ready) ready_lanes_.push_back(n);
      next_lane_ = next_after(lanes_);
    }
    between_turns_ = true;
    for (; next_lane_ != lanes_ && !stopped_; next_lane_ = next_after(next_lane_)) {
      if (!is_in_turn_ && has_to_pause(pauses, 8)) return stopped_;
      if (!take_turn(next_lane_, pauses)) return false;
      log_turn(next_lane_);
    }
    between_turns_ = false;
  } while (!stopped_ && (any_ready() || release_turns()) && !yields_);
  return !waits_ && !yields_;
}

// Memory has changed, for which these threads waited.
void Block::wake_idle_turns() {
  if (idle_turns_ == 0) return;
  for (std::uint32_t n = 0; n < lanes_; ++n) {
    Turn& turn = turns_[n];
    if (turn.state != State::idle || turn.idle->arrays.empty()) continue;
    turn.state = State::ready;
    --idle_turns_;
    if (launch_.schedule.kind == Schedule::Kind::random) ready_lanes_.push_back(n);
  }
}

bool Block::end_turns_by_repetition() {
  for (std::uint32_t n = 0; n < lanes_; ++n)
    if (turns_[n].state == State::idle) {
      end_by_repetition(n, turns_[n].at, *turns_[n].idle);
      return true;
    }
  return false;
}

// Consecutive turns of the same thread are merged.
void Block::log_turn(std::uint32_t lane) {
  if (logged_turns_ == nullptr) return;
  const std::uint32_t end = recorder_.numbers()[lane];
  Turns& all = *logged_turns_;
  if (!all.empty() && all.back().thread == lane)
    all.back().end = end;
  else if (end > logged_until_[lane])
    all.push_back({static_cast<std::size_t>(first_), lane, end});
  logged_until_[lane] = end;
}

bool Block::any_ready() const {
  return std::any_of(turns_.begin(), turns_.end(), [](const Turn& turn) { return turn.state == State::ready; });
}

void Block::begin_turn(Turn& turn) {
  if (turn.resumes) turn.left = launch_.schedule.kind == Schedule::Kind::random ? random_() % longest_turn : 0;
  turn.resumes = false;
  if (!turn.released) return;
  turn.released = false;
  turn.used = true;
  tell_barrier(parts(), code_.barriers[code_.instructions[front_.at].what].release, 1);
  ++front_.at;
}

// A lane runs until it waits, returns, or its turn is over, which is checked at each event but the first. Returns false
// if it was interrupted in its turn.
bool Block::take_turn(std::uint32_t lane, const std::function<bool()>& pauses) {
  Turn& turn = turns_[lane];
  if (!std::exchange(is_in_turn_, true)) {
    front_ = {turn.at, LaneSet(lane, lane + 1)};
    turn.idle = nullptr;
    lanes_changed();
    begin_turn(turn);
  }
  std::uint32_t left = instructions_of_a_turn;
  const auto over = [&] {
    is_in_turn_ = false;
    spent_in_turns_ += cost_in_turns * (instructions_of_a_turn - left);
    return true;
  };
  while (!stopped_) {
    if (left-- == 0) {
      left = instructions_of_a_turn;
      if (is_at_limit(cost_in_turns * instructions_of_a_turn)) break;
      if (pauses && pauses()) return false;
    }
    const Instruction& i = code_.instructions[front_.at];
    const std::uint32_t before = recorder_.numbers()[lane];
    if (i.op == Op::finish) {
      turn.state = State::done;
      leave(front_.lanes, front_.at);
      return over();
    }
    if (i.op == Op::barrier && turn.arrived) {
      turn.arrived = false;
      turn.used = false;
      turn.state = State::at_barrier;
      turn.at = front_.at;
      return over();
    }
    if (i.op == Op::warp && code_.warps[i.what].kind != WarpKind::active) {
      turn.at = front_.at;
      turn.state = State::at_warp;
      warp_in_turns(lane, false);
      return over();
    }
    if (i.op == Op::barrier) {
      tell_barrier(parts(), code_.barriers[i.what].arrive, 0);
      last_line_[lane] = code_.lines[front_.at];
      turn.arrived = true;
    } else if (const Ready& ready = ready_[front_.at]; ready.dense != nullptr) {
      pure(i, ready);
      ++front_.at;
    } else {
      step(i);
    }
    if (turn.idle != nullptr) {
      turn.at = front_.at;
      turn.state = State::idle;
      turn.resumes = true;
      ++idle_turns_;
      return over();
    }
    if (!may_switch() || recorder_.numbers()[lane] == before) continue;
    if (!turn.used) {
      turn.used = true;
    } else if (turn.left-- == 0) {
      turn.at = front_.at;
      turn.resumes = true;
      return over();
    }
  }
  return over();
}

// A thread that others waited for may have returned since.
bool Block::release_met_turns() {
  for (std::uint32_t n = 0; n < lanes_; ++n) {
    if (turns_[n].state != State::at_warp) continue;
    warp_in_turns(n, false);
    if (turns_[n].state != State::at_warp) return true;
  }
  return false;
}

bool Block::release_turns() {
  if (release_met_turns()) return true;
  if (idle_turns_ > 0 && end_turns_by_repetition()) return false;
  for (std::uint32_t n = 0; n < lanes_; ++n)
    if (turns_[n].state == State::at_warp) {  // the lanes for which it waits will never come
      std::vector<Front> waiting;
      for (std::uint32_t lane = 0; lane < lanes_; ++lane)
        if (turns_[lane].state == State::at_warp) waiting.push_back({turns_[lane].at, LaneSet(lane, lane + 1)});
      meet_elsewhere(waiting);
      warp_in_turns(n, true);
      return true;
    }
  std::uint32_t waiting = 0;
  bool apart = false;
  std::uint32_t at = 0;
  for (std::uint32_t n = 0; n < lanes_; ++n) {
    if (turns_[n].state != State::at_barrier) continue;
    if (waiting++ == 0) at = turns_[n].at;
    apart = apart || turns_[n].at != at;
  }
  if (waiting == 0) return false;
  if (apart) {
    at_barrier_.clear();
    for (std::uint32_t n = 0; n < lanes_; ++n)
      if (turns_[n].state == State::at_barrier) at_barrier_.push_back({turns_[n].at, LaneSet(n, n + 1)});
    diverged();
    return false;
  }
  if (const std::uint32_t lane = repeats_at_barrier(at); lane != lanes_) {
    end_by_repetition(lane, at, *of_barrier_.of);
    return false;
  }
  const Barrier& barrier = code_.barriers[code_.instructions[at].what];
  if (barrier.kind != BarrierKind::plain) {
    std::uint32_t yes = 0;
    for (std::uint32_t n = 0; n < lanes_; ++n)
      if (turns_[n].state == State::at_barrier && get(barrier.value, Number::i32, n) != 0) ++yes;
    const std::uint32_t all = barrier.kind == BarrierKind::count  ? yes
                              : barrier.kind == BarrierKind::both ? (yes == waiting ? 1 : 0)
                                                                  : (yes != 0 ? 1 : 0);
    for (std::uint32_t n = 0; n < lanes_; ++n)
      if (turns_[n].state == State::at_barrier) set(barrier.result, Number::i32, n, all);
  }
  for (Turn& turn : turns_) {
    if (turn.state != State::at_barrier) continue;
    turn.state = State::ready;
    turn.released = true;
  }
  if (may_wait_) yields_ = has_let_others_ = true;
  return true;
}

// The first lane that waits there forever; lanes_: there is none.
std::uint32_t Block::repeats_at_barrier(std::uint32_t at) {
  constexpr std::uint64_t few = 64;
  if (++barriers_ < few) return lanes_;
  LaneSet lanes;
  for (std::uint32_t n = 0; n < lanes_; ++n)
    if (turns_[n].state == State::at_barrier) lanes.add(n);
  return repeats(of_barrier_, at, lanes) ? lanes.first() : lanes_;
}

// The last lane to arrive executes the warp function for all its lanes.
void Block::warp_in_turns(std::uint32_t lane, bool forced) {
  const std::uint32_t at = turns_[lane].at;
  const std::uint32_t first = lane / 32 * 32, end = std::min(first + 32, lanes_);
  const Warp& warp = code_.warps[code_.instructions[at].what];
  const auto waits = [&](std::uint32_t n) { return turns_[n].state == State::at_warp && turns_[n].at == at; };
  const auto is_met = [&](std::uint32_t of) {
    const auto mask = static_cast<std::uint32_t>(get(warp.mask, Number::u32, of));
    for (std::uint32_t n = first; n < end; ++n)
      if ((mask >> (n - first) & 1) != 0 && !waits(n) && turns_[n].state != State::done) return false;
    return true;
  };
  if (!forced && !is_met(lane)) return;
  LaneSet here;
  for (std::uint32_t n = first; n < end; ++n)
    if (waits(n) && (forced || is_met(n))) here.add(n);
  front_ = {at, here};
  lanes_changed();
  log_turn(lane);
  this->warp(code_.instructions[at]);
  here.each([&](std::uint32_t n) {
    turns_[n].state = State::ready;
    turns_[n].at = at + 1;
    if (launch_.schedule.kind == Schedule::Kind::random) ready_lanes_.push_back(n);
    log_turn(n);
  });
}

}  // namespace tilescope::machine
