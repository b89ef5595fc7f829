// Computes with numbers as a GPU does, and reports results that C++ leaves undefined.
#include "instrumentation/language/tree/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace tilescope::language {

namespace {

struct IntegerKind {
  TypeKind kind;
  int bits;
  bool is_signed;
  std::string_view name;    // with its article
  std::string_view suffix;  // in a source
};
constexpr std::array integer_kinds = std::to_array<IntegerKind>({
    {TypeKind::bool_, 1, false, "a bool", ""},
    {TypeKind::char_, 8, true, "a char", ""},
    {TypeKind::signed_char, 8, true, "a signed char", ""},
    {TypeKind::unsigned_char, 8, false, "an unsigned char", ""},
    {TypeKind::short_, 16, true, "a short", ""},
    {TypeKind::unsigned_short, 16, false, "an unsigned short", ""},
    {TypeKind::int_, 32, true, "an int", ""},
    {TypeKind::unsigned_int, 32, false, "an unsigned", "U"},
    {TypeKind::long_, 64, true, "a long", "L"},
    {TypeKind::unsigned_long, 64, false, "an unsigned long", "UL"},
    {TypeKind::long_long, 64, true, "a long long", "LL"},
    {TypeKind::unsigned_long_long, 64, false, "an unsigned long long", "ULL"},
});

// Other kinds count as int.
const IntegerKind& info(TypeKind kind) {
  const auto is_it = [kind](const IntegerKind& each) { return each.kind == kind; };
  const auto* const at = std::find_if(integer_kinds.begin(), integer_kinds.end(), is_it);
  return at == integer_kinds.end() ? info(TypeKind::int_) : *at;
}

bool is_floating(TypeKind kind) { return kind == TypeKind::float_ || kind == TypeKind::double_; }
std::uint64_t bits_of(std::int64_t integer) { return static_cast<std::uint64_t>(integer); }
std::int64_t least(const IntegerKind& kind) {
  return kind.is_signed ? std::numeric_limits<std::int64_t>::min() >> (64 - kind.bits) : 0;
}

// For a number that fits in the type.
Value exactly(TypeKind kind, std::int64_t integer) {
  Value value;
  value.kind = kind;
  value.integer = integer;
  return value;
}

// --- Integers. ---

std::int64_t wrapped(TypeKind kind, std::uint64_t bits) {
  if (kind == TypeKind::bool_) return bits != 0 ? 1 : 0;
  const IntegerKind& type = info(kind);
  const int unused = 64 - type.bits;
  const std::uint64_t at_top = bits << unused;
  return type.is_signed ? static_cast<std::int64_t>(at_top) >> unused : static_cast<std::int64_t>(at_top >> unused);
}

Folded told(Value value, bool undefined, std::string why) {
  return {value, undefined ? std::move(why) : std::string()};
}

std::string overflows(TypeKind kind) { return "overflows " + std::string(info(kind).name); }

bool sum_overflows(std::int64_t a, std::int64_t b, std::int64_t sum) { return ((a ^ sum) & (b ^ sum)) < 0; }

bool product_overflows(std::int64_t a, std::int64_t b, std::int64_t product) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  if (a == 0) return false;
  return a == -1 ? b == lowest || product != -b : product / a != b;
}

Folded sum(TypeKind kind, std::int64_t a, std::int64_t b) {
  const Value value = exactly(kind, wrapped(kind, bits_of(a) + bits_of(b)));
  return told(value, info(kind).is_signed && sum_overflows(a, b, value.integer), overflows(kind));
}

Folded difference(TypeKind kind, std::int64_t a, std::int64_t b) {
  const Value value = exactly(kind, wrapped(kind, bits_of(a) - bits_of(b)));
  return told(value, info(kind).is_signed && sum_overflows(value.integer, b, a), overflows(kind));
}

Folded product(TypeKind kind, std::int64_t a, std::int64_t b) {
  const Value value = exactly(kind, wrapped(kind, bits_of(a) * bits_of(b)));
  return told(value, info(kind).is_signed && product_overflows(a, b, value.integer), overflows(kind));
}

