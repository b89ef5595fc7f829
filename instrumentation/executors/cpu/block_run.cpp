#include "instrumentation/executors/cpu/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "instrumentation/error.h"

namespace tilescope::cpu {

namespace {

constexpr std::size_t stack_bytes = std::size_t{256} * 1024;  // of address space; memory only as far as it is used
constexpr unsigned longest_turn = 8;  // accesses of one thread before a random schedule may switch

bool has_fused_multiply_add() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

// So that a schedule depends on its seed and the block, and not on who runs the block.
std::uint64_t seed_of(std::uint64_t seed, std::size_t block) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ULL * (block + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

enum class BlockRun::State : std::uint8_t { ready, waiting, done };

struct alignas(line_bytes) BlockRun::Lane : traced::Seat {
  Lane(const boost::context::preallocated& memory, BlockRun& block_run, std::uint32_t lane_number)
      : run(block_run), number(lane_number), context(memory, [this] { run.live(*this); }) {}

  // Bring what the lane's next turn needs into the cache: what it keeps here, and later the end of its stack.
  void fetch() const {
    const auto* const turn_state = reinterpret_cast<const char*>(&tail);
    const auto* const end = reinterpret_cast<const char*>(this + 1);
    for (const char* line = turn_state; line < end; line += line_bytes) __builtin_prefetch(line, 1);
  }
  void fetch_stack() const {
    if (stack == nullptr) return;
    for (std::ptrdiff_t line = 0; line < 448; line += line_bytes) __builtin_prefetch(stack + line, 1);
  }

  BlockRun& run;
  // What a turn uses:
  alignas(line_bytes) PackedEvent tail[line_events];  // events that do not fill a line yet
  std::uint32_t tail_events = 0;
  std::uint32_t number;
  std::uint32_t room = 0;       // events that the last piece has room for
  std::uint32_t kept = 0;       // events in the pieces
  PackedEvent* next = nullptr;  // in the last piece
  Context context;
  const char* stack = nullptr;  // where the lane last left off
  std::uint32_t wait_line = 0;
  std::uint32_t last_line = 0;  // of its last event
  bool started = false;         // in this block
  std::uint64_t turn = 0;       // accesses until others may go first
  std::vector<PackedEvent*> pieces;
};

BlockRun::BlockRun(const Job& job, std::shared_ptr<EventPool> pool)
    : job_(job),
      enter_(has_fused_multiply_add() ? job.kernel.enter_fused : job.kernel.enter),
      pool_(std::move(pool)),
      memory_(pool_) {
  const Launch& launch = job.launch;
  lend_matrices();
  dynamic_shared_.resize(launch.dynamic_shared_bytes / sizeof(float));
  sides_.resize(job.kernel.arrays.size());
  poisoned_.resize(job.kernel.arrays.size());

  const auto threads = static_cast<std::uint32_t>(launch.threads_per_block());
  counts_.resize(threads * (job.kernel.arrays.size() + 1) * count_kinds);
  stacks_ = std::make_unique<Stacks>(threads, stack_bytes);
  states_.resize(threads);
  for (std::uint32_t n = 0; n < threads; ++n) {
    Lane& lane = *lanes_.emplace_back(std::make_unique<Lane>((*stacks_)[n], *this, n));
    lane.thread_index = {n % launch.block.x, n / launch.block.x, 0};
    lane.block_size = {launch.block.x, launch.block.y, 1};
    lane.grid_size = {launch.grid.x, launch.grid.y, 1};
    lane.loop_limit = job.loop_limit;
  }
}

BlockRun::~BlockRun() {
  closing_ = true;
  for (const auto& lane : lanes_) outside_.switch_to(lane->context);
}

// A kernel reads what it declares const where it is, and gets copies of the rest.
void BlockRun::lend_matrices() {
  const Launch& launch = job_.launch;
  const auto lend = [&](std::string_view name, const std::vector<float>& given, std::vector<float>& own) {
    const bool writable =
        std::any_of(job_.kernel.arrays.begin(), job_.kernel.arrays.end(),
                    [&](const DeclaredArray& a) { return a.name == name && a.space == Space::global && a.writable; });
    if (writable) own = given;
    return traced::Arguments::Matrix{writable ? own.data() : const_cast<float*>(given.data()),
                                     static_cast<std::uint32_t>(given.size())};
  };
  own_c_.assign(static_cast<std::size_t>(launch.m * launch.n), 0.0f);
  arguments_.A = lend("A", launch.a, own_a_);
  arguments_.B = lend("B", launch.b, own_b_);
  arguments_.C = {own_c_.data(), static_cast<std::uint32_t>(own_c_.size())};
  arguments_.M = static_cast<int>(launch.m);
  arguments_.N = static_cast<int>(launch.n);
  arguments_.K = static_cast<int>(launch.k);
}

BlockResult BlockRun::run(std::size_t block) {
  start_lanes(block);
  do {
    if (job_.launch.schedule.kind == Schedule::Kind::random)
      for (const auto& lane : lanes_)
        if (states_[lane->number] == State::ready) ready_.push_back(lane->number);
    outside_.switch_to(next_after(nullptr));
  } while (!result_.fault && release_barrier());
  if (result_.fault) stop_lanes();
  result_.trace = collect();
  take_back_writes();
  return std::move(result_);
}

void BlockRun::start_lanes(std::size_t block) {
  const Launch& launch = job_.launch;
  result_ = {};
  block_y_ = static_cast<unsigned>(block / launch.grid.x);
  block_x_ = static_cast<unsigned>(block % launch.grid.x);
  keep_events_ = launch.records(block_y_, block_x_);
  stopping_ = false;
  lost_ = 0;
  random_.seed(seed_of(launch.schedule.seed, block));
  std::fill(poisoned_.begin(), poisoned_.end(), false);
  std::fill(counts_.begin(), counts_.end(), 0);
  std::fill(dynamic_shared_.begin(), dynamic_shared_.end(), traced::poison());
  std::fill(states_.begin(), states_.end(), State::ready);
  waiting_ = 0;
  apart_ = false;
  used_columns_ = 0;
  free_events_ = 0;
  ready_.clear();
  for (const auto& lane : lanes_) {
    lane->started = false;
    lane->turn = 0;
    lane->last_line = 0;
    lane->pieces.clear();
    lane->room = 0;
    lane->block_index = {block_x_, block_y_, 0};
    lane->kept = 0;
    lane->tail_events = 0;
  }
}

bool BlockRun::may_switch_at_accesses() const {
  return job_.launch.schedule.kind == Schedule::Kind::warp_interleaved ||
         job_.launch.schedule.kind == Schedule::Kind::random;
}

// Who runs when `lane` does not go on for now; nobody: the block waits at a barrier, or is done.
Context& BlockRun::next_after(const Lane* lane) {
  if (result_.fault || stopping_) return outside_;
  const std::size_t count = lanes_.size();
  const auto is_ready = [&](std::size_t n) { return states_[n] == State::ready; };
  switch (job_.launch.schedule.kind) {
    case Schedule::Kind::in_order:  // each thread runs to its next barrier before the next thread starts
      for (std::size_t n = lane == nullptr ? 0 : lane->number + 1; n < count; ++n)
        if (is_ready(n)) {
          if (n + 2 < count) lanes_[n + 2]->fetch();
          if (n + 1 < count) lanes_[n + 1]->fetch_stack();
          return lanes_[n]->context;
        }
      break;
    case Schedule::Kind::reverse:
      for (std::size_t n = lane == nullptr ? count : lane->number; n-- > 0;)
        if (is_ready(n)) return lanes_[n]->context;
      break;
    case Schedule::Kind::warp_interleaved:  // warp after warp, every lane does one access, over and over
      for (std::size_t n = 1; n <= count; ++n) {
        const std::size_t next = lane == nullptr ? n - 1 : (lane->number + n) % count;
        if (is_ready(next)) return lanes_[next]->context;
      }
      break;
    case Schedule::Kind::random:
      while (!ready_.empty()) {
        const std::size_t n = random_() % ready_.size();
        if (is_ready(ready_[n])) return lanes_[ready_[n]]->context;
        ready_[n] = ready_.back();
        ready_.pop_back();
      }
      break;
  }
  ready_.clear();
  return outside_;
}

// Nobody can go on: either all have returned, or all wait at the same barrier, or they never will.
bool BlockRun::release_barrier() {
  if (waiting_ == 0) return false;
  if (waiting_ != lanes_.size() || apart_) {
    result_.fault = divergence();
    return false;
  }
  waiting_ = 0;
  std::fill(states_.begin(), states_.end(), State::ready);
  return true;
}

Fault BlockRun::divergence() const {
  Fault fault;
  fault.kind = Fault::Kind::barrier_divergence;
  fault.block_y = block_y_;
  fault.block_x = block_x_;
  std::map<std::uint32_t, std::vector<Fault::Place>> by_line;
  for (const auto& lane : lanes_) {
    const Fault::Place place = place_of(*lane, states_[lane->number] == State::waiting ? lane->wait_line : 0);
    fault.threads.push_back(place);
    by_line[place.line].push_back(place);
  }
  std::string waiting;
  std::string gone;
  for (const auto& [line, places] : by_line) {
    std::string who = places.size() == 1 ? "thread" : "threads";
    for (std::size_t n = 0; n < places.size() && n < 4; ++n)
      who += fmt::format("{}({},{})", n == 0 ? " " : ", ", places[n].thread_y, places[n].thread_x);
    if (places.size() > 4) who += fmt::format(" and {} more", places.size() - 4);
    if (line == 0)
      gone = fmt::format("; {} returned without it", who);
    else
      waiting +=
          fmt::format("{}{} wait{} at line {}", waiting.empty() ? "" : ", ", who, places.size() == 1 ? "s" : "", line);
  }
  fault.message = fmt::format("{}: a barrier is not reached by all threads of block ({},{}): {}{}", job_.kernel.name,
                              block_y_, block_x_, waiting, gone);
  return fault;
}

void BlockRun::stop_lanes() {
  stopping_ = true;
  for (const auto& lane : lanes_)
    if (lane->started && states_[lane->number] != State::done) outside_.switch_to(lane->context);
}

BlockTrace BlockRun::collect() {
  if (keep_events_)
    for (const auto& lane : lanes_) keep_tail(*lane);
  finish_moves();
  BlockTrace trace;
  if (keep_events_) {
    trace.lost = lost_;
    std::vector<PackedColumn> columns;
    columns.reserve(lanes_.size());
    for (const auto& lane : lanes_) columns.push_back({lane->pieces.data(), lane->kept, job_.piece_events});
    trace.record = packed_record(columns, *job_.sites, memory_);
    return trace;
  }
  const std::size_t arrays = job_.kernel.arrays.size();
  trace.tallies.resize(arrays + 2);
  const std::uint32_t* n = counts_.data();
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    std::array<std::uint32_t, count_kinds> sum{};
    for (std::size_t array = 0; array <= arrays; ++array)
      for (std::size_t kind = 0; kind < count_kinds; ++kind, ++n) {
        trace.tallies[array][kind].add({*n, *n});
        if (array < arrays) sum[kind] += *n;
      }
    for (std::size_t kind = 0; kind < count_kinds; ++kind) trace.tallies[arrays + 1][kind].add({sum[kind], sum[kind]});
  }
  return trace;
}

// Notes what the block wrote in the end, and undoes it: the next block must find what the launch gave it.
void BlockRun::take_back_writes() {
  struct Matrix {
    float* own;
    const std::vector<float>* given;
  };
  const auto matrix_of = [&](const Write& write) -> Matrix {
    const std::string_view name = job_.kernel.arrays[write.array].name;
    if (name == "A") return {own_a_.data(), &job_.launch.a};
    if (name == "B") return {own_b_.data(), &job_.launch.b};
    return {own_c_.data(), nullptr};
  };
  for (Write& write : result_.writes) write.value = matrix_of(write).own[write.index];
  for (const Write& write : result_.writes) {
    const Matrix matrix = matrix_of(write);
    matrix.own[write.index] = matrix.given == nullptr ? 0.0f : (*matrix.given)[write.index];
  }
}

void BlockRun::live(Lane& lane) {
  while (!closing_) {
    lane.started = true;
    try {
      enter_(lane, arguments_);
    } catch (const Stop&) {
    }
    states_[lane.number] = State::done;
    leave(lane);
  }
}

// Inline, as its callers are: see Context.
TILESCOPE_HERE void BlockRun::leave(Lane& lane) {
  lane.stack = static_cast<const char*>(__builtin_frame_address(0));
  Context& next = next_after(&lane);
  if (&next != &lane.context) lane.context.switch_to(next);
  if (stopping_ && states_[lane.number] != State::done) throw Stop{};
}

// The lanes take turns with one staging memory, small enough for the first-level cache; each brings along the events
// that did not fill a line in its last turn.
traced::Seat::Room BlockRun::room(Lane& lane) {
  std::memcpy(staging_.data(), lane.tail, line_bytes);
  PackedEvent* const next = staging_.data() + lane.tail_events;
  return {next, may_switch_at_accesses() ? next + 1 : staging_.data() + staged_events};
}

// The room is used up, or others may go first.
traced::Seat::Room BlockRun::make_room(Lane& lane, const PackedEvent* next) {
  take_events(lane, next);
  if (may_switch_at_accesses() && lane.turn-- == 0) {
    leave(lane);
    lane.turn = job_.launch.schedule.kind == Schedule::Kind::random ? random_() % longest_turn : 0;
  }
  return room(lane);
}

TILESCOPE_HERE traced::Seat::Room BlockRun::wait(Lane& lane, const PackedEvent* next, std::uint32_t line) {
  take_events(lane, next);
  states_[lane.number] = State::waiting;
  lane.wait_line = line;
  if (waiting_++ == 0) wait_line_ = line;
  if (line != wait_line_) apart_ = true;
  leave(lane);
  return room(lane);
}

// Moves a lane's staged events to its column of the trace, or counts them.
void BlockRun::take_events(Lane& lane, const PackedEvent* next) {
  const auto staged = static_cast<std::uint32_t>(next - staging_.data());
  if (staged == 0) return;
  lane.last_line = next[-1].line();
  if (!keep_events_) return count(lane, staged);
  lane.tail_events = staged % line_events;
  const std::uint32_t whole = staged - lane.tail_events;
  std::memcpy(lane.tail, staging_.data() + whole, line_bytes);
  keep(lane, staging_.data(), whole);
}

// Keeps whole lines of events.
void BlockRun::keep(Lane& lane, const PackedEvent* events, std::uint32_t count) {
  const std::uint32_t kept = std::min(count, job_.kept_events_per_thread - lane.kept);
  lost_ += count - kept;
  lane.kept += kept;
  for (std::uint32_t left = kept; left > 0;) {
    if (lane.room == 0) {
      lane.pieces.push_back(lane.next = allocate_piece());
      lane.room = job_.piece_events;
    }
    const std::uint32_t some = std::min(left, lane.room);
    move_out(lane.next, events, some / line_events);
    lane.next += some;
    lane.room -= some;
    events += some;
    left -= some;
  }
}

// What is left when the block is done; its line is kept whole, and the events before the end counted.
void BlockRun::keep_tail(Lane& lane) {
  if (lane.tail_events == 0) return;
  const std::uint32_t before = lane.kept;
  keep(lane, lane.tail, line_events);
  const std::uint32_t behind = line_events - lane.tail_events;
  if (lane.kept == before)
    lost_ -= behind;
  else
    lane.kept -= behind;
}

void BlockRun::count(const Lane& lane, std::uint32_t staged) {
  const std::size_t arrays = job_.kernel.arrays.size();
  std::uint32_t* const counts = counts_.data() + lane.number * (arrays + 1) * count_kinds;
  for (const PackedEvent* event = staging_.data(); event != staging_.data() + staged; ++event) {
    const std::size_t array = std::min<std::size_t>(event->array(), arrays);
    ++counts[array * count_kinds +
             static_cast<std::size_t>(count_of(event->kind(), event->operand(), event->stray_store()))];
  }
}

void BlockRun::out_of_fuel(Lane& lane) {
  Fault fault;
  fault.kind = Fault::Kind::endless_loop;
  fault.block_y = block_y_;
  fault.block_x = block_x_;
  fault.threads.push_back(place_of(lane, lane.last_line));
  fault.message =
      fmt::format("{}: thread ({},{}) of block ({},{}) is still in a loop after {} iterations{}", job_.kernel.name,
                  lane.thread_index.y, lane.thread_index.x, block_y_, block_x_, job_.loop_limit,
                  lane.last_line == 0 ? "" : fmt::format("; its last access is in line {}", lane.last_line));
  result_.fault = std::move(fault);
  throw Stop{};
}

void BlockRun::declare(std::uint8_t array, std::initializer_list<std::int64_t> sides) {
  std::vector<std::int64_t>& known = sides_[array];
  if (known.empty()) known = sides;
}

PackedEvent* BlockRun::allocate_piece() {
  if (free_events_ < job_.piece_events) {
    if (used_columns_ == columns_.size()) columns_.push_back(pool_->take());
    free_ = reinterpret_cast<PackedEvent*>(columns_[used_columns_++].words());
    free_events_ = EventPool::slab_bytes / sizeof(PackedEvent);
  }
  PackedEvent* const memory = free_;
  free_ += job_.piece_events;
  free_events_ -= job_.piece_events;
  return memory;
}

Fault::Place BlockRun::place_of(const Lane& lane, std::uint32_t line) const {
  return {lane.thread_index.y, lane.thread_index.x, line};
}

}  // namespace tilescope::cpu

// How a host thread reaches its block: every Seat is a Lane.
namespace tilescope::traced {

Seat::Room Seat::begin() {
  auto& lane = static_cast<cpu::BlockRun::Lane&>(*this);
  return lane.run.room(lane);
}

Seat::Room Seat::make_room(PackedEvent* next) {
  auto& lane = static_cast<cpu::BlockRun::Lane&>(*this);
  return lane.run.make_room(lane, next);
}

Seat::Room Seat::wait(PackedEvent* next, std::uint32_t line) {
  auto& lane = static_cast<cpu::BlockRun::Lane&>(*this);
  return lane.run.wait(lane, next, line);
}

void Seat::finish(PackedEvent* next) {
  auto& lane = static_cast<cpu::BlockRun::Lane&>(*this);
  lane.run.take_events(lane, next);
}

void Seat::out_of_fuel(PackedEvent* next) {
  auto& lane = static_cast<cpu::BlockRun::Lane&>(*this);
  lane.run.take_events(lane, next);
  lane.run.out_of_fuel(lane);
}

float Seat::stray_value(const float* data, std::uint32_t extent, std::int64_t index) const {
  const OutOfBounds wanted = static_cast<const cpu::BlockRun::Lane*>(this)->run.job_.launch.out_of_bounds;
  if (wanted == OutOfBounds::zero) return 0.0f;
  if (wanted != OutOfBounds::stale || extent == 0) return poison();
  const std::int64_t rest = index % extent;
  return data[rest < 0 ? rest + extent : rest];
}

void Seat::remember_write(float* data, std::uint32_t index, std::uint8_t array) {
  static_cast<cpu::BlockRun::Lane*>(this)->run.result_.writes.push_back({array, index, data[index]});
}

void Seat::declare_shared(std::uint8_t array, float* data, std::initializer_list<std::int64_t> sides) {
  cpu::BlockRun& run = static_cast<cpu::BlockRun::Lane*>(this)->run;
  if (run.poisoned_[array]) return;
  run.poisoned_[array] = true;
  run.declare(array, sides);
  std::int64_t elements = 1;
  for (const std::int64_t side : sides) elements *= side;
  std::fill_n(data, elements, poison());
}

void Seat::declare_local(std::uint8_t array, std::initializer_list<std::int64_t> sides) {
  static_cast<cpu::BlockRun::Lane*>(this)->run.declare(array, sides);
}

float* Seat::dynamic_shared(std::uint8_t array, std::uint32_t& extent) {
  cpu::BlockRun& run = static_cast<cpu::BlockRun::Lane*>(this)->run;
  extent = static_cast<std::uint32_t>(run.dynamic_shared_.size());
  run.declare(array, {static_cast<std::int64_t>(extent)});
  return run.dynamic_shared_.data();
}

}  // namespace tilescope::traced
