#include "app/session/extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "instrumentation/host.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/memory.h"
#include "instrumentation/threads.h"

namespace tilescope {

namespace {

// A multiply-add has two loads and one sum; half an event more accounts for all others.
constexpr double events_of_product = 3.5;
constexpr double bytes_of_event = 16;                       // at most
constexpr double most_looked_at = in_browser ? 8e6 : 64e6;  // the analyses then take some seconds
constexpr double usual_events = 8e6;                        // for a window chosen by the program
constexpr double most_on_a_cpu = 1.2e9;                     // events that are counted but not kept

// The analyses need about as much memory as the events.
double most_events() {
  if (in_browser) return most_looked_at;
  return std::min(most_looked_at, static_cast<double>(usable_memory()) / (2 * bytes_of_event));
}

// The blocks at the same relative positions in another grid.
BlockRange moved(const BlockRange& range, const Size2& from, const Size2& to) {
  const auto at = [](unsigned place, unsigned of, unsigned in) {
    return static_cast<unsigned>(std::uint64_t{place} * in / of);
  };
  const auto last = [&](unsigned place, unsigned of, unsigned in) {
    return std::min(std::max(at(place + 1, of, in), 1U) - 1, in - 1);
  };
  const unsigned y0 = at(range.y0, from.y, to.y), x0 = at(range.x0, from.x, to.x);
  return {y0, x0, std::max(y0, last(range.y1, from.y, to.y)), std::max(x0, last(range.x1, from.x, to.x))};
}

}  // namespace

double events_of(const Launch& launch) { return events_of_product * launch.least_events; }

double events_of_block(const Launch& launch) { return events_of(launch) / static_cast<double>(launch.grid.count()); }

Launch plan_to_show(const Request& request, Inputs inputs) {
  if (request.record || !request.window.empty()) return plan(request, inputs);
  Request shape = request;
  shape.record = Record::counts;  // so that planning does not reject the size of a full trace
  Launch launch = plan(shape, inputs);
  launch.record = Record::full;
  if (events_of(launch) <= most_events()) return launch;
  launch.record = Record::window;
  launch.window = blocks_around(launch, 0, 4 * events_of_block(launch) <= usual_events ? 2 : 1);
  return launch;
}

Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch) {
  Request other = request;
  other.window.clear();
  other.record = Record::counts;
  Launch beside = launch_beside(other, kernel, launch);
  beside.record = launch.record;
  for (const BlockRange& range : launch.window) beside.window.push_back(moved(range, launch.grid, beside.grid));
  return beside;
}

