// A user's source, and locations in it as lines and columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::language {

// A range of bytes in the source. What a macro expands to has the location of the macro's use.
struct Place {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  [[nodiscard]] std::uint32_t end() const { return offset + length; }
  friend bool operator==(const Place&, const Place&) = default;
};

// From the first byte of one to the last byte of the other, in either order.
[[nodiscard]] Place joined(Place from, Place to);

// Counted from 1. A column is one character of any number of bytes; a tab is one column.
struct Position {
  unsigned line = 1;
  unsigned column = 1;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// The number of bytes of the character at `at`; 0 if it is not valid UTF-8.
[[nodiscard]] unsigned utf8_bytes(std::string_view text, std::size_t at);

// True if a name may contain it. This includes all bytes beyond ASCII.
[[nodiscard]] bool is_letter(char c);
// True if the text contains the word, and not as part of a longer one.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

class Source {
 public:
  explicit Source(std::string text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] Position position(std::uint32_t offset) const;
  [[nodiscard]] unsigned line_of(std::uint32_t offset) const;
  // The number of characters on the first line of the place; at least 1.
  [[nodiscard]] unsigned width(Place place) const;
  // Without its line end: "\n", "\r\n" or "\r".
  [[nodiscard]] std::string_view line(unsigned number) const;
  [[nodiscard]] unsigned lines() const { return static_cast<unsigned>(starts_.size()); }

 private:
  std::string text_;
  // The number of characters that begin at or before byte `at`.
  [[nodiscard]] std::uint32_t characters_until(std::size_t at) const;

  std::vector<std::uint32_t> starts_;  // where each line begins
  struct Mark {
    std::uint32_t at = 0, characters = 0;  // where a character begins, and how many begin before it
  };
  std::vector<Mark> marks_;  // every few hundred bytes; empty if the source is all ASCII
};

}  // namespace tilescope::language
