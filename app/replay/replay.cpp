#include "app/replay/replay.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tilescope {

namespace {

Activity activity_of(const Column& events, const Visit& visit) {
  bool loads = false, fills = false, pads = false;
  for (std::uint32_t n = visit.first; n < visit.end; ++n) {
    const Event& event = events[n];
    switch (event.kind()) {
      case Kind::barrier_arrive:
      case Kind::barrier_release: return Activity::waiting;
      case Kind::partial_sum: return Activity::multiplying;
      case Kind::global_store: return Activity::storing;
      case Kind::shared_store: (event.origin == no_origin ? pads : fills) = true; break;
      default: loads = true; break;
    }
  }
  return pads && !fills && !loads ? Activity::padding : Activity::loading;
}

// A launch that a fault ended leaves threads at a barrier that opens no more.
bool waits_for_ever(const Column& events) {
  return events.size() > 0 && events[events.size() - 1].kind() == Kind::barrier_arrive;
}

Activity most_common(const std::vector<ThreadNow>& threads, bool lit_only) {
  std::array<std::size_t, 8> times{};
  for (const ThreadNow& thread : threads)
    if (!lit_only || thread.lit_begin < thread.lit_end) ++times[static_cast<std::size_t>(thread.activity)];
  return static_cast<Activity>(std::max_element(times.begin(), times.end()) - times.begin());
}

std::vector<std::size_t> recorded_blocks(const Trace& trace) {
  std::vector<std::size_t> blocks;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded) blocks.push_back(block);
  return blocks;
}

bool is_global(const Trace& trace, std::uint8_t array) {
  return array < trace.arrays().size() && trace.arrays()[array].space == Space::global;
}

void add(Counts& to, const Counts& from, std::uint64_t times) {
  const auto add_tallies = [&](Tallies& into, const Tallies& what) {
    for (std::size_t n = 0; n < count_kinds; ++n) into[n].total += times * what[n].total;
  };
  for (std::size_t array = 0; array < to.by_array.size(); ++array)
    add_tallies(to.by_array[array], from.by_array[array]);
  add_tallies(to.barriers, from.barriers);
  add_tallies(to.all, from.all);
}

void raise_maxima(Counts& to, const Counts& thread) {
  const auto raise = [](Tallies& into, const Tallies& what) {
    for (std::size_t n = 0; n < count_kinds; ++n)
      into[n].thread_max = std::max(into[n].thread_max, what[n].thread_max);
  };
  for (std::size_t array = 0; array < to.by_array.size(); ++array) raise(to.by_array[array], thread.by_array[array]);
  raise(to.barriers, thread.barriers);
  raise(to.all, thread.all);
}

Counts no_counts(const Trace& trace) {
  Counts counts;
  counts.by_array.resize(trace.arrays().size());
  return counts;
}

}  // namespace

// A moment, with what all parts of a frame need to know about it.
struct Replay::Position {
  std::uint64_t moment;
  std::uint32_t step;
  Moments::Within before;  // how far the threads were when what is lit began
  Moments::Within now;
  bool lit_from_begin;  // the whole step is lit, not only its last event

  struct OfPath {
    std::uint32_t events_before = 0, in_step = 0;  // of one thread
    bool leaves_barrier = false;
  };
  std::vector<OfPath> paths;

  // How many events a thread has done, and from which of them on they are lit.
  [[nodiscard]] std::uint32_t done(std::uint32_t path, std::uint32_t thread) const {
    const OfPath& of = paths[path];
    return of.events_before + now.done(thread, of.in_step, of.leaves_barrier);
  }
  [[nodiscard]] std::uint32_t lit_begin(std::uint32_t path, std::uint32_t thread) const {
    const OfPath& of = paths[path];
    return lit_from_begin ? of.events_before : of.events_before + before.done(thread, of.in_step, of.leaves_barrier);
  }
};

