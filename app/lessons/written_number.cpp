#include "app/lessons/written_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tilescope::lessons {

namespace {

constexpr std::array typographic{std::pair{"\u00a0", " "},  std::pair{"\u2007", " "}, std::pair{"\u2009", " "},
                                 std::pair{"\u202f", " "},  std::pair{"\t", " "},     std::pair{"\u2212", "-"},
                                 std::pair{"\u2013", "-"},  std::pair{"\u2014", "-"}, std::pair{"\u2019", "'"},
                                 std::pair{"\u201c", "\""}, std::pair{"\u201d", "\""}};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_letter(char letter) { return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'); }

void drop_blanks(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

// Groups of digits and the signs between them: "1,234.5" is {1, 234, 5} and ",.".
struct Groups {
  std::vector<std::string> digits{""};
  std::string between;

  [[nodiscard]] bool are_thousands(std::size_t count) const {
    bool fit = !digits[0].empty() && digits[0].size() <= 3 && digits[0][0] != '0';
    for (std::size_t n = 1; n < count; ++n) fit = fit && digits[n].size() == 3;
    return fit;
  }
  [[nodiscard]] std::string joined(std::size_t count) const {
    std::string all;
    for (std::size_t n = 0; n < count; ++n) all += digits[n];
    return all;
  }
};

Groups take_groups(std::string_view& text) {
  Groups groups;
  while (!text.empty()) {
    const char letter = text.front();
    const bool before_digit = text.size() > 1 && is_digit(text[1]);
    if (is_digit(letter))
      groups.digits.back() += letter;
    else if (before_digit && (letter == ',' || letter == '.' ||
                              (!groups.digits.back().empty() && (letter == ' ' || letter == '\'' || letter == '_')))) {
      groups.between += letter;
      groups.digits.emplace_back();
    } else {
      break;
    }
    text.remove_prefix(1);
  }
  return groups;
}

struct Digits {
  std::string text;                  // in standard notation
  std::optional<std::string> other;  // the other possible reading
};

std::optional<Digits> digits_of(const Groups& groups) {
  const std::string& between = groups.between;
  const std::size_t count = groups.digits.size();
  if (between.empty()) return groups.digits[0].empty() ? std::nullopt : std::optional<Digits>{{groups.digits[0], {}}};
  const bool alike = between.find_first_not_of(between[0]) == std::string::npos;
  const char last = between.back();
  const bool may_be_point = last == '.' || last == ',';
  const std::string whole = groups.joined(count);
  const std::string with_point = groups.joined(count - 1) + "." + groups.digits.back();
  if (count == 2 && may_be_point) {
    if (!groups.are_thousands(2)) return Digits{with_point, {}};
    return last == ',' ? Digits{whole, with_point} : Digits{with_point, whole};
  }
  if (alike && groups.are_thousands(count)) return Digits{whole, {}};
  // "1,234.5" or "1 234,5": one kind of separator between groups, then a decimal point.
  const bool gaps_alike = between.find_first_not_of(between[0]) == between.size() - 1;
  if (may_be_point && gaps_alike && groups.are_thousands(count - 1)) return Digits{with_point, {}};
  return std::nullopt;
}

// Takes "e6" after digits, unless it begins a word.
std::string take_exponent(std::string_view& text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return "";
  std::size_t at = 1;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at == first || (at < text.size() && is_letter(text[at]))) return "";
  const std::string exponent(text.substr(0, at));
  text.remove_prefix(at);
  return exponent;
}

std::optional<double> value_of(const std::string& digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<WrittenNumber> take_plain(std::string_view& text) {
  const auto digits = digits_of(take_groups(text));
  if (!digits) return std::nullopt;
  const std::string exponent = take_exponent(text);
  const auto value = value_of(digits->text + exponent);
  if (!value) return std::nullopt;
  WrittenNumber number{*value, {}, ""};
  if (digits->other) number.other = value_of(*digits->other + exponent);
  return number;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (text.size() < word.size() || (text.size() > word.size() && is_letter(text[word.size()]))) return false;
  for (std::size_t n = 0; n < word.size(); ++n)
    if (std::tolower(static_cast<unsigned char>(text[n])) != word[n]) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

std::string plainly_written(std::string_view text) {
  std::string plain(text);
  for (const auto& [from, to] : typographic)
    for (std::size_t at = 0; (at = plain.find(from, at)) != std::string::npos; ++at)
      plain.replace(at, std::string_view(from).size(), to);
  const auto blank = [](char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; };
  plain.erase(std::find_if_not(plain.rbegin(), plain.rend(), blank).base(), plain.end());
  plain.erase(plain.begin(), std::find_if_not(plain.begin(), plain.end(), blank));
  return plain;
}

std::optional<WrittenNumber> read_number(std::string_view written) {
  const std::string plain = plainly_written(written);
  std::string_view text = plain;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  drop_blanks(text);
  std::optional<WrittenNumber> number;
  if (take_word(text, "nan"))
    number = WrittenNumber{std::numeric_limits<double>::quiet_NaN(), {}, ""};
  else if (take_word(text, "infinity") || take_word(text, "inf"))
    number = WrittenNumber{std::numeric_limits<double>::infinity(), {}, ""};
  else
    number = take_plain(text);
  if (!number) return std::nullopt;
  drop_blanks(text);
  std::string_view divisor = text.starts_with("/") ? text.substr(1) : "";
  drop_blanks(divisor);
  if (!divisor.empty() && is_digit(divisor[0])) {
    const auto below = take_plain(divisor);
    if (!below || below->value == 0) return std::nullopt;
    text = divisor;
    number = WrittenNumber{number->value / below->value, {}, ""};
    drop_blanks(text);
  }
  // Digits after the number: a malformed number, or two numbers.
  if (!text.empty() && is_digit(text[0])) return std::nullopt;
  if (negative) {
    number->value = -number->value;
    if (number->other) number->other = -*number->other;
  }
  number->behind = text;
  return number;
}

}  // namespace tilescope::lessons
