// One recorded action of one thread.
#pragma once

#include <bit>
#include <cstdint>

#include "instrumentation/trace/site.h"

namespace tilescope {

// Event numbers stay far below these constants, so that no distance between an event and one of them looks short.
inline constexpr std::uint32_t no_origin = 0xc0000000;     // a constant
inline constexpr std::uint32_t many_origins = 0xc0000001;  // computed from several events
inline constexpr std::uint32_t far_away = 0xffff;          // a distance that does not fit, or several origins
inline constexpr std::uint32_t poison_bits = 0x7fc0dead;   // initial contents of shared memory: a NaN

// The distance from event `self` back to its operand, in the 16 bits that a partial sum has for it.
[[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t distance_back(std::uint32_t self, std::uint32_t origin) {
  const std::uint32_t distance = self - origin;
  if (distance < far_away) return distance;
  return origin == no_origin ? 0 : far_away;
}
// The inverse of distance_back.
[[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t operand_event(std::uint32_t self, std::uint32_t distance) {
  return distance == 0 ? no_origin : distance == far_away ? many_origins : self - distance;
}

// An event as a trace returns it: assembled from the record, with a pointer into the trace's table of sites.
struct Event {
  std::uint32_t index = 0;  // element of the array; for a barrier, its number; for a shuffle, the source thread
  std::uint32_t origin = no_origin;  // the event of this thread that made the value; for a sum, two distances back
  std::uint64_t bits = 0;            // the value loaded, stored, found or summed, as it lies in memory; for a barrier,
                                     // a GPU's clock; for __syncwarp, its mask
  std::uint64_t second = 0;  // for an atomic, the value it left; for a shuffle, the source thread's event that made the
                             // value; for a vote, what this thread contributed
  std::uint32_t site = 0;    // its number
  const Site* at = nullptr;

  [[nodiscard]] Kind kind() const { return at->kind; }
  [[nodiscard]] std::uint8_t array() const { return at->array; }
  [[nodiscard]] Width width() const { return at->width; }
  [[nodiscard]] std::uint8_t operand() const { return at->operand; }
  [[nodiscard]] SumForm sum_form() const { return static_cast<SumForm>(at->operand); }
  [[nodiscard]] bool stray_store() const { return at->stray_store; }
  [[nodiscard]] std::uint32_t line() const { return at->line; }
  [[nodiscard]] bool is_barrier() const {
    return at->kind == Kind::barrier_arrive || at->kind == Kind::barrier_release;
  }
  // The value, rounded to a float.
  [[nodiscard]] float value() const { return as_float(bits); }
  // The value in memory after the event.
  [[nodiscard]] std::uint64_t bits_left() const { return at->kind == Kind::atomic ? second : bits; }
  [[nodiscard]] float value_left() const { return as_float(bits_left()); }
  [[nodiscard]] float as_float(std::uint64_t of) const {
    return at->number == Number::f32 ? std::bit_cast<float>(static_cast<std::uint32_t>(of))
                                     : static_cast<float>(as_double(at->number, of));
  }
  // For a barrier: when the thread arrived or continued, in ticks of its multiprocessor; 0 on the CPU.
  [[nodiscard]] std::uint32_t clock() const { return is_barrier() ? static_cast<std::uint32_t>(bits) : 0; }

  // For a partial sum that is event number `self`: the events of its operands.
  [[nodiscard]] std::uint32_t first_operand(std::uint32_t self) const { return operand_event(self, origin & 0xffff); }
  [[nodiscard]] std::uint32_t second_operand(std::uint32_t self) const { return operand_event(self, origin >> 16); }
};

// Unlike ==, distinguishes -0 from 0, and finds a NaN equal to itself.
[[nodiscard]] constexpr bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// True if two executors recorded the same event, the clock aside. Columns of sites are ignored, because not every
// executor knows them.
[[nodiscard]] inline bool same_but_clock(const Event& a, const Event& b) {
  const bool same_value = a.is_barrier() || (a.bits == b.bits && a.second == b.second);
  return a.index == b.index && same_value && a.origin == b.origin && same_but_column(*a.at, *b.at);
}

}  // namespace tilescope
