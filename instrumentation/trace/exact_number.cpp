#include "instrumentation/trace/exact_number.h"

#include <fmt/format.h>

#include <cmath>

namespace tilescope {

namespace {

constexpr double beyond = 0x1p64;

// For a double that is an integer: its low 64 bits.
std::uint64_t bits_of_whole(double value) {
  if (!(std::abs(value) < beyond)) return 0;  // 2^64 and anything larger, infinite or NaN
  if (value < 0) return ~bits_of_whole(-value) + 1;
  return static_cast<std::uint64_t>(value);
}

}  // namespace

ExactNumber ExactNumber::whole(std::uint64_t bits, bool is_signed) {
  const bool is_negative = is_signed && bits >> 63 != 0;
  const double nearest = is_negative ? -static_cast<double>(~bits + 1) : static_cast<double>(bits);
  return {nearest, static_cast<std::int16_t>(static_cast<std::int64_t>(bits - bits_of_whole(nearest)))};
}

std::uint64_t ExactNumber::bits() const {
  return bits_of_whole(std::trunc(value)) + static_cast<std::uint64_t>(std::int64_t{rest});
}

bool ExactNumber::is_whole() const { return std::abs(value) <= beyond && value == std::trunc(value); }

std::string words_of(const ExactNumber& number) {
  if (!number.is_whole() || std::abs(number.value) < 1e15) return fmt::format("{}", number.value);
  if (number.value < 0) return fmt::format("-{}", ~number.bits() + 1);
  if (number.bits() == 0) return fmt::format("{}", number.value);  // 2^64, which does not fit in 64 bits
  return fmt::format("{}", number.bits());
}

}  // namespace tilescope
