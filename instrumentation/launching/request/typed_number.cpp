#include "instrumentation/launching/request/typed_number.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "instrumentation/error.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope {

namespace {

constexpr double beyond_digits = 0x1p53;  // from there on a double leaves whole numbers out

template <class Number>
std::errc convert(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return error;
  return end == text.data() + text.size() ? std::errc() : std::errc::invalid_argument;
}

std::string_view unsigned_text(std::string_view text) { return text.starts_with('+') ? text.substr(1) : text; }

template <class Real>
std::uint64_t read_real(std::string_view text, std::string_view name, const std::string& where) {
  Real value = 0;
  if (convert(text, value) == std::errc::result_out_of_range)
    throw UsageError(fmt::format("{}: it does not fit in a {}", where, name));
  if constexpr (sizeof(Real) == sizeof(float)) return std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<std::uint64_t>(static_cast<double>(value));
}

struct Bounds {
  std::int64_t least = 0;
  std::uint64_t most = 0;
};
Bounds bounds_of(language::Type type) {
  if (type->kind == language::TypeKind::bool_) return {0, 1};
  const auto bits = static_cast<int>(8 * type->size);
  if (type.is_unsigned()) return {0, ~std::uint64_t{0} >> (64 - bits)};
  const std::uint64_t most = ~std::uint64_t{0} >> (65 - bits);
  return {-static_cast<std::int64_t>(most) - 1, most};
}

// "64", "-7", and "6.4e1" where that is one certainly.
std::uint64_t read_whole(std::string_view text, language::Type type, const std::string& where) {
  const Bounds bounds = bounds_of(type);
  const auto outside = [&] {
    return UsageError(fmt::format("{}: a number of its type must be from {} to {}", where, bounds.least, bounds.most));
  };
  std::uint64_t above = 0;
  std::int64_t below = 0;
  if (const std::errc error = convert(text, above); error != std::errc::invalid_argument) {
    if (error != std::errc() || above > bounds.most) throw outside();
    return above;
  }
  if (const std::errc error = convert(text, below); error != std::errc::invalid_argument) {
    if (error != std::errc() || below < bounds.least) throw outside();
    return static_cast<std::uint64_t>(below);
  }
  double value = 0;
  if (convert(text, value) != std::errc() || std::isinf(value)) throw outside();
  if (value != std::trunc(value)) throw UsageError(where + ": it must be a whole number");
  if (value < static_cast<double>(bounds.least) || value > static_cast<double>(bounds.most)) throw outside();
  if (std::abs(value) >= beyond_digits) throw UsageError(where + ": write a number this large with all its digits");
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace

bool is_number(std::string_view text) {
  double value = 0;
  return convert(unsigned_text(text), value) != std::errc::invalid_argument;
}

std::uint64_t read_number(std::string_view text, language::Type type, const std::string& where) {
  const std::string_view number = unsigned_text(text);
  switch (machine::number_of(type)) {
    case Number::f32: return read_real<float>(number, "float", where);
    case Number::f64: return read_real<double>(number, "double", where);
    default: break;
  }
  const std::uint64_t whole = read_whole(number, type, where);
  return is_wide(machine::number_of(type)) ? whole : static_cast<std::uint32_t>(whole);
}

namespace {

// With no more digits than the float has: 0.1, and not 0.10000000149011612.
double shortest(float value) {
  const std::string digits = fmt::format("{}", value);
  double found = value;
  static_cast<void>(convert(digits, found));
  return found;
}

}  // namespace

ExactNumber number_of_bits(std::uint64_t bits, language::Type type) {
  switch (machine::number_of(type)) {
    case Number::f32: return shortest(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Number::f64: return std::bit_cast<double>(bits);
    case Number::i64: return ExactNumber::whole(bits, true);
    case Number::u64: return ExactNumber::whole(bits, false);
    case Number::u32: return static_cast<double>(static_cast<std::uint32_t>(bits));
    default: return static_cast<double>(static_cast<std::int32_t>(bits));
  }
}

}  // namespace tilescope
