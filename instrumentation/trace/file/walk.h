// Goes through all events of a block in an order that respects its barriers, and predicts the index and value of each
// one from the inputs and the events before it. Writer and reader both walk; the writer keeps the differences.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "instrumentation/trace/file/block_memory.h"
#include "instrumentation/trace/file/columns.h"
#include "instrumentation/trace/file/path.h"

#if defined(TILESCOPE_SANITIZE)
#define TILESCOPE_INLINED
#else
#define TILESCOPE_INLINED __attribute__((always_inline))
#endif
#define TILESCOPE_WALK inline TILESCOPE_INLINED

namespace tilescope::file {

// One thread on its way through a block.
struct Lane {
  const Path* path = nullptr;
  std::uint32_t number = 0;  // of the thread
  std::uint32_t interval = 0;
};

inline float bits_as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t float_as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
inline float low_float(std::uint64_t bits) { return bits_as_float(static_cast<std::uint32_t>(bits)); }

// The recorder's arithmetic has only one NaN.
TILESCOPE_WALK float with_one_nan(float value) { return value == value ? value : bits_as_float(0x7fffffff); }

// Recorded values, from which others are predicted. Clocks are left out, because a reader does not know them yet.
template <class Word>
struct Recorded {
  Column events;
  Word operator[](std::uint32_t number) const {
    const Event event = events[number];
    return event.is_barrier() ? Word{0} : static_cast<Word>(event.bits);
  }
};

// The result of an operation on numbers of the step's kind, as bits. The most frequent float operations are handled
// elsewhere.
[[nodiscard]] std::uint64_t result_of(const Step& step, std::uint64_t to, std::uint64_t first, std::uint64_t second);

// Predicts event `number` of several lanes, as bits. `values(number)` has the values of an earlier event, by lane;
// `values.none()` has zeros.
template <class Word, class Values>
TILESCOPE_WALK void predict_row(const Step& step, std::uint32_t number, std::uint32_t lanes,
                                const std::uint32_t* indices, const BlockMemory& memory, const Values& values,
                                Word* predicted) {
  const auto each = [&](const auto& value) TILESCOPE_INLINED {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) predicted[lane] = value(lane);
  };
  const auto back = [&](std::uint32_t distance) TILESCOPE_INLINED {
    return distance == 0 || distance == far_away ? values.none() : values(number - distance);
  };
  const auto addend = [&]() TILESCOPE_INLINED {
    const std::uint32_t distance = step.addend_distance();
    return distance == 0 ? values.none() : values(number - distance);
  };
  const std::uint32_t hint = step.hint, sign = step.hint & Step::negated;
  const auto first = step.rule >= Rule::start ? back(step.origin & 0xffff) : values.none();
  switch (step.rule) {
    case Rule::nothing: return each([](std::uint32_t) TILESCOPE_INLINED { return Word{0}; });
    case Rule::constant: return each([&](std::uint32_t) TILESCOPE_INLINED { return Word{hint}; });
    case Rule::stray:
      return each([&](std::uint32_t lane)
                      TILESCOPE_INLINED { return static_cast<Word>(memory.stray(step, indices[lane])); });
    case Rule::global_load:
    case Rule::shared_load: return memory.load(step, lanes, indices, predicted);
    case Rule::copy:
      return each([copied = values(step.origin)](std::uint32_t lane) TILESCOPE_INLINED { return copied[lane]; });
    default: break;
  }
  if (step.number != Number::f32 || step.rule > Rule::multiply_add)
    return each([&, to = addend(), second = back(step.origin >> 16)](std::uint32_t lane) TILESCOPE_INLINED {
      return static_cast<Word>(result_of(step, to[lane], first[lane], second[lane]));
    });
  switch (step.rule) {
    case Rule::start: return each([&](std::uint32_t lane) TILESCOPE_INLINED { return first[lane] ^ sign; });
    case Rule::add:
      return each([&, to = addend()](std::uint32_t lane) TILESCOPE_INLINED {
        return float_as_bits(with_one_nan(low_float(to[lane]) + low_float(first[lane] ^ sign)));
      });
    default: break;
  }
  each([&, to = addend(), second = back(step.origin >> 16)](std::uint32_t lane) TILESCOPE_INLINED {
    return float_as_bits(
        with_one_nan(std::fma(low_float(first[lane] ^ sign), low_float(second[lane]), low_float(to[lane]))));
  });
}

