// Counting events without keeping them.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/trace/event.h"

namespace tilescope {

// What events are counted under, for each array.
enum class Count : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  sum_start,
  sum_add,
  sum_multiply_add,
  barrier_arrive,
  barrier_release,
  stray_load,
  stray_store,
  atomic,
  shuffle,
  vote,
  sum_least,
  sum_greatest,
  sum_compare,
};
inline constexpr std::size_t count_kinds = 17;

[[nodiscard]] TILESCOPE_ANYWHERE constexpr Count count_of(Kind kind, std::uint8_t operand, bool stray_store) {
  switch (kind) {
    case Kind::global_load:
    case Kind::global_store:
    case Kind::shared_load:
    case Kind::shared_store: return static_cast<Count>(kind);
    case Kind::partial_sum:
      if (operand > static_cast<int>(SumForm::multiply_add))
        return static_cast<Count>(static_cast<int>(Count::sum_least) + operand - static_cast<int>(SumForm::least));
      return static_cast<Count>(static_cast<int>(Count::sum_start) + operand);
    case Kind::barrier_arrive: return Count::barrier_arrive;
    case Kind::barrier_release: return Count::barrier_release;
    case Kind::atomic: return Count::atomic;
    case Kind::shuffle: return Count::shuffle;
    case Kind::vote: return Count::vote;
    case Kind::out_of_bounds: break;
  }
  return stray_store ? Count::stray_store : Count::stray_load;
}
[[nodiscard]] inline Count count_of(const Event& event) {
  return count_of(event.kind(), event.operand(), event.stray_store());
}

struct Tally {
  std::uint64_t total = 0;
  std::uint32_t thread_max = 0;

  void add(const Tally& other) {
    total += other.total;
    thread_max = thread_max < other.thread_max ? other.thread_max : thread_max;
  }
  bool operator==(const Tally&) const = default;
};
using Tallies = std::array<Tally, count_kinds>;

}  // namespace tilescope
