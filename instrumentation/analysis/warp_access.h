// What one memory access of a warp costs: sectors and lines of global memory, or turns of shared memory's banks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

inline constexpr std::uint32_t warp_lanes = 32;
inline constexpr std::uint32_t bank_count = 32;  // a bank is a word wide
inline constexpr std::uint32_t word_bytes = 4;
inline constexpr std::uint32_t sector_bytes = 32;   // the least that an access to global memory moves
inline constexpr std::uint32_t line_bytes = 128;    // a line of the cache
inline constexpr std::uint32_t widest_access = 4;   // elements of a float4
inline constexpr std::uint32_t served_bytes = 128;  // that all banks give at once

// Which access of a statement it is. A visit of a line has each of them once.
struct AccessName {
  Kind kind = Kind::global_load;  // what was meant, where it was out of bounds
  std::uint8_t array = 0;
  std::uint8_t operand = 0;
  std::uint8_t bytes = 4;  // of an element, 1 to 8

  [[nodiscard]] bool is_global() const { return kind == Kind::global_load || kind == Kind::global_store; }
  auto operator<=>(const AccessName&) const = default;
};

// A thread's part in it: an event, and the rest of it where it is a vector's.
struct ThreadAccess {
  AccessName name;
  std::uint32_t event = 0;
  std::uint8_t elements = 1;
  std::uint8_t performed = 0;  // a bit for each element; those out of bounds are recorded, but not performed
};

// The accesses to global and shared memory in events `first` up to `end` of a thread, in their order.
void find_accesses(std::span<const ArrayInfo> arrays, const Column& events, std::uint32_t first, std::uint32_t end,
                   std::vector<ThreadAccess>& found);

// The elements that a warp's lanes ask for together, lane by lane.
struct Asked {
  std::uint32_t count = 0;
  std::uint32_t widest = 1;  // elements of the lane that asks for most
  std::uint32_t bytes = 4;   // that an element of the access takes, and of the array, which indices count
  std::uint32_t step = 4;
  std::array<std::uint32_t, std::size_t{warp_lanes} * widest_access> index{};
  std::array<std::uint8_t, std::size_t{warp_lanes} * widest_access> lane{};

  void clear() {
    count = 0;
    widest = 1;
  }
  void add(std::uint32_t element, std::uint32_t of_lane) {
    index[count] = element;
    lane[count++] = static_cast<std::uint8_t>(of_lane);
  }
  // What is wider than a word is served in parts: 8 bytes (a float2, a double) of half a warp at a time, 16 (a float4,
  // a double2) of a quarter.
  [[nodiscard]] std::uint32_t parts() const {
    std::uint32_t parts = 1;
    while (parts < warp_lanes && warp_lanes / parts * widest * bytes > served_bytes) parts *= 2;
    return parts;
  }
  // The words that an element lies in, as its array's are counted: one, of 8 bytes two.
  [[nodiscard]] std::uint32_t first_word(std::uint32_t n) const { return index[n] * step / word_bytes; }
  [[nodiscard]] std::uint32_t last_word(std::uint32_t n) const { return (index[n] * step + bytes - 1) / word_bytes; }
  [[nodiscard]] std::uint32_t part_of(std::uint32_t of_lane) const { return of_lane / (warp_lanes / parts()); }
};

// Global arrays begin at multiples of 256 bytes, as cudaMalloc gives them.
struct GlobalCost {
  std::uint32_t sectors = 0;
  std::uint32_t lines = 0;
  std::uint32_t ideal_sectors = 0;  // had the elements that were asked for stood side by side
};
[[nodiscard]] GlobalCost global_cost(const Asked& asked);

// One part of one access, 128 bytes at most, at the banks: each of them serves one word at a time, to all lanes that
// ask for it.
class Banks {
 public:
  // The turn, from 0, in which its bank serves this word.
  std::uint32_t turn_of(std::uint32_t word) {
    const std::uint32_t bank = word % bank_count;
    auto& words = words_[bank];
    const std::uint32_t used = used_[bank];
    for (std::uint32_t turn = 0; turn < used; ++turn)
      if (words[turn] == word) return turn;
    words[used] = word;
    used_[bank] = static_cast<std::uint8_t>(used + 1);
    if (used + 1 > ways_) ways_ = used + 1;
    return used;
  }
  [[nodiscard]] std::uint32_t ways() const { return ways_; }  // turns of the busiest bank

 private:
  std::uint32_t ways_ = 0;
  std::array<std::uint8_t, bank_count> used_{};
  std::array<std::array<std::uint32_t, std::size_t{warp_lanes} * widest_access>, bank_count>
      words_;  // the first `used_` of each bank
};

struct SharedCost {
  std::uint32_t wavefronts = 0;  // turns that the access takes, all parts together
  std::uint32_t parts = 0;       // those in which any lane asks for something: wavefronts without conflicts
  std::uint32_t ways = 0;        // of the part with most
};
// `first_word` is where the array begins in shared memory. It says which bank serves what, and changes no cost: all
// lanes access the same array, so the banks only change places.
[[nodiscard]] SharedCost shared_cost(const Asked& asked, std::uint32_t first_word);

// Where an array begins in a block's shared memory, in words of 4 bytes. Arrays stand in the order in which they are
// declared, each at a multiple of 16 bytes; a compiler may choose another order.
[[nodiscard]] std::uint32_t first_shared_word(std::span<const ArrayInfo> arrays, std::size_t array);

}  // namespace tilescope
