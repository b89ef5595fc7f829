// A matrix as a texture: one texel per cell, or per group of cells that share a pixel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/stage/picture.h"
#include "app/stage/theme.h"

namespace tilescope {

class GridTexture {
 public:
  // How a grid is drawn.
  struct View {
    std::uint32_t merged = 1;  // rows and columns of cells per texel
    bool marks = true;         // otherwise lit cells are filled
    std::array<Color, ink_count> inks;

    bool operator==(const View&) const = default;
  };

  GridTexture();
  ~GridTexture();
  GridTexture(const GridTexture&) = delete;
  GridTexture& operator=(const GridTexture&) = delete;

  // Takes the cells without changing the texture, which may still be needed for the previous frame.
  void show(const Grid& grid, const View& view);
  // Uploads the rows that changed, and returns their number of texels. If there were any, the texture stays bound.
  std::size_t send();
  [[nodiscard]] unsigned name() const { return name_; }
  [[nodiscard]] const Cell& cell(std::uint32_t row, std::uint32_t column) const {
    return cells_[std::size_t{row} * columns_ + column];
  }
  [[nodiscard]] Color fill(const Cell& cell) const;  // for a cell with its own texel
  // A hash of the texels in this box; the box is in texels.
  [[nodiscard]] std::uint64_t looks(const Box& texels) const;

 private:
  class Fills;

  [[nodiscard]] std::uint32_t merged(std::uint32_t row, std::uint32_t column) const;
  [[nodiscard]] std::vector<std::uint32_t> texels(std::uint32_t first, std::uint32_t behind) const;
  [[nodiscard]] bool same_row(const Grid& grid, std::uint32_t row) const;

  unsigned name_ = 0;
  std::uint32_t rows_ = 0, columns_ = 0;  // of the grid
  View view_;
  std::vector<Cell> cells_;
  bool has_size_ = false;                 // the texture has the grid's size
  std::uint32_t first_ = 0, behind_ = 0;  // rows of cells that are not yet in the texture
  std::unique_ptr<Fills> fills_;          // for the view's inks
};

}  // namespace tilescope
