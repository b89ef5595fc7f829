// Finds what orders the accesses of two blocks of one launch: atomics, and flags, which are volatile whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/thread_order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// An event, how many barriers its thread had passed, and how often it met others of its warp.
struct AtBlock {
  static constexpr std::uint32_t nowhere = 0xffffffff;

  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  std::uint32_t interval = 0;
  Meetings met;
  std::uint32_t stores = nowhere;  // the array that it stores to; not with an atomic
};

// An atomic, or an access to a flag.
struct Signal {
  std::uint64_t cell = 0;
  std::uint32_t site = 0;
  std::uint64_t found = 0, left = 0;
  bool changes = true;  // else a flag is read
};

// What a block did before one of its atomics comes before what another block does after an atomic on the same cell, if
// that one came later: so the last block of a count may read what all others left. Of a count that only rises, what the
// atomics found and left tells which came later; else the blocks' numbers do, as on the CPU blocks that depend on each
// other run one after another, and where that is not known, as on a GPU, nothing is reported. A store that no fence
// parts from the atomic after it is not seen for sure. A thread goes on with the atomics of others of its warp as well,
// where it met them in between.
class BlockOrder {
 public:
  explicit BlockOrder(const Trace& trace);

  void atomic(const AtBlock& at, const Signal& signal);
  // A store that is none of these: so its array's cells are not counts.
  void store(std::uint8_t array) { counts_[array] = false; }
  // Whether it is a count that only rises: so a reader checks how far it has come.
  [[nodiscard]] bool counts(std::uint64_t cell) const { return counts_[cell >> 32]; }
  // The interval of the block that its atomics were told of last is over.
  void end_interval(std::uint32_t block, const ThreadOrder& threads);
  [[nodiscard]] bool any() const { return any_; }
  // Then a block may come before one with a smaller number: all of its atomics have to be known.
  [[nodiscard]] bool any_order() const { return any_order_ || any_count_; }
  // Of different blocks; atomics on one cell do not count: on `not_by` where it is the one that comes first, on
  // `not_back_by` where it is the other.
  [[nodiscard]] bool are_ordered(const AtBlock& one, const AtBlock& other, std::uint64_t not_by,
                                 std::uint64_t not_back_by);
  // For a block that is still open, so that not all of its atomics are known, and one with a smaller number.
  [[nodiscard]] bool may_be_ordered(const AtBlock& before, const AtBlock& open) {
    return any_ && is_before(before, open, ThreadOrder::no_cell, By::number);
  }

 private:
  struct Atomic : Signal {
    std::uint32_t interval = 0, thread = 0, number = 0;
    Meetings met;
  };
  struct Block {
    std::vector<Atomic> atomics;
    bool sorted = true;
  };

  [[nodiscard]] const std::vector<Atomic>& sorted(std::uint32_t block);
  [[nodiscard]] bool overtakes(const Atomic& atomic, const AtBlock& store) const;
  // What tells which of two atomics came first. The number: what has the smaller one, or any order will do.
  enum class By : std::uint8_t { number, value, value_or_number };
  [[nodiscard]] bool is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by, By by);

  // Beyond so many, which take 512 MiB, all that atomics may order counts as ordered.
  static constexpr std::uint64_t most_atomics = 1 << 24;

  const Trace& trace_;
  std::vector<Block> blocks_;
  std::vector<bool> counts_;  // by array: its cells are counts that only rise
  bool any_order_, any_count_ = false;
  bool any_ = false;
  std::uint64_t atomics_ = 0;
  std::uint32_t open_ = 0;              // the block that was told of last
  std::size_t of_interval_ = 0;         // where its atomics of this interval begin
  std::uint64_t budget_ = 100'000'000;  // looks at atomics that are still worth it; then all counts as ordered
};

}  // namespace tilescope
