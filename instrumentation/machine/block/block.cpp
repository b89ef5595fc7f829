#include "instrumentation/machine/block/block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope::machine {

namespace {

constexpr std::uint32_t most_idle_rounds = 1024;
constexpr std::uint32_t few_idle_rounds = 8;   // of a loop that is known to wait for others
constexpr std::uint32_t lanes_of_a_call = 32;  // a call for one lane costs as much as this many masked lanes
constexpr std::string_view how_to_raise = "A higher --limit";

std::string many_in_words(std::uint64_t number) {
  constexpr std::uint64_t million = 1'000'000;
  return number % million == 0 && number > 0 ? fmt::format("{} million", number / million) : fmt::format("{}", number);
}

}  // namespace

void Block::Free::operator()(std::uint32_t* memory) const { std::free(memory); }

Block::Block(const Code& code, const Launch& launch, std::shared_ptr<EventPool> pool, bool in_turns,
             std::uint32_t most_blocks, std::shared_ptr<MemoryOfBlocks> memory)
    : code_(code),
      launch_(launch),
      operations_(operations()),
      recorder_(code, std::move(pool), launch.threads() * most_blocks),
      threads_(launch.threads()),
      most_blocks_(most_blocks),
      lanes_(threads_ * most_blocks),
      padded_((lanes_ + 15) / 16 * 16),
      memory_(memory ? std::move(memory) : std::make_shared<MemoryOfBlocks>()),
      own_(memory_->arrays),
      spread_some_(lanes_),
      spread_(lanes_),
      released_(lanes_),
      in_turns_(in_turns) {
  if (lanes_ > LaneSet::most_lanes)
    throw UsageError(fmt::format("a block has {} threads, but at most {} are allowed", threads_, LaneSet::most_lanes));
  const std::size_t words = std::max<std::size_t>(std::size_t{padded_} * code.lane_rows, 16);
  constexpr std::size_t much = 64 << 20;  // below this size, no check is needed
  if (words * 4 > much && words * 4 > usable_memory())
    throw Error(fmt::format("the variables and local arrays of a block's {} threads need {}, but only {} are free",
                            threads_, in_words(words * 4), in_words(usable_memory())));
  rows_.reset(static_cast<std::uint32_t*>(std::aligned_alloc(64, words * 4)));
  if (rows_ == nullptr) throw std::bad_alloc();
  uniforms_.resize(code.uniforms);
  for (Found* const found : {&found_[0], &found_[1], &found_now_}) {
    found->indices.resize(padded_);
    found->places.resize(padded_);
    found->firsts.resize(padded_);
  }
  wheres_.resize(lanes_);
  values_.resize(lanes_);
  seconds_.resize(lanes_);
  words_.resize(padded_);
  givers_.resize(lanes_);
  left_at_.resize(lanes_);
  asked_.resize(lanes_);
  met_elsewhere_.resize(lanes_);
  zeros_.resize(padded_);
  origins_.resize(padded_);
  rounds_.resize(padded_);
  last_line_.resize(lanes_);
  add_some_ = operations_.find(Op::add, Number::u32, Number::u32, Cell::word, 2, true);
  spins_.resize(code.instructions.size());
  make_arrays();
  make_ready();
  set_tracks();
}

// Sets the address of each array, and allocates the arrays that this block may write.
void Block::make_arrays() {
  const std::uint64_t fixed = (code_.shared_bytes + 15) / 16 * 16;
  shared_stride_ = (fixed + launch_.dynamic_shared_bytes + 63) / 64 * 64;
  shared_.resize(shared_stride_ * most_blocks_);
  for (std::uint32_t n = 0; n < padded_; ++n)
    shared_words_.push_back(static_cast<std::uint32_t>(n / threads_ * (shared_stride_ / 4)));
  local_of_.assign(code_.arrays.size(), anywhere);
  for (std::uint32_t n = 0; n < code_.locals.size(); ++n) local_of_[code_.locals[n].array] = n;
  areas_.resize(code_.arrays.size());
  const bool is_first = own_.empty();
  own_.resize(code_.arrays.size());
  for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
    const Array& array = code_.arrays[n];
    if (array.space == Space::shared) {
      const std::uint64_t offset = array.dynamic ? fixed : array.offset;
      areas_[n] = {shared_.data() + offset, array.dynamic ? launch_.dynamic_shared_bytes : array.bytes};
    } else if (array.space == Space::global) {
      const bool is_given = array.given != nullptr && n < launch_.arrays.size() && !launch_.arrays[n].empty();
      const std::vector<std::byte>& given = is_given ? launch_.arrays[n] : array.first;
      if (array.is_written && is_first) own_[n] = given;
      areas_[n] = {array.is_written ? own_[n].data() : const_cast<std::byte*>(given.data()), given.size()};
    }
  }
}