Replay::Replay(std::shared_ptr<const Trace> trace)
    : trace_(std::move(trace)), order_(*trace_), moments_(*trace_, order_), blocks_(recorded_blocks(*trace_)) {
  learn_paths();
  find_results();
  count_steps();
  find_work();
}

std::uint32_t Replay::events_before(std::uint32_t path, std::uint32_t step) const {
  return step == 0 ? 0 : order_.paths()[path].events[step - 1];
}

void Replay::learn_paths() {
  const std::uint32_t steps = order_.step_count();
  arrays_.assign(steps, no_array);
  sources_.assign(trace_->arrays().size(), no_array);
  fills_.resize(steps);
  for (const Path& path : order_.paths()) {
    const Column events = trace_->events(path.block, path.thread);
    std::vector<Activity> activities(steps, Activity::guarded);
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
      const std::uint32_t step = path.steps[visit];
      activities[step] = activity_of(events, path.visits[visit]);
      for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) {
        if (events[n].kind() == Kind::shared_store) {
          fills_[step] = true;
          const std::uint32_t origin = events[n].origin;
          if (origin < n && events[origin].kind() == Kind::global_load) sources_[events[n].array()] = events[origin].array();
        }
        if (arrays_[step] == no_array && is_global(*trace_, events[n].array())) arrays_[step] = events[n].array();
      }
    }
    const std::uint32_t last = path.steps.empty() ? 0 : path.steps.back() + 1;
    std::fill(activities.begin() + last, activities.end(), waits_for_ever(events) ? Activity::waiting : Activity::done);
    activities_.push_back(std::move(activities));
    ways_.push_back(way_of(path));
  }
}

Replay::Way Replay::way_of(const Path& path) const {
  Way way;
  const Column events = trace_->events(path.block, path.thread);
  std::map<std::pair<std::uint8_t, std::uint32_t>, std::size_t> slots;
  way.newest_sum.resize(order_.step_count());
  for (std::size_t visit = 0; visit < path.visits.size(); ++visit)
    for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) {
      const Event& event = events[n];
      if (event.kind() == Kind::partial_sum) {
        way.newest_sum[path.steps[visit]] = n + 1;
        if (is_global(*trace_, event.array())) continue;
        const auto [slot, is_new] = slots.try_emplace({event.array(), event.index}, way.slots.size());
        if (is_new) way.slots.push_back({event.array(), event.index, std::vector<std::uint32_t>(order_.step_count())});
        way.slots[slot->second].last[path.steps[visit]] = n + 1;
      } else if (event.kind() == Kind::global_store) {
        Result result{n, -1};
        if (event.origin < n && events[event.origin].kind() == Kind::partial_sum) {
          const Event& sum = events[event.origin];
          const auto slot = slots.find({sum.array(), sum.index});
          if (slot != slots.end()) result.slot = static_cast<std::int32_t>(slot->second);
        }
        way.results.push_back(result);
      }
    }
  const auto carry_on = [](std::vector<std::uint32_t>& last) {
    for (std::size_t step = 1; step < last.size(); ++step) last[step] = std::max(last[step], last[step - 1]);
  };
  for (Slot& slot : way.slots) carry_on(slot.last);
  carry_on(way.newest_sum);
  return way;
}

// So that a frame need not look at the stores of threads that are not there yet.
void Replay::find_results() {
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
      const Column events = trace_->events(block, thread);
      for (const Result& result : ways_[order_.path_of(block, thread)].results) {
        const Event& store = events[result.event];
        const bool is_c = is_global(*trace_, store.array()) && trace_->arrays()[store.array()].name == "C";
        result_elements_.push_back(is_c ? store.index : no_origin);
      }
    }
}

