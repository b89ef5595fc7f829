// Things to read, one below the other: prose, lines, rows to choose from. What does not fit is for its owner to see.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/references.h"
#include "app/stage/picture.h"

namespace tilescope {

class TextColumn {
 public:
  // Around it in a panel, in sizes of the text: the head, what is free below that, and the row of buttons.
  static constexpr float heading = 1.7F, below_head = 0.5F, feet = 2.1F;

  // Nothing is set in letters smaller than `least`.
  TextColumn(Picture& picture, Box room, float text, float least = 0)
      : picture_(picture), room_(room), text_(text), least_(least), y_(room.y) {}

  [[nodiscard]] float y() const { return y_; }  // how far down it came
  void space(float lines) { y_ += lines * text_; }

  // Sizes are in those of the column's text.
  void prose(const std::vector<lessons::Span>& spans, float size, Ink plain = Ink::text);
  void words(const std::string& text, float size, Ink ink, Face face = Face::sans);

  // A row that can be clicked, with its key before it and a count behind it.
  void choice(const std::string& key, const std::string& text, const std::string& behind, const Target& target,
              Ink line, bool is_strong);
  // The same of a line of code; what has been taken is paler.
  void code_choice(const std::string& code, const std::string& behind, const Target& target, bool is_free);
  // A line with a box before it that is ticked, crossed out, or open still.
  enum class Tick : std::uint8_t { open, missed, reached };
  void ticked(const std::string& text, Tick tick);
  // From here on choices share rows, four or two in one, if there is width for one as long as this.
  void share_rows(const std::string& longest);
  void end_rows();

 private:
  Picture& picture_;
  Box room_;
  [[nodiscard]] float letters(float size) const;

  float text_, least_, y_;
  int in_row_ = 1, place_ = 0;  // choices in a row, and where the next one stands
};

}  // namespace tilescope
