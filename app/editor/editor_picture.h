// The text in the editor as a picture: its letters, coloured as in the source panel; beside the lines, how often each
// has run; below them, what is wrong. And the place in the text of a point of the picture.
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

// A mistake in the text, certain or probable, at a place of the current text.
struct Note {
  language::Severity severity = language::Severity::error;
  Span span;
  std::string words;
  std::string mend;              // the fix, in words
  std::optional<Change> change;  // the same as a change of the text, if it is certain to fix something
};

// What is shown besides the text.
struct Show {
  bool has_keys = false;
  std::string title;
  std::string state;                    // of the text, in a few words: "saved", "2 mistakes"
  bool is_bad = false;                  // the state is
  std::vector<std::uint32_t> recorded;  // for each line, the line of the recorded text; 0: it is new
  std::vector<std::uint32_t> original;  // the same for the text as it was opened
  std::vector<Note> notes;              // by place
  std::optional<std::size_t> quiet;     // the line that is being typed: its notes are not shown yet
  std::vector<Span> found;              // the results of the search
  std::function<std::optional<Ink>(std::string_view name)> chip;  // the colour behind a name
};

// Where the letters stand.
struct Layout {
  // A row of letters: of one line, from a column on. Rows without a line show notes.
  struct Row {
    std::size_t line = 0;
    std::size_t from = 0, to = 0;  // columns
    std::size_t hang = 0;          // where they begin
    bool is_text = true;
    std::size_t note = 0;  // the note that it shows
    std::string words;
  };
  std::vector<Row> rows;
  Box text;                       // where letters are, below the header
  float letter = 8, height = 20;  // of a letter's room
  std::size_t first = 0;          // the row at the top
  std::size_t in_sight = 1;       // rows
  float gutter = 0;               // the distance of the text from the panel's edge

  [[nodiscard]] bool holds(Point point) const;
  // The nearest place in the text to that point; above and below the visible part as well.
  [[nodiscard]] TextPosition place_at(Point point) const;
  [[nodiscard]] std::size_t row_of(TextPosition place) const;
};

struct Drawn {
  Picture picture;
  Layout layout;
};

// `scroll` is the row at the top; if the caret has moved, it is scrolled into view.
[[nodiscard]] Drawn draw(const Document& document, const Show& show, const Frame* frame, const View& view, float scroll,
                         bool follows_caret);

}  // namespace tilescope::editor