void Replay::count_steps() {
  threads_on_.resize(order_.paths().size());
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread)
      ++threads_on_[order_.path_of(block, thread)];
  counts_.assign(order_.step_count(), no_counts(*trace_));
  threads_in_.resize(order_.step_count());
  for (std::size_t number = 0; number < order_.paths().size(); ++number) {
    const Path& path = order_.paths()[number];
    const Column events = trace_->events(path.block, path.thread);
    Counts sum = no_counts(*trace_);
    std::uint32_t next = 0;
    for (std::uint32_t step = 0; step < order_.step_count(); ++step) {
      if (path.events[step] > next) threads_in_[step] += threads_on_[number];
      for (; next < path.events[step]; ++next) count_event(sum, events[next]);
      add(counts_[step], sum, threads_on_[number]);
      raise_maxima(counts_[step], sum);
    }
  }
}

void Replay::find_work() {
  work_.resize(order_.step_count());
  for_each_useful(*trace_, [&](std::size_t block, std::uint32_t thread, const std::vector<std::uint32_t>& events) {
    const std::vector<std::uint32_t>& ends = order_.paths()[order_.path_of(block, thread)].events;
    std::uint32_t step = 0;
    for (const std::uint32_t event : events) {
      if (step > 0 && ends[step - 1] > event) step = 0;  // another sum: from the beginning
      step = static_cast<std::uint32_t>(std::upper_bound(ends.begin() + step, ends.end(), event) - ends.begin());
      ++work_[step];
    }
  });
  for (std::size_t step = 1; step < work_.size(); ++step) work_[step] += work_[step - 1];
}

double Replay::work_at(std::uint64_t moment) const {
  if (moment == 0 || work_.empty()) return 0;
  const std::uint32_t step = moments_.step_at(moment);
  const double before = step == 0 ? 0 : static_cast<double>(work_[step - 1]);
  const double part = static_cast<double>(moment - moments_.begin_of(step)) /
                      static_cast<double>(moments_.end_of(step) - moments_.begin_of(step));
  return before + part * (static_cast<double>(work_[step]) - before);
}

std::uint64_t Replay::moment_of_work(double work) const {
  if (work <= 0 || work_.empty()) return 0;
  const auto found = std::lower_bound(work_.begin(), work_.end(), work,
                                      [](std::uint64_t after, double wanted) { return static_cast<double>(after) < wanted; });
  if (found == work_.end()) return moments_.count();
  const auto step = static_cast<std::uint32_t>(found - work_.begin());
  const double before = step == 0 ? 0 : static_cast<double>(work_[step - 1]);
  const double part = (work - before) / (static_cast<double>(*found) - before);
  const auto length = static_cast<double>(moments_.end_of(step) - moments_.begin_of(step));
  return moments_.begin_of(step) + static_cast<std::uint64_t>(std::llround(part * length));
}

Frame Replay::at(const Cursor& cursor) const {
  Frame frame;
  Position at;
  at.moment = std::min(cursor.moment, moments_.count());
  at.step = moments_.step_at(at.moment);
  at.now = moments_.within(at.moment);
  at.lit_from_begin = cursor.grain != Grain::event || at.moment == 0;
  if (!at.lit_from_begin && moments_.step_at(at.moment - 1) == at.step) at.before = moments_.within(at.moment - 1);
  else at.lit_from_begin = true;
  show_place(frame, {at.moment, cursor.grain, cursor.block, cursor.thread});
  if (order_.step_count() == 0) return frame;
  for (std::uint32_t path = 0; path < order_.paths().size(); ++path)
    at.paths.push_back(
        {events_before(path, at.step), moments_.events_in(path, at.step), moments_.leaves_barrier(path, at.step)});
  show_threads(frame, at);
  show_elements(frame, at);
  show_c(frame, at);
  show_shared(frame, at);
  show_windows(frame);
  show_arithmetic(frame);
  show_counts(frame, at);
  return frame;
}

