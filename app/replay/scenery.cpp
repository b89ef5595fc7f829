#include "app/replay/scenery.h"

#include <algorithm>
#include <cmath>

#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

Activity activity_of(const Column& events, const Visit& visit, bool stores_padding) {
  bool loads = false, fills = false, pads = false, sums = false;
  for (std::uint32_t n = visit.first; n < visit.end; ++n) {
    const Event& event = events[n];
    switch (event.kind()) {
      case Kind::barrier_arrive:
      case Kind::barrier_release: return Activity::waiting;
      case Kind::shuffle:
      case Kind::vote: return Activity::exchanging;
      case Kind::partial_sum: sums = true; break;
      case Kind::atomic:
      case Kind::global_store:
        if (!sums) return Activity::storing;
        break;
      case Kind::shared_store: (event.origin == no_origin && stores_padding ? pads : fills) = true; break;
      default: loads = true; break;
    }
  }
  if (sums) return Activity::multiplying;
  return pads && !fills && !loads ? Activity::padding : Activity::loading;
}

// Whether the thread waits forever: after a fault, a barrier may never open.
bool waits_for_ever(const Column& events) {
  return events.size() > 0 && events[events.size() - 1].kind() == Kind::barrier_arrive;
}

std::vector<std::size_t> recorded_blocks(const Trace& trace) {
  std::vector<std::size_t> blocks;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded()) blocks.push_back(block);
  return blocks;
}

}  // namespace

Scenery::Scenery(const Trace& trace, const Turns* turns)
    : trace_(trace),
      order_(turns == nullptr ? Order(trace) : Order(trace, *turns)),
      moments_(trace, order_),
      blocks_(recorded_blocks(trace)) {
  is_written_.resize(arrays().size());
  is_read_.resize(arrays().size());
  for (const Site& site : trace.sites()) {
    if (!is_global(site.array)) continue;
    if (site.kind == Kind::global_store || site.kind == Kind::atomic) is_written_[site.array] = true;
    if (site.kind == Kind::global_load || site.kind == Kind::atomic) is_read_[site.array] = true;
  }
  if (const auto product = reading::matrices_of(launch())) {
    sides_ = reading::sides_of(launch());
    c_ = static_cast<std::uint8_t>(product->c.array);
    is_written_[c_] = true;
  }
  learn_paths();
  step_sums_ =
      StepSums(order_, [&](std::uint32_t path, std::uint32_t step) { return kind_of(activity(path, step), step); });
  count_steps();
  find_work();
  ranges_.resize(arrays().size());
  find_ranges();
}

void Scenery::learn_paths() {
  const std::uint32_t steps = order_.step_count();
  arrays_.assign(steps, no_array);
  sources_.assign(arrays().size(), no_array);
  fills_.resize(steps);
  for (const Path& path : order_.paths()) {
    const Column events = trace_.events(path.block, path.thread);
    std::vector<Activity> activities(steps, order_.is_of_turns() ? Activity::ready : Activity::guarded);
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
      activities[path.steps[visit]] = activity_of(events, path.visits[visit], words().stores_padding);
      learn_step(events, path.visits[visit], path.steps[visit]);
      // Other threads have their turns before this one continues.
      if (order_.is_of_turns() && visit + 1 < path.visits.size())
        std::fill(activities.begin() + path.steps[visit], activities.begin() + path.steps[visit + 1],
                  activities[path.steps[visit]]);
    }
    std::vector<std::uint32_t> barriers;
    for (const Visit& visit : path.visits)
      for (std::uint32_t n = visit.first; n < visit.end; ++n)
        if (events[n].kind() == Kind::barrier_arrive) barriers.push_back(n);
    barriers_.push_back(std::move(barriers));
    const std::uint32_t last = path.steps.empty() ? 0 : path.steps.back() + 1;
    std::fill(activities.begin() + last, activities.end(), waits_for_ever(events) ? Activity::waiting : Activity::done);
    activities_.push_back(std::move(activities));
  }
}

void Scenery::learn_step(const Column& events, const Visit& visit, std::uint32_t step) {
  for (std::uint32_t n = visit.first; n < visit.end; ++n) {
    if (events[n].kind() == Kind::atomic && !is_global(events[n].array())) fills_[step] = true;
    if (events[n].kind() == Kind::shared_store) {
      fills_[step] = true;
      const std::uint32_t origin = events[n].origin;
      if (origin < n && events[origin].kind() == Kind::global_load)
        sources_[events[n].array()] = events[origin].array();
    }
    if (arrays_[step] == no_array && is_global(events[n].array())) arrays_[step] = events[n].array();
  }
}

ActivityKind Scenery::kind_of(Activity activity, std::uint32_t step) const {
  const bool moves = activity == Activity::loading || activity == Activity::padding || activity == Activity::storing;
  if (!moves) return {.activity = activity};
  return {activity, arrays_[step], arrays_[step] == no_array && fills_[step]};
}

// A step has events of one thread only.
void Scenery::count_turns() {
  std::vector<Counts> sums(order_.paths().size(), no_counts());
  std::vector<std::uint32_t> done(order_.paths().size());
  Counts now = no_counts();
  for (const TurnSteps& turn : order_.turns()) {
    const std::uint32_t number = order_.path_of(turn.block, turn.thread);
    const Path& path = order_.paths()[number];
    const Column events = trace_.events(path.block, path.thread);
    for (std::uint32_t step = turn.first_step; step < turn.end_step; ++step) {
      Counts fresh = no_counts();
      for (std::uint32_t& next = done[number]; next < path.done_by(step); ++next) {
        count_event(fresh, events[next]);
        count_event(sums[number], events[next]);
      }
      add_threads(now, fresh, 1, sums[number]);
      counts_.push_back(now);
      threads_in_.push_back(1);
    }
  }
}

