// Splits a format, and passes the library's printf one checked conversion at a time.
#include "instrumentation/machine/functions/print.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace tilescope::machine {

namespace {

using language::TypeKind;

constexpr int most_wide = 4096;
constexpr std::string_view real_letters = "fFeEgGaA";

enum class Size { plain, one_byte, two_bytes, eight_bytes };

struct SizeWord {
  std::string_view name;
  Size size;
};
// Longer words come before their prefixes.
constexpr std::array size_words = std::to_array<SizeWord>({{"hh", Size::one_byte},
                                                           {"h", Size::two_bytes},
                                                           {"ll", Size::eight_bytes},
                                                           {"l", Size::eight_bytes},
                                                           {"z", Size::eight_bytes}});

// %-08.3lld
struct Conversion {
  std::string flags;
  int width = 0;
  int precision = -1;  // none
  Size size = Size::plain;
  char letter = 0;
  bool lacks = false;  // a number for a '*' is missing
};

bool is_any_of(char c, std::string_view letters) { return letters.find(c) != std::string_view::npos; }

bool is_integer(TypeKind kind) { return kind >= TypeKind::bool_ && kind <= TypeKind::unsigned_long_long; }
bool is_address(TypeKind kind) { return kind == TypeKind::pointer || kind == TypeKind::null; }

class Printer {
 public:
  Printer(std::string_view format, std::span<const Argument> arguments) : rest_(format), arguments_(arguments) {}

  std::string print() {
    while (!rest_.empty()) {
      const std::size_t percent = std::min(rest_.find('%'), rest_.size());
      text_ += rest_.substr(0, percent);
      rest_.remove_prefix(percent);
      if (!rest_.empty()) print_conversion();
    }
    return std::move(text_);
  }

 private:
  // --- Reading. ---

  void print_conversion() {
    const std::string_view whole = rest_;
    rest_.remove_prefix(1);
    const Conversion conversion = read();
    if (conversion.letter == '%') {
      text_ += '%';
    } else if (is_any_of(conversion.letter, "diouxXcspfFeEgGaA")) {
      print(conversion);
    } else {
      text_ += whole.substr(0, whole.size() - rest_.size());
    }
  }

  Conversion read() {
    Conversion conversion;
    while (!rest_.empty() && is_any_of(rest_.front(), "-+ #0")) {
      if (!is_any_of(rest_.front(), conversion.flags)) conversion.flags += rest_.front();
      rest_.remove_prefix(1);
    }
    conversion.width = read_number(conversion);
    if (conversion.width < 0) {
      conversion.flags += '-';
      conversion.width = -conversion.width;
    }
    if (take(".")) conversion.precision = std::max(read_number(conversion), -1);
    const auto begins = [this](const SizeWord& word) { return take(word.name); };
    const auto* const word = std::find_if(size_words.begin(), size_words.end(), begins);
    if (word != size_words.end()) conversion.size = word->size;
    if (rest_.empty()) return conversion;
    conversion.letter = rest_.front();
    rest_.remove_prefix(1);
    return conversion;
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // Digits, an argument for a '*', or 0 if there is neither; the size is limited.
  int read_number(Conversion& conversion) {
    if (take("*")) {
      const Argument* const argument = next();
      if (argument != nullptr && is_integer(argument->kind)) {
        const auto number = static_cast<std::int32_t>(argument->bits);
        return std::clamp(number, -most_wide, most_wide);
      }
      conversion.lacks = true;
      return 0;
    }
    int number = 0;
    for (; !rest_.empty() && is_any_of(rest_.front(), "0123456789"); rest_.remove_prefix(1)) {
      number = std::min(number * 10 + (rest_.front() - '0'), most_wide);
    }
    return number;
  }

  const Argument* next() { return used_ < arguments_.size() ? &arguments_[used_++] : nullptr; }

  // --- Printing. ---

  void print(const Conversion& conversion) {
    const Argument* const argument = next();
    if (argument == nullptr || conversion.lacks || !fits(conversion.letter, *argument)) {
      text_ += '?';
    } else if (is_any_of(conversion.letter, real_letters)) {
      by_library(conversion, "", std::bit_cast<double>(argument->bits));
    } else if (conversion.letter == 's') {
      print_text(conversion, argument->text.value_or("(null)"));
    } else if (conversion.letter == 'p') {
      print_address(conversion, argument->bits);
    } else if (conversion.letter == 'c') {
      pad(conversion, std::string(1, static_cast<char>(argument->bits)));
    } else {
      print_integer(conversion, argument->bits);
    }
  }

  static bool fits(char letter, const Argument& argument) {
    if (is_any_of(letter, real_letters)) return argument.kind == TypeKind::double_;
    if (letter == 's') return argument.text || (is_address(argument.kind) && argument.bits == 0);
    return is_address(argument.kind) || (letter != 'p' && is_integer(argument.kind));
  }

  void print_text(const Conversion& conversion, std::string_view text) {
    if (conversion.precision >= 0) text = text.substr(0, static_cast<std::size_t>(conversion.precision));
    pad(conversion, text);
  }

  void print_address(const Conversion& conversion, std::uint64_t address) {
    std::array<char, 24> text{"(nil)"};
    if (address != 0) {
      std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(address));
    }
    pad(conversion, text.data());
  }

  void print_integer(Conversion conversion, std::uint64_t bits) {
    const bool is_signed = is_any_of(conversion.letter, "di");
    if (is_signed || conversion.letter == 'u') std::erase(conversion.flags, '#');  // C does not allow it there
    switch (conversion.size) {
      case Size::one_byte: bits = is_signed ? widened<std::int8_t>(bits) : bits & 0xff; break;
      case Size::two_bytes: bits = is_signed ? widened<std::int16_t>(bits) : bits & 0xffff; break;
      case Size::plain: bits = is_signed ? widened<std::int32_t>(bits) : bits & 0xffffffff; break;
      case Size::eight_bytes: break;
    }
    if (is_signed) {
      by_library(conversion, "ll", static_cast<long long>(bits));
    } else {
      by_library(conversion, "ll", static_cast<unsigned long long>(bits));
    }
  }

  template <class Narrow>
  static std::uint64_t widened(std::uint64_t bits) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<Narrow>(bits)});
  }

  // `size` and the conversion's letter match the type of `value`.
  template <class Number>
  void by_library(const Conversion& conversion, std::string_view size, Number value) {
    std::string format = "%" + conversion.flags;
    if (conversion.width > 0) format += std::to_string(conversion.width);
    if (conversion.precision >= 0) format += "." + std::to_string(conversion.precision);
    format.append(size) += conversion.letter;
    const int length = std::snprintf(nullptr, 0, format.c_str(), value);
    const std::size_t before = text_.size();
    text_.resize(before + static_cast<std::size_t>(std::max(length, 0)) + 1);
    std::snprintf(text_.data() + before, text_.size() - before, format.c_str(), value);
    text_.pop_back();
  }

  void pad(const Conversion& conversion, std::string_view text) {
    const auto width = static_cast<std::size_t>(conversion.width);
    const std::size_t spaces = width - std::min(text.size(), width);
    const bool at_left = is_any_of('-', conversion.flags);
    if (!at_left) text_.append(spaces, ' ');
    text_ += text;
    if (at_left) text_.append(spaces, ' ');
  }

  std::string_view rest_;
  std::span<const Argument> arguments_;
  std::size_t used_ = 0;
  std::string text_;
};

}  // namespace

std::string printed(std::string_view format, std::span<const Argument> arguments) {
  return Printer(format, arguments).print();
}

}  // namespace tilescope::machine