void Replay::show_place(Frame& frame, const Cursor& cursor) const {
  frame.moment = cursor.moment;
  frame.moments = moments_.count();
  frame.steps = order_.step_count();
  frame.phases = static_cast<std::uint32_t>(order_.phases().size());
  frame.at_begin = frame.moment == 0;
  frame.at_end = frame.moment == frame.moments;
  frame.block = cursor.block;
  frame.thread = cursor.thread;
  frame.c.resize(trace_->c().size());
  frame.counts = frame.thread_counts = no_counts(*trace_);
  if (frame.steps == 0) return;
  frame.step = moments_.step_at(frame.moment);
  frame.interval = order_.interval_of(frame.step);
  if (!frame.at_begin) frame.line = order_.step(frame.step).line;
  for (std::uint32_t phase = 0; phase < frame.phases; ++phase)
    if (order_.phases()[phase].first_step <= frame.step && frame.step < order_.phases()[phase].end_step)
      frame.phase = phase;
}

void Replay::show_threads(Frame& frame, const Position& at) const {
  for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
    ThreadNow now;
    now.path = order_.path_of(frame.block, thread);
    const Path& path = order_.paths()[now.path];
    const std::uint32_t before = at.paths[now.path].events_before, in_step = at.paths[now.path].in_step;
    now.done = at.done(now.path, thread);
    now.lit_end = now.done;
    now.lit_begin = at.lit_begin(now.path, thread);
    const Column events = trace_->events(frame.block, thread);
    if (now.done > 0) now.line = events[now.done - 1].line();
    now.makes_c = !ways_[now.path].results.empty();
    now.activity = now.done > before ? activity(now.path, at.step)
                   : in_step == 0    ? activity(now.path, at.step)
                   : now.done == 0   ? Activity::ready
                                     : activities_[now.path][moments_.step_of(frame.block, thread, now.done - 1)];
    if (now.done == 0 && frame.at_begin) now.activity = Activity::ready;
    if (now.done == path.events.back() && now.done == before)
      now.activity = waits_for_ever(events) ? Activity::waiting : Activity::done;
    for (std::uint32_t n = now.done; n > before && !now.sum; --n)
      if (events[n - 1].kind() == Kind::partial_sum) now.sum = events[n - 1].value;
    if (!now.sum && at.step > 0)
      if (const std::uint32_t newest = ways_[now.path].newest_sum[at.step - 1]; newest > 0)
        now.sum = events[newest - 1].value;
    frame.threads.push_back(now);
  }
  const bool some_lit = std::any_of(frame.threads.begin(), frame.threads.end(),
                                    [](const ThreadNow& thread) { return thread.lit_begin < thread.lit_end; });
  frame.activity = most_common(frame.threads, some_lit);
}

namespace {

// The events of different threads lie far apart. They are asked for many at a time, so that the processor need not wait
// for one after the other.
template <class Take>
class Ahead {
 public:
  explicit Ahead(Take take) : take_(take) {}
  ~Ahead() { take_all(); }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  void add(const Event& event, bool here) {
    __builtin_prefetch(&event);
    wanted_[count_++] = {&event, here};
    if (count_ == wanted_.size()) take_all();
  }

 private:
  void take_all() {
    for (std::size_t n = 0; n < count_; ++n) take_(*wanted_[n].event, wanted_[n].here);
    count_ = 0;
  }

  struct Wanted {
    const Event* event;
    bool here;  // in the focused block
  };
  Take take_;
  std::array<Wanted, 64> wanted_{};
  std::size_t count_ = 0;
};

}  // namespace

