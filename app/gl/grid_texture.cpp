#include "app/gl/grid_texture.h"

#include <algorithm>
#include <cstring>

#include "app/gl/damage.h"
#include "app/gl/gl.h"

namespace tilescope {

namespace {

using Inks = std::array<Color, ink_count>;

std::uint32_t packed(Color color, std::uint32_t alpha) {
  return color.r | std::uint32_t{color.g} << 8 | std::uint32_t{color.b} << 16 | alpha << 24;
}

std::uint32_t divided_up(std::uint32_t number, std::uint32_t by) { return (number + by - 1) / by; }

}  // namespace

// All possible fills: computing one for each of a million cells would take too long.
class GridTexture::Fills {
 public:
  explicit Fills(const Inks& inks) : theme_{"", inks} {
    for (std::size_t kind = 0; kind <= ink_count; ++kind)
      for (std::size_t strength = 0; strength < 256; ++strength) {
        const bool heat = kind == ink_count;
        const Cell cell{heat ? Ink::cell : static_cast<Ink>(kind), Mark::none, static_cast<std::uint8_t>(strength),
                        false, heat};
        const Color fill = fill_of(cell, theme_);
        const Color mark = mark_over(fill, theme_);
        const std::uint32_t is_bright = mark.r + mark.g + mark.b > 3 * 127 ? 16 : 0;
        texels_[256 * kind + strength] = packed(fill, is_bright);
      }
  }

  [[nodiscard]] std::uint32_t plain(const Cell& cell) const {
    const std::size_t kind = cell.heat ? ink_count : static_cast<std::size_t>(cell.ink);
    return texels_[256 * kind + cell.strength];
  }
  [[nodiscard]] std::uint32_t with_marks(const Cell& cell) const {
    return plain(cell) | (static_cast<std::uint32_t>(cell.mark) | (cell.lit ? 8U : 0U)) << 24;
  }
  [[nodiscard]] std::uint32_t without_marks(const Cell& cell) const {
    return cell.lit ? packed(theme_.of(Ink::now), 0) : plain(cell);
  }

 private:
  Theme theme_;
  std::array<std::uint32_t, 256 * (ink_count + 1)> texels_{};
};

// A texel for several cells: their average colour, but one lit cell is enough to be visible.
std::uint32_t GridTexture::merged(std::uint32_t row, std::uint32_t column) const {
  const std::uint32_t side = view_.merged;
  std::uint32_t red = 0, green = 0, blue = 0, cells = 0;
  for (std::uint32_t y = row; y < std::min(row + side, rows_); ++y)
    for (std::uint32_t x = column; x < std::min(column + side, columns_); ++x, ++cells) {
      const std::uint32_t texel = fills_->without_marks(cell(y, x));
      if (cell(y, x).lit) return texel;
      red += texel & 0xffU;
      green += texel >> 8 & 0xffU;
      blue += texel >> 16 & 0xffU;
    }
  return red / cells | green / cells << 8 | blue / cells << 16;
}

GridTexture::GridTexture() = default;
GridTexture::~GridTexture() { glDeleteTextures(1, &name_); }

bool GridTexture::same_row(const Grid& grid, std::uint32_t row) const {
  const std::size_t at = std::size_t{row} * grid.columns;
  return std::memcmp(&cells_[at], &grid.cells[at], grid.columns * sizeof(Cell)) == 0;
}

void GridTexture::show(const Grid& grid, const View& view) {
  std::uint32_t first = 0, behind = grid.rows;
  const bool has_size = rows_ == grid.rows && columns_ == grid.columns && view_.merged == view.merged;
  if (has_size && view_ == view) {
    while (first < behind && same_row(grid, first)) ++first;
    while (behind > first && same_row(grid, behind - 1)) --behind;
    if (first == behind) return;
  }
  const bool has_unsent = has_size && first_ < behind_;
  first_ = has_unsent ? std::min(first_, first) : first;
  behind_ = has_unsent ? std::max(behind_, behind) : behind;
  has_size_ &= has_size;
  rows_ = grid.rows;
  columns_ = grid.columns;
  if (!fills_ || view_.inks != view.inks) fills_ = std::make_unique<Fills>(view.inks);
  view_ = view;
  cells_ = grid.cells;
}

std::size_t GridTexture::send() {
  if (first_ == behind_) return 0;
  const std::uint32_t columns = divided_up(columns_, view_.merged);
  const auto width = static_cast<GLsizei>(columns);
  if (!has_size_) {
    glDeleteTextures(1, &name_);
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, static_cast<GLsizei>(divided_up(rows_, view_.merged)), 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
    has_size_ = true;
  }
  const std::uint32_t first = first_ / view_.merged, rows = divided_up(behind_, view_.merged) - first;
  glBindTexture(GL_TEXTURE_2D, name_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first), width, static_cast<GLsizei>(rows), GL_RGBA,
                  GL_UNSIGNED_BYTE, texels(first, first + rows).data());
  first_ = behind_ = 0;
  return std::size_t{rows} * columns;
}

Color GridTexture::fill(const Cell& cell) const {
  const std::uint32_t texel = view_.marks ? fills_->plain(cell) : fills_->without_marks(cell);
  return {static_cast<std::uint8_t>(texel), static_cast<std::uint8_t>(texel >> 8),
          static_cast<std::uint8_t>(texel >> 16)};
}

std::uint64_t GridTexture::looks(const Box& texels) const {
  const auto cells = [&](float at, std::uint32_t most) {
    return std::min(static_cast<std::uint32_t>(std::max(at, 0.0F)) * view_.merged, most);
  };
  const std::uint32_t left = cells(texels.x, columns_), right = cells(texels.right() + 1, columns_);
  std::uint64_t looks = view_.marks ? 1 : 0;
  for (std::uint32_t row = cells(texels.y, rows_); row < cells(texels.bottom() + 1, rows_); ++row)
    looks = mixed(looks, looks_of(&cells_[std::size_t{row} * columns_ + left], (right - left) * sizeof(Cell)));
  return looks;
}

// The texels of these rows.
std::vector<std::uint32_t> GridTexture::texels(std::uint32_t first, std::uint32_t behind) const {
  const std::uint32_t columns = divided_up(columns_, view_.merged);
  std::vector<std::uint32_t> texels;
  texels.reserve(std::size_t{behind - first} * columns);
  for (std::uint32_t row = first; row < behind; ++row)
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (view_.merged > 1) {
        texels.push_back(merged(row * view_.merged, column * view_.merged));
        continue;
      }
      texels.push_back(view_.marks ? fills_->with_marks(cell(row, column)) : fills_->without_marks(cell(row, column)));
    }
  return texels;
}

}  // namespace tilescope