// Prepares each instruction for execution.
void Block::make_ready() {
  for (const Instruction& i : code_.instructions) {
    Ready ready;
    if (i.op <= Op::last_pure) {
      const auto one_for_all = [](Slot slot, unsigned bit) { return slot.is_uniform() ? bit : 0U; };
      const unsigned uniform = one_for_all(i.a, 1) | one_for_all(i.b, 2) | one_for_all(i.c, 4);
      ready.once = i.d.is_uniform();
      ready.gathers = ready.once && i.op == Op::move && !i.a.is_uniform();
      if (i.d.home() == Slot::Home::lanes) ready.changes = i.d.number();
      ready.dense = operations_.find(i.op, i.number, i.from, i.cell, ready.once ? 0 : uniform, false);
      ready.masked = operations_.find(i.op, i.number, i.from, i.cell, uniform, true);
    }
    ready_.push_back(ready);
  }
}

void Block::begin(std::uint64_t first, std::uint32_t count, bool keep) {
  results_.assign(count, {});
  undo_.clear();
  block_x_ = static_cast<std::uint32_t>(first % launch_.grid[0]);
  block_y_ = static_cast<std::uint32_t>(first / launch_.grid[0] % launch_.grid[1]);
  block_z_ = static_cast<std::uint32_t>(first / launch_.grid[0] / launch_.grid[1]);
  lanes_ = threads_ * count;
  stray_loads_.assign(lanes_, 0);
  const auto unset = [this](std::uint64_t bits) {
    return bits >> 32 == 0 ? launch_.unset_own : std::uint64_t{launch_.unset_own} << 32 | launch_.unset_own;
  };
  for (const Code::Constant& constant : code_.constants)
    uniforms_[constant.uniform] = constant.is_unset ? unset(constant.bits) : constant.bits;
  for (std::size_t n = 0; n < code_.scalars.size(); ++n)
    uniforms_[code_.scalars[n].slot.number()] = n < launch_.scalars.size() ? launch_.scalars[n] : 0;
  place_lanes(first);
  for (Found& found : found_) found.row = no_row;
  keeps_found_ = false;
  for (std::size_t n = 0; n + 4 <= shared_.size(); n += 4) std::memcpy(shared_.data() + n, &launch_.unset, 4);
  for (const Local& local : code_.locals)
    std::fill_n(lane_row(local.first_row), std::size_t{local.words + 1} * padded_, launch_.unset_own);
  recorder_.begin(lanes_, keep, in_turns_ || watching_ != nullptr, most_words_ * count, sites_);
  if (watching_ != nullptr) watching_->begin(lanes_, code_.watched.places);
  lanes_changed();
  begin_interval();
  front_ = {0, LaneSet(0, lanes_)};
  parked_.clear();
  at_barrier_.clear();
  at_warp_.clear();
  gone_.clear();
  std::fill(met_elsewhere_.begin(), met_elsewhere_.end(), 0);
  resting_.clear();
  idle_rounds_ = 0;
  std::fill(spins_.begin(), spins_.end(), false);
  stop_ = 0xffffffff;
  std::fill(rounds_.begin(), rounds_.end(), 0);
  all_rounds_ = 0;
  forget_snapshots();
  std::fill(last_line_.begin(), last_line_.end(), 0);
  stopped_ = waits_ = has_let_others_ = yields_ = nobody_stores_ = by_many_ = false;
}

// Sets threadIdx, blockIdx and the like.
void Block::place_lanes(std::uint64_t first) {
  const auto part = [](std::uint64_t number, const std::array<std::uint32_t, 3>& sides, unsigned which) {
    return static_cast<std::uint32_t>(which == 0   ? number % sides[0]
                                      : which == 1 ? number / sides[0] % sides[1]
                                                   : number / sides[0] / sides[1]);
  };
  for (const Code::Coordinates& place : code_.coordinates) {
    const auto which = static_cast<unsigned>(place.coordinate);
    if (place.slot.is_uniform()) {
      const std::uint32_t of_block[] = {block_x_,         block_y_,         block_z_,
                                        launch_.block[0], launch_.block[1], launch_.block[2],
                                        launch_.grid[0],  launch_.grid[1],  launch_.grid[2]};
      uniforms_[place.slot.number()] = of_block[which - 3];
      continue;
    }
    std::uint32_t* const row = lane_row(place.slot.number());
    for (std::uint32_t begin = 0; begin < lanes_; begin += threads_)
      if (which >= 3)
        std::fill_n(row + begin, threads_, part(first + begin / threads_, launch_.grid, which - 3));
      else if (begin > 0)
        std::copy_n(row, threads_, row + begin);
      else
        for (std::uint32_t n = 0; n < threads_; ++n) row[n] = part(n, launch_.block, which);
  }
}

