// How a block is written: the flags it begins with, and the events that are not as predicted.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/trace/count.h"

namespace tilescope::file {

// Of a block.
inline constexpr std::uint8_t is_recorded = 1;
inline constexpr std::uint8_t has_tallies = 2;
inline constexpr std::uint8_t has_lost = 4;
inline constexpr std::uint8_t same_paths = 8;  // as the recorded block before it in its group
inline constexpr std::uint8_t all_block_flags = 15;

// The kinds of events that there is no room for, in the order of Kind and of Count, and how many are counted before
// them.
inline constexpr std::array roomless{"atomics", "shuffles", "votes", "minima", "maxima", "comparisons"};
inline constexpr std::size_t written_counts = 11;
static_assert(written_counts == static_cast<std::size_t>(Count::atomic) &&
              written_counts + roomless.size() == count_kinds);

// Of an event that differs, in the low bits of the number that says how many events were right before it.
inline constexpr std::uint64_t index_differs = 1;
inline constexpr std::uint64_t value_differs = 2;
inline constexpr unsigned difference_bits = 2;

// Clocks are written as how much later each is than the one before.
constexpr std::uint64_t zigzag(std::int32_t n) {
  return static_cast<std::uint32_t>(n) << 1 ^ static_cast<std::uint32_t>(n >> 31);
}
constexpr std::int32_t from_zigzag(std::uint32_t n) { return static_cast<std::int32_t>(n >> 1 ^ (~(n & 1) + 1)); }

}  // namespace tilescope::file
