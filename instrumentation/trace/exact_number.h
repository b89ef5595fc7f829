// A number that a launch passes to a kernel: any double, or any 64-bit integer, exactly.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace tilescope {

struct ExactNumber {
  double value = 0;       // for an integer, the nearest double
  std::int16_t rest = 0;  // the integer minus `value`

  ExactNumber() = default;
  ExactNumber(double number) : value(number) {}  // NOLINT(google-explicit-constructor): every double is an exact number
  ExactNumber(double nearest, std::int16_t more) : value(nearest), rest(more) {}
  // The bits are two's complement if `is_signed`.
  [[nodiscard]] static ExactNumber whole(std::uint64_t bits, bool is_signed);

  // For an integer: its two's complement, cut off to 64 bits.
  [[nodiscard]] std::uint64_t bits() const;
  [[nodiscard]] bool is_whole() const;

  auto operator<=>(const ExactNumber&) const = default;
};

// The maximum distance of a 64-bit integer from the nearest double.
inline constexpr std::int16_t most_rest = 1024;

// As text that can be read back: integers with all their digits.
[[nodiscard]] std::string words_of(const ExactNumber& number);

}  // namespace tilescope
