// A lesson on paper: one HTML page with its pictures that needs no other machine. If TileScope's own page is included,
// which needs a script, each picture is interactive in its place.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Handout {
  // A text in pieces; a blank line starts a paragraph.
  struct Piece {
    std::string text;
    bool code = false;
  };
  using Text = std::vector<Piece>;

  struct Question {
    Text ask;
    std::vector<std::string> choices;  // empty: a line to write on
    std::string unit;                  // after that line
    std::string answer;                // at the end of the page
    Text explain;
  };
  struct Step {
    Text title, text;
    std::string svg, says;  // the picture, and its description in words
    std::string share;      // its share string
    std::optional<Question> question;
  };
  struct Listing {
    std::string name, text;
  };

  std::string title, summary, source;  // the last says how the page was made
  std::vector<Step> steps;
  std::vector<Listing> listings;  // of the lesson's kernels
  std::string page;               // TileScope's one-file page; empty: pictures are static
};

// The page is also well-formed XML, and accessible: every picture has a description.
[[nodiscard]] std::string html_of(const Handout& handout);

}  // namespace tilescope