Folded quotient(TypeKind kind, std::int64_t a, std::int64_t b, bool rest) {
  if (b == 0) return {exactly(kind, wrapped(kind, ~std::uint64_t{0})), "divides by 0"};
  const IntegerKind& type = info(kind);
  if (!type.is_signed) {
    const std::uint64_t bits = rest ? bits_of(a) % bits_of(b) : bits_of(a) / bits_of(b);
    return {exactly(kind, wrapped(kind, bits)), {}};
  }
  if (b == -1) {
    const std::int64_t negative = wrapped(kind, 0 - bits_of(a));
    return told(exactly(kind, rest ? 0 : negative), a == least(type), overflows(kind));
  }
  return {exactly(kind, rest ? a % b : a / b), {}};
}

// A GPU uses 32 bits of the shift count, and shifts all bits out if the count is the type's width or more.
Folded shift(Mark op, const Value& a, const Value& b) {
  const IntegerKind& type = info(a.kind);
  const auto far = static_cast<std::uint32_t>(bits_of(b.integer));
  const auto width = static_cast<std::uint32_t>(type.bits);
  Value value = exactly(a.kind, type.is_signed && a.integer < 0 && op == Mark::right ? -1 : 0);
  if (far < width && op == Mark::left) value.integer = wrapped(a.kind, bits_of(a.integer) << far);
  if (far < width && op == Mark::right) {
    value.integer = type.is_signed ? a.integer >> far : static_cast<std::int64_t>(bits_of(a.integer) >> far);
  }
  const std::string bits = info(b.kind).is_signed ? std::to_string(b.integer) : std::to_string(bits_of(b.integer));
  return told(value, bits_of(b.integer) >= width, "shifts " + std::string(type.name) + " by " + bits + " bits");
}

Folded of_integers(Mark op, TypeKind kind, std::int64_t a, std::int64_t b) {
  const auto value = [kind](std::int64_t integer) { return Folded{exactly(kind, integer), {}}; };
  switch (op) {
    case Mark::plus: return sum(kind, a, b);
    case Mark::minus: return difference(kind, a, b);
    case Mark::star: return product(kind, a, b);
    case Mark::slash: return quotient(kind, a, b, false);
    case Mark::percent: return quotient(kind, a, b, true);
    case Mark::ampersand: return value(a & b);
    case Mark::bar: return value(a | b);
    case Mark::caret: return value(a ^ b);
    default: return {};
  }
}

// --- Floats. ---

// One operation at a time, each rounded to its type. NaN has the same bits on every machine.
template <class Float>
Folded of_floats(Mark op, TypeKind kind, Float a, Float b) {
  const auto value = [kind](Float real) {
    const Float known = std::isnan(real) ? std::numeric_limits<Float>::quiet_NaN() : real;
    return Folded{Value::of(kind, static_cast<double>(known)), {}};
  };
  switch (op) {
    case Mark::plus: return value(a + b);
    case Mark::minus: return value(a - b);
    case Mark::star: return value(a * b);
    case Mark::slash: return value(a / b);
    default: return {};
  }
}

template <class Number>
std::optional<bool> compared(Mark op, Number a, Number b) {
  switch (op) {
    case Mark::less: return a < b;
    case Mark::greater: return a > b;
    case Mark::less_equal: return a <= b;
    case Mark::greater_equal: return a >= b;
    case Mark::equal: return a == b;
    case Mark::not_equal: return a != b;
    default: return {};
  }
}

std::optional<bool> comparison(Mark op, const Value& a, const Value& b) {
  if (op == Mark::and_and) return a.truth() && b.truth();
  if (op == Mark::bar_bar) return a.truth() || b.truth();
  if (a.is_floating()) return compared(op, a.real, b.real);
  return info(a.kind).is_signed ? compared(op, a.integer, b.integer)
                                : compared(op, bits_of(a.integer), bits_of(b.integer));
}

// --- Conversions. ---

double as_real(const Value& value, TypeKind to) {
  if (value.is_floating()) return value.real;
  const bool is_signed = info(value.kind).is_signed;
  if (to == TypeKind::double_) {
    return is_signed ? static_cast<double>(value.integer) : static_cast<double>(bits_of(value.integer));
  }
  // Not through double: that would round twice.
  return double{is_signed ? static_cast<float>(value.integer) : static_cast<float>(bits_of(value.integer))};
}

bool fits(double real, const IntegerKind& type) {
  const double cut = std::trunc(real);
  const double above = std::ldexp(1.0, type.is_signed ? type.bits - 1 : type.bits);
  return cut < above && cut >= (type.is_signed ? -above : 0.0);  // false for NaN
}

