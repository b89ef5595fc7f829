#include "app/replay/replay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace tilescope {

namespace {

Activity most_common(const std::vector<ThreadNow>& threads, bool lit_only) {
  std::array<std::size_t, 8> times{};
  for (const ThreadNow& thread : threads)
    if (!lit_only || thread.lit_begin < thread.lit_end) ++times[static_cast<std::size_t>(thread.activity)];
  return static_cast<Activity>(std::max_element(times.begin(), times.end()) - times.begin());
}

// Makes one frame, part by part; later parts use earlier parts.
class Maker {
 public:
  Maker(const Trace& trace, const Scenery& scenery, const Ways& ways, const Cursor& cursor)
      : trace_(trace),
        scenery_(scenery),
        order_(scenery.order()),
        moments_(scenery.moments()),
        ways_(ways),
        cursor_(cursor) {}

  Frame make() {
    show_place();
    if (frame_.steps == 0) return std::move(frame_);
    find_paths();
    show_threads();
    show_touched();
    show_shuffles();
    show_strays();
    show_wanted();
    show_elements();
    show_written();
    show_shared();
    show_windows();
    show_loads();
    if (!show_arithmetic()) show_moves();
    frame_.warp = warp_step(trace_, order_, frame_.block, frame_.thread / warp_lanes, frame_.step);
    show_counts();
    return std::move(frame_);
  }

 private:
  void show_place() {
    frame_.scenery = &scenery_;
    frame_.called = trace_.launch().kernel;
    frame_.moment = std::min(cursor_.moment, moments_.count());
    frame_.moments = moments_.count();
    frame_.steps = order_.step_count();
    frame_.phases = static_cast<std::uint32_t>(order_.phases().size());
    frame_.at_begin = frame_.moment == 0;
    frame_.at_end = frame_.moment == frame_.moments;
    frame_.block = cursor_.block;
    frame_.thread = cursor_.thread;
    frame_.only_warp = cursor_.only_warp && trace_.threads_per_block() > warp_lanes;
    frame_.written.resize(trace_.arrays().size());
    for (std::uint8_t array = 0; array < frame_.written.size(); ++array)
      if (scenery_.is_written(array))
        frame_.written[array].resize(static_cast<std::size_t>(trace_.arrays()[array].elements()));
    frame_.counts = frame_.thread_counts = scenery_.no_counts();
    if (frame_.steps == 0) return;
    frame_.step = moments_.step_at(frame_.moment);
    frame_.interval = order_.interval_of(frame_.step);
    if (!frame_.at_begin) frame_.line = order_.step(frame_.step).line;
    for (std::uint32_t phase = 0; phase < frame_.phases; ++phase)
      if (order_.phases()[phase].first_step <= frame_.step && frame_.step < order_.phases()[phase].end_step)
        frame_.phase = phase;
  }

  void find_paths() {
    now_ = moments_.within(frame_.moment);
    const bool one_event = cursor_.grain == Grain::event && !frame_.at_begin;
    lit_from_begin_ = !one_event || moments_.step_at(frame_.moment - 1) != frame_.step;
    if (!lit_from_begin_) before_ = moments_.within(frame_.moment - 1);
    for (std::uint32_t path = 0; path < order_.paths().size(); ++path)
      paths_.push_back({scenery_.events_before(path, frame_.step), moments_.events_in(path, frame_.step),
                        moments_.leaves_barrier(path, frame_.step)});
  }

  [[nodiscard]] Column events_of(std::uint32_t thread) const { return trace_.events(frame_.block, thread); }

  // How many events a thread has done; the second function gives its first lit event.
  [[nodiscard]] std::uint32_t done(std::uint32_t path, std::uint32_t thread) const {
    const PathNow& of = paths_[path];
    return of.before + now_.done(thread, of.in_step, of.leaves_barrier);
  }
  [[nodiscard]] std::uint32_t lit_begin(std::uint32_t path, std::uint32_t thread) const {
    const PathNow& of = paths_[path];
    return lit_from_begin_ ? of.before : of.before + before_.done(thread, of.in_step, of.leaves_barrier);
  }

