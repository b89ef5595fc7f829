// What orders the accesses of two blocks of one launch: atomics, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope {

// An event, and how many barriers its thread had passed.
struct AtBlock {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  std::uint32_t interval = 0;
};

// What a block did before one of its atomics comes before what another block does behind an atomic on the same cell, if
// that one came later: so the last block of a count may read what all others left. Whether it looked at what it found,
// and whether there was a fence, a trace does not tell; then nothing is said. A thread goes on with the atomics of
// others of its warp as well, where it met them in between. On the CPU blocks that depend on each other run one after
// the other; in which order those of a GPU came, nobody knows.
class BlockOrder {
 public:
  explicit BlockOrder(const Trace& trace)
      : trace_(trace), blocks_(trace.block_count()), any_order_(trace.backend() == Backend::cuda) {}

  void atomic(const AtBlock& at, std::uint64_t cell);
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
  };
  struct Block {
    std::vector<Atomic> atomics;
    bool sorted = true;
  };

  // How often a thread met others of its warp in an interval, before one of its events and behind it.
  struct Meetings {
    std::uint32_t before = 0, behind = 0;
  };

  [[nodiscard]] Meetings meetings(const AtBlock& at);
  [[nodiscard]] bool met_between(const AtBlock& first, const AtBlock& second);
  [[nodiscard]] const std::vector<Atomic>& sorted(std::uint32_t block);
  [[nodiscard]] bool is_before(const AtBlock& first, const AtBlock& second, std::uint64_t not_by);

  const Trace& trace_;
  std::vector<Block> blocks_;
  bool any_order_;
  bool any_ = false;
  std::uint64_t budget_ = 100'000'000;  // looks at atomics that are still worth it; then all counts as ordered
};

}  // namespace tilescope