void Block::start(std::uint64_t first, std::uint32_t count, bool keep, const std::vector<bool>* sites) {
  first_ = first;
  sites_ = keep && may_leave_sites_out() ? sites : nullptr;
  count_ = count;
  keeps_ = keep;
  begin(first, count, keep);
  if (in_turns_) begin_turns(first);
}

bool Block::go_on(const std::function<bool()>& pauses) {
  for (;;) try {
      return in_turns_ ? run_in_turns(pauses) : run_together(pauses);
    } catch (const TrackReads& again) {
      Track& track = tracks_[again.array];
      track.keeps_reads = true;
      track.read.assign(track.written.size(), 0);
      take_back();
      start(first_, count_, keeps_, sites_);
    }
}

std::vector<BlockResult> Block::take() {
  const auto record = keeps_ ? std::make_shared<LanesRecord>(recorder_.end()) : nullptr;
  for (std::uint32_t n = 0; n < count_; ++n) {
    results_[n].record = record;
    results_[n].first_lane = n * threads_;
    if (keeps_) results_[n].lost = recorder_.lost(n * threads_, threads_);
    if (!keeps_) results_[n].tallies = recorder_.tallies(n * threads_, threads_);
  }
  thin_out_writes();
  if (!chains_) take_back();  // the next block must find the launch's inputs
  return std::move(results_);
}

// True if the run pauses or has ended.
bool Block::has_to_pause(const std::function<bool()>& pauses, std::uint32_t every) {
  if (until_asked_-- > 0) return false;
  until_asked_ = every;
  const std::uint64_t together = every * ((std::uint64_t{front_.lanes.size()} + 63) / 64);
  if (is_at_limit(in_turns_ ? std::exchange(spent_in_turns_, 0) : together)) return true;
  return pauses && pauses();
}

// Charges the budget; returns true if it is used up.
bool Block::is_at_limit(std::uint64_t instructions) {
  if (budget_ == nullptr || stopped_ || budget_->take(instructions)) return stopped_;
  const std::uint32_t lane = front_.lanes.empty() ? 0 : front_.lanes.first() % threads_;
  const Fault::ThreadPlace place = place_of(lane, code_.lines[front_.at]);
  end(Fault::Kind::limit_reached,
      fmt::format("{}: the run stopped at its limit of {} instructions (an instruction of up to 64 "
                  "threads counts once). Thread {} of block {} was on line {}. {} lets it continue",
                  code_.kernel->name, many_in_words(budget_->most()), thread_in_words(place), block_in_words(),
                  place.line, how_to_raise),
      {place});
  return true;
}

void Block::take_back() {
  for (std::size_t n = undo_.size(); n-- > 0;) {
    const Write& write = undo_[n];
    std::memcpy(own_[write.array].data() + write.byte, &write.bits, bytes_of(write.cell));
  }
}

bool Block::run_together(const std::function<bool()>& pauses) {
  do {
    while (!stopped_ && !front_.lanes.empty()) {
      if (has_to_pause(pauses, 1024)) return stopped_;
      const Instruction& i = code_.instructions[front_.at];
      const Ready& ready = ready_[front_.at];
      if (ready.dense != nullptr) {
        pure(i, ready);
        if (++front_.at >= stop_) meet();
      } else {
        step(i);
      }
    }
  } while (!stopped_ && (next_front() || release()));
  return true;
}

void Block::step(const Instruction& i) {
  switch (i.op) {
    case Op::jump: jump(i.what, i.number == Number::i64); return;
    case Op::branch: branch(i); return;
    case Op::finish: finish(); return;
    case Op::barrier: wait_at_barrier(); return;
    case Op::warp:
      if (!warp_is_there(code_.warps[i.what])) return;
      warp(i);
      break;
    case Op::load: load(i); break;
    case Op::store: store(i); break;
    case Op::atomic: atomic(i); break;
    case Op::row:
    case Op::load_row:
    case Op::store_row: row(i); break;
    case Op::sum: sum(i); break;
    case Op::origin: origin(i); break;
    case Op::function: function(i); break;
    case Op::print: print(i); break;
    case Op::check: check(i); break;
    case Op::fence: break;  // blocks run one at a time
    case Op::note:
      if (watching_ != nullptr) note(code_.watched.notes[i.what]);
      break;
    default:  // the clock
      raced();
      each_lane([&](std::uint32_t lane) { set(i.d, i.number, lane, 0); });
      break;
  }
  if (++front_.at >= stop_) meet();
  if (has_changed_) {
    has_changed_ = false;
    ++memory_->changes;
    idle_rounds_ = 0;
    if (!resting_.empty()) wake();
    memory_changed();
  }
}

