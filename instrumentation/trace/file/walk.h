// Goes through all events of a block in an order that respects its barriers, and predicts each one's index and value
// from the inputs and from the events before it. Writer and reader both do; the writer keeps what differs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "instrumentation/trace/file/block_memory.h"
#include "instrumentation/trace/file/columns.h"
#include "instrumentation/trace/file/path.h"

#if defined(TILESCOPE_SANITIZE)
#define TILESCOPE_WALK inline
#else
#define TILESCOPE_WALK inline __attribute__((always_inline))
#endif

namespace tilescope::file {

// One thread on its way through a block.
struct Lane {
  const Path* path = nullptr;
  std::uint32_t number = 0;  // of the thread
  std::uint32_t interval = 0;
};

inline float bits_as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t float_as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// As the recorder's arithmetic, which has one NaN.
TILESCOPE_WALK float with_one_nan(float value) { return value == value ? value : bits_as_float(0x7fffffff); }

// What was recorded, as values to predict others from. A clock is none: it is not known when a reader goes this way.
struct Recorded {
  Column events;
  float operator[](std::uint32_t number) const {
    const Event event = events[number];
    return event.is_barrier() ? 0.0f : event.value();
  }
};

// What event `number` should hold; `values` tells those of the events before it in the same thread.
template <class Values>
TILESCOPE_WALK float predict(const Step& step, std::uint32_t number, std::uint32_t index, const BlockMemory& memory,
                             const Values& values) {
  const auto back = [&](std::uint32_t distance) {
    return distance == 0 || distance == far_away ? 0.0f : values[number - distance];
  };
  const auto operand = [&] {
    const float value = back(step.origin & 0xffff);
    return step.is_negated() ? -value : value;
  };
  const auto addend = [&] {
    const std::uint32_t distance = step.addend_distance();
    return distance == 0 ? 0.0f : values[number - distance];
  };
  switch (step.rule) {
    case Rule::nothing: return 0.0f;
    case Rule::constant: return bits_as_float(step.hint);
    case Rule::stray: return memory.stray(step.array, index);
    case Rule::global_load:
    case Rule::shared_load: return memory.load(step.array, index);
    case Rule::copy: return values[step.origin];
    case Rule::start: return operand();
    case Rule::add: return with_one_nan(addend() + operand());
    case Rule::multiply_add: break;
  }
  return with_one_nan(std::fma(operand(), back(step.origin >> 16), addend()));
}

// A thread's values so far: those of the interval that it is in lie side by side, and those before it are asked for.
template <class Before>
struct ValuesSoFar {
  const Before& before;
  const std::uint32_t* here;
  std::uint32_t first;
  float operator[](std::uint32_t number) const {
    return number >= first ? bits_as_float(here[number - first]) : before[number];
  }
};

// One thread's interval.
struct Interval {
  std::uint32_t first = 0, end = 0;  // its events
  std::uint32_t* indices = nullptr;
  std::uint32_t* values = nullptr;
};

// `use` gives the thread's values before the interval, is told what is predicted and what is there, and tells what it
// is in the end.
template <class Use>
TILESCOPE_WALK void walk_interval(const Lane& lane, const ThreadPlace& at, const Interval& interval,
                                  BlockMemory& memory, Use& use) {
  const Step* const steps = lane.path->steps.data();
  const auto before = use.before(lane);
  const ValuesSoFar<std::remove_cv_t<decltype(before)>> values{before, interval.values, interval.first};
  for (std::uint32_t number = interval.first; number != interval.end; ++number) {
    const Step& step = steps[number];
    std::uint32_t& kept_index = interval.indices[number - interval.first];
    std::uint32_t& kept_value = interval.values[number - interval.first];
    const std::uint32_t index = kept_index = use.index(kept_index, step.index_at(at));
    if (step.kind <= Kind::shared_store && index >= memory.extent(step.array)) use.beyond(step, index);
    const float value = use.value(step, kept_value, predict(step, number, index, memory, values));
    kept_value = float_as_bits(value);
    if (step.kind == Kind::shared_store || step.kind == Kind::global_store) memory.store(step.array, index, value);
  }
}

#if defined(__x86_64__) && !defined(__FMA__) && !defined(TILESCOPE_SANITIZE)
// Processors with a fused multiply-add have an instruction for it; the library's gives the same bits.
template <class Use>
__attribute__((target("fma"))) void walk_interval_fused(const Lane& lane, const ThreadPlace& at,
                                                        const Interval& interval, BlockMemory& memory, Use& use) {
  walk_interval(lane, at, interval, memory, use);
}
inline bool has_fused_multiply_add() { return __builtin_cpu_supports("fma") != 0; }
#else
template <class Use>
void walk_interval_fused(const Lane& lane, const ThreadPlace& at, const Interval& interval, BlockMemory& memory,
                         Use& use) {
  walk_interval(lane, at, interval, memory, use);
}
inline bool has_fused_multiply_add() { return true; }
#endif

// All threads up to their first barrier, in order; then all up to their second; and so on. `lanes` are those that have
// events, and is used up. A few that take the same path are begun and ended together.
template <class Use>
void walk(std::vector<Lane>& lanes, Size2 block, ThreadPlace at, BlockMemory& memory, Use& use) {
  const bool fused = has_fused_multiply_add();
  Columns columns;
  std::vector<std::uint32_t> numbers;
  while (!lanes.empty()) {
    std::size_t going_on = 0;
    for (std::size_t n = 0; n < lanes.size(); n += numbers.size()) {
      const Lane of = lanes[n];
      const auto& ends = of.path->interval_ends;
      Interval interval{of.interval == 0 ? 0 : ends[of.interval - 1], ends[of.interval]};
      const std::uint32_t events = interval.end - interval.first, most = Columns::lanes_of(events);
      numbers.clear();
      for (std::size_t k = n; k < lanes.size() && numbers.size() < most && lanes[k].path == of.path; ++k)
        numbers.push_back(lanes[k].number);
      columns.resize(static_cast<std::uint32_t>(numbers.size()), events);
      use.begin(numbers, interval.first, columns);
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        Lane lane = lanes[n + k];
        interval.indices = columns.indices(k);
        interval.values = columns.values(k);
        at.thread_y = lane.number / block.x;
        at.thread_x = lane.number % block.x;
        if (fused)
          walk_interval_fused(lane, at, interval, memory, use);
        else
          walk_interval(lane, at, interval, memory, use);
        if (++lane.interval < ends.size()) lanes[going_on++] = lane;
      }
      use.end(numbers, interval.first, columns);
    }
    lanes.resize(going_on);
  }
  memory.forget_stores();
}

}  // namespace tilescope::file
