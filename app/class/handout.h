// A lesson on paper: one HTML page that holds its pictures and asks no other machine for anything. With TileScope's
// page in it, which needs a script, each picture can be played with where it stands.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Handout {
  // A text of pieces; a blank line in one begins a paragraph.
  struct Piece {
    std::string text;
    bool code = false;
  };
  using Text = std::vector<Piece>;

  struct Question {
    Text ask;
    std::vector<std::string> choices;  // empty: there is a line to write on
    std::string unit;                  // behind that line
    std::string answer;                // at the end of the page
    Text explain;
  };
  struct Step {
    Text title, text;
    std::string svg, says;  // the picture, and the same in words
    std::string share;      // what reopens it
    std::optional<Question> question;
  };
  struct Listing {
    std::string name, text;
  };

  std::string title, summary, source;  // the last says what it was made from
  std::vector<Step> steps;
  std::vector<Listing> listings;  // of the kernels that it is about
  std::string page;               // TileScope's, in one file; empty: pictures stay as they are
};

// Well-formed as XML too, and readable aloud: every picture has its words.
[[nodiscard]] std::string html_of(const Handout& handout);

}  // namespace tilescope