void Replay::show_elements(Frame& frame, const Position& at) const {
  frame.elements.resize(trace_->arrays().size());
  for (std::size_t array = 0; array < frame.elements.size(); ++array)
    if (is_global(*trace_, static_cast<std::uint8_t>(array)))
      frame.elements[array].resize(static_cast<std::size_t>(trace_->arrays()[array].elements()));
  if (order_.step_count() == 0 || arrays_[at.step] == no_array) return;  // nobody touches global memory in this step
  Ahead touched([&](const Event& event, bool here) {
    if (event.kind() != Kind::global_load && event.kind() != Kind::global_store) return;
    ElementNow& element = frame.elements[event.array()][event.index];
    const bool is_read = event.kind() == Kind::global_load;
    if (here)
      (is_read ? element.read : element.written) = true;
    else
      (is_read ? element.read_elsewhere : element.written_elsewhere) = true;
  });
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
      const std::uint32_t path = order_.path_of(block, thread);
      if (at.paths[path].in_step == 0) continue;
      const std::uint32_t end = at.done(path, thread);
      const Column events = trace_->events(block, thread);
      for (std::uint32_t n = at.lit_begin(path, thread); n < end; ++n) touched.add(events[n], block == frame.block);
    }
}

void Replay::show_c(Frame& frame, const Position& at) const {
  Paged<std::uint64_t> stored_at(frame.c.size());  // so that of several stores the last one counts
  std::size_t next_result = 0;
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
      const std::uint32_t path = order_.path_of(block, thread);
      const Way& way = ways_[path];
      if (way.results.empty()) continue;
      const std::uint32_t before = at.paths[path].events_before, in_step = at.paths[path].in_step;
      const std::uint32_t done = at.done(path, thread);
      const Column events = trace_->events(block, thread);
      for (const Result& result : way.results) {
        const std::uint32_t number = result_elements_[next_result++];
        if (number == no_origin) continue;
        if (result.event < done) {
          const std::uint64_t when =
              (std::uint64_t{moments_.step_of(block, thread, result.event)} + 1) << 32 | thread;
          if (when < stored_at[number]) continue;
          stored_at[number] = when;
          frame.c[number] = {CElement::State::stored, &events[result.event]};
          continue;
        }
        if (result.slot < 0) continue;
        const Slot& slot = way.slots[static_cast<std::size_t>(result.slot)];
        const bool whole = done == before + in_step;
        std::uint32_t newest = whole ? slot.last[at.step] : at.step == 0 ? 0 : slot.last[at.step - 1];
        for (std::uint32_t n = done; n > before && !whole; --n)
          if (events[n - 1].kind() == Kind::partial_sum && events[n - 1].array() == slot.array &&
              events[n - 1].index == slot.index) {
            newest = n;
            break;
          }
        if (newest > 0 && frame.c[number].state != CElement::State::stored)
          frame.c[number] = {CElement::State::summing, &events[newest - 1]};
      }
    }
}

// Backwards from now, step by step, until every cell's last writer is found.
void Replay::show_shared(Frame& frame, const Position& at) const {
  std::vector<std::int32_t> number_of(trace_->arrays().size(), -1);
  std::size_t open = 0;
  for (std::size_t array = 0; array < trace_->arrays().size(); ++array) {
    if (trace_->arrays()[array].space != Space::shared) continue;
    number_of[array] = static_cast<std::int32_t>(frame.shared.size());
    frame.shared.push_back({static_cast<std::uint8_t>(array), {}, 0});
    frame.shared.back().cells.resize(static_cast<std::size_t>(trace_->arrays()[array].elements()));
    open += frame.shared.back().cells.size();
  }
  const std::uint32_t phase_begin = frame.phase ? order_.phases()[*frame.phase].first_step : 0;
  const auto cell_of = [&](const Event& event) -> SharedCell* {
    if (event.array() >= number_of.size() || number_of[event.array()] < 0) return nullptr;
    return &frame.shared[static_cast<std::size_t>(number_of[event.array()])].cells[event.index];
  };
  for (std::uint32_t step = at.step + 1; step-- > 0 && open > 0;) {
    if (!fills_[step]) continue;
    for (std::uint32_t thread = trace_->threads_per_block(); thread-- > 0;) {
      const ThreadNow& now = frame.threads[thread];
      const std::uint32_t begin = events_before(now.path, step);
      const std::uint32_t end = std::min(now.done, begin + moments_.events_in(now.path, step));
      const Column events = trace_->events(frame.block, thread);
      for (std::uint32_t n = end; n > begin; --n) {
        const Event& event = events[n - 1];
        if (event.kind() != Kind::shared_store) continue;
        SharedCell* cell = cell_of(event);
        if (cell == nullptr || cell->state != SharedCell::State::empty) continue;
        cell->state = step >= phase_begin ? SharedCell::State::filled : SharedCell::State::stale;
        cell->padded = event.origin == no_origin;
        cell->value = event.value;
        cell->thread = thread;
        cell->event = n - 1;
        --open;
      }
    }
  }
  for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
    const Column events = trace_->events(frame.block, thread);
    for (std::uint32_t n = frame.threads[thread].lit_begin; n < frame.threads[thread].lit_end; ++n) {
      const Event& event = events[n];
      if (event.kind() != Kind::shared_load && event.kind() != Kind::shared_store) continue;
      if (SharedCell* cell = cell_of(event)) (event.kind() == Kind::shared_load ? cell->read : cell->written) = true;
    }
  }
  for (SharedNow& shared : frame.shared)
    shared.filled = static_cast<std::uint32_t>(
        std::count_if(shared.cells.begin(), shared.cells.end(),
                      [](const SharedCell& cell) { return cell.state == SharedCell::State::filled; }));
}