// Truncates toward 0 in a GPU's registers of at least 32 bits. A value outside their range becomes the nearer limit;
// NaN becomes 0 or the highest bit, as the instructions give it. A narrower type takes the low bits.
std::int64_t cut(const Value& value, const IntegerKind& type) {
  IntegerKind wide = type;
  wide.bits = std::max(type.bits, 32);
  const auto highest = std::uint64_t{1} << (wide.bits - 1);
  const double real = value.real;
  if (std::isnan(real)) return wide.bits == 32 && value.kind == TypeKind::float_ ? 0 : wrapped(type.kind, highest);
  if (!fits(real, wide)) {
    const std::uint64_t most = type.is_signed ? highest - 1 : highest | (highest - 1);
    return wrapped(type.kind, real < 0 ? bits_of(least(wide)) : most);
  }
  const bool low = type.is_signed || real < 0;  // -0.5 is truncated to 0
  return wrapped(type.kind, low ? bits_of(static_cast<std::int64_t>(real)) : static_cast<std::uint64_t>(real));
}

}  // namespace

std::optional<std::int64_t> Value::as_integer() const {
  const bool too_large = !language::is_floating(kind) && !info(kind).is_signed && integer < 0;
  if (is_floating() || too_large) return {};
  return integer;
}

Value Value::of(TypeKind kind, std::int64_t integer) {
  Value value;
  value.kind = kind;
  if (value.is_floating()) {
    value.real = as_real(exactly(TypeKind::long_, integer), kind);
  } else {
    value.integer = wrapped(kind, bits_of(integer));
  }
  return value;
}

Value Value::of(TypeKind kind, double real) {
  Value value;
  value.kind = kind;
  if (!value.is_floating()) return converted(of(TypeKind::double_, real), kind);
  value.real = kind == TypeKind::float_ ? double{static_cast<float>(real)} : real;
  return value;
}

Value converted(const Value& value, TypeKind to) {
  if (to == TypeKind::bool_) return Value::boolean(value.truth());
  if (is_floating(to)) return Value::of(to, as_real(value, to));
  if (value.is_floating()) return exactly(to, cut(value, info(to)));
  return Value::of(to, value.integer);
}

Folded folded(const Value& value, TypeKind to) {
  const bool to_integer = value.is_floating() && !is_floating(to) && to != TypeKind::bool_;
  return told(converted(value, to), to_integer && !fits(value.real, info(to)),
              "does not fit in " + std::string(info(to).name));
}

Folded folded(Mark op, const Value& a, const Value& b) {
  if (op == Mark::left || op == Mark::right) {
    return a.is_floating() || b.is_floating() ? Folded{} : shift(op, a, b);
  }
  if (const std::optional<bool> truth = comparison(op, a, b)) return {Value::boolean(*truth), {}};
  if (a.kind == TypeKind::double_) return of_floats<double>(op, a.kind, a.real, b.real);
  if (a.kind == TypeKind::float_) {
    return of_floats<float>(op, a.kind, static_cast<float>(a.real), static_cast<float>(b.real));
  }
  return of_integers(op, a.kind, a.integer, b.integer);
}

Folded folded(Mark op, const Value& a) {
  switch (op) {
    case Mark::plus: return {a, {}};
    case Mark::bang: return {Value::boolean(!a.truth()), {}};
    case Mark::minus:
      if (a.is_floating()) return {Value::of(a.kind, -a.real), {}};
      return difference(a.kind, 0, a.integer);
    case Mark::tilde:
      if (a.is_floating()) return {};
      return {exactly(a.kind, wrapped(a.kind, ~bits_of(a.integer))), {}};
    default: return {};
  }
}

// --- Text. ---

