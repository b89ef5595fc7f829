// A column to read: prose, lines, rows to choose from. The caller must check whether the content fits.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/references.h"
#include "app/stage/picture.h"

namespace tilescope {

class TextColumn {
 public:
  // Heights around the column, in multiples of the text size: the head, the gap below it, and the row of buttons.
  static constexpr float heading = 1.7F, below_head = 0.5F, feet = 2.1F;

  // No letters are smaller than `least`; with a smaller text size, lines and rows get closer. Choices are at least as
  // high as `target`.
  TextColumn(Picture& picture, Box room, float text, float least = 0, float target = 0)
      : picture_(picture), room_(room), text_(text), least_(least), target_(target), y_(room.y) {}

  [[nodiscard]] float y() const { return y_; }  // the lower end of the content so far
  void space(float lines) { y_ += lines * text_; }

  // Sizes are multiples of the column's text size. A quoted line of the source can be clicked.
  void prose(const std::vector<lessons::Span>& spans, float size, Ink plain = Ink::text);
  void add(Picture part);
  void words(const std::string& text, float size, Ink ink, Face face = Face::sans);

  // A clickable row, with its key in front and a count at the end.
  void choice(const std::string& key, const std::string& text, const std::string& behind, const Target& target,
              Ink line, bool is_strong);
  // Likewise, with a line of code; a line that is already used is paler.
  void code_choice(const std::string& code, const std::string& behind, const Target& target, bool is_free);
  // A number that is typed, with small buttons behind it and below it. A button without a target is pale.
  struct Pad {
    std::string words;
    Target target;
  };
  void number(const std::string& text, bool is_typed, const std::vector<Pad>& digits, const std::vector<Pad>& ends);
  // A line that begins with a box: ticked, crossed out or empty.
  enum class Tick : std::uint8_t { open, missed, reached };
  void ticked(const std::string& text, Tick tick);
  // From here on two or four choices share a row, if each is wide enough for the longest.
  void share_rows(const std::string& longest);
  void end_rows();

 private:
  Picture& picture_;
  Box room_;
  [[nodiscard]] float letters(float size) const;
  [[nodiscard]] float line(float size) const;
  [[nodiscard]] float row(std::size_t lines) const;  // the height of a choice
  [[nodiscard]] float pad_wide(const std::string& words) const;
  void pad(const Pad& pad, Box box);

  float text_, least_, target_, y_;
  int in_row_ = 1, place_ = 0;  // choices per row, and the place of the next one
};

}  // namespace tilescope