void* Block::at(Slot slot) {
  switch (slot.home()) {
    case Slot::Home::uniform: return &uniforms_[slot.number()];
    case Slot::Home::lanes: return lane_row(slot.number());
    case Slot::Home::row: return lane_row(row_of(code_.rows[slot.number()]));
    default: return nullptr;
  }
}

std::uint32_t Block::word_of(const Row& row) const {
  return row.index.is_none() ? row.word : static_cast<std::uint32_t>(uniforms_[row.index.number()]);
}

std::uint32_t Block::row_of(const Row& row) const { return code_.locals[row.local].first_row + word_of(row); }

std::uint64_t Block::get(Slot slot, Number number, std::uint32_t lane) {
  if (slot.is_none()) return 0;
  const void* const from = at(slot);
  if (slot.is_uniform())
    return is_wide(number) ? *static_cast<const std::uint64_t*>(from)
                           : *static_cast<const std::uint64_t*>(from) & 0xffffffff;
  return is_wide(number) ? static_cast<const std::uint64_t*>(from)[lane]
                         : static_cast<const std::uint32_t*>(from)[lane];
}

void Block::set(Slot slot, Number number, std::uint32_t lane, std::uint64_t bits) {
  if (slot.is_none()) return;
  if (slot.home() == Slot::Home::lanes) forget(slot.number());
  void* const to = at(slot);
  if (slot.is_uniform())
    *static_cast<std::uint64_t*>(to) = bits;
  else if (is_wide(number))
    static_cast<std::uint64_t*>(to)[lane] = bits;
  else
    static_cast<std::uint32_t*>(to)[lane] = static_cast<std::uint32_t>(bits);
}

void Block::pure(const Instruction& i, const Ready& ready) {
  void* const d = at(i.d);
  const void* const a = at(i.a);
  const void* const b = at(i.b);
  const void* const c = at(i.c);
  if (ready.gathers) return set(i.d, i.number, 0, get(i.a, i.number, front_.lanes.first()));
  if (ready.once) return ready.dense(d, a, b, c, nullptr, 0, 1);
  forget(ready.changes);
  const LaneSet& lanes = front_.lanes;
  if (lanes.dense()) return ready.dense(d, a, b, c, nullptr, lanes.first(), lanes.end());
  if (lanes.size() * lanes_of_a_call >= lanes.end() - lanes.first())
    return ready.masked(d, a, b, c, mask(), lanes.first() / 16 * 16, (lanes.end() + 15) / 16 * 16);
  for (const std::uint16_t lane : list()) ready.dense(d, a, b, c, nullptr, lane, lane + 1U);
}

// --- Control flow. ---

void Block::park(Front front) {
  if (front.lanes.empty()) return;
  for (Front& other : parked_)
    if (other.at == front.at) {
      other.lanes.merge(front.lanes);
      return;
    }
  const auto behind =
      std::find_if(parked_.begin(), parked_.end(), [&](const Front& other) { return other.at < front.at; });
  parked_.insert(behind, std::move(front));
  stop_ = parked_.back().at;
}

void Block::meet() {
  while (front_.at >= stop_) {
    if (stop_ == front_.at)
      front_.lanes.merge(next_parked().lanes);
    else
      park(std::exchange(front_, next_parked()));
    lanes_changed();
  }
}

Block::Front Block::next_parked() {
  const Front next = parked_.back();
  parked_.pop_back();
  stop_ = parked_.empty() ? 0xffffffff : parked_.back().at;
  return next;
}

bool Block::next_front() {
  if (parked_.empty() && !resting_.empty()) wake();
  if (parked_.empty()) return false;
  front_ = next_parked();
  lanes_changed();
  // These lanes continue while others wait further behind, and would change uniforms.
  if (code_.keeps_uniforms && code_.changes_uniforms)
    for (const std::vector<Front>* const waiting : {&at_barrier_, &at_warp_})
      for (const Front& front : *waiting)
        if (front.at < front_.at) throw WentApart{};
  return true;
}

void Block::jump(std::uint32_t to, bool counts) {
  if (counts && !count_round()) return;
  front_.at = to;
  if (to >= stop_) meet();
  if (counts && idle_rounds_ > (spins_[to] ? few_idle_rounds : most_idle_rounds)) {
    spins_[to] = true;
    let_others_by();
  }
}

