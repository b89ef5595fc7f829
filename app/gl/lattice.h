// Which pixels of its box a grid's cells, their marks, their frames and the lines between them take. Pure: without a
// GPU each pixel that is not looked at is time saved.
#pragma once

#include <functional>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// Columns and rows of a grid; those at the right and below are not in it.
struct Cells {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;

  bool operator==(const Cells&) const = default;
};

class Lattice {
 public:
  // A cell is as large as the box divided by `count`, so the last ones may be cut.
  Lattice(Box box, Point count) : box_(box), count_(count), cell_{box.w / count.x, box.h / count.y} {}

  // The cells that lie in these pixels, as a whole or in part.
  [[nodiscard]] Cells met_by(const Box& pixels) const;
  // The pixels whose middle is in these cells; with a cell's own pixels this is also how marks and frames are placed.
  [[nodiscard]] Box pixels_of(const Cells& cells) const;
  // The same as the texture is looked up, where a border in the middle of a pixel is rounded to the second cell.
  [[nodiscard]] Box filled_by(const Cells& cells) const;
  // Cells are so large that it pays to draw them, their frames and their marks one by one.
  [[nodiscard]] bool has_large_cells() const { return cell_.x >= large && cell_.y >= large; }

  // The lines before every so many columns and rows and behind the last, `ahead` pixels before that place and `past`
  // behind it, as far as they are in that part.
  [[nodiscard]] std::vector<Box> lines(Point every, float ahead, float past, const Box& part) const;

 private:
  static constexpr float large = 24;

  [[nodiscard]] Box span(const Cells& cells, float offset) const;

  Box box_;
  Point count_, cell_;
};

// Boxes of cells around all that are wanted, and no other; none of them overlap.
[[nodiscard]] std::vector<Cells> cover(const Cells& where,
                                       const std::function<bool(std::uint32_t row, std::uint32_t column)>& wanted);

// Where in a large cell a mark is; all that it draws lies in there.
[[nodiscard]] Box place_of(Mark mark, const Box& cell);
// The rim of a large cell that its frame takes, with lines of that width between cells.
[[nodiscard]] std::vector<Box> rim_of(const Box& cell, float line);

}  // namespace tilescope
