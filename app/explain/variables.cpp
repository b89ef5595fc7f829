#include "app/explain/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cpu_executor.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request_text.h"

namespace tilescope {

using machine::History;
using machine::LocalName;
using machine::LocalValue;

Rerun::Rerun(const Trace& trace) : trace_(trace) {
  if (!trace.launch().program) own_ = launch_again(trace.launch());
  kernel_ = &recorded_kernel(launch());
  if (kernel_->text != trace.kernel_text())
    throw Error(fmt::format("{} has a different source in this trace, so it cannot be run again", kernel_->name));
}

machine::Condition::Sides Rerun::sides() const {
  const Launch& l = launch();
  return {{l.grid.x, l.grid.y / l.grid_depth, l.grid_depth}, {l.block.x, l.block.y / l.block_depth, l.block_depth}};
}

History Rerun::history(std::uint64_t block, const std::function<bool()>& goes_on) const {
  machine::FollowOptions options;
  options.blocks = {block};
  options.goes_on = goes_on;
  History found;
  follow_locals(*kernel_, launch(), options, [&](std::uint64_t, History history) { found = std::move(history); });
  return found;
}

machine::Locals Rerun::locals(std::uint64_t block, std::vector<std::uint32_t> moments) const {
  return locals_at(*kernel_, launch(), block, std::move(moments));
}

class StopFinder {
 public:
  StopFinder(const Rerun& rerun, const Replay& replay, const machine::Condition& condition)
      : rerun_(rerun), replay_(replay), condition_(condition) {}

  std::vector<Stop> find(const std::function<bool()>& goes_on) {
    machine::FollowOptions options;
    options.blocks.assign(replay_.blocks().begin(), replay_.blocks().end());
    options.every_statement = true;
    options.wanted = [this](const std::string& variable) { return condition_.mentions(variable); };
    options.goes_on = goes_on;
    follow_locals(rerun_.kernel(), rerun_.launch(), options,
                  [this](std::uint64_t block, const History& history) { take(block, history); });
    std::stable_sort(stops_.begin(), stops_.end(), [](const Stop& a, const Stop& b) { return a.moment < b.moment; });
    return std::move(stops_);
  }

 private:
  void take(std::uint64_t block, const History& history) {
    for (const machine::Condition::Onset& onset : condition_.onsets(history, block, rerun_.sides())) {
      // No variable is visible after a thread's last event.
      if (onset.events > replay_.trace().events(block, onset.thread).size()) continue;
      const std::uint64_t moment =
          onset.events == 0 ? 0 : replay_.moments().after(block, onset.thread, onset.events - 1);
      stops_.push_back({moment, static_cast<std::size_t>(block), onset.thread, onset.passing_line});
    }
  }

