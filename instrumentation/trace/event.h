// One thing that one thread did.
#pragma once

#include <bit>
#include <cstdint>

#include "instrumentation/trace/site.h"

namespace tilescope {

// Event numbers stay below these, and so far below that no event's distance to them looks like a short one.
inline constexpr std::uint32_t no_origin = 0xc0000000;     // a constant
inline constexpr std::uint32_t many_origins = 0xc0000001;  // computed from several events
inline constexpr std::uint32_t far_away = 0xffff;          // a distance that does not fit, or many origins
inline constexpr std::uint32_t poison_bits = 0x7fc0dead;   // what shared memory holds before any write: a NaN

// How far back from event `self` its operand stands, in the 16 bits that a partial sum has for it.
[[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t distance_back(std::uint32_t self, std::uint32_t origin) {
  const std::uint32_t distance = self - origin;
  if (distance < far_away) return distance;
  return origin == no_origin ? 0 : far_away;
}
// And back again.
[[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t operand_event(std::uint32_t self, std::uint32_t distance) {
  return distance == 0 ? no_origin : distance == far_away ? many_origins : self - distance;
}

// As a trace gives it. It is put together from where it is kept, and refers to the trace's table of sites.
struct Event {
  std::uint32_t index = 0;           // element of the array; of a barrier, its number; of a shuffle, the giving thread
  std::uint32_t origin = no_origin;  // the event of this thread that made the value; of a sum, two distances back
  std::uint64_t bits = 0;            // what was loaded, stored, found or summed up, as it lies in memory; of a barrier,
                                     // a GPU's clock; of __syncwarp, its mask
  std::uint64_t second = 0;  // of an atomic: what it left. For a shuffle: the giving thread's event that made it,
                             // as an origin. For a vote: what this thread gave.
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
  // The value, as near as a float comes to it.
  [[nodiscard]] float value() const { return as_float(bits); }
  // What is in memory afterwards.
  [[nodiscard]] std::uint64_t bits_left() const { return at->kind == Kind::atomic ? second : bits; }
  [[nodiscard]] float value_left() const { return as_float(bits_left()); }
  [[nodiscard]] float as_float(std::uint64_t of) const {
    return at->number == Number::f32 ? std::bit_cast<float>(static_cast<std::uint32_t>(of))
                                     : static_cast<float>(as_double(at->number, of));
  }
  // For a barrier: when the thread arrived or went on, in ticks of its multiprocessor; 0 on the CPU.
  [[nodiscard]] std::uint32_t clock() const { return is_barrier() ? static_cast<std::uint32_t>(bits) : 0; }

  // For a partial sum that is event number `self`: the events of its operands.
  [[nodiscard]] std::uint32_t first_operand(std::uint32_t self) const { return operand_event(self, origin & 0xffff); }
  [[nodiscard]] std::uint32_t second_operand(std::uint32_t self) const { return operand_event(self, origin >> 16); }
};

// Unlike ==, this tells -0 from 0, and takes a NaN for itself.
[[nodiscard]] constexpr bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Whether two executors recorded the same: all but the clock. Sites are the same where they say the same, columns
// aside, which not everybody knows.
[[nodiscard]] inline bool same_but_clock(const Event& a, const Event& b) {
  const bool same_value = a.is_barrier() || (a.bits == b.bits && a.second == b.second);
  return a.index == b.index && same_value && a.origin == b.origin && same_but_column(*a.at, *b.at);
}

}  // namespace tilescope
