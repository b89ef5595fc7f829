// One thing that one thread did, in 16 bytes, the same on the device, on the host and in a file.
#pragma once

#include <bit>
#include <cstdint>

#include "instrumentation/anywhere.h"

namespace tilescope {

enum class Kind : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  partial_sum,
  barrier_arrive,
  barrier_release,
  out_of_bounds,
};
inline constexpr int kind_count = 8;

// How many elements one access moves. A vector access is one event for each element: the first says how many there
// are, the others say that they belong to it; so every element keeps a value and an origin of its own.
enum class Width : std::uint8_t { one, two, four, rest };

// Event numbers stay below these, and so far below that no event's distance to them looks like a short one.
inline constexpr std::uint32_t no_origin = 0xc0000000;     // a constant
inline constexpr std::uint32_t many_origins = 0xc0000001;  // computed from several events
inline constexpr std::uint32_t far_away = 0xffff;          // a distance that does not fit, or many origins
inline constexpr std::uint32_t poison_bits = 0x7fc0dead;   // what shared memory holds before any write: a NaN
inline constexpr std::uint8_t no_array = 0xff;
inline constexpr std::uint32_t last_line = 0xffff;

// What a partial sum was made of; the counterpart of an access's operand number.
enum class SumForm : std::uint8_t {
  start,         // the sum begins as a copy of its one operand
  add,           // one operand added: 1 FLOP
  multiply_add,  // the product of two operands added: 2 FLOPs
};

// What every part of an event other than its numbers says, as it is packed into 32 bits.
struct What {
  Kind kind = Kind::global_load;
  std::uint8_t array = no_array;
  Width width = Width::one;
  std::uint8_t operand = 0;  // which operand of its statement an access is (0 to 3), or a SumForm
  bool stray_store = false;  // tells an out-of-bounds store from an out-of-bounds load
  std::uint32_t line = 0;    // the first line of the statement

  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t packed() const {
    return line | static_cast<std::uint32_t>(kind) << 16 | static_cast<std::uint32_t>(array) << 19 |
           static_cast<std::uint32_t>(width) << 27 | static_cast<std::uint32_t>(operand) << 29 |
           static_cast<std::uint32_t>(stray_store) << 31;
  }
  // The same access, beyond its array.
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t stray(bool store) const {
    What beyond = *this;
    beyond.kind = Kind::out_of_bounds;
    beyond.stray_store = store;
    return beyond.packed();
  }
};

struct alignas(16) Event {
  std::uint32_t index;   // element of the array; of a barrier, its number
  float value;           // what was loaded, stored or summed up; of a barrier, the bits of a GPU's clock
  std::uint32_t origin;  // the event of this thread that made the value; of a sum, two distances back
  std::uint32_t what;

  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t line() const { return what & 0xffff; }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr Kind kind() const { return static_cast<Kind>(what >> 16 & 7); }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint8_t array() const {
    return static_cast<std::uint8_t>(what >> 19 & 0xff);
  }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr Width width() const { return static_cast<Width>(what >> 27 & 3); }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint8_t operand() const {
    return static_cast<std::uint8_t>(what >> 29 & 3);
  }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr SumForm sum_form() const { return static_cast<SumForm>(operand()); }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr bool stray_store() const { return what >> 31 != 0; }
  [[nodiscard]] constexpr bool is_barrier() const {
    return kind() == Kind::barrier_arrive || kind() == Kind::barrier_release;
  }
  // Of a barrier: when the thread arrived or went on, in ticks of its multiprocessor; 0 on the CPU.
  [[nodiscard]] constexpr std::uint32_t clock() const { return is_barrier() ? std::bit_cast<std::uint32_t>(value) : 0; }

  // Of a partial sum that is event number `self`: the events of its operands.
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t first_operand(std::uint32_t self) const {
    return operand_event(self, origin & 0xffff);
  }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t second_operand(std::uint32_t self) const {
    return operand_event(self, origin >> 16);
  }

 private:
  [[nodiscard]] TILESCOPE_ANYWHERE static constexpr std::uint32_t operand_event(std::uint32_t self,
                                                                                std::uint32_t distance) {
    return distance == 0 ? no_origin : distance == far_away ? many_origins : self - distance;
  }
};
static_assert(sizeof(Event) == 16);

// Unlike ==, this tells -0 from 0, and takes a NaN for itself.
[[nodiscard]] constexpr bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Whether two executors recorded the same: all but the clock.
[[nodiscard]] constexpr bool same_but_clock(const Event& a, const Event& b) {
  const bool same_value = a.is_barrier() || same_bits(a.value, b.value);
  return a.index == b.index && same_value && a.origin == b.origin && a.what == b.what;
}

// How far back from event `self` its operand stands, in the 16 bits that a partial sum has for it.
[[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t distance_back(std::uint32_t self, std::uint32_t origin) {
  const std::uint32_t distance = self - origin;
  if (distance < far_away) return distance;
  return origin == no_origin ? 0 : far_away;
}

// Where an array lives, which decides the words its accesses are recorded under.
enum class Space : std::uint8_t { global, shared, local };

}  // namespace tilescope
