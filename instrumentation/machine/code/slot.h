// The place of an operand.
#pragma once

#include <compare>
#include <cstdint>

namespace tilescope::machine {

inline constexpr std::uint32_t anywhere = 0xffffffff;  // in place of an array's number

// The layout of a value in memory.
enum class Cell : std::uint8_t { s8, u8, s16, u16, word, wide };
[[nodiscard]] constexpr std::uint32_t bytes_of(Cell cell) {
  return cell <= Cell::u8 ? 1 : cell <= Cell::u16 ? 2 : cell == Cell::word ? 4 : 8;
}

// The place of an operand: one value for the block; one for each lane; or one for each lane, in the row of a local
// array that a uniform selects.
class Slot {
 public:
  enum class Home : std::uint32_t { none, uniform, lanes, row };
  Slot() = default;
  Slot(Home home, std::uint32_t number) : bits_(static_cast<std::uint32_t>(home) << 30 | number) {}

  [[nodiscard]] Home home() const { return static_cast<Home>(bits_ >> 30); }
  [[nodiscard]] std::uint32_t number() const { return bits_ & 0x3fffffff; }
  [[nodiscard]] bool is_none() const { return bits_ == 0; }
  [[nodiscard]] bool is_uniform() const { return home() == Home::uniform; }
  auto operator<=>(const Slot&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace tilescope::machine
