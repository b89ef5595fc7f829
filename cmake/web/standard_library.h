// What the C++ library of Debian 12's Emscripten, which is LLVM's 13th, has not of C++20 yet: included before every file.
#pragma once

#include <ciso646>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace std {

template <class To, class From>
[[nodiscard]] constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

template <class Array>
[[nodiscard]] enable_if_t<is_array_v<Array>, unique_ptr<Array>> make_unique_for_overwrite(size_t count) {
  return unique_ptr<Array>(new remove_extent_t<Array>[count]);
}

namespace inside {

inline bool is_digit(char letter, bool hexadecimal) {
  return (letter >= '0' && letter <= '9') ||
         (hexadecimal && ((letter >= 'a' && letter <= 'f') || (letter >= 'A' && letter <= 'F')));
}

// Where a number ends that begins here, as from_chars understands one; null: none does.
inline const char* end_of_number(const char* at, const char* last, bool hexadecimal) {
  if (at != last && *at == '-') ++at;
  for (const char* const word : {"infinity", "inf", "nan"}) {
    const char* here = at;
    const char* letter = word;
    while (here != last && *letter != '\0' && (*here | 0x20) == *letter) ++here, ++letter;
    if (*letter == '\0') return here;
  }
  const char* const begin = at;
  bool has_digits = false, has_point = false;
  for (; at != last && (is_digit(*at, hexadecimal) || (*at == '.' && !has_point)); ++at) {
    if (*at == '.')
      has_point = true;
    else
      has_digits = true;
  }
  if (!has_digits) return nullptr;
  if (at != begin && at != last && (*at | 0x20) == (hexadecimal ? 'p' : 'e')) {
    const char* exponent = at + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    if (exponent != last && is_digit(*exponent, false)) {
      while (exponent != last && is_digit(*exponent, false)) ++exponent;
      at = exponent;
    }
  }
  return at;
}

template <class Real>
from_chars_result real_from_chars(const char* first, const char* last, Real& value, chars_format format) {
  const bool hexadecimal = format == chars_format::hex;
  const char* const end = end_of_number(first, last, hexadecimal);
  if (end == nullptr) return {first, errc::invalid_argument};
  string text(first, end);
  if (hexadecimal) text.insert(text[0] == '-' ? 1 : 0, "0x");
  Real read;
  if constexpr (is_same_v<Real, float>)
    read = strtof(text.c_str(), nullptr);
  else
    read = strtod(text.c_str(), nullptr);
  const bool is_written = text.find_first_of("iInN") == string::npos;
  const bool has_ones = text.find_first_of(hexadecimal ? "123456789abcdefABCDEF" : "123456789") <
                        text.find_first_of(hexadecimal ? "pP" : "eE");
  if (is_written && (isinf(read) || (read == 0 && has_ones))) return {end, errc::result_out_of_range};
  value = read;
  return {end, {}};
}

// The fewest digits that are read as this number again, as 123.4 or 1.234e+20, whichever is shorter.
template <class Real>
to_chars_result real_to_chars(char* first, char* last, Real value) {
  char digits[40], plain[400];
  int places = 0;
  for (;; ++places) {
    snprintf(digits, sizeof digits, "%.*e", places, static_cast<double>(value));
    if (places >= 17 || static_cast<Real>(strtod(digits, nullptr)) == value) break;
  }
  const int exponent = atoi(strchr(digits, 'e') + 1);
  snprintf(plain, sizeof plain, "%.*f", places > exponent ? places - exponent : 0, static_cast<double>(value));
  const string text = strlen(plain) <= strlen(digits) ? plain : digits;
  if (last - first < static_cast<ptrdiff_t>(text.size())) return {last, errc::value_too_large};
  return {text.copy(first, text.size()) + first, {}};
}

}  // namespace inside

inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
  return inside::real_from_chars(first, last, value, format);
}
inline from_chars_result from_chars(const char* first, const char* last, float& value,
                                    chars_format format = chars_format::general) {
  return inside::real_from_chars(first, last, value, format);
}
inline to_chars_result to_chars(char* first, char* last, double value) {
  return inside::real_to_chars(first, last, value);
}
inline to_chars_result to_chars(char* first, char* last, float value) {
  return inside::real_to_chars(first, last, value);
}

}  // namespace std

#endif
