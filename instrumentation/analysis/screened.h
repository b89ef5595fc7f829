// What a screening keeps of a block while it goes through its events, on either side: a print of what was done in
// shared memory, what each shared cell met, and what is told in the end.
#pragma once

#include <cstdint>

#include "instrumentation/anywhere.h"
#include "instrumentation/trace/site.h"

namespace tilescope {

// What the threads of a block did in shared memory and between which barriers, in 128 bits: of each event a number that
// hangs on all of it, on its thread and on its place, and all of them added up, in any order. Two blocks with the same
// sum are taken to have done the same: by chance it is one pair in 2^128.
class Print {
 public:
  static constexpr int words = 2;

  // A shared access, by the number of its site, or a barrier; and its place among what is looked at of its thread. No
  // other event may come here.
  TILESCOPE_ANYWHERE void add(std::uint32_t site, Kind kind, std::uint32_t index, std::uint32_t thread,
                              std::uint32_t place) {
    constexpr std::uint64_t barrier = 0xffffffff;  // no site has that number
    const bool access = kind != Kind::barrier_release;
    // Never 0, of which nothing would be left.
    const std::uint64_t key = (access ? std::uint64_t{site} + 1 : barrier) << 32 | (access ? index : 0);
    const std::uint64_t who = std::uint64_t{place} << 10 | thread;
    a_ += mixed(key ^ who * 0x9e3779b97f4a7c15U);
    b_ += mixed(key + who * 0xd6e8feb86659fd93U);
  }
  // Its words, to be added up word by word.
  TILESCOPE_ANYWHERE void tell(std::uint64_t (&to)[words]) const {
    to[0] = a_;
    to[1] = b_;
  }

 private:
  // Every bit of the result depends on every bit of x, and no two x have the same.
  TILESCOPE_ANYWHERE static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
  }

  std::uint64_t a_ = 0, b_ = 0;
};

// What is kept of one shared cell. Intervals are counted from 1, and everything is 0 when the block begins.
struct alignas(16) ScreenedCell {
  std::uint32_t last;         // interval and thread that came first in this interval
  std::uint32_t several;      // the last interval in which two threads came
  std::uint32_t stored;       // the last interval with a store
  std::uint32_t first_store;  // the first such

  static constexpr std::uint32_t thread_bits = 10;
  static constexpr std::uint32_t most_intervals = (1U << (32 - thread_bits)) - 1;

  // Whether it may be a read before any write: one that no barrier parts from the first store. Mostly the cell has all
  // of this in it already, and nothing is written.
  [[nodiscard]] TILESCOPE_ANYWHERE bool touch(std::uint32_t interval, std::uint32_t thread, bool store) volatile {
    const ScreenedCell now = seen();
    const std::uint32_t mine = interval << thread_bits | thread;
    std::uint32_t other = now.last;
    if (other >> thread_bits != interval) other = exchange(last, mine);  // of two that come here, one sees the other
    if (other >> thread_bits == interval && other != mine && now.several != interval) several = interval;
    if (!store) return now.first_store == 0 || now.first_store == interval;
    if (now.stored != interval) stored = interval;
    if (now.first_store == 0) first_store = interval;
    return false;
  }
  // Once all are through the interval.
  [[nodiscard]] TILESCOPE_ANYWHERE bool raced(std::uint32_t interval) const volatile {
    return several == interval && stored == interval;
  }

 private:
  // All words at once; others may write some of them meanwhile.
  [[nodiscard]] TILESCOPE_ANYWHERE ScreenedCell seen() const volatile {
    ScreenedCell now;
#if defined(__CUDA_ARCH__)
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(now.last), "=r"(now.several), "=r"(now.stored), "=r"(now.first_store)
                 : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(const_cast<ScreenedCell*>(this))))
                 : "memory");
#else
    now.last = last;
    now.several = several;
    now.stored = stored;
    now.first_store = first_store;
#endif
    return now;
  }
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

  std::uint64_t print[Print::words];
  std::uint32_t flags;
};

}  // namespace tilescope
