// The pixels of a grid's cells, marks, frames and lines. Pure: without a GPU each pixel that is skipped saves time.
#pragma once

#include <functional>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// Columns and rows of a grid; the end ones are excluded.
struct Cells {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;

  bool operator==(const Cells&) const = default;
};

class Lattice {
 public:
  // A cell is as large as the box divided by `count`, so the last ones may be cut.
  Lattice(Box box, Point count) : box_(box), count_(count), cell_{box.w / count.x, box.h / count.y} {}

  // The cells in these pixels, whole or in part.
  [[nodiscard]] Cells met_by(const Box& pixels) const;
  // The pixels whose centre is in these cells; with a cell's own pixels this also places marks and frames.
  [[nodiscard]] Box pixels_of(const Cells& cells) const;
  // The same as the texture lookup does, where a border in the middle of a pixel is rounded to the second cell.
  [[nodiscard]] Box filled_by(const Cells& cells) const;
  // Cells are large enough to draw them, their frames and their marks one by one.
  [[nodiscard]] bool has_large_cells() const { return cell_.x >= large && cell_.y >= large; }

  // The lines before each block of columns and rows and after the last one, from `ahead` pixels before that place to
  // `past` after it, as far as they are in that part.
  [[nodiscard]] std::vector<Box> lines(Point every, float ahead, float past, const Box& part) const;

 private:
  static constexpr float large = 24;

  [[nodiscard]] Box span(const Cells& cells, float offset) const;

  Box box_;
  Point count_, cell_;
};

// Boxes of exactly the wanted cells, without overlaps.
[[nodiscard]] std::vector<Cells> cover(const Cells& where,
                                       const std::function<bool(std::uint32_t row, std::uint32_t column)>& wanted);

// The part of a large cell that contains its mark.
[[nodiscard]] Box place_of(Mark mark, const Box& cell);
// The rim of a large cell for its frame, with lines of that width between cells.
[[nodiscard]] std::vector<Box> rim_of(const Box& cell, float line);

}  // namespace tilescope
