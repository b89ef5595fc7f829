// Rows, one below the other. A picture may get taller than its view: its panel then scrolls.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/words.h"

namespace tilescope {

// Sizes are in units of the text size, here and below.
struct Wording {
  Ink ink = Ink::text;
  Face face = Face::sans;
  float size = 0.9F;
  float indent = 0;
};

struct Table {
  struct Cell {
    std::vector<std::string> wordings;  // the first one that fits is shown
    Ink ink = Ink::text;
    Face face = Face::sans;
  };
  struct Row {
    std::vector<Cell> cells;
    Target target = {};
    bool is_lit = false;
    bool leads = false;  // a click goes to another moment, so the row has an arrowhead
  };
  std::vector<Align> columns = {};  // none: the first column is at the left, the others are at the right
  std::vector<Row> rows = {};
  float size = 0.82F;

  // A row of plain cells.
  Row& add(const std::vector<std::string>& words, Ink ink = Ink::text, Face face = Face::sans);
};
// A count with all its digits, or with few if the column is narrow.
[[nodiscard]] Table::Cell count_cell(std::uint64_t count);

struct Bar {
  std::string name;
  double part = 0;          // of the full bar
  std::string amount = {};  // in the bar
  std::string behind = {};  // at its right
  Ink ink = Ink::other;
  bool is_lit = false;
  Target target = {};
};

// What a part of a picture means: a sample of it, and words.
struct Sign {
  std::string words;
  float wide = 1;                                       // of the sample
  std::function<void(Picture&, const Box&)> draw = {};  // none: words only
};

class Flow {
 public:
  // The height of the room is what can be seen without scrolling.
  Flow(Picture& picture, const Box& room, float text) : picture_(picture), room_(room), text_(text), y_(room.y) {}
  Flow(Picture& picture, const View& view) : Flow(picture, {0, 0, view.width, view.height}, view.text) {}

  [[nodiscard]] float y() const { return y_; }
  [[nodiscard]] float width() const { return room_.w; }
  void space(float lines) { y_ += lines * text_; }
  // The box of the next row.
  Box row(float lines);
  // Likewise, with all the height that can still be seen, except `below`, within these limits.
  Box stretched(float least, float most, float below = 0);

  // Breaks lines between words. If a click leads somewhere, the text has an arrowhead.
  void words(const std::string& what, const Wording& how = {}, const std::optional<Target>& leads_to = std::nullopt);
  // An explanation in dim letters; none if there are no words.
  void note(const std::string& what);
  // One line: the first wording that fits, and a remark at the right.
  void heading(std::initializer_list<std::string> wordings, const std::string& remark = "");
  // A clickable line, with a triangle that points down if it is open.
  void opener(const std::string& what, Ink ink, bool is_open, const Target& target);
  void add(Picture part);
  void table(const Table& table);
  void bars(const std::vector<Bar>& bars);
  // Bars whose `part` is a count: each as a part of their sum, the longest first, below a heading with the sum. Nothing
  // if all counts are 0.
  void shares(const std::string& title, const std::string& remark, std::vector<Bar> parts);
  // Signs side by side, in as many rows as they need.
  void legend(const std::vector<Sign>& signs);
  // Side by side, with equal widths.
  void columns(const std::vector<std::function<void(Flow&)>>& columns, float gap = 1.2F);

 private:
  void put_arrow(const Box& row);

  Picture& picture_;
  Box room_;
  float text_, y_;
};

// `side` is half as long as the edge across.
void draw_arrowhead(Picture& picture, Point tip, float side, Point towards, Ink ink);

// The height that a part needs, found by drawing it nowhere.
[[nodiscard]] float height_of(float width, float text, const std::function<void(Flow&)>& part);

}  // namespace tilescope