// What the block loads from each matrix in the whole of this phase.
void Replay::show_windows(Frame& frame) const {
  if (!frame.phase) return;
  const Phase& phase = order_.phases()[*frame.phase];
  struct Bounds {
    std::uint32_t top = ~0U, left = ~0U, bottom = 0, right = 0;
  };
  std::vector<Bounds> bounds(trace_->arrays().size());
  for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
    const std::uint32_t path = frame.threads[thread].path;
    const Column events = trace_->events(frame.block, thread);
    for (std::uint32_t step = phase.first_step; step < phase.end_step; ++step) {
      if (!fills_[step]) continue;
      const std::uint32_t begin = events_before(path, step);
      for (std::uint32_t n = begin; n < begin + moments_.events_in(path, step); ++n) {
        const std::uint32_t origin = events[n].origin;
        if (events[n].kind() != Kind::shared_store || origin >= n) continue;
        const Event& load = events[origin];  // it may be of the phase before
        if (load.kind() != Kind::global_load) continue;
        const auto columns = static_cast<std::uint32_t>(trace_->arrays()[load.array()].sides[1]);
        Bounds& of = bounds[load.array()];
        of.top = std::min(of.top, load.index / columns);
        of.bottom = std::max(of.bottom, load.index / columns + 1);
        of.left = std::min(of.left, load.index % columns);
        of.right = std::max(of.right, load.index % columns + 1);
      }
    }
  }
  for (std::size_t array = 0; array < bounds.size(); ++array)
    if (const Bounds& of = bounds[array]; of.bottom > 0)
      frame.windows.push_back(
          {static_cast<std::uint8_t>(array), of.top, of.left, of.bottom - of.top, of.right - of.left});
}

Arithmetic::Operand Replay::operand_of(const Frame& frame, std::uint32_t event) const {
  Arithmetic::Operand operand;
  const Column events = trace_->events(frame.block, frame.thread);
  if (event == no_origin) operand.padded = true;
  if (event >= events.size()) return operand;
  const Event& load = events[event];
  operand.value = load.value;
  if (load.array() == no_array) return operand;
  operand.array = load.array();
  operand.element = load.index;
  for (const SharedNow& shared : frame.shared) {
    if (shared.array != load.array() || load.kind() != Kind::shared_load) continue;
    const SharedCell& cell = shared.cells[load.index];
    operand.padded = cell.padded;
    if (cell.state == SharedCell::State::empty || cell.padded) break;
    const Column writer = trace_->events(frame.block, cell.thread);
    const std::uint32_t origin = writer[cell.event].origin;
    if (origin >= writer.size() || writer[origin].kind() != Kind::global_load) break;
    operand.source_array = writer[origin].array();
    operand.source_element = writer[origin].index;
  }
  return operand;
}