void Block::branch(const Instruction& i) {
  if (i.a.is_uniform()) {
    const bool goes = static_cast<std::uint32_t>(uniforms_[i.a.number()]) == 0;
    front_.at = goes ? i.what : front_.at + 1;
    if (front_.at >= stop_) meet();
    return;
  }
  std::uint64_t truths[LaneSet::most_lanes / 64];
  operations_.truths(truths, static_cast<const std::uint32_t*>(at(i.a)), front_.lanes.first(), front_.lanes.end());
  const std::uint32_t stays = front_.at + 1, goes = i.what;
  const LaneSet::Agree agree = front_.lanes.agree(truths);
  if (agree != LaneSet::Agree::differ) {
    front_.at = agree == LaneSet::Agree::ones ? stays : goes;
    if (front_.at >= stop_) meet();
    return;
  }
  Front others{goes, {}};
  front_.lanes.take_out(truths, others.lanes);
  front_.at = stays;
  if (goes < stays) std::swap(front_, others);
  park(std::move(others));
  lanes_changed();
  if (front_.at >= stop_) meet();
}

void Block::finish() {  // together only
  leave(front_.lanes, front_.at);
  front_.lanes.clear();
  lanes_changed();
  next_front();
}

// Lanes that wait in a loop for lanes further on would wait forever: the lanes further on go first, this once.
void Block::let_others_by() {
  idle_rounds_ = 0;
  if (in_turns_ || parked_.empty()) return;
  if (code_.keeps_uniforms && code_.changes_uniforms) throw WentApart{};
  resting_.push_back(std::move(front_));
  next_front();
}

// Called when memory has changed, or the other lanes are done.
void Block::wake() {
  for (Front& front : resting_) park(std::move(front));
  resting_.clear();
  if (!front_.lanes.empty()) meet();
}

bool Block::count_round() {
  idle_rounds_ += has_read_ ? 1 : 0;
  has_read_ = false;
  if (launch_.most_rounds != 0 && is_at_last_round()) return false;
  if (!looks_for_repetition() || (in_turns_ && !looks_at_lane(front_.lanes.first()))) return true;
  Snapshot& before = !in_turns_ && parked_.empty() && resting_.empty() ? of_all_ : of_some_;
  if (!repeats(before, front_.at, front_.lanes)) return true;
  set_aside(*before.of);
  return false;
}

// For a launch that limits the rounds of its threads.
bool Block::is_at_last_round() {
  const LaneSet& lanes = front_.lanes;
  auto* const rounds = reinterpret_cast<std::int32_t*>(rounds_.data());
  const std::uint32_t one = 1;
  if (lanes.dense())
    operations_.add(rounds, rounds, 1, lanes.first(), lanes.end());
  else
    add_some_(rounds, rounds, &one, nullptr, mask(), lanes.first() / 16 * 16, (lanes.end() + 15) / 16 * 16);
  if (++all_rounds_ < launch_.most_rounds) return false;
  for (const std::uint16_t lane : list()) {
    if (rounds_[lane] < launch_.most_rounds) continue;
    const Fault::ThreadPlace place = place_of(lane, last_line_[lane] != 0 ? last_line_[lane] : 0);
    fault(Fault::Kind::limit_reached,
          fmt::format("{}: thread {} of block {} is still in a loop after {} iterations, the maximum "
                      "allowed here{}",
                      code_.kernel->name, thread_in_words(place), block_in_words(), launch_.most_rounds,
                      place.line == 0 ? "" : fmt::format("; its last access is on line {}", place.line)),
          {place});
    return true;
  }
  return false;
}

// --- Faults. ---

// The fault found first: how far other lanes came depends on the schedule.
void Block::fault(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads) {
  raced();
  end(kind, message, std::move(threads));
}

void Block::end(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads) {
  Fault fault;
  fault.kind = kind;
  fault.block_y = block_y_;
  fault.block_x = block_x_;
  fault.threads = std::move(threads);
  fault.message = message;
  results_[0].fault = std::move(fault);
  stopped_ = true;
}

Fault::ThreadPlace Block::place_of(std::uint32_t lane, std::uint32_t line) const {
  return {lane / launch_.block[0] % launch_.block[1], lane % launch_.block[0], line};
}

std::string Block::thread_in_words(const Fault::ThreadPlace& place) const {
  return place_among({launch_.block[0], launch_.block[1] * launch_.block[2]}, place.thread_y, place.thread_x);
}

std::string Block::block_in_words() const {
  return place_among({launch_.grid[0], launch_.grid[1] * launch_.grid[2]}, block_y_, block_x_);
}

}  // namespace tilescope::machine
