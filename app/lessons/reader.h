// Reads the small languages of lessons: words, numbers and signs, one after another.
#pragma once

#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::lessons {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  [[nodiscard]] std::string_view rest() {
    skip_blanks();
    return text_.substr(at_);
  }
  // Takes this sign or whole word if it comes next.
  bool take(std::string_view what) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(what)) return false;
    const std::size_t end = at_ + what.size();
    if (is_letter(what.back()) && end < text_.size() && is_letter(text_[end])) return false;
    at_ = end;
    return true;
  }
  // Takes a word of letters, digits and _ that begins with a letter; empty if there is none.
  [[nodiscard]] std::string_view word() {
    skip_blanks();
    if (at_ == text_.size() || std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return {};
    const std::size_t first = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    return text_.substr(first, at_ - first);
  }
  [[nodiscard]] std::optional<std::uint32_t> number() {
    skip_blanks();
    std::uint64_t value = 0;
    const std::size_t first = at_;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_)
      if (value <= std::numeric_limits<std::uint32_t>::max())
        value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    if (first == at_ || value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(value);
  }
  // "0.25" or "1000".
  [[nodiscard]] std::optional<double> decimal() {
    skip_blanks();
    const std::size_t first = at_;
    while (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.'))
      ++at_;
    if (first == at_) return std::nullopt;
    return std::strtod(std::string(text_.substr(first, at_ - first)).c_str(), nullptr);
  }
  // Takes everything up to and including this sign, and returns the part before it; empty if the sign is missing.
  [[nodiscard]] std::optional<std::string_view> up_to(char sign) {
    const std::size_t end = text_.find(sign, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view before = text_.substr(at_, end - at_);
    at_ = end + 1;
    return before;
  }

 private:
  static bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace tilescope::lessons
