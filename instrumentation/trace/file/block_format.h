// How a block is written: its flags, and the events that differ from their prediction.
#pragma once

#include <array>
#include <cstdint>

#include "instrumentation/trace/count.h"

namespace tilescope::file {

// Flags of a block.
inline constexpr std::uint8_t is_recorded = 1;
inline constexpr std::uint8_t has_tallies = 2;
inline constexpr std::uint8_t has_lost = 4;
inline constexpr std::uint8_t same_paths = 8;      // as the recorded block before it in its group
inline constexpr std::uint8_t is_wide_block = 16;  // its events have 64-bit values
inline constexpr std::uint8_t has_pairs = 32;      // some of its events have a second value
inline constexpr std::uint8_t all_block_flags = 63;

// Version 1 has only the first kinds of events in Count.
inline constexpr std::size_t counts_of_version_1 = 11;
static_assert(counts_of_version_1 == static_cast<std::size_t>(Count::atomic));
[[nodiscard]] constexpr std::size_t written_counts(std::uint16_t version) {
  return version == 1 ? counts_of_version_1 : count_kinds;
}

// Flags of an event that differs, in the low bits of the number of correct events before it.
inline constexpr std::uint64_t index_differs = 1;
inline constexpr std::uint64_t value_differs = 2;
inline constexpr unsigned difference_bits = 2;

// A clock is written as its difference from the clock before; a second value, as its difference from the expected one.
constexpr std::uint64_t zigzag(std::int64_t n) {
  return static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63);
}
constexpr std::int64_t from_zigzag(std::uint64_t n) { return static_cast<std::int64_t>(n >> 1 ^ (~(n & 1) + 1)); }
// The expected second value of an event: for an atomic, the value it found; for a shuffle, which names an event of the
// source thread, the event with the same number as its own.
[[nodiscard]] constexpr std::uint64_t expected_second(Kind kind, std::uint64_t first, std::uint32_t number) {
  return kind == Kind::atomic ? first : kind == Kind::shuffle ? number : 0;
}

}  // namespace tilescope::file
