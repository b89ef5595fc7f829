// The pixels of a grid's cells, marks, frames and lines. Without a GPU, each pixel that need not be drawn saves time.
#pragma once

#include <functional>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A range of columns and rows of a grid; `right` and `bottom` are excluded.
struct Cells {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;

  bool operator==(const Cells&) const = default;
};

class Lattice {
 public:
  // A cell's size is the box divided by `count`, so the last cells may be cut.
  Lattice(Box box, Point count) : box_(box), count_(count), cell_{box.w / count.x, box.h / count.y} {}

  // The cells that lie fully or partly in these pixels.
  [[nodiscard]] Cells met_by(const Box& pixels) const;
  // The pixels whose centre is in these cells; applied to a cell's own pixels, it also places marks and frames.
  [[nodiscard]] Box pixels_of(const Cells& cells) const;
  // Like pixels_of, but rounds as texture lookup does: a border in the middle of a pixel goes to the second cell.
  [[nodiscard]] Box filled_by(const Cells& cells) const;
  // Whether cells are large enough to draw them, their frames and their marks one by one.
  [[nodiscard]] bool has_large_cells() const { return cell_.x >= large && cell_.y >= large; }

  // The lines before each block of columns and rows and after the last block, within `part`. Each extends from `ahead`
  // pixels before its position to `past` pixels after it.
  [[nodiscard]] std::vector<Box> lines(Point every, float ahead, float past, const Box& part) const;

 private:
  static constexpr float large = 24;

  [[nodiscard]] Box span(const Cells& cells, float offset) const;

  Box box_;
  Point count_, cell_;
};

// Boxes, without overlaps, that contain exactly the wanted cells.
[[nodiscard]] std::vector<Cells> cover(const Cells& where,
                                       const std::function<bool(std::uint32_t row, std::uint32_t column)>& wanted);

// The part of a large cell that contains its mark.
[[nodiscard]] Box place_of(Mark mark, const Box& cell);
// The rim of a large cell for its frame; the lines between cells have width `line`.
[[nodiscard]] std::vector<Box> rim_of(const Box& cell, float line);

}  // namespace tilescope
