// An event in 16 bytes, with the parts of its site that version 1 of a trace file has.
#pragma once

#include <cstdint>

#include "instrumentation/trace/event.h"

namespace tilescope {

inline constexpr std::uint32_t last_line = 0xffff;

// All of an event except its numbers, packed into 32 bits. Some kinds of events do not fit.
struct What {
  Kind kind = Kind::global_load;
  std::uint8_t array = no_array;
  Width width = Width::one;
  std::uint8_t operand = 0;  // which operand of its statement an access is (0 to 3), or a SumForm
  bool stray_store = false;
  std::uint32_t line = 0;

  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t packed() const {
    return line | static_cast<std::uint32_t>(kind) << 16 | static_cast<std::uint32_t>(array) << 19 |
           static_cast<std::uint32_t>(width) << 27 | static_cast<std::uint32_t>(operand) << 29 |
           static_cast<std::uint32_t>(stray_store) << 31;
  }
  // The same access, but beyond its array.
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t stray(bool store) const {
    What beyond = *this;
    beyond.kind = Kind::out_of_bounds;
    beyond.stray_store = store;
    return beyond.packed();
  }
};

struct alignas(16) PackedEvent {
  std::uint32_t index;
  float value;
  std::uint32_t origin;
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

  // For a partial sum that is event number `self`: the events of its operands.
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t first_operand(std::uint32_t self) const {
    return operand_event(self, origin & 0xffff);
  }
  [[nodiscard]] TILESCOPE_ANYWHERE constexpr std::uint32_t second_operand(std::uint32_t self) const {
    return operand_event(self, origin >> 16);
  }
};
static_assert(sizeof(PackedEvent) == 16);

[[nodiscard]] constexpr Site site_of(std::uint32_t what) {
  const PackedEvent event{0, 0, 0, what};
  return {.kind = event.kind(),
          .array = event.array(),
          .width = event.width(),
          .operand = event.operand(),
          .stray_store = event.stray_store(),
          .line = event.line()};
}
// Only for a site that fits.
[[nodiscard]] constexpr std::uint32_t what_of(const Site& site) {
  return What{site.kind, site.array, site.width, site.operand, site.stray_store, site.line}.packed();
}
[[nodiscard]] inline PackedEvent packed(const Event& event) {
  return {event.index, std::bit_cast<float>(static_cast<std::uint32_t>(event.bits)), event.origin, what_of(*event.at)};
}

}  // namespace tilescope
