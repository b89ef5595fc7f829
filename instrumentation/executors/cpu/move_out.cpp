#include "instrumentation/executors/cpu/move_out.h"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tilescope::cpu {

#if defined(__x86_64__)

namespace {

void move_one(Event* to, const Event* from) {
  _mm_stream_si128(reinterpret_cast<__m128i*>(to), _mm_load_si128(reinterpret_cast<const __m128i*>(from)));
}

void move_by_16_bytes(Event* to, const Event* from, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) move_one(to + n, from + n);
}

// Wide stores wait for a multiple of their own width; few of them leave room for the stores of the next thread.
template <std::size_t width, class MoveSome>
void move_in_lines(Event* to, const Event* from, std::size_t count, MoveSome move_some) {
  constexpr std::size_t some = width / sizeof(Event);
  const Event* const end = from + count;
  for (; from != end && reinterpret_cast<std::uintptr_t>(to) % width != 0; ++to, ++from) move_one(to, from);
  for (; static_cast<std::size_t>(end - from) >= some; to += some, from += some) move_some(to, from);
  for (; from != end; ++to, ++from) move_one(to, from);
}

__attribute__((target("avx"))) void move_32_bytes(Event* to, const Event* from) {
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}

__attribute__((target("avx512f"))) void move_64_bytes(Event* to, const Event* from) {
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}

__attribute__((target("avx"), flatten)) void move_by_32_bytes(Event* to, const Event* from, std::size_t count) {
  move_in_lines<32>(to, from, count, move_32_bytes);
}

__attribute__((target("avx512f"), flatten)) void move_by_64_bytes(Event* to, const Event* from, std::size_t count) {
  move_in_lines<64>(to, from, count, move_64_bytes);
}

}  // namespace

MoveOut best_move_out() {
  if (__builtin_cpu_supports("avx512f")) return move_by_64_bytes;
  if (__builtin_cpu_supports("avx")) return move_by_32_bytes;
  return move_by_16_bytes;
}

void finish_moves() { _mm_sfence(); }

#else

MoveOut best_move_out() {
  return [](Event* to, const Event* from, std::size_t count) { std::memcpy(to, from, count * sizeof(Event)); };
}

void finish_moves() {}

#endif

}  // namespace tilescope::cpu
