// What happens, in words.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/stage/stage.h"

namespace tilescope {

namespace {

// The arrays that the focused block touches in this step.
struct Touched {
  std::set<std::uint8_t> loaded, filled, read, stored;
  bool strays = false;
};

Touched touched_by(const Replay& replay, const Frame& frame) {
  Touched touched;
  for (std::uint32_t thread = 0; thread < frame.threads.size(); ++thread) {
    const Column events = replay.trace().events(frame.block, thread);
    for (std::uint32_t n = frame.threads[thread].lit_begin; n < frame.threads[thread].lit_end; ++n)
      switch (events[n].kind()) {
        case Kind::global_load: touched.loaded.insert(events[n].array()); break;
        case Kind::shared_store: touched.filled.insert(events[n].array()); break;
        case Kind::shared_load: touched.read.insert(events[n].array()); break;
        case Kind::global_store: touched.stored.insert(events[n].array()); break;
        case Kind::out_of_bounds: touched.strays = true; break;
        default: break;
      }
  }
  return touched;
}

std::string names(const Trace& trace, const std::set<std::uint8_t>& arrays) {
  std::string text;
  for (const std::uint8_t array : arrays) text += (text.empty() ? "" : " and ") + trace.arrays()[array].name;
  return text;
}

std::string sentence_of_loading(const Trace& trace, const Frame& frame, const Touched& touched) {
  const std::string from = names(trace, touched.loaded), to = names(trace, touched.filled);
  if (from.empty() && to.empty() && !touched.read.empty())
    return fmt::format("Loading: threads read {} into registers", names(trace, touched.read));
  if (from.empty() && !to.empty() && frame.activity != Activity::padding)
    return fmt::format("Loading: threads put into {} what they have read", to);
  if (to.empty()) return fmt::format("Loading: threads read {} from global memory", from.empty() ? "beyond an array" : from);
  if (from.empty()) return fmt::format("Padding: threads put 0 into {} where there is nothing to load", to);
  return fmt::format("Loading: each thread copies an element of {} into {}", from, to);
}

std::string sentence_of_multiplying(const Trace& trace, const Frame& frame, const Touched& touched) {
  const bool has_several = frame.arithmetic && !trace.arrays()[frame.arithmetic->sum_array].sides.empty();
  const std::string_view sum = has_several ? "one of its sums" : "its sum";
  if (!touched.read.empty())
    return fmt::format("Multiplying: each thread adds a product from {} to {}", names(trace, touched.read), sum);
  if (!touched.loaded.empty())
    return fmt::format("Multiplying: each thread reads {} from global memory, for one product",
                       names(trace, touched.loaded));
  return fmt::format("Multiplying: each thread adds a product to {}", sum);
}

// How many threads have come to the line's barrier, and how many there are.
std::pair<std::size_t, std::size_t> arrived_at_barrier(const Frame& frame) {
  const auto arrived = std::count_if(frame.threads.begin(), frame.threads.end(), [&](const ThreadNow& thread) {
    return thread.activity == Activity::waiting && thread.line == frame.line;
  });
  return {static_cast<std::size_t>(arrived), frame.threads.size()};
}

std::string sentence_of_waiting(const Frame& frame) {
  const auto [arrived, all] = arrived_at_barrier(frame);
  if (arrived < all)
    return fmt::format("Barrier at line {}: {} of {} threads have arrived and wait", frame.line, arrived,
                       count_name(all));
  return fmt::format("Barrier at line {}: all {} threads have arrived, all may go on", frame.line, count_name(all));
}

// "A[0][2]", or for a padded operand the number itself.
std::string name_of(const Trace& trace, const Arithmetic::Operand& operand) {
  return operand.array ? element_name(trace.arrays()[*operand.array], operand.element) : long_value_name(operand.value);
}

std::string source_of(const Trace& trace, const Arithmetic::Operand& operand) {
  if (operand.padded) return "padding";
  if (operand.source_array) return element_name(trace.arrays()[*operand.source_array], operand.source_element);
  return "";
}

std::string origin_of(const Trace& trace, const Arithmetic& sum) {
  const std::string first = source_of(trace, sum.first);
  const std::string second = sum.form == SumForm::multiply_add ? source_of(trace, sum.second) : "";
  if (!first.empty() && !second.empty()) return fmt::format("from {} and {}", first, second);
  if (!first.empty() || !second.empty()) return "from " + first + second;
  if (sum.first.array && sum.second.array)
    return fmt::format("{} and {}", address_of(trace, *sum.first.array, sum.first.element),
                       address_of(trace, *sum.second.array, sum.second.element));
  return "";
}

std::string in_brackets(float value) {
  return value < 0 ? "(" + long_value_name(value) + ")" : long_value_name(value);
}

Detail detail_of_sum(const Trace& trace, const Arithmetic& sum) {
  const std::string name = element_name(trace.arrays()[sum.sum_array], sum.sum_index);
  Detail detail;
  switch (sum.form) {
    case SumForm::start:
      detail.code = fmt::format("{} = {}", name, name_of(trace, sum.first));
      detail.numbers = long_value_name(sum.after);
      break;
    case SumForm::add:
      detail.code = fmt::format("{} += {}", name, name_of(trace, sum.first));
      detail.numbers = fmt::format("{} + {} = {}", long_value_name(sum.before), in_brackets(sum.first.value),
                                   long_value_name(sum.after));
      break;
    case SumForm::multiply_add:
      detail.code = fmt::format("{} += {} * {}", name, name_of(trace, sum.first), name_of(trace, sum.second));
      detail.numbers = fmt::format("{} + {} × {} = {}", long_value_name(sum.before), in_brackets(sum.first.value),
                                   in_brackets(sum.second.value), long_value_name(sum.after));
      break;
  }
  detail.origin = origin_of(trace, sum);
  return detail;
}

// What the elements of one access are called: "A[0][0] to A[0][3]" where there are several.
class Names {
 public:
  void add(Width width, const std::string& name) {
    if (width == Width::rest) {
      last_ = name;
      return;
    }
    first_ = name;
    last_.clear();
  }
  [[nodiscard]] std::string text() const { return last_.empty() || last_ == first_ ? first_ : first_ + " to " + last_; }