void leave_out_rest(Launch& launch, const Request& request) {
  if (launch.record == Record::window && !request.record && events_of(launch) > most_on_a_cpu)
    launch.record = Record::blocks;
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Limits at which a recording ends.
struct Bounds {
  double events = 0, seconds = 0;  // 0: no limit
};
class Bounded {
 public:
  Bounded(const RecordOptions& how, Bounds most) : how_(how), most_(most), before_(event_memory_in_use()) {
    how_.watch = [this, wanted = how.watch](double done) {
      was_too_long_ = was_too_long_ || is_too_long(done);
      is_too_much_ = is_too_much_ || was_too_long_ || has_too_many();
      return !is_too_much_ && (!wanted || wanted(done));
    };
  }
  [[nodiscard]] bool was_too_long() const { return was_too_long_; }
  // Returns nothing if a limit was exceeded.
  std::optional<Trace> record(const Executor& executor, const Launch& launch) {
    try {
      Trace trace = executor.record(recorded_kernel(launch), launch, how_);
      if (trace.lost_events() == 0) return trace;
    } catch (const Error&) {
      if (!is_too_much_) throw;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool has_too_many() const {
    const std::uint64_t now = event_memory_in_use();
    return static_cast<double>(now - std::min(now, before_)) > bytes_of_event * most_.events;
  }
  [[nodiscard]] bool is_too_long(double done) const {
    constexpr double before_one_knows = 1;  // seconds before the time can be estimated
    const double so_far = seconds_since(began_);
    return most_.seconds > 0 && so_far > before_one_knows && done > 0 && so_far / done > most_.seconds;
  }

  RecordOptions how_;
  Bounds most_;
  std::uint64_t before_;
  Clock::time_point began_ = Clock::now();
  bool is_too_much_ = false, was_too_long_ = false;
};

constexpr double patience = 12;  // seconds that all blocks of a launch may take

// Runs one block to estimate the launch's number of events. True if all blocks would take too long.
bool count_one_block(const Executor& executor, Launch& launch, const RecordOptions& how) {
  constexpr double enough = 8e6;  // events: a block with more has too many, whatever the exact number
  Launch one = launch;
  one.record = Record::blocks;
  const unsigned y = launch.window.empty() ? 0 : launch.window.front().y0;
  const unsigned x = launch.window.empty() ? 0 : launch.window.front().x0;
  one.window = {{y, x, y, x}};
  RecordOptions apart = how;
  apart.watch = [watch = how.watch](double) { return !watch || watch(0); };
  const auto begin = Clock::now();
  const std::optional<Trace> counted = Bounded(apart, {enough, 0}).record(executor, one);
  const double events = counted ? static_cast<double>(counted->kept_events()) : enough;
  const auto blocks = static_cast<double>(launch.grid.count());
  launch.least_events = std::max(1.0, events * blocks / events_of_product);
  return seconds_since(begin) * blocks / usable_cores() > patience;
}

void take_a_window(Launch& launch) {
  launch.record = Record::window;
  launch.window = blocks_around(launch, 0, 4 * events_of_block(launch) <= usual_events ? 2 : 1);
}

}  // namespace

Trace record_what_fits(const Executor& executor, Launch& launch, const Request& request, const RecordOptions& how) {
  constexpr std::uint64_t many_blocks = 64;
  const bool is_open = launch.record == Record::full && !request.record && launch.grid.count() > 1;
  const bool is_window = launch.record == Record::window || launch.record == Record::blocks;
  const bool is_known = launch.least_events > 0;
  bool takes_long = false;
  if (!is_known && (is_window || (is_open && launch.grid.count() >= many_blocks)))
    takes_long = count_one_block(executor, launch, how);
  if (is_open && !takes_long && events_of(launch) <= most_events()) {
    Bounded all(how, {most_events(), patience});
    if (auto trace = all.record(executor, launch)) return *std::move(trace);
    if (launch.least_events <= 0) takes_long = count_one_block(executor, launch, how);
    takes_long = takes_long || all.was_too_long();
  }
  if (is_open) take_a_window(launch);
  if (is_window && !is_known)
    if (const unsigned side = side_of_window(launch); launch.window.size() == 1 && side > 0) {
      const BlockRange& now = launch.window.front();
      const unsigned middle_y = now.y0 + (now.y1 - now.y0) / 2, middle_x = now.x0 + (now.x1 - now.x0) / 2;
      const double blocks = (now.y1 - now.y0 + 1.0) * (now.x1 - now.x0 + 1.0);
      if (blocks * events_of_block(launch) > most_events())
        launch.window = blocks_around(launch, std::size_t{middle_y} * launch.grid.x + middle_x, side);
    }
  if (takes_long && launch.record == Record::window && !request.record) launch.record = Record::blocks;
  leave_out_rest(launch, request);
  return executor.record(recorded_kernel(launch), launch, how);
}

Trace record_beside(const Executor& executor, const Launch& launch, const RecordOptions& how) {
  if (auto trace = Bounded(how, {most_events(), 0}).record(executor, launch)) return *std::move(trace);
  throw UsageError(fmt::format("{} has too many events to be compared here", launch.kernel));
}

std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side) {
  side = std::max(side, 1U);
  while (side > 1 && events_of_block(launch) * side * side > most_events()) side /= 2;
  const auto range = [side](unsigned at, unsigned of) {
    const unsigned count = std::min(side, of), before = (count - 1) / 2;
    const unsigned first = std::min(at - std::min(at, before), of - count);
    return std::pair(first, first + count - 1);
  };
  const auto [y0, y1] = range(static_cast<unsigned>(block / launch.grid.x), launch.grid.y);
  const auto [x0, x1] = range(static_cast<unsigned>(block % launch.grid.x), launch.grid.x);
  return {{y0, x0, y1, x1}};
}

unsigned side_of_window(const Launch& launch) {
  if (launch.record == Record::full || launch.window.empty()) return 0;
  const BlockRange& first = launch.window.front();
  return std::max(first.y1 - first.y0, first.x1 - first.x0) + 1;
}

}  // namespace tilescope
