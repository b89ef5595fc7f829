#include "instrumentation/language/tokens/source.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace tilescope::language {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t bytes_between_marks = 256;

// The number of bytes of the line end at `at`; 0 if there is none.
std::size_t line_end_bytes(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return 1;
  if (text[at] != '\r') return 0;
  return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
}

unsigned characters(std::string_view text) {
  unsigned count = 0;
  for (std::size_t at = 0; at < text.size(); at += std::max(1U, utf8_bytes(text, at))) ++count;
  return count;
}

}  // namespace

Place joined(Place from, Place to) {
  const std::uint32_t begin = std::min(from.offset, to.offset);
  return {begin, std::max(from.end(), to.end()) - begin};
}

unsigned utf8_bytes(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF && follows(1)) return 2;
  if (first >= 0xE0 && first <= 0xEF && follows(1) && follows(2)) {
    const bool short_enough_for_two = first == 0xE0 && byte(1) < 0xA0;
    const bool half_of_a_pair = first == 0xED && byte(1) > 0x9F;
    return short_enough_for_two || half_of_a_pair ? 0 : 3;
  }
  if (first >= 0xF0 && first <= 0xF4 && follows(1) && follows(2) && follows(3)) {
    const bool short_enough_for_three = first == 0xF0 && byte(1) < 0x90;
    const bool behind_the_last = first == 0xF4 && byte(1) > 0x8F;
    return short_enough_for_three || behind_the_last ? 0 : 4;
  }
  return 0;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

bool has_word(std::string_view text, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(text[at - 1])) &&
        (at + word.size() == text.size() || !is_letter(text[at + word.size()])))
      return true;
  return false;
}

Source::Source(std::string text) : text_(std::move(text)) {
  starts_.push_back(text_.starts_with(byte_order_mark) ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0U);
  bool is_ascii = true;
  for (std::size_t at = 0; at < text_.size();) {
    is_ascii = is_ascii && static_cast<unsigned char>(text_[at]) < 0x80;
    const std::size_t bytes = line_end_bytes(text_, at);
    at += std::max<std::size_t>(bytes, 1);
    if (bytes > 0) starts_.push_back(static_cast<std::uint32_t>(at));
  }
  if (is_ascii) return;
  std::uint32_t characters = 0;
  for (std::size_t at = 0; at < text_.size(); ++characters) {
    if (marks_.empty() || at >= marks_.back().at + bytes_between_marks)
      marks_.push_back({static_cast<std::uint32_t>(at), characters});
    at += std::max(1U, utf8_bytes(text_, at));
  }
}

std::uint32_t Source::characters_until(std::size_t at) const {
  if (marks_.empty()) return static_cast<std::uint32_t>(at) + 1;
  auto mark = std::upper_bound(marks_.begin(), marks_.end(), at, [](std::size_t a, const Mark& b) { return a < b.at; });
  --mark;
  std::uint32_t count = mark->characters;
  for (std::size_t next = mark->at; next <= at; ++count) next += std::max(1U, utf8_bytes(text_, next));
  return count;
}

unsigned Source::line_of(std::uint32_t offset) const {
  const auto behind = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return std::max(1U, static_cast<unsigned>(behind - starts_.begin()));
}

Position Source::position(std::uint32_t offset) const {
  const unsigned line = line_of(offset);
  const std::uint32_t start = starts_[line - 1];
  const std::size_t until = std::min<std::size_t>(offset, text_.size());
  return {line, until < start ? 1 : characters_until(until) - characters_until(start) + 1};
}

unsigned Source::width(Place place) const {
  const std::string_view on = line(line_of(place.offset));
  const auto line_end = static_cast<std::size_t>(on.data() - text_.data()) + on.size();
  const std::size_t begin = std::min<std::size_t>(place.offset, line_end);
  const std::size_t end = std::clamp<std::size_t>(place.end(), begin, line_end);
  return std::max(1U, characters(text().substr(begin, end - begin)));
}

std::string_view Source::line(unsigned number) const {
  if (number == 0 || number > lines()) return {};
  const std::size_t begin = starts_[number - 1];
  std::string_view found = text();
  found = found.substr(begin, number < lines() ? starts_[number] - begin : std::string_view::npos);
  if (found.ends_with('\n')) found.remove_suffix(1);
  if (found.ends_with('\r') && number < lines()) found.remove_suffix(1);
  return found;
}

}  // namespace tilescope::language