// The values of one lane.
template <class Word, class Values>
struct OneLane {
  struct Bits {
    Word bits;
    Word operator[](std::uint32_t) const { return bits; }
  };
  const Values& values;
  Bits operator()(std::uint32_t number) const { return {values[number]}; }
  static Bits none() { return {0}; }
};
template <class Word, class Values>
TILESCOPE_WALK Word predict(const Step& step, std::uint32_t number, std::uint32_t index, const BlockMemory& memory,
                            const Values& values) {
  Word predicted;
  predict_row(step, number, 1, &index, memory, OneLane<Word, Values>{values}, &predicted);
  return predicted;
}

// A thread's values so far: those of the current interval are contiguous; earlier ones come from `before`.
template <class Word, class Before>
struct ValuesSoFar {
  const Before& before;
  const Word* here;
  std::uint32_t first;
  Word operator[](std::uint32_t number) const { return number >= first ? here[number - first] : before[number]; }
};

// The events of one thread in an interval.
template <class Word>
struct Interval {
  std::uint32_t first = 0, end = 0;
  Word* indices = nullptr;
  Word* values = nullptr;
};

// Several lanes with the same path, and their places in the launch.
struct Bundle {
  const Path* path = nullptr;
  std::uint32_t interval = 0;
  std::vector<std::uint32_t> threads;
  std::array<ThreadPlace, most_lanes_of_columns> places;

  [[nodiscard]] const PathInterval& events() const { return path->intervals[interval]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(threads.size()); }
};

// `use` supplies the thread's values before the interval. It receives each predicted and recorded value, and returns
// the final one.
template <class Word, class Use>
TILESCOPE_WALK void walk_interval(const Lane& lane, const ThreadPlace& at, const Interval<Word>& interval,
                                  BlockMemory& memory, Use& use) {
  const Step* const steps = lane.path->steps.data();
  const auto before = use.before(lane);
  const ValuesSoFar<Word, std::remove_cv_t<decltype(before)>> values{before, interval.values, interval.first};
  for (std::uint32_t number = interval.first; number != interval.end; ++number) {
    const Step& step = steps[number];
    Word& kept_index = interval.indices[number - interval.first];
    Word& kept_value = interval.values[number - interval.first];
    const std::uint32_t index = use.index(static_cast<std::uint32_t>(kept_index), step.index_at(at));
    kept_index = index;
    if (step.is_within() && !memory.has(step, index)) use.beyond(step, index);
    kept_value = use.value(step, kept_value, predict<Word>(step, number, index, memory, values));
    if (step.stores()) memory.store(step, index, kept_value);
  }
}

// Processes lanes that do not depend on each other's stores together, event by event, and puts the predictions into
// `rows`. Returns true if all elements are inside their arrays; otherwise nothing has been stored.
template <class Rows>
TILESCOPE_WALK bool walk_rows(const Bundle& bundle, const Rows& rows, BlockMemory& memory) {
  const PathInterval& interval = bundle.events();
  const std::uint32_t lanes = bundle.size();
  for (std::uint32_t number = interval.first; number != interval.end; ++number) {
    const Step step = bundle.path->steps[number];
    std::uint32_t* const indices = rows.index(number);
    std::uint32_t largest = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      indices[lane] = step.index_at(bundle.places[lane]);
      largest = std::max(largest, indices[lane]);
    }
    if (step.is_within() && !memory.has(step, largest)) return false;
    predict_row(step, number, lanes, indices, memory, rows, rows.value(number));
  }
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    for (const std::uint32_t number : interval.stores)
      memory.store(bundle.path->steps[number], rows.index(number)[lane], rows.value(number)[lane]);
  return true;
}