namespace {

std::string text_of_real(double real, bool is_float) {
  if (std::isnan(real)) return "NAN";
  if (std::isinf(real)) return real < 0 ? "-INFINITY" : "INFINITY";
  std::array<char, 32> room{};
  char* const first = room.data();
  char* const end = first + room.size();
  const auto written = is_float ? std::to_chars(first, end, static_cast<float>(real)) : std::to_chars(first, end, real);
  std::string text(first, written.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return is_float ? text + "f" : text;
}

}  // namespace

std::string to_text(const Value& value) {
  if (value.is_floating()) return text_of_real(value.real, value.kind == TypeKind::float_);
  if (value.kind == TypeKind::bool_) return value.truth() ? "true" : "false";
  const auto letter = static_cast<char>(value.integer);
  const bool printable = ' ' <= letter && letter <= '~' && letter != '\'' && letter != '\\';
  if (value.kind == TypeKind::char_ && printable) return {'\'', letter, '\''};
  const IntegerKind& type = info(value.kind);
  const std::string digits = type.is_signed ? std::to_string(value.integer) : std::to_string(bits_of(value.integer));
  return digits + std::string(type.suffix);
}

// --- Literals. ---

namespace {

Literal wrong(Sentence error) { return {std::nullopt, std::move(error)}; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

// 16 if it is not a digit in any base.
unsigned digit(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if ('a' <= c && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if ('A' <= c && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

std::string lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// The meaning of an integer's suffix.
struct IntegerSuffix {
  bool is_unsigned = false;
  int longs = 0;
  bool of_size = false;  // z
};

std::optional<IntegerSuffix> integer_suffix(std::string_view text) {
  if (text.find("lL") != std::string_view::npos || text.find("Ll") != std::string_view::npos) return {};
  std::string rest = lower(text);
  IntegerSuffix suffix;
  if (const std::size_t at = rest.find('u'); at == 0 || (at != std::string::npos && at + 1 == rest.size())) {
    suffix.is_unsigned = true;
    rest.erase(at, 1);
  }
  if (rest == "z") {
    suffix.of_size = true;
  } else if (rest.empty() || rest == "l" || rest == "ll") {
    suffix.longs = static_cast<int>(rest.size());
  } else {
    return {};
  }
  return suffix;
}

// The first type that can hold it. Only a number that is not decimal may become unsigned without a suffix.
std::optional<TypeKind> integer_type(std::uint64_t number, const IntegerSuffix& suffix, bool decimal) {
  constexpr std::array<TypeKind, 3> with_sign{TypeKind::int_, TypeKind::long_, TypeKind::long_long};
  constexpr std::array<TypeKind, 3> without{TypeKind::unsigned_int, TypeKind::unsigned_long,
                                            TypeKind::unsigned_long_long};
  const int least_longs = suffix.of_size ? 1 : suffix.longs;
  for (std::size_t i = static_cast<std::size_t>(least_longs); i < with_sign.size(); ++i) {
    const int bits = info(with_sign[i]).bits;
    if (!suffix.is_unsigned && number >> (bits - 1) == 0) return with_sign[i];
    if ((suffix.is_unsigned || !decimal) && (bits == 64 || number >> bits == 0)) return without[i];
  }
  return {};
}

Sentence no_digit(char c, unsigned base) {
  const Sentence what = quoted({&c, 1}) + " is not ";
  return base == 8 ? what + "an octal digit: a number that starts with 0 is octal" : what + "a binary digit";
}

Literal integer_literal(std::string_view text, std::string_view digits, unsigned base) {
  std::uint64_t number = 0;
  bool too_large = false;
  std::size_t count = 0;
  for (; count < digits.size() && digit(digits[count]) < (base == 16 ? 16U : 10U); ++count) {
    const unsigned next = digit(digits[count]);
    if (next >= base) return wrong(no_digit(digits[count], base));
    too_large = too_large || number > (~std::uint64_t{0} - next) / base;
    number = number * base + next;
  }
  const std::string_view end = digits.substr(count);
  if (count == 0) return wrong(quoted(text) + " has no digits");
  if (lower(end) == "f") return wrong(quoted(end) + " is not an integer suffix: a float has a point, as in 1.0f");
  const std::optional<IntegerSuffix> suffix = integer_suffix(end);
  if (!suffix) return wrong(quoted(end) + " is not a number suffix");
  if (too_large) return wrong(quoted(text) + " does not fit in 64 bits");
  const std::optional<TypeKind> kind = integer_type(number, *suffix, base == 10);
  if (!kind) return wrong(quoted(text) + " does not fit in a signed type: add a u at its end");
  Sentence newer;
  if (suffix->of_size) newer = quoted(end) + " is a suffix of C++23";
  return {Value::of(*kind, static_cast<std::int64_t>(number)), newer};
}

// The length of the digits, point and exponent at the start of `text`.
std::size_t real_length(std::string_view text, bool hexadecimal) {
  std::size_t at = 0;
  const auto digits = [&] {
    while (at < text.size() && (hexadecimal ? digit(text[at]) < 16 : is_digit(text[at]))) ++at;
  };
  digits();
  if (at < text.size() && text[at] == '.') ++at;
  digits();
  if (at < text.size() && lower(text.substr(at, 1)) == (hexadecimal ? "p" : "e")) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    hexadecimal = false;  // the exponent is decimal
    digits();
  }
  return at;
}

// True if a number outside a float's range is too small, not too large.
bool tiny(std::string_view number) {
  const std::size_t exponent = number.find_first_of("eEpP");
  if (exponent != std::string_view::npos) return number.substr(exponent + 1).starts_with('-');
  return number.find_first_not_of('0') == number.find('.');
}

template <class Float>
Literal real_value(std::string_view text, std::string_view number, bool hexadecimal) {
  constexpr bool is_float = sizeof(Float) == sizeof(float);
  Float real = 0;
  const auto format = hexadecimal ? std::chars_format::hex : std::chars_format::general;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), real, format);
  if (error == std::errc::invalid_argument) return wrong(quoted(text) + " has no digits");
  if (error == std::errc::result_out_of_range) {
    if (!tiny(number)) return wrong(quoted(text) + " is larger than any " + (is_float ? "float" : "double"));
    real = 0;
  }
  return {Value::of(is_float ? TypeKind::float_ : TypeKind::double_, static_cast<double>(real)), {}};
}

Literal real_literal(std::string_view text, std::string_view digits, bool hexadecimal) {
  const std::size_t length = real_length(digits, hexadecimal);
  const std::string_view number = digits.substr(0, length);
  const std::string_view end = digits.substr(length);
  const std::size_t exponent = number.find_first_of(hexadecimal ? "pP" : "eE");
  if (exponent == std::string_view::npos && hexadecimal) {
    return wrong("a hexadecimal float needs an exponent, as in 0x1.8p0");
  }
  if (exponent != std::string_view::npos && !is_digit(number.back())) {
    return wrong(quoted(text) + " has no digits in its exponent");
  }
  if (lower(end) == "f") return real_value<float>(text, number, hexadecimal);
  if (end.empty() || lower(end) == "l") return real_value<double>(text, number, hexadecimal);
  return wrong(quoted(end) + " is not a number suffix");
}

// Without the ' between its digits; nothing if a ' is elsewhere.
std::optional<std::string> without_separators(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\'') {
      digits += text[i];
    } else if (i == 0 || i + 1 == text.size() || digit(text[i - 1]) == 16 || digit(text[i + 1]) == 16) {
      return {};
    }
  }
  return digits;
}

}  // namespace

