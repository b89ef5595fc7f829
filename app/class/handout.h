// A lesson on paper: one HTML page that contains its pictures and loads nothing from elsewhere. If TileScope's own page
// is included, which needs a script, each picture becomes interactive.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Handout {
  // Text in pieces; a blank line starts a paragraph.
  struct Piece {
    std::string text;
    bool code = false;
  };
  using Text = std::vector<Piece>;

  struct Question {
    Text ask;
    std::vector<std::string> choices;  // empty: a line to write on
    std::string unit;                  // behind that line
    std::string answer;                // printed at the end of the page
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

  std::string title, summary, source;  // the source says how the page was made
  std::vector<Step> steps;
  std::vector<Listing> listings;  // the lesson's kernels
  std::string page;               // TileScope's one-file page; empty: the pictures are static
};

// The page is also well-formed XML, and accessible: every picture has a description.
[[nodiscard]] std::string html_of(const Handout& handout);

}  // namespace tilescope