  // The number of the newest partial sum of a slot within the thread's first `first_ones` events, plus one.
  [[nodiscard]] std::uint32_t newest(std::uint32_t path, const Column& events, std::uint32_t first_ones,
                                     std::size_t slot) const {
    const PathNow& of = paths_[path];
    const Way& way = ways_.of_path[path];
    if (first_ones == of.before + of.in_step) return way.last_at(frame_.step)[slot];
    for (std::uint32_t n = first_ones; n > of.before; --n)
      if (events[n - 1].kind() == Kind::partial_sum &&
          (slot == way.all_slots() || way.slots[slot].is_of(events[n - 1])))
        return n;
    return frame_.step == 0 ? 0 : way.last_at(frame_.step - 1)[slot];
  }

  void show_threads() {
    frame_.threads.reserve(trace_.threads_per_block());
    frame_.sums.reserve(trace_.threads_per_block() * ways_.of_path[order_.path_of(frame_.block, 0)].slots.size());
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) show_thread(thread);
    free_waiting();
    const bool some_lit = std::any_of(frame_.threads.begin(), frame_.threads.end(),
                                      [](const ThreadNow& thread) { return thread.lit_begin < thread.lit_end; });
    frame_.activity = most_common(frame_.threads, some_lit);
  }

  void show_thread(std::uint32_t thread) {
    ThreadNow& now = frame_.threads.emplace_back();
    now.path = order_.path_of(frame_.block, thread);
    now.done = now.lit_end = done(now.path, thread);
    now.lit_begin = lit_begin(now.path, thread);
    const Column events = events_of(thread);
    if (now.done > 0) now.line = events[now.done - 1].line();
    now.step = step_of(now);
    now.activity = activity_of(now);
    const Way& way = ways_.of_path[now.path];
    now.makes_c = !way.results.empty();
    const std::uint32_t sum = newest(now.path, events, now.done, way.all_slots());
    if (sum > 0) now.sum = Value::of(events[sum - 1]);
    now.product = product_of(now, events);
    now.sums_begin = static_cast<std::uint32_t>(frame_.sums.size());
    for (std::size_t slot = 0; slot < way.slots.size(); ++slot)
      if (const std::uint32_t last = newest(now.path, events, now.done, slot); last > 0)
        // Threads on one path may have different elements.
        frame_.sums.push_back(
            {way.slots[slot].array, events[last - 1].index, events.value_of(last - 1), way.slots[slot].adds});
    now.sums_end = static_cast<std::uint32_t>(frame_.sums.size());
  }

  [[nodiscard]] Activity activity_of(const ThreadNow& now) const {
    const Path& path = order_.paths()[now.path];
    const PathNow& of = paths_[now.path];
    if (now.done == 0 && !path.visits.empty() && (frame_.at_begin || of.in_step > 0)) return Activity::ready;
    return scenery_.activity(now.path, now.step);
  }

  // The current step, or the previous step for a thread that has yet to start on the current one.
  [[nodiscard]] std::uint32_t step_of(const ThreadNow& now) const {
    const PathNow& of = paths_[now.path];
    if (now.done == 0 || now.done > of.before || of.in_step == 0) return frame_.step;
    return order_.paths()[now.path].step_of(now.done - 1);
  }

