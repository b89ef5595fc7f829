// Moves events to memory that nobody reads soon: past the cache, one whole line of it after the other. (A line that is
// written in two goes costs the memory a read as well.)
#pragma once

#include <cstddef>
#include <cstring>

#include "instrumentation/trace/packed_event.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tilescope::cpu {

inline constexpr std::size_t line_bytes = 64;
inline constexpr std::uint32_t line_events = line_bytes / sizeof(PackedEvent);

// Both ends begin at a line.
inline void move_out(PackedEvent* to, const PackedEvent* from, std::size_t lines) {
#if defined(__SSE2__)
  for (const PackedEvent* const end = from + lines * line_events; from != end; ++from, ++to)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), _mm_load_si128(reinterpret_cast<const __m128i*>(from)));
#else
  std::memcpy(to, from, lines * line_bytes);
#endif
}

// What was moved out can be read by other OS threads from now on.
inline void finish_moves() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace tilescope::cpu