#if defined(__x86_64__) && !defined(__FMA__) && !defined(TILESCOPE_SANITIZE)
// Uses the processor's fused multiply-add instruction where there is one; the library function gives the same bits.
template <class Word, class Use>
__attribute__((target("fma"))) void walk_interval_fused(const Lane& lane, const ThreadPlace& at,
                                                        const Interval<Word>& interval, BlockMemory& memory, Use& use) {
  walk_interval(lane, at, interval, memory, use);
}
template <class Rows>
__attribute__((target("fma"))) bool walk_rows_fused(const Bundle& bundle, const Rows& rows, BlockMemory& memory) {
  return walk_rows(bundle, rows, memory);
}
inline bool has_fused_multiply_add() { return __builtin_cpu_supports("fma") != 0; }
#else
template <class Word, class Use>
void walk_interval_fused(const Lane& lane, const ThreadPlace& at, const Interval<Word>& interval, BlockMemory& memory,
                         Use& use) {
  walk_interval(lane, at, interval, memory, use);
}
template <class Rows>
bool walk_rows_fused(const Bundle& bundle, const Rows& rows, BlockMemory& memory) {
  return walk_rows(bundle, rows, memory);
}
inline bool has_fused_multiply_add() { return true; }
#endif

template <class Rows>
bool walk_together(const Bundle& bundle, const Rows& rows, BlockMemory& memory) {
  return has_fused_multiply_add() ? walk_rows_fused(bundle, rows, memory) : walk_rows(bundle, rows, memory);
}

// Takes the next lanes with a common path.
inline void take_bundle(std::span<const Lane> lanes, Size2 block, ThreadPlace at, Bundle& bundle) {
  bundle.path = lanes[0].path;
  bundle.interval = lanes[0].interval;
  bundle.threads.clear();
  const std::uint32_t most = lanes_of_columns(bundle.events().end - bundle.events().first);
  for (const Lane& lane : lanes) {
    if (lane.path != bundle.path || bundle.size() == most) break;
    at.thread_y = lane.number / block.x;
    at.thread_x = lane.number % block.x;
    bundle.places[bundle.size()] = at;
    bundle.threads.push_back(lane.number);
  }
}

// Walks one lane after another.
template <class Word, class Use>
void walk_in_turn(Bundle& bundle, Columns<Word>& columns, BlockMemory& memory, Use& use) {
  const PathInterval& events = bundle.events();
  columns.resize(bundle.size(), events.end - events.first);
  use.begin(bundle, columns);
  for (std::uint32_t n = 0; n < bundle.size(); ++n) {
    const Lane lane{bundle.path, bundle.threads[n], bundle.interval};
    const Interval<Word> interval{events.first, events.end, columns.indices(n), columns.values(n)};
    if (has_fused_multiply_add())
      walk_interval_fused(lane, bundle.places[n], interval, memory, use);
    else
      walk_interval(lane, bundle.places[n], interval, memory, use);
  }
  use.end(bundle, columns);
}

// Walks all threads to their first barrier, in order; then all to their second; and so on. `lanes` are the threads that
// have events, and are consumed. Lanes with a common path begin and end together.
template <class Use>
void walk(std::vector<Lane>& lanes, Size2 block, const ThreadPlace& at, BlockMemory& memory, Use& use) {
  Columns<typename Use::Word> columns;
  Bundle bundle;
  while (!lanes.empty()) {
    std::size_t going_on = 0;
    for (std::size_t n = 0; n < lanes.size(); n += bundle.size()) {
      take_bundle(std::span(lanes).subspan(n), block, at, bundle);
      if (!use.together(bundle, memory)) walk_in_turn(bundle, columns, memory, use);
      if (bundle.interval + 1 == bundle.path->intervals.size()) continue;
      for (const std::uint32_t thread : bundle.threads) lanes[going_on++] = {bundle.path, thread, bundle.interval + 1};
    }
    lanes.resize(going_on);
  }
  memory.forget_stores();
}

}  // namespace tilescope::file