  // With turns, a thread may still be at a barrier that has opened: it only waits for its turn.
  void free_waiting() {
    if (!order_.is_of_turns()) return;
    const TurnSteps& turn = order_.turn_at(frame_.step);
    const auto times = [&](const ThreadNow& thread) { return scenery_.barriers_in(thread.path, thread.done); };
    std::size_t least = ~std::size_t{0};
    for (const ThreadNow& thread : frame_.threads)
      if (thread.activity != Activity::done) least = std::min(least, times(thread));
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      ThreadNow& now = frame_.threads[thread];
      const bool has_turn = turn.block == frame_.block && turn.thread == thread;
      if (now.activity == Activity::waiting && !has_turn && times(now) <= least) now.activity = Activity::ready;
    }
  }

  [[nodiscard]] std::optional<Product> product_of(const ThreadNow& now, const Column& events) const {
    for (std::uint32_t n = now.lit_end; n-- > now.lit_begin;) {
      const Event& sum = events[n];
      if (sum.kind() != Kind::partial_sum || sum.sum_form() != SumForm::multiply_add) continue;
      const std::uint32_t first = sum.first_operand(n), second = sum.second_operand(n);
      if (first > n || second > n) break;
      return Product{sum_before(now, events, n), events.value_of(first), events.value_of(second), events.value_of(n)};
    }
    return std::nullopt;
  }

  // The sum before this event; empty if the sum began here.
  [[nodiscard]] KeptValue sum_before(const ThreadNow& now, const Column& events, std::uint32_t sum) const {
    // In memory that other threads may change, it is the value that the thread has just read.
    constexpr std::uint32_t near = 16;
    const Event made = events[sum];
    if (made.array() < trace_.arrays().size() && trace_.arrays()[made.array()].space != Space::local)
      for (std::uint32_t n = sum; n > 0 && sum - n < near; --n) {
        const Event read = events[n - 1];
        const bool is_load = read.kind() == Kind::global_load || read.kind() == Kind::shared_load;
        // Members with other types have indices in other units.
        if (is_load && read.array() == made.array() && read.index == made.index && read.at->number == made.at->number &&
            read.at->bytes == made.at->bytes)
          return events.value_of(n - 1);
      }
    const std::int32_t slot = ways_.of_path[now.path].slot_of(events[sum]);
    const std::uint32_t last = slot < 0 ? 0 : newest(now.path, events, sum, static_cast<std::size_t>(slot));
    return last == 0 ? KeptValue() : events.value_of(last - 1);
  }

  // A sum in memory starts anew, unless this step has already read its value or begun the sum.
  [[nodiscard]] bool goes_on(const ThreadNow& now, const Column& events, std::uint32_t sum, bool has_before) const {
    const Event made = events[sum];
    if (made.array() >= trace_.arrays().size() || trace_.arrays()[made.array()].space == Space::local) return true;
    for (std::uint32_t n = now.lit_begin; has_before && n < sum; ++n) {
      const Event before = events[n];
      const bool is_load = before.kind() == Kind::global_load || before.kind() == Kind::shared_load;
      if ((is_load || before.kind() == Kind::partial_sum) && before.array() == made.array() &&
          before.index == made.index)
        return true;
    }
    return false;
  }

  void show_touched() {
    Touched& touched = frame_.touched;
    const ThreadNow* last = nullptr;
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      const ThreadNow& now = frame_.threads[thread];
      // Threads on one path access the same arrays.
      if (last != nullptr && now.path == last->path && now.lit_begin == last->lit_begin && now.lit_end == last->lit_end)
        continue;
      last = &now;
      const Column events = events_of(thread);
      for (std::uint32_t n = now.lit_begin; n < now.lit_end; ++n) switch (events[n].kind()) {
          case Kind::global_load: touched.loaded.insert(events[n].array()); break;
          case Kind::shared_store:
            touched.filled.insert(events[n].array());
            if (events[n].origin != no_origin) touched.fills_with_values = true;
            if (events[n].origin != no_origin)
              (is_load(events, events[n].origin) ? touched.fills_with_copies : touched.fills_with_results) = true;
            break;
          case Kind::shared_load: touched.read.insert(events[n].array()); break;
          case Kind::global_store: touched.stored.insert(events[n].array()); break;
          case Kind::atomic:
            (scenery_.is_global(events[n].array()) ? touched.stored : touched.filled).insert(events[n].array());
            touched.by_atomics.insert(events[n].array());
            break;
          case Kind::out_of_bounds:
            touched.strays = true;
            if (events[n].stray_store()) touched.stray_stores = true;
            break;
          case Kind::shuffle: touched.shuffles = true; break;
          case Kind::vote: (waits_for_warp(events[n]) ? touched.warp_waits : touched.votes) = true; break;
          default: break;
        }
    }
  }

  void show_strays() {
    if (!frame_.touched.strays) return;
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      const ThreadNow& now = frame_.threads[thread];
      const Column events = events_of(thread);
      for (std::uint32_t n = now.lit_begin; n < now.lit_end; ++n)
        if (const Event event = events[n]; event.kind() == Kind::out_of_bounds && event.array() != no_array)
          frame_.strays.push_back({event.array(), static_cast<std::int32_t>(event.index), thread});
    }
  }

  static bool is_load(const Column& events, std::uint32_t number) {
    return number < events.size() &&
           (events[number].kind() == Kind::global_load || events[number].kind() == Kind::shared_load);
  }
  static bool waits_for_warp(const Event& event) { return static_cast<WarpKind>(event.operand()) == WarpKind::wait; }

  void show_shuffles() {
    if (!frame_.touched.shuffles && !frame_.touched.votes && !frame_.touched.warp_waits) return;
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      const ThreadNow& now = frame_.threads[thread];
      const Column events = events_of(thread);
      for (std::uint32_t n = now.lit_begin; n < now.lit_end; ++n) {
        const Event event = events[n];
        if (event.kind() == Kind::shuffle)
          frame_.shuffles.push_back({thread, event.index, Value::of(event), {}, false});
        else if (event.kind() == Kind::vote)
          frame_.shuffles.push_back({thread, {}, Value::of(event), Value::given_by(event), waits_for_warp(event)});
      }
    }
  }

  void show_wanted() {
    if (frame_.touched.by_atomics.empty()) return;
    std::map<ElementOf, std::uint32_t> threads;
    const auto look_at = [&](const Column& events, std::uint32_t begin, std::uint32_t end, bool here) {
      for (std::uint32_t n = begin; n < end; ++n)
        if (const Event event = events[n]; event.kind() == Kind::atomic && (here || scenery_.is_global(event.array())))
          ++threads[{event.array(), event.index}];
    };
    for (const std::size_t block : scenery_.blocks())
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
        const std::uint32_t path = order_.path_of(block, thread);
        if (paths_[path].in_step == 0) continue;
        look_at(trace_.events(block, thread), lit_begin(path, thread), done(path, thread), block == frame_.block);
      }
    for (const auto& [element, count] : threads) frame_.wanted.push_back({element, count});
  }

  void show_elements() {
    frame_.elements.resize(trace_.arrays().size());
    for (std::size_t array = 0; array < frame_.elements.size(); ++array)
      if (scenery_.is_global(static_cast<std::uint8_t>(array)))
        frame_.elements[array].resize(static_cast<std::size_t>(trace_.arrays()[array].elements()));
    if (scenery_.array_of(frame_.step) == no_array) return;  // no thread accesses global memory in this step
    for (const std::size_t block : scenery_.blocks())
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
        const std::uint32_t path = order_.path_of(block, thread);
        if (paths_[path].in_step == 0) continue;
        const std::uint32_t end = done(path, thread);
        const Column events = trace_.events(block, thread);
        for (std::uint32_t n = lit_begin(path, thread); n < end; ++n)
          touch(events[n], block == frame_.block && is_lit(frame_, thread));
      }
  }

  void touch(const Event& event, bool here) {
    const bool both = event.kind() == Kind::atomic && scenery_.is_global(event.array());
    const bool reads = both || event.kind() == Kind::global_load, writes = both || event.kind() == Kind::global_store;
    if (!reads && !writes) return;
    ElementNow& element = frame_.elements[event.array()][event.index];
    if (reads) (here ? element.read : element.read_elsewhere) = true;
    if (writes) (here ? element.written : element.written_elsewhere) = true;
  }

  void show_written() {
    // By step, block and thread, so that the last of several stores counts.
    using When = std::array<std::uint32_t, 3>;
    std::vector<Paged<When>> stored_at;
    for (const Paged<CElement>& written : frame_.written) stored_at.emplace_back(written.size());
    std::size_t next_result = 0;
    std::vector<Neighbours> values;  // by result of a thread
    for (const std::size_t block : scenery_.blocks())
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
        const std::uint32_t path = order_.path_of(block, thread);
        const Way& way = ways_.of_path[path];
        if (way.results.empty()) continue;
        const std::uint32_t done_now = done(path, thread);
        const Column events = trace_.events(block, thread);
        if (values.size() < way.results.size()) values.resize(way.results.size());
        for (const Result& result : way.results) {
          Neighbours& beside = values[static_cast<std::size_t>(&result - way.results.data())];
          const std::uint32_t number = ways_.elements[next_result++];
          const std::uint8_t array = result.array;
          if (array == no_array) continue;
          if (result.event < done_now) {
            const When when{moments_.step_of(block, thread, result.event) + 1, static_cast<std::uint32_t>(block),
                            thread};
            if (when < stored_at[array][number]) continue;
            stored_at[array][number] = when;
            frame_.written[array][number] = {CElement::State::stored, beside.value_of(events, result.event)};
          } else if (result.slot >= 0) {
            const std::uint32_t last = newest(path, events, done_now, static_cast<std::size_t>(result.slot));
            if (last == 0) continue;
            CElement& element = frame_.written[array][number];
            const bool adds = way.slots[static_cast<std::size_t>(result.slot)].adds;
            if (element.state != CElement::State::stored)
              element = {adds ? CElement::State::summing : CElement::State::choosing,
                         beside.value_of(events, last - 1)};
          }
        }
      }
  }

  // Null if the event is not about shared memory.
  [[nodiscard]] SharedCell* cell_of(const Event& event) {
    for (SharedNow& shared : frame_.shared)
      if (shared.array == event.array()) return &shared.cells[event.index];
    return nullptr;
  }

  void show_shared() {
    for (std::size_t array = 0; array < trace_.arrays().size(); ++array) {
      const ArrayInfo& info = trace_.arrays()[array];
      if (info.space != Space::shared) continue;
      const auto cells = static_cast<std::size_t>(info.elements());
      frame_.shared.push_back({static_cast<std::uint8_t>(array), std::vector<SharedCell>(cells), 0});
    }
    find_writers();
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      if (!is_lit(frame_, thread)) continue;
      const Column events = events_of(thread);
      for (std::uint32_t n = frame_.threads[thread].lit_begin; n < frame_.threads[thread].lit_end; ++n) {
        const Event& event = events[n];
        const bool both = event.kind() == Kind::atomic;
        if (event.kind() != Kind::shared_load && event.kind() != Kind::shared_store && !both) continue;
        SharedCell* const cell = cell_of(event);
        if (cell == nullptr) continue;
        cell->read = cell->read || both || event.kind() == Kind::shared_load;
        cell->written = cell->written || both || event.kind() == Kind::shared_store;
      }
    }
    for (SharedNow& shared : frame_.shared)
      shared.filled = static_cast<std::uint32_t>(
          std::count_if(shared.cells.begin(), shared.cells.end(),
                        [](const SharedCell& cell) { return cell.state == SharedCell::State::filled; }));
  }

  // The range of the block's threads that may have events in a step.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> threads_in(std::uint32_t step) const {
    if (!order_.is_of_turns()) return {0, trace_.threads_per_block()};
    const TurnSteps& turn = order_.turn_at(step);
    return {turn.thread, turn.block == frame_.block ? turn.thread + 1 : turn.thread};
  }

  // Goes back step by step until the last writer of every cell is found.
  void find_writers() {
    std::size_t open = 0;
    for (const SharedNow& shared : frame_.shared) open += shared.cells.size();
    const bool stores_padding = scenery_.words().stores_padding;
    const std::uint32_t phase_begin = frame_.phase ? order_.phases()[*frame_.phase].first_step : 0;
    for (std::uint32_t step = frame_.step + 1; step-- > 0 && open > 0;) {
      if (!scenery_.fills(step)) continue;
      const auto [first, end] = threads_in(step);
      for (std::uint32_t thread = end; thread-- > first;) {
        const ThreadNow& now = frame_.threads[thread];
        const std::uint32_t begin = scenery_.events_before(now.path, step);
        const Column events = events_of(thread);
        for (std::uint32_t n = std::min(now.done, begin + moments_.events_in(now.path, step)); n-- > begin;) {
          const Event event = events[n];
          if (event.kind() != Kind::shared_store && event.kind() != Kind::atomic) continue;
          SharedCell* cell = cell_of(event);
          if (cell == nullptr || cell->state != SharedCell::State::empty) continue;
          *cell = {step >= phase_begin ? SharedCell::State::filled : SharedCell::State::stale,
                   event.kind() == Kind::shared_store && event.origin == no_origin && stores_padding,
                   false,
                   false,
                   Value::left_by(event),
                   thread,
                   n};
          --open;
        }
      }
    }
  }

  // The parts of the matrices that the block stores to shared memory in this phase.
  void show_windows() {
    if (!frame_.phase) return;
    std::vector<TileWindow> windows(trace_.arrays().size(), {no_array, ~0U, ~0U, 0, 0});
    const Phase& phase = order_.phases()[*frame_.phase];
    for (std::uint32_t thread = 0; thread < frame_.threads.size(); ++thread) {
      const std::uint32_t path = frame_.threads[thread].path;
      const Column events = events_of(thread);
      for (std::uint32_t step = phase.first_step; step < phase.end_step; ++step) {
        if (!scenery_.fills(step)) continue;
        const std::uint32_t begin = scenery_.events_before(path, step);
        for (std::uint32_t n = begin; n < begin + moments_.events_in(path, step); ++n) {
          const std::uint32_t origin = events[n].origin;  // may belong to an earlier phase
          if (events[n].kind() == Kind::shared_store && origin < n && events[origin].kind() == Kind::global_load)
            widen(windows[events[origin].array()], events[origin]);
        }
      }
    }
    for (TileWindow& window : windows) {
      if (window.rows == 0) continue;
      window.rows -= window.row;
      window.columns -= window.column;
      frame_.windows.push_back(window);
    }
  }

  // Until all loads are included, `rows` and `columns` are the window's end.
  void widen(TileWindow& window, const Event& load) const {
    const std::vector<std::int64_t>& sides = trace_.arrays()[load.array()].sides;
    const auto columns = static_cast<std::uint32_t>(sides.empty() ? 1 : sides.back());
    const std::uint32_t row = load.index / columns, column = load.index % columns;
    window = {load.array(), std::min(window.row, row), std::min(window.column, column), std::max(window.rows, row + 1),
              std::max(window.columns, column + 1)};
  }

  void show_loads() {
    frame_.footprint = footprint_of(trace_, frame_.block, frame_.thread);
    if (cursor_.partner)
      frame_.partner = {*cursor_.partner,
                        loads_in_common(frame_.footprint, footprint_of(trace_, frame_.block, *cursor_.partner))};
  }

  [[nodiscard]] Arithmetic::Operand operand_of(std::uint32_t event) {
    Arithmetic::Operand operand;
    const Column events = events_of(frame_.thread);
    if (event == no_origin) operand.padded = true;
    if (event >= events.size()) return operand;
    const Event& load = events[event];
    operand.value = Value::of(load);
    if (load.array() == no_array) return operand;
    operand.array = load.array();
    operand.element = load.index;
    const SharedCell* const cell = load.kind() == Kind::shared_load ? cell_of(load) : nullptr;
    if (cell == nullptr) return operand;
    operand.padded = cell->padded;
    if (cell->state == SharedCell::State::empty || cell->padded) return operand;
    const Column writer = events_of(cell->thread);
    const std::uint32_t origin = writer[cell->event].origin;
    if (origin >= writer.size() || writer[origin].kind() != Kind::global_load) return operand;
    operand.source_array = writer[origin].array();
    operand.source_element = writer[origin].index;
    return operand;
  }

  // A plain counter, such as ++n in a loop, matters less than a value that was stored in the same step.
  [[nodiscard]] bool counts_what_was_stored(const ThreadNow& now, const Column& events, std::uint32_t sum) const {
    if (trace_.arrays()[events[sum].array()].space != Space::local) return false;
    if (events[sum].first_operand(sum) < events.size() || events[sum].second_operand(sum) < events.size()) return false;
    for (std::uint32_t n = now.lit_begin; n < sum; ++n)
      if (const Kind kind = events[n].kind();
          kind == Kind::global_store || kind == Kind::shared_store || kind == Kind::atomic)
        return true;
    return false;
  }

  // The newest sum of the selected thread in this step. Returns false if there is none.
  bool show_arithmetic() {
    const ThreadNow& now = frame_.threads[frame_.thread];
    const Column events = events_of(frame_.thread);
    for (std::uint32_t n = now.lit_end; n-- > now.lit_begin;) {
      const Event& sum = events[n];
      if (sum.kind() != Kind::partial_sum || counts_what_was_stored(now, events, n)) continue;
      Arithmetic& arithmetic = frame_.arithmetic.emplace();
      arithmetic.form = sum.sum_form();
      arithmetic.sum_array = sum.array();
      arithmetic.sum_index = sum.index;
      // The sum in an assignment has two operands, an addition to a variable has one.
      const bool is_of_two = sum.sum_form() == SumForm::add && sum.second_operand(n) < events.size();
      const KeptValue before = sum_before(now, events, n);
      if (before) arithmetic.before = before;
      arithmetic.is_onto = !is_of_two && goes_on(now, events, n, static_cast<bool>(before));
      arithmetic.after = Value::of(sum);
      arithmetic.line = sum.line();
      arithmetic.first = operand_of(sum.first_operand(n));
      if (is_of_two || has_two_operands(sum.sum_form())) arithmetic.second = operand_of(sum.second_operand(n));
      return true;
    }
    return false;
  }

  void show_moves() {
    const ThreadNow& now = frame_.threads[frame_.thread];
    const Column events = events_of(frame_.thread);
    for (std::uint32_t n = now.lit_begin; n < now.lit_end; ++n) {
      const Event& event = events[n];
      if (event.array() == no_array) continue;
      Move& move = frame_.moves.emplace_back();
      move.element = {event.array(), event.index};
      move.value = Value::left_by(event);
      move.line = event.line();
      if (event.kind() == Kind::atomic) move.found = Value::of(event);
      move.strays = event.kind() == Kind::out_of_bounds;
      move.stores = event.kind() == Kind::shared_store || event.kind() == Kind::global_store ||
                    event.kind() == Kind::atomic || (move.strays && event.stray_store());
      move.goes_on = event.width() == Width::rest;
      move.pads = event.kind() == Kind::shared_store && event.origin == no_origin && scenery_.words().stores_padding;
      if (move.stores && !move.strays && event.origin < events.size() && events[event.origin].array() != no_array)
        move.origin = {events[event.origin].array(), events[event.origin].index};
    }
  }

  void show_counts() {
    const Column own = events_of(frame_.thread);
    for (std::uint32_t n = 0; n < frame_.threads[frame_.thread].done; ++n) count_event(frame_.thread_counts, own[n]);
    frame_.useful_multiply_adds = static_cast<std::uint64_t>(std::llround(scenery_.work_at(frame_.moment)));
    const bool whole = frame_.moment == moments_.end_of(frame_.step);
    const std::uint32_t whole_steps = whole ? frame_.step + 1 : frame_.step;
    if (whole_steps > 0) frame_.counts = scenery_.counts_after(whole_steps - 1);
    for (std::uint32_t step = 0; step < whole_steps; ++step)
      add_runs(order_.step(step).line, scenery_.threads_in(step));
    if (!whole) count_begun_step();
  }

  void add_runs(std::uint32_t line, std::uint64_t runs) {
    if (frame_.line_runs.size() <= line) frame_.line_runs.resize(line + 1);
    frame_.line_runs[line] += runs;
  }

  // Threads on one path with the same progress have the same counts.
  void count_begun_step() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> groups;
    auto group = groups.end();  // of the previous thread, usually also of this one
    for (const std::size_t block : scenery_.blocks())
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
        const std::uint32_t path = order_.path_of(block, thread);
        const std::pair key{path, done(path, thread)};
        if (key.second == paths_[path].before) continue;
        if (group == groups.end() || group->first != key) group = groups.try_emplace(key, 0).first;
        ++group->second;
      }
    for (const auto& [key, threads] : groups) {
      const Path& path = order_.paths()[key.first];
      const Column events = trace_.events(path.block, path.thread);
      Counts fresh = scenery_.no_counts(), all = fresh;
      for (std::uint32_t n = 0; n < key.second; ++n) {
        count_event(all, events[n]);
        if (n >= paths_[key.first].before) count_event(fresh, events[n]);
      }
      add_threads(frame_.counts, fresh, threads, all);
      add_runs(order_.step(frame_.step).line, threads);
    }
  }

  // The events of a path before the current step and in it.
  struct PathNow {
    std::uint32_t before = 0, in_step = 0;
    bool leaves_barrier = false;
  };

  const Trace& trace_;
  const Scenery& scenery_;
  const Order& order_;
  const Moments& moments_;
  const Ways& ways_;
  const Cursor& cursor_;
  Frame frame_;
  Moments::Within now_, before_;  // the progress of the threads, now and before the lit events
  bool lit_from_begin_ = true;    // the whole step is lit, not only its last event
  std::vector<PathNow> paths_;
};