Literal number(std::string_view text) {
  const std::optional<std::string> plain = without_separators(text);
  if (!plain) return wrong("a ' in a number must be between two digits");
  std::string_view digits = *plain;
  if (remove_prefix(digits, "0x") || remove_prefix(digits, "0X")) {
    const bool real = digits.find_first_of(".pP") != std::string_view::npos;
    return real ? real_literal(text, digits, true) : integer_literal(text, digits, 16);
  }
  if (remove_prefix(digits, "0b") || remove_prefix(digits, "0B")) return integer_literal(text, digits, 2);
  const std::size_t first_other = digits.find_first_not_of("0123456789");
  const char after = first_other == std::string_view::npos ? ' ' : digits[first_other];
  if (after == '.' || after == 'e' || after == 'E') return real_literal(text, digits, false);
  return integer_literal(text, digits, digits.starts_with('0') ? 8 : 10);
}

// --- Characters. ---

namespace {

// The meaning of one letter or escape.
struct Letter {
  std::uint32_t code = 0;
  bool is_byte = false;  // from an escape that gives the byte itself
  Sentence error;
};

constexpr std::array<std::pair<char, char>, 12> escapes{{{'n', '\n'},
                                                         {'t', '\t'},
                                                         {'r', '\r'},
                                                         {'\\', '\\'},
                                                         {'\'', '\''},
                                                         {'"', '"'},
                                                         {'?', '?'},
                                                         {'a', '\a'},
                                                         {'b', '\b'},
                                                         {'f', '\f'},
                                                         {'v', '\v'},
                                                         {'e', '\33'}}};

// At most `most` digits, which are removed from `text`.
Letter coded(std::string_view& text, unsigned base, std::size_t most, bool all) {
  Letter letter;
  std::size_t count = 0;
  while (count < most && !text.empty() && digit(text.front()) < base) {
    if (letter.code > (0xffffffffU - digit(text.front())) / base) letter.error = "the character's code is too large";
    letter.code = letter.code * base + digit(text.front());
    text.remove_prefix(1);
    ++count;
  }
  if (count == 0 || (all && count < most)) letter.error = "the character's code has too few digits";
  letter.is_byte = !all;
  return letter;
}

// The escape after a backslash.
Letter escaped(std::string_view& text) {
  if (text.empty()) return {'\\', true, "nothing follows the backslash"};
  if (digit(text.front()) < 8) return coded(text, 8, 3, false);
  const char c = text.front();
  text.remove_prefix(1);
  if (c == 'x') return coded(text, 16, text.size(), false);
  if (c == 'u') return coded(text, 16, 4, true);
  if (c == 'U') return coded(text, 16, 8, true);
  for (const auto& [name, code] : escapes) {
    if (name == c) return {static_cast<std::uint32_t>(code), true, {}};
  }
  return {static_cast<unsigned char>(c), true, quoted(std::string("\\") + c) + " is not an escape sequence"};
}

// A UTF-8 character, or a single byte if the text is not UTF-8.
Letter plain(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  std::uint32_t code = first & (0x7fU >> length);
  std::size_t read = 1;
  for (; read < std::min(length, text.size()) && (byte(read) & 0xc0U) == 0x80; ++read) {
    code = code << 6 | (byte(read) & 0x3fU);
  }
  const bool whole = length > 1 && read == length;
  text.remove_prefix(whole ? length : 1);
  return whole ? Letter{code, false, {}} : Letter{first, true, {}};
}

Letter next_letter(std::string_view& text) { return remove_prefix(text, "\\") ? escaped(text) : plain(text); }

void append(std::string& bytes, const Letter& letter) {
  const std::uint32_t code = letter.code;
  const auto add = [&](std::uint32_t byte) { bytes += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto add_rest = [&](int shift) {
    for (; shift >= 0; shift -= 6) add(0x80 | (code >> shift & 0x3f));
  };
  if (letter.is_byte || code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6);
    add_rest(0);
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add_rest(6);
  } else {
    add(0xf0 | (code >> 18 & 7));
    add_rest(12);
  }
}

TypeKind kind_by_prefix(std::string_view prefix) {
  if (prefix == "u8") return TypeKind::unsigned_char;
  if (prefix == "u") return TypeKind::unsigned_short;
  if (prefix == "U") return TypeKind::unsigned_int;
  return prefix == "L" ? TypeKind::int_ : TypeKind::char_;
}

// The text between the quotes; the closing one may be missing.
std::string_view inside(std::string_view text, char quote) {
  text.remove_prefix(std::min(text.find(quote), text.size() - 1) + 1);
  if (text.ends_with(quote)) text.remove_suffix(1);
  return text;
}

// R"x(...)x"
std::string_view inside_raw(std::string_view text) {
  const std::size_t quote = text.find('"');
  const std::size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return {};
  const std::string end = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  text.remove_prefix(open + 1);
  return text.substr(0, text.rfind(end));
}

}  // namespace

