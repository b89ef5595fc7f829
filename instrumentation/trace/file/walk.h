// Goes through all events of a block in an order that respects its barriers, and predicts each one's index and value
// from the inputs and from the events before it. Writer and reader both do; the writer keeps what differs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "instrumentation/trace/file/block_memory.h"
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
  const Column& events;
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

// One thread from event `first` up to `end`. `use` gives its values so far, is told what is predicted, and tells what
// it is in the end.
template <class Use>
TILESCOPE_WALK void walk_interval(const Lane& lane, const ThreadPlace& at, std::uint32_t first, std::uint32_t end,
                                  BlockMemory& memory, Use& use) {
  const Step* const steps = lane.path->steps.data();
  const auto values = use.values(lane);
  for (std::uint32_t number = first; number != end; ++number) {
    const Step& step = steps[number];
    const std::uint32_t index = use.index(lane, number, step, step.index_at(at));
    if (step.kind <= Kind::shared_store && index >= memory.extent(step.array)) use.beyond(step, index);
    const float value = use.value(lane, number, step, predict(step, number, index, memory, values));
    if (step.kind == Kind::shared_store || step.kind == Kind::global_store) memory.store(step.array, index, value);
  }
}

#if defined(__x86_64__) && !defined(__FMA__) && !defined(TILESCOPE_SANITIZE)
// Processors with a fused multiply-add have an instruction for it; the library's gives the same bits.
template <class Use>
__attribute__((target("fma"))) void walk_interval_fused(const Lane& lane, const ThreadPlace& at, std::uint32_t first,
                                                        std::uint32_t end, BlockMemory& memory, Use& use) {
  walk_interval(lane, at, first, end, memory, use);
}
inline bool has_fused_multiply_add() { return __builtin_cpu_supports("fma") != 0; }
#else
template <class Use>
void walk_interval_fused(const Lane& lane, const ThreadPlace& at, std::uint32_t first, std::uint32_t end,
                         BlockMemory& memory, Use& use) {
  walk_interval(lane, at, first, end, memory, use);
}
inline bool has_fused_multiply_add() { return true; }
#endif

// All threads up to their first barrier, in order; then all up to their second; and so on. `lanes` are those that have
// events, and is used up.
template <class Use>
void walk(std::vector<Lane>& lanes, Size2 block, ThreadPlace at, BlockMemory& memory, Use& use) {
  const bool fused = has_fused_multiply_add();
  while (!lanes.empty()) {
    std::size_t going_on = 0;
    for (Lane& lane : lanes) {
      const auto& ends = lane.path->interval_ends;
      const std::uint32_t first = lane.interval == 0 ? 0 : ends[lane.interval - 1];
      const std::uint32_t end = ends[lane.interval++];
      at.thread_y = lane.number / block.x;
      at.thread_x = lane.number % block.x;
      if (fused)
        walk_interval_fused(lane, at, first, end, memory, use);
      else
        walk_interval(lane, at, first, end, memory, use);
      if (lane.interval < ends.size()) lanes[going_on++] = lane;
    }
    lanes.resize(going_on);
  }
  memory.forget_stores();
}

}  // namespace tilescope::file
