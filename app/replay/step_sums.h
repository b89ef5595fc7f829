// How often threads have done what up to any step: sums for the shares of many steps at once.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/site.h"

namespace tilescope {

enum class Activity : std::uint8_t {
  ready,        // has done nothing yet
  loading,      // loads from global memory, perhaps into shared memory
  padding,      // stores a constant to shared memory for an element outside the matrix
  multiplying,  // computes a partial sum
  exchanging,   // gets a value from other lanes of its warp
  waiting,      // waits at a barrier
  storing,      // stores to global memory
  guarded,      // other threads run this line, but this thread's condition is false
  done,
};

// What a thread does in a step, without the elements.
struct ActivityKind {
  Activity activity = Activity::ready;
  std::uint8_t array = no_array;  // the global array that is loaded or stored
  bool fills = false;             // without such an array: shared memory is stored to

  auto operator<=>(const ActivityKind&) const = default;
};

class StepSums {
 public:
  using KindOf = std::function<ActivityKind(std::uint32_t path, std::uint32_t step)>;
  StepSums() = default;
  // The order has to outlive it.
  StepSums(const Order& order, const KindOf& kind_of);

  // All kinds of steps in the launch.
  [[nodiscard]] const std::vector<ActivityKind>& kinds() const { return kinds_; }
  // Adds to `counts`, by kind, `times` times the steps of a path from `first` to before `end` in which it has events.
  void add(std::uint32_t path, std::uint32_t first, std::uint32_t end, std::int64_t times,
           std::span<std::int64_t> counts) const;

 private:
  friend struct Carried<StepSums>;
  struct OfPath {
    std::vector<std::uint16_t> kinds;  // by visit
    std::vector<std::uint32_t> sums;   // before every visit whose number is a multiple of `spacing_`, by kind
  };
  void sum_up(OfPath& of) const;
  void add_before(const OfPath& of, std::size_t visit, std::int64_t times, std::span<std::int64_t> counts) const;

  const Order* order_ = nullptr;
  std::vector<ActivityKind> kinds_;
  std::size_t spacing_ = 16;
  std::vector<OfPath> paths_;
};

}  // namespace tilescope
