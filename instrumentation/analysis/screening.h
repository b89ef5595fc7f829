// What can be told of a block's shared memory from its events one by one, by a device whose threads come in any order
// between two barriers: whether a hazard is possible there at all, and whether another block did the very same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "instrumentation/trace/event.h"

namespace tilescope {

// What one thread did in shared memory and between which barriers, in 128 bits. Those of a block's threads are added up
// word by word. Two blocks with the same sum are taken to have done the same: by chance it is one pair in 2^128.
class Print {
 public:
  static constexpr int words = 4;

  // Of shared accesses and barriers; no other event may come here.
  TILESCOPE_ANYWHERE void add(const Event& event) {
    constexpr std::uint32_t kind_bits = 7U << 16;
    constexpr std::uint32_t place_bits = kind_bits | 0xffU << 19 | 0xffffU;  // kind, array and line
    const bool access = event.kind() != Kind::barrier_release;
    const std::uint64_t key =
        std::uint64_t{event.what & (access ? place_bits : kind_bits)} << 32 | (access ? event.index : 0);
    a_ = (a_ ^ key) * 0x9e3779b97f4a7c15U;
    a_ ^= a_ >> 32;
    b_ = (b_ + key) * 0xd6e8feb86659fd93U;
    b_ ^= b_ >> 29;
  }
  // The words, by which the thread can be told from the others of its block.
  TILESCOPE_ANYWHERE void finish(std::uint32_t thread, std::uint32_t (&to)[words]) const {
    const std::uint64_t a = mixed(a_ + thread);
    const std::uint64_t b = mixed(b_ ^ mixed(thread + std::uint64_t{1}));
    to[0] = static_cast<std::uint32_t>(a);
    to[1] = static_cast<std::uint32_t>(a >> 32);
    to[2] = static_cast<std::uint32_t>(b);
    to[3] = static_cast<std::uint32_t>(b >> 32);
  }

 private:
  // Every bit of the result hangs on every bit of x, and no two x have the same.
  TILESCOPE_ANYWHERE static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
  }

  std::uint64_t a_ = 1, b_ = 1;
};

// What is kept of one shared cell. Intervals are counted from 1, and everything is 0 when the block begins.
struct ScreenedCell {
  std::uint32_t last;         // interval and thread that came first in this interval
  std::uint32_t several;      // the last interval in which two threads came
  std::uint32_t stored;       // the last interval with a store
  std::uint32_t first_store;  // the first such

  static constexpr std::uint32_t thread_bits = 10;
  static constexpr std::uint32_t most_intervals = (1U << (32 - thread_bits)) - 1;

  // Whether it may be a read before any write: one that no barrier parts from the first store.
  [[nodiscard]] TILESCOPE_ANYWHERE bool touch(std::uint32_t interval, std::uint32_t thread, bool store) volatile {
    const std::uint32_t mine = interval << thread_bits | thread;
    std::uint32_t other = last;
    if (other >> thread_bits != interval) other = exchange(last, mine);  // of two that come here, one sees the other
    if (other >> thread_bits == interval && other != mine) several = interval;
    if (store) {
      stored = interval;
      if (first_store == 0) first_store = interval;
      return false;
    }
    const std::uint32_t first = first_store;
    return first == 0 || first == interval;
  }
  // Once all are through the interval.
  [[nodiscard]] TILESCOPE_ANYWHERE bool raced(std::uint32_t interval) const volatile {
    return several == interval && stored == interval;
  }

 private:
  TILESCOPE_ANYWHERE static std::uint32_t exchange(volatile std::uint32_t& at, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
    return atomicExch(const_cast<std::uint32_t*>(&at), value);
#else
    const std::uint32_t before = at;
    at = value;
    return before;
#endif
  }
};

// What was seen of one block.
struct BlockReport {
  // In shared memory there may be a race or a read before any write; there was an access out of bounds; another thread
  // stores an element that one of this block's stores.
  enum Flag : std::uint32_t { suspicious = 1, strayed = 2, store_conflict = 4 };

  std::uint32_t print[Print::words];
  std::uint32_t flags;
};

// Which blocks' events have to be looked at to know all hazards of a launch.
struct BlocksToLookAt {
  std::vector<std::size_t> blocks;        // in their order
  std::vector<std::uint64_t> stands_for;  // see KnownBlocks
  std::size_t looked_at = 0;              // of how many blocks all is known then
};
// At most so many: those that stand for others come first.
[[nodiscard]] BlocksToLookAt blocks_to_look_at(std::span<const BlockReport> reports, std::size_t most);

}  // namespace tilescope
