// What orders the accesses of two blocks of one launch: atomics, and flags, which are volatile whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/thread_order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// An event, how many barriers its thread had passed, and how often it met others of its warp.
struct AtBlock {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  std::uint32_t interval = 0;
  Meetings met;
};

// What a block did before one of its atomics comes before what another block does behind an atomic on the same cell, if
// that one came later: so the last block of a count may read what all others left. Whether it looked at what it found,
// and whether there was a fence, a trace does not tell; then nothing is said. A thread goes on with the atomics of
// others of its warp as well, where it met them in between. On the CPU blocks that depend on each other run one after
// the other; in which order those of a GPU came, nobody knows.
class BlockOrder {
 public:
  explicit BlockOrder(const Trace& trace)
      : blocks_(trace.launch().grid.count()), any_order_(trace.backend() == Backend::cuda) {}

  void atomic(const AtBlock& at, std::uint64_t cell);
  // The interval of the block that its atomics were told of last is over.
  void end_interval(std::uint32_t block, const ThreadOrder& threads);
  [[nodiscard]] bool any() const { return any_; }
  // Then a block may come before one with a smaller number: all of its atomics have to be known.
  [[nodiscard]] bool any_order() const { return any_order_; }
  // Of different blocks; atomics on one cell do not count: on `not_by` where it is the one that comes first, on
  // `not_back_by` where it is the other.
  [[nodiscard]] bool are_ordered(const AtBlock& one, const AtBlock& other, std::uint64_t not_by,
                                 std::uint64_t not_back_by);

 private:
  struct Atomic {
    std::uint64_t cell = 0;
    std::uint32_t interval = 0, thread = 0, number = 0;
    Meetings met;
  };
  struct Block {
    std::vector<Atomic> atomics;
    bool sorted = true;
  };

  [[nodiscard]] const std::vector<Atomic>& sorted(std::uint32_t block);
  [[nodiscard]] bool is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by);

  // Beyond so many, which take 512 MiB, all that atomics may order counts as ordered.
  static constexpr std::uint64_t most_atomics = 1 << 24;

  std::vector<Block> blocks_;
  bool any_order_;
  bool any_ = false;
  std::uint64_t atomics_ = 0;
  std::uint32_t open_ = 0;          // the block that was told of last
  std::size_t of_interval_ = 0;     // where its atomics of this interval begin
  std::uint64_t budget_ = 100'000'000;  // looks at atomics that are still worth it; then all counts as ordered
};

}  // namespace tilescope