void Scenery::count_steps() {
  if (order_.is_of_turns()) return count_turns();
  std::vector<std::uint64_t> threads_on(order_.paths().size());
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < threads_per_block(); ++thread) ++threads_on[order_.path_of(block, thread)];
  counts_.assign(order_.step_count(), no_counts());
  threads_in_.resize(order_.step_count());
  for (std::size_t number = 0; number < order_.paths().size(); ++number) {
    const Path& path = order_.paths()[number];
    const Column events = trace_.events(path.block, path.thread);
    Counts sum = no_counts();
    std::uint32_t next = 0;
    for (std::uint32_t step = 0; step < order_.step_count(); ++step) {
      if (path.done_by(step) > next) threads_in_[step] += threads_on[number];
      for (; next < path.done_by(step); ++next) count_event(sum, events[next]);
      add_threads(counts_[step], sum, threads_on[number], sum);
    }
  }
}

std::size_t Scenery::barriers_in(std::uint32_t path, std::uint32_t events) const {
  const std::vector<std::uint32_t>& all = barriers_[path];
  return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), events) - all.begin());
}

Counts Scenery::no_counts() const {
  Counts counts;
  counts.by_array.resize(arrays().size());
  return counts;
}

void add_threads(Counts& to, const Counts& each, std::uint64_t threads, const Counts& most) {
  const auto add = [&](Tallies& into, const Tallies& what, const Tallies& at_most) {
    for (std::size_t n = 0; n < count_kinds; ++n) {
      into[n].total += threads * what[n].total;
      into[n].thread_max = std::max(into[n].thread_max, at_most[n].thread_max);
    }
  };
  for (std::size_t array = 0; array < to.by_array.size(); ++array)
    add(to.by_array[array], each.by_array[array], most.by_array[array]);
  add(to.barriers, each.barriers, most.barriers);
  add(to.all, each.all, most.all);
}

void Scenery::find_work() {
  work_.resize(order_.step_count());
  for_each_useful(
      trace_, order_.is_of_turns(),
      [&](std::size_t block, std::uint32_t thread, std::uint32_t threads, const std::vector<std::uint32_t>& events) {
        const Path& path = order_.paths()[order_.path_of(block, thread)];
        std::uint32_t step = 0;
        for (const std::uint32_t event : events) {
          // Usually this step or one of the next; for another sum, or in turns, any step.
          if (order_.is_of_turns() || (step > 0 && path.done_by(step - 1) > event)) step = path.step_of(event);
          while (path.done_by(step) <= event) ++step;
          work_[step] += threads;
        }
      });
  for (std::size_t step = 1; step < work_.size(); ++step) work_[step] += work_[step - 1];
}

void ValueRange::widen(double value) {
  if (!std::isfinite(value)) return;
  least = std::min(least, value);
  greatest = std::max(greatest, value);
  is_whole = is_whole && value == std::floor(value);
}

void Scenery::find_ranges() {
  constexpr std::uint64_t most_events = 2'000'000;
  constexpr std::int64_t most_elements = 65'536;
  for (std::uint8_t array = 0; array < arrays().size(); ++array) {
    const std::int64_t elements = is_global(array) ? arrays()[array].elements() : 0;
    for (std::uint32_t element = 0; element < std::min(elements, most_elements); ++element)
      ranges_[array].widen(given(array, element));
  }
  if (has_matrices()) return;  // the C of a product is not shaded by value
  std::uint64_t left = most_events;
  for (const std::size_t block : blocks_)
    for (std::uint32_t thread = 0; thread < threads_per_block(); ++thread) {
      const Column events = trace_.events(block, thread);
      if (events.size() > left) return;
      left -= events.size();
      for (const Event& event : events)
        if (event.kind() == Kind::global_store || event.kind() == Kind::shared_store || event.kind() == Kind::atomic)
          ranges_[event.array()].widen(as_double(event.at->number, event.bits_left()));
    }
}

double Scenery::work_at(std::uint64_t moment) const {
  if (moment == 0 || work_.empty()) return 0;
  const std::uint32_t step = moments_.step_at(moment);
  const double before = step == 0 ? 0 : static_cast<double>(work_[step - 1]);
  const double part = static_cast<double>(moment - moments_.begin_of(step)) /
                      static_cast<double>(moments_.end_of(step) - moments_.begin_of(step));
  return before + part * (static_cast<double>(work_[step]) - before);
}

std::uint64_t Scenery::moment_of_work(double work) const {
  if (work <= 0 || work_.empty()) return 0;
  const auto found = std::lower_bound(work_.begin(), work_.end(), work, [](std::uint64_t after, double wanted) {
    return static_cast<double>(after) < wanted;
  });
  if (found == work_.end()) return moments_.count();
  const auto step = static_cast<std::uint32_t>(found - work_.begin());
  const double before = step == 0 ? 0 : static_cast<double>(work_[step - 1]);
  const double part = (work - before) / (static_cast<double>(*found) - before);
  const auto length = static_cast<double>(moments_.end_of(step) - moments_.begin_of(step));
  return moments_.begin_of(step) + static_cast<std::uint64_t>(std::llround(part * length));
}

}  // namespace tilescope
