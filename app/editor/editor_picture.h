// The text that somebody edits as a picture: letters where they are typed, coloured as in the source panel; beside the
// lines, how often each has been run; below them, what is wrong there. And where in the text a point of it is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document.h"
#include "app/stage/words.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::editor {

struct Change {
  Span span;
  std::string with;
};

// What is wrong with the text, or probably so, at a place of the text as it is now.
struct Note {
  language::Severity severity = language::Severity::error;
  Span span;
  std::string words;
  std::string mend;              // what would do, in words
  std::optional<Change> change;  // the same as a change of the text, where it is sure to mend something
};

// What is shown besides the text.
struct Show {
  bool has_keys = false;
  std::string title;
  std::string state;                    // of the text, in a few words: "saved", "2 mistakes"
  bool is_bad = false;                  // the state is
  std::vector<std::uint32_t> recorded;  // for each line, the line of what was recorded; 0: it is new
  std::vector<std::uint32_t> original;  // likewise, of the text as it was opened
  std::vector<Note> notes;              // by place
  std::optional<std::size_t> quiet;     // the line that is being typed: its notes are not told yet
  std::vector<Span> found;              // what was searched for
  std::function<std::optional<Ink>(std::string_view name)> chip;  // the colour that a name lies on
};

// Where the letters stand.
struct Layout {
  // A row of letters: of one line, from a column on. Rows without a line tell what is wrong.
  struct Row {
    std::size_t line = 0;
    std::size_t from = 0, to = 0;  // columns
    std::size_t hang = 0;          // where they begin
    bool is_text = true;
    std::size_t note = 0;  // which one it tells
    std::string words;
  };
  std::vector<Row> rows;
  Box text;                       // where letters are, below the header
  float letter = 8, height = 20;  // of a letter's room
  std::size_t first = 0;          // the row at the top
  std::size_t in_sight = 1;       // rows
  float gutter = 0;               // how far the text begins behind the panel's edge

  [[nodiscard]] bool holds(Point point) const;
  // In the text, the nearest place to that point; above and below what is in sight as well.
  [[nodiscard]] TextPosition place_at(Point point) const;
  [[nodiscard]] std::size_t row_of(TextPosition place) const;
};

struct Drawn {
  Picture picture;
  Layout layout;
};

// `scroll` is the row at the top; where the caret has moved, it comes into sight.
[[nodiscard]] Drawn draw(const Document& document, const Show& show, const Frame* frame, const View& view, float scroll,
                         bool follows_caret);

}  // namespace tilescope::editor