void Replay::show_arithmetic(Frame& frame) const {
  const ThreadNow& now = frame.threads[frame.thread];
  const Column events = trace_->events(frame.block, frame.thread);
  for (std::uint32_t n = now.lit_end; n > now.lit_begin; --n) {
    const Event& sum = events[n - 1];
    if (sum.kind() != Kind::partial_sum) continue;
    Arithmetic arithmetic;
    arithmetic.form = sum.sum_form();
    arithmetic.sum_array = sum.array();
    arithmetic.sum_index = sum.index;
    arithmetic.after = sum.value;
    for (std::uint32_t earlier = n - 1; earlier-- > 0;)
      if (events[earlier].kind() == Kind::partial_sum && events[earlier].array() == sum.array() &&
          events[earlier].index == sum.index) {
        arithmetic.before = events[earlier].value;
        break;
      }
    arithmetic.first = operand_of(frame, sum.first_operand(n - 1));
    if (sum.sum_form() == SumForm::multiply_add) arithmetic.second = operand_of(frame, sum.second_operand(n - 1));
    frame.arithmetic = arithmetic;
    return;
  }
}

void Replay::show_counts(Frame& frame, const Position& at) const {
  const Column own = trace_->events(frame.block, frame.thread);
  for (std::uint32_t n = 0; n < frame.threads[frame.thread].done; ++n) count_event(frame.thread_counts, own[n]);
  for (const Footprint& loads : footprint(frame.block, frame.thread))
    frame.footprint_done.push_back(loads.event < frame.threads[frame.thread].done);
  frame.useful_multiply_adds = static_cast<std::uint64_t>(std::llround(work_at(at.moment)));
  const bool whole = at.moment == moments_.end_of(at.step);
  const std::uint32_t whole_steps = whole ? at.step + 1 : at.step;
  if (whole_steps > 0) frame.counts = counts_[whole_steps - 1];
  for (std::uint32_t step = 0; step < whole_steps; ++step) {
    const std::uint32_t line = order_.step(step).line;
    if (frame.line_runs.size() <= line) frame.line_runs.resize(line + 1);
    frame.line_runs[line] += threads_in_[step];
  }
  if (whole) return;
  // Threads of one path that have come equally far have the same counts.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> groups;
  auto group = groups.end();  // of the thread before, which mostly is this one's as well
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < trace_->threads_per_block(); ++thread) {
      const std::uint32_t path = order_.path_of(block, thread);
      const std::pair key{path, at.done(path, thread) - at.paths[path].events_before};
      if (key.second == 0) continue;
      if (group == groups.end() || group->first != key) group = groups.try_emplace(key, 0).first;
      ++group->second;
    }
  for (const auto& [key, threads] : groups) {
    const Path& path = order_.paths()[key.first];
    const Column events = trace_->events(path.block, path.thread);
    const std::uint32_t before = at.paths[key.first].events_before;
    Counts fresh = no_counts(*trace_), all = no_counts(*trace_);
    for (std::uint32_t n = 0; n < before + key.second; ++n) {
      count_event(all, events[n]);
      if (n >= before) count_event(fresh, events[n]);
    }
    add(frame.counts, fresh, threads);
    raise_maxima(frame.counts, all);
    const std::uint32_t line = order_.step(at.step).line;
    if (frame.line_runs.size() <= line) frame.line_runs.resize(line + 1);
    frame.line_runs[line] += threads;
  }
}

std::vector<Footprint> Replay::footprint(std::size_t block, std::uint32_t thread) const {
  std::vector<Footprint> loads;
  const Column events = trace_->events(block, thread);
  for (std::uint32_t n = 0; n < events.size(); ++n)
    if (events[n].kind() == Kind::global_load) loads.push_back({events[n].array(), events[n].index, n});
  return loads;
}

}  // namespace tilescope