 private:
  std::string first_, last_;
};

// What a store's value was read from or is the sum of; nothing where that is not known.
std::string origin_name(const Trace& trace, const Column& events, const Event& store) {
  if (store.origin >= events.size() || events[store.origin].array() == no_array) return "";
  const Event& origin = events[store.origin];
  return element_name(trace.arrays()[origin.array()], origin.index);
}

// The loads and the stores of one visit: "As[0][0] = A[0][2]".
Detail detail_of_moves(const Replay& replay, const Frame& frame, const ThreadNow& now) {
  const Trace& trace = replay.trace();
  const Column events = trace.events(frame.block, frame.thread);
  Detail detail;
  Names loaded, stored, origins;
  for (std::uint32_t n = now.lit_begin; n < now.lit_end; ++n) {
    const Event& event = events[n];
    if (event.array() == no_array) continue;
    const ArrayInfo& array = trace.arrays()[event.array()];
    const bool stray = event.kind() == Kind::out_of_bounds;
    const std::string name =
        stray ? fmt::format("{} beyond its end", array.name) : element_name(array, event.index);
    const bool stores = event.kind() == Kind::shared_store || event.kind() == Kind::global_store ||
                        (stray && event.stray_store());
    (stores ? stored : loaded).add(event.width(), name);
    if (stores && !stray) origins.add(event.width(), origin_name(trace, events, event));
    const bool is_rest = event.width() == Width::rest;
    detail.numbers = (is_rest ? detail.numbers + ", " : "") + long_value_name(event.value);
    if (array.space == Space::global && !stray && !is_rest)
      detail.origin = address_of(trace, event.array(), event.index);
    if (event.kind() == Kind::shared_store && event.origin == no_origin)
      detail.origin = "nothing to load there: 0 changes no sum";
  }
  const std::string to = stored.text();
  std::string from = loaded.text().empty() ? origins.text() : loaded.text();
  if (from.empty()) {
    const bool is_sum = frame.activity == Activity::storing && now.sum;
    from = is_sum ? "sum" : detail.numbers;
  }
  detail.code = to.empty() ? fmt::format("reads {}", from) : fmt::format("{} = {}", to, from);
  if (from == detail.numbers) detail.numbers.clear();
  return detail;
}

}  // namespace

std::string headline(const Replay& replay, const Frame& frame) {
  const Trace& trace = replay.trace();
  if (frame.steps == 0) return "Nothing was recorded: only counted";
  if (frame.at_begin) return "Ready: nothing has happened yet";
  const Touched touched = touched_by(replay, frame);
  const std::string strays = touched.strays ? ", some beyond the end of an array" : "";
  switch (frame.activity) {
    case Activity::loading:
    case Activity::padding: return sentence_of_loading(trace, frame, touched) + strays;
    case Activity::multiplying: return sentence_of_multiplying(trace, frame, touched) + strays;
    case Activity::waiting:
      return sentence_of_waiting(frame);
    case Activity::storing:
      return fmt::format("Storing: each thread writes its result to {}", names(trace, touched.stored)) + strays;
    case Activity::ready: return "Another thread's turn";
    case Activity::guarded: return fmt::format("This block does nothing at line {}: its guards are false", frame.line);
    case Activity::done: break;
  }
  return "This block is done";
}

std::string short_headline(const Replay& replay, const Frame& frame) {
  const Trace& trace = replay.trace();
  if (frame.steps == 0) return "Only counted";
  if (frame.at_begin) return "Ready";
  const Touched touched = touched_by(replay, frame);
  const std::string loaded = names(trace, touched.loaded), filled = names(trace, touched.filled);
  const std::string read = names(trace, touched.read.empty() ? touched.loaded : touched.read);
  switch (frame.activity) {
    case Activity::loading:
      if (filled.empty()) return "Loading " + (read.empty() ? "beyond an array" : read);
      return loaded.empty() ? "Loading into " + filled : fmt::format("Loading {} into {}", loaded, filled);
    case Activity::padding: return "Padding " + (filled.empty() ? "with 0" : filled + " with 0");
    case Activity::multiplying: return read.empty() ? "Multiplying" : "Multiplying " + read;
    case Activity::waiting: {
      const auto [arrived, all] = arrived_at_barrier(frame);
      return arrived < all ? fmt::format("Barrier: {} of {} wait", arrived, all)
                           : fmt::format("Barrier: all {} are there", all);
    }
    case Activity::storing: return "Storing " + names(trace, touched.stored);
    case Activity::ready: return "Another thread's turn";
    case Activity::guarded: return fmt::format("All guarded off at line {}", frame.line);
    case Activity::done: break;
  }
  return "Done";
}

Detail detail(const Replay& replay, const Frame& frame) {
  if (frame.steps == 0) return {};
  const ThreadNow& now = frame.threads[frame.thread];
  if (frame.at_begin) return {"", "", "Right arrow: one step on · Space: play"};
  if (frame.arithmetic) return detail_of_sum(replay.trace(), *frame.arithmetic);
  switch (now.activity) {
    case Activity::waiting: {
      const auto [arrived, all] = arrived_at_barrier(frame);
      return {fmt::format("waits at line {}", now.line), "",
              arrived < all ? fmt::format("until all {} threads are there", count_name(all))
                            : fmt::format("all {} threads are there now: on they go", count_name(all))};
    }
    case Activity::guarded:
      return {fmt::format("skips line {}", frame.line), "",
              now.makes_c ? "its guard is false here" : "its guard is false: it makes no element of C"};
    case Activity::done: return {"is done", "", now.makes_c ? "" : "it makes no element of C"};
    case Activity::ready: return {"has not begun", "", ""};
    default: break;
  }
  if (now.lit_begin == now.lit_end) return {std::string(word_of(now.activity)), "", ""};
  return detail_of_moves(replay, frame, now);
}

SharedLoads loads_in_common(const Replay& replay, std::size_t block, std::uint32_t one, std::uint32_t other) {
  SharedLoads common;
  std::set<std::pair<std::uint8_t, std::uint32_t>> theirs, seen;
  const std::vector<Footprint> first = replay.footprint(block, one), second = replay.footprint(block, other);
  for (const Footprint& load : first) seen.insert({load.array, load.element});
  for (const Footprint& load : second) {
    if (!seen.count({load.array, load.element})) continue;
    ++common.duplicates;
    theirs.insert({load.array, load.element});
  }
  for (const Footprint& load : first)
    if (theirs.erase({load.array, load.element}) > 0) common.elements.push_back(load);
  return common;
}

}  // namespace tilescope
