// Counting events without keeping them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "instrumentation/trace/event.h"

namespace tilescope {

// The categories in which events are counted, for each array.
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

// The immutable tallies of one block: first one for each array, then one for the barriers, then one for all arrays
// together. The blocks of a launch may share one allocation.
class BlockTallies {
 public:
  BlockTallies() = default;
  BlockTallies(std::vector<Tallies> all) : size_(all.size()) {
    const auto kept = std::make_shared<const std::vector<Tallies>>(std::move(all));
    first_ = {kept, kept->data()};
  }
  BlockTallies(const std::shared_ptr<const std::vector<Tallies>>& of_all, std::size_t first, std::size_t count)
      : first_(of_all, of_all->data() + first), size_(count) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Tallies* begin() const { return first_.get(); }
  [[nodiscard]] const Tallies* end() const { return begin() + size_; }
  [[nodiscard]] const Tallies& operator[](std::size_t n) const { return begin()[n]; }
  [[nodiscard]] const Tallies& back() const { return begin()[size_ - 1]; }
  friend bool operator==(const BlockTallies& a, const BlockTallies& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::shared_ptr<const Tallies> first_;
  std::size_t size_ = 0;
};

}  // namespace tilescope