  const Rerun& rerun_;
  const Replay& replay_;
  const machine::Condition& condition_;
  std::vector<Stop> stops_;
};

std::vector<Stop> find_stops(const Rerun& rerun, const Replay& replay, const machine::Condition& condition,
                             const std::function<bool()>& goes_on) {
  return StopFinder(rerun, replay, condition).find(goes_on);
}

const Stop* stop_beside(const std::vector<Stop>& stops, const Moments& moments, std::uint64_t moment, Grain grain,
                        bool forward) {
  const bool by_event = grain == Grain::event;
  const auto later = [](std::uint64_t now, const Stop& stop) { return now < stop.moment; };
  const auto sooner = [](const Stop& stop, std::uint64_t now) { return stop.moment < now; };
  const auto step_of = [&](std::uint64_t at) { return at == 0 ? -1 : std::int64_t{moments.step_at(at)}; };
  const std::int64_t step = step_of(moment);
  if (forward) {
    const std::uint64_t from = by_event || moment == 0 ? moment : moments.end_of(static_cast<std::uint32_t>(step));
    const auto next = std::upper_bound(stops.begin(), stops.end(), from, later);
    return next == stops.end() ? nullptr : &*next;
  }
  const auto before = std::lower_bound(stops.begin(), stops.end(), moment, sooner);
  if (before == stops.begin()) return nullptr;
  const Stop* found = &*std::prev(before);
  if (by_event) return found;
  // The first stop of its step, as when going forward.
  while (found != stops.data() && step_of(std::prev(found)->moment) == step_of(found->moment)) --found;
  return found;
}

std::vector<LocalValue> VariablesNow::of_thread(const Frame& frame, std::uint32_t thread) const {
  if (history == nullptr) return locals->threads[thread];
  return history->at(thread, frame.threads[thread].done);
}

std::vector<std::optional<LocalValue>> VariablesNow::of_all(const Frame& frame, std::string_view name) const {
  std::vector<std::optional<LocalValue>> values(frame.threads.size());
  if (history == nullptr) {
    for (std::uint32_t thread = 0; thread < values.size(); ++thread)
      if (const LocalValue* const found = find_local(*locals, thread, name)) values[thread] = *found;
    return values;
  }
  std::vector<std::uint32_t> called;  // in call order, the innermost last
  for (std::uint32_t n = 0; n < history->names.size(); ++n)
    if (history->names[n].name == name) called.push_back(n);
  std::stable_sort(called.begin(), called.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return history->names[a].depth < history->names[b].depth; });
  for (std::uint32_t thread = 0; thread < values.size(); ++thread)
    for (const std::uint32_t n : called)
      if (const History::Change* const change = history->at(thread, n, frame.threads[thread].done))
        values[thread] = history->value(n, *change);
  return values;
}

std::optional<std::uint64_t> VariablesNow::set_at(const Frame& frame, std::uint32_t thread, std::uint32_t name) const {
  if (history == nullptr) return std::nullopt;
  const History::Change* const change = history->at(thread, name, frame.threads[thread].done);
  if (change == nullptr || change->set == 0) return std::nullopt;
  if (change->events == 0) return 0;
  return frame.scenery->moments().after(frame.block, thread, change->events - 1);
}

bool is_poison(const LocalValue& value) { return Value(value.number, value.bits).is_poison(); }

std::string variable_words(const VariablesNow& now, const LocalValue& value) {
  const LocalName& name = now.names()[value.name];
  if (!value.is_set) return "not set";
  if (is_poison(value) && !name.type.is_pointer() && !name.type.is_reference()) return "poison";
  const std::string text = text_of(name, now.arrays(), value);
  const auto number = static_cast<std::int32_t>(value.bits);
  if (name.type.is(language::TypeKind::char_) && number >= 32 && number < 127)
    return fmt::format("'{}' ({})", static_cast<char>(number), text);
  if (name.type.is_enumeration())
    for (const auto& [word, its] : name.type->enumeration->values)
      if (std::to_string(its) == text) return fmt::format("{} ({})", word, text);
  return text;
}

std::string stop_words(const VariablesNow& now, const Frame& frame) {
  if (!now.condition_problem.empty()) return now.condition_problem;
  if (now.condition.empty()) return "";
  if (now.is_searching || now.stops == nullptr) return "searching …";
  const std::vector<Stop>& stops = *now.stops;
  if (stops.empty()) return "never true for any thread at any moment";
  const auto later = [](std::uint64_t moment, const Stop& stop) { return moment < stop.moment; };
  const auto passed = std::upper_bound(stops.begin(), stops.end(), frame.moment, later) - stops.begin();
  const std::string count =
      fmt::format("becomes true {} {}", count_name(stops.size()), stops.size() == 1 ? "time" : "times");
  for (auto n = passed; n > 0 && stops[static_cast<std::size_t>(n - 1)].moment == frame.moment; --n) {
    const Stop& stop = stops[static_cast<std::size_t>(n - 1)];
    if (stop.block == frame.block && stop.thread == frame.thread)
      return fmt::format("{}; here for {}{}", count, thread_name(frame.scenery->launch(), stop.thread),
                         stop.passing_line == 0
                             ? ""
                             : fmt::format(", briefly after line {}, before its next event", stop.passing_line));
  }
  return fmt::format("{}, {} so far", count, passed == 0 ? "none" : count_name(static_cast<std::uint64_t>(passed)));
}

}  // namespace tilescope