// With turns, the tables have an entry for each thread and step, and each visit is a step.
const Turns& require_small(const Trace& trace, const Turns& turns) {
  constexpr double most = 1 << 26;
  double steps = static_cast<double>(turns.size()), threads = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    threads += trace.threads_per_block();
    for (std::uint32_t thread = 0; thread < trace.threads_per_block() && steps * threads <= most; ++thread)
      steps += static_cast<double>(visits_of(trace.events(block, thread)).size());
  }
  if (steps * threads > most) throw TooLarge{};
  return turns;
}

}  // namespace

Replay::Replay(std::shared_ptr<const Trace> trace)
    : trace_(std::move(trace)), scenery_(*trace_), ways_(ways_of(*trace_, scenery_)) {}

Replay::Replay(std::shared_ptr<const Trace> trace, const Turns& turns)
    : trace_(std::move(trace)), scenery_(*trace_, &require_small(*trace_, turns)), ways_(ways_of(*trace_, scenery_)) {}

Frame Replay::at(const Cursor& cursor) const { return Maker(*trace_, scenery_, ways_, cursor).make(); }

std::vector<Footprint> footprint_of(const Trace& trace, std::size_t block, std::uint32_t thread) {
  std::vector<Footprint> loads;
  const Column events = trace.events(block, thread);
  for (std::uint32_t n = 0; n < events.size(); ++n)
    if (events[n].kind() == Kind::global_load) loads.push_back({events[n].array(), events[n].index, n});
  return loads;
}

SharedLoads loads_in_common(const std::vector<Footprint>& one, const std::vector<Footprint>& other) {
  SharedLoads common;
  std::set<std::pair<std::uint8_t, std::uint32_t>> theirs, seen;
  for (const Footprint& load : one) seen.insert({load.array, load.element});
  for (const Footprint& load : other) {
    if (!seen.count({load.array, load.element})) continue;
    ++common.duplicates;
    theirs.insert({load.array, load.element});
  }
  for (const Footprint& load : one)
    if (theirs.erase({load.array, load.element}) > 0) common.elements.push_back(load);
  return common;
}

}  // namespace tilescope