Literal character(std::string_view text) {
  const TypeKind kind = kind_by_prefix(text.substr(0, text.find('\'')));
  std::string_view left = text.empty() ? text : inside(text, '\'');
  if (left.empty()) return wrong("this character constant is empty");
  const Letter letter = next_letter(left);
  if (!letter.error.empty()) return wrong(letter.error);
  if (!left.empty())
    return wrong(quoted(inside(text, '\'')) + " is more than one character: a string needs \"double quotes\"");
  const int bits = info(kind).bits;
  const bool too_large = bits < 32 && letter.code >> bits != 0;
  const bool many_bytes = bits == 8 && !letter.is_byte && letter.code >= 0x80;
  if (many_bytes) return wrong(std::string(text) + " takes more than one byte");
  if (too_large) return wrong(std::string(text) + " does not fit in " + std::string(info(kind).name));
  return {Value::of(kind, static_cast<std::int64_t>(letter.code)), {}};
}

std::string string_bytes(std::string_view text) {
  const std::string_view prefix = text.substr(0, text.find('"'));
  if (prefix.ends_with('R')) return std::string(inside_raw(text));
  std::string bytes;
  for (std::string_view left = text.empty() ? text : inside(text, '"'); !left.empty();)
    append(bytes, next_letter(left));
  return bytes;
}

}  // namespace tilescope::language
