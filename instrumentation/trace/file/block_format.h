// How a block is written: the flags it begins with, and the events that are not as predicted.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/trace/count.h"

namespace tilescope::file {

// For a block.
inline constexpr std::uint8_t is_recorded = 1;
inline constexpr std::uint8_t has_tallies = 2;
inline constexpr std::uint8_t has_lost = 4;
inline constexpr std::uint8_t same_paths = 8;      // as the recorded block before it in its group
inline constexpr std::uint8_t is_wide_block = 16;  // its events have values of 64 bits
inline constexpr std::uint8_t has_pairs = 32;      // and some of them two
inline constexpr std::uint8_t all_block_flags = 63;

// Version 1 counts fewer kinds of events: those that come first in Count.
inline constexpr std::size_t counts_of_version_1 = 11;
static_assert(counts_of_version_1 == static_cast<std::size_t>(Count::atomic));
[[nodiscard]] constexpr std::size_t written_counts(std::uint16_t version) {
  return version == 1 ? counts_of_version_1 : count_kinds;
}

// For an event that differs, in the low bits of the number that says how many events were right before it.
inline constexpr std::uint64_t index_differs = 1;
inline constexpr std::uint64_t value_differs = 2;
inline constexpr unsigned difference_bits = 2;

// Clocks are written as how much later each is than the one before, and second values as what they are more than the
// first.
constexpr std::uint64_t zigzag(std::int64_t n) {
  return static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63);
}
constexpr std::int64_t from_zigzag(std::uint64_t n) { return static_cast<std::int64_t>(n >> 1 ^ (~(n & 1) + 1)); }
// What the second value of an event is written as the difference to: of an atomic, what it found; of a shuffle, which
// tells an event of the giving thread, the one with the same number as its own.
[[nodiscard]] constexpr std::uint64_t expected_second(Kind kind, std::uint64_t first, std::uint32_t number) {
  return kind == Kind::atomic ? first : kind == Kind::shuffle ? number : 0;
}

}  // namespace tilescope::file
