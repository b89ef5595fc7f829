// A user's text, and places in it as lines and columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::language {

// A piece of the text, in bytes. A thing that came out of a macro stands where the macro is used.
struct Place {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  [[nodiscard]] std::uint32_t end() const { return offset + length; }
  friend bool operator==(const Place&, const Place&) = default;
};

// From the first byte of one to the last of the other, whichever comes first.
[[nodiscard]] Place joined(Place from, Place to);

// Counted from 1; a column is a character, however many bytes it takes, and a tab is one.
struct Position {
  unsigned line = 1;
  unsigned column = 1;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// For the character that starts there; 0 if that is no UTF-8.
[[nodiscard]] unsigned utf8_bytes(std::string_view text, std::size_t at);

// Whether a name may have it; the bytes of letters beyond ASCII are among them.
[[nodiscard]] bool is_letter(char c);
// Whether it stands in the text, and not as a part of another word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

class Source {
 public:
  explicit Source(std::string text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] Position position(std::uint32_t offset) const;
  [[nodiscard]] unsigned line_of(std::uint32_t offset) const;
  // How many characters a place has on its first line; one at least.
  [[nodiscard]] unsigned width(Place place) const;
  // Without its end. Lines end with "\n", "\r\n" or "\r".
  [[nodiscard]] std::string_view line(unsigned number) const;
  [[nodiscard]] unsigned lines() const { return static_cast<unsigned>(starts_.size()); }

 private:
  std::string text_;
  // How many characters begin from the text's first byte up to one, that one included.
  [[nodiscard]] std::uint32_t characters_until(std::size_t at) const;

  std::vector<std::uint32_t> starts_;  // of each line
  struct Mark {
    std::uint32_t at = 0, characters = 0;  // where one begins, and how many begin before it
  };
  std::vector<Mark> marks_;  // every few hundred bytes, of a text that is not of ASCII alone
};

}  // namespace tilescope::language
