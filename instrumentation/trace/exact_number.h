// A number that a launch gives a kernel: any double, or any whole number of 64 bits to its last digit.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace tilescope {

struct ExactNumber {
  double value = 0;       // or the nearest that a double can be
  std::int16_t rest = 0;  // what a whole number is more than that

  ExactNumber() = default;
  ExactNumber(double number) : value(number) {}  // NOLINT(google-explicit-constructor): every double is one
  ExactNumber(double nearest, std::int16_t more) : value(nearest), rest(more) {}
  // Of two's complement, if it `is_signed`.
  [[nodiscard]] static ExactNumber whole(std::uint64_t bits, bool is_signed);

  // For a whole one, as two's complement has it; what is beyond 64 bits is cut off.
  [[nodiscard]] std::uint64_t bits() const;
  [[nodiscard]] bool is_whole() const;

  auto operator<=>(const ExactNumber&) const = default;
};

// The furthest that a whole number of 64 bits is from a double.
inline constexpr std::int16_t most_rest = 1024;

// As it is read again: whole ones with all their digits.
[[nodiscard]] std::string words_of(const ExactNumber& number);

}  // namespace tilescope
