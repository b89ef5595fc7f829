// The picture of the text in the editor: letters coloured as in the source panel, how often each line has run, and
// mistakes below their lines. Also finds the place in the text for a point in the picture.
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

// A mistake in the text, certain or probable.
struct Note {
  language::Severity severity = language::Severity::error;
  Span span;
  std::string words;
  std::string mend;              // the fix in words
  std::optional<Change> change;  // the fix as a change, if it is certain to help
};

// What to show besides the text.
struct Show {
  bool has_keys = false;
  std::string title;
  std::string state;                    // the state of the text in a few words: "saved", "2 mistakes"
  bool is_bad = false;                  // the state is a problem
  std::vector<std::uint32_t> recorded;  // by line: the line of the recorded text; 0: a new line
  std::vector<std::uint32_t> original;  // the same for the text as it was opened
  std::vector<Note> notes;              // ordered by place
  std::optional<std::size_t> quiet;     // the line being typed, whose notes are not shown yet
  std::vector<Span> found;              // the matches of the search
  std::size_t search_rows = 0;          // rows of controls between the header and the text
  std::string problem;                  // why there is no run, if no note says so; told above the text
  std::function<std::optional<Ink>(std::string_view name)> chip;  // the colour behind a name
};

// The places of the letters.
struct Layout {
  // A row of letters: a part of one line. Rows without text show notes.
  struct Row {
    std::size_t line = 0;
    std::size_t from = 0, to = 0;  // columns
    std::size_t hang = 0;          // the column of the picture where it begins
    bool is_text = true;
    std::size_t note = 0;  // the index of the shown note
    std::string words;
  };
  std::vector<Row> rows;
  Box text;                       // the area of the letters
  Box room;                       // where a click is meant for the text
  Box search;                     // the place of the search's controls, below the header
  float letter = 8, height = 20;  // of a letter
  std::size_t first = 0;          // the row at the top
  std::size_t in_sight = 1;       // number of visible rows
  float gutter = 0;               // from the panel's edge to the text

  // The place in the text that is nearest to a point, which may be above or below the visible part.
  [[nodiscard]] TextPosition place_at(Point point) const;
  [[nodiscard]] std::size_t row_of(TextPosition place) const;
};

struct Drawn {
  Picture picture;
  Layout layout;
};

// `scroll` is the top row; if `follows_caret`, the caret is scrolled into view.
[[nodiscard]] Drawn draw(const Document& document, const Show& show, const Frame* frame, const View& view, float scroll,
                         bool follows_caret);

}  // namespace tilescope::editor
