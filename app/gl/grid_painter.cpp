#include "app/gl/grid_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gl/damage.h"
#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "app/stage/marks.h"

namespace tilescope {

namespace {

std::string define(const char* name, float value) { return fmt::format("#define {} {:.6f}\n", name, value); }
std::string define(const char* name, Mark mark) { return define(name, static_cast<float>(mark)); }

std::string defines() {
  using namespace marks;
  return define("MARK_CORNER", Mark::corner) + define("MARK_HATCH", Mark::hatch) + define("MARK_CROSS", Mark::cross) +
         define("MARK_DOT", Mark::dot) + define("RING_PLACE", ring_place) + define("RING_RADIUS", ring_radius) +
         define("RING_LARGE", ring_large) + define("ROOMY_CELL", roomy_cell) + define("RING_WIDTH", ring_width) +
         define("CORNER_LEG", corner_leg) + define("DOT_PLACE", dot_place) + define("DOT_RADIUS", dot_radius) +
         define("CROSS_INSET", cross_inset) + define("LIT_WIDTH", lit_width) + define("HATCH_PERIOD", hatch_period) +
         define("HATCH_WIDTH", hatch_width) + define("HATCH_OPACITY", hatch_opacity) +
         define("CROSS_OPACITY", cross_opacity);
}

void set_colour(const Program& program, const char* name, Color color) {
  glUniform3f(program.uniform(name), static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
              static_cast<float>(color.b) / 255);
}

// The smallest box of whole cells around those that are wanted, in cells; empty if there is none.
template <class Wanted>
Box around(const Grid& grid, const Wanted& wanted) {
  std::uint32_t left = grid.columns, right = 0, top = grid.rows, bottom = 0;
  for (std::uint32_t row = 0; row < grid.rows; ++row)
    for (std::uint32_t column = 0; column < grid.columns; ++column) {
      if (!wanted(grid.cells[std::size_t{row} * grid.columns + column])) continue;
      left = std::min(left, column);
      right = std::max(right, column + 1);
      top = std::min(top, row);
      bottom = row + 1;
    }
  if (right == 0) return {};
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
          static_cast<float>(bottom - top)};
}

// The pixels of those cells in the grid's box.
Box pixels_of(const Box& cells, const Box& box, Point cell) {
  const float left = std::floor(cells.x * cell.x), top = std::floor(cells.y * cell.y);
  return {box.x + left, box.y + top, std::ceil(cells.right() * cell.x) - left,
          std::ceil(cells.bottom() * cell.y) - top};
}

// More than any matrix has: no block ends.
constexpr float no_blocks = 1e6F;

}  // namespace

GridPainter::GridPainter() { glGenVertexArrays(1, &no_vertices_); }

GridPainter::~GridPainter() { glDeleteVertexArrays(1, &no_vertices_); }

void GridPainter::begin_frame(Point size, Point pixels) {
  ++frame_;
  pixels_ = Pixels(size, pixels);
  draws_.clear();
  seen_.clear();
  // What was not drawn for a second or two may go.
  std::erase_if(textures_, [&](const auto& entry) { return entry.second.last_frame + 120 < frame_; });
}

void GridPainter::add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list) {
  if (grid.rows == 0 || grid.columns == 0 || grid.cells.size() != std::size_t{grid.rows} * grid.columns) return;
  Draw draw;
  draw.painter = this;
  draw.theme = &theme;
  draw.border = theme.of(grid.border);
  draw.box = pixels_.of(box);
  if (draw.box.w < 1 || draw.box.h < 1) return;
  const auto columns = static_cast<float>(grid.columns), rows = static_cast<float>(grid.rows);
  const float cell = std::min(draw.box.w / columns, draw.box.h / rows);
  GridTexture::View view{1, cell >= marks::smallest_cell, theme.inks};
  while (cell * static_cast<float>(view.merged) < 1) view.merged *= 2;
  draw.count = {columns / static_cast<float>(view.merged), rows / static_cast<float>(view.merged)};
  // Lines between blocks whose cells are a pixel or less would hide them.
  const auto shown = [&](std::uint32_t block) {
    return block == 0 || view.merged > 1 || static_cast<float>(block) * cell < marks::smallest_block ? no_blocks
                                                                                  : static_cast<float>(block);
  };
  draw.block = {shown(grid.block_columns), shown(grid.block_rows)};
  draw.line = cell < 16 ? 1 : std::max(1.0F, std::round(0.75F * scale * pixels_.per_unit.x));
  draw.rules = view.marks;
  if (view.marks) {
    const Point size{draw.box.w / columns, draw.box.h / rows};
    draw.marked = pixels_of(around(grid, [](const Cell& each) { return each.mark != Mark::none; }), draw.box, size);
    draw.lit = pixels_of(around(grid, [](const Cell& each) { return each.lit; }), draw.box, size);
  }
  compile();  // here, where a fault can be reported
  draw.texture = &texture_of(grid, view);
  draws_.push_back(draw);
  add_to(list, draws_.back());
}

const GridTexture& GridPainter::texture_of(const Grid& grid, const GridTexture::View& view) {
  Kept& kept = textures_[{grid.name, seen_[grid.name]++}];
  kept.last_frame = frame_;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  texels_sent_ += kept.texture.show(grid, view);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  return kept.texture;
}

void GridPainter::compile() {
  if (programs_[fills]) return;
  programs_[marks] = std::make_unique<Program>("shaders/box.vert", "shaders/marks.frag", defines());
  programs_[frames] = std::make_unique<Program>("shaders/box.vert", "shaders/frames.frag", defines());
  programs_[lines] = std::make_unique<Program>("shaders/rules.vert", "shaders/plain.frag", "");
  programs_[fills] = std::make_unique<Program>("shaders/box.vert", "shaders/fills.frag", "");
}

const Program& GridPainter::use(Pass pass, const Draw& draw) const {
  const Program& program = *programs_[pass];
  glUseProgram(program.name());
  glUniform4f(program.uniform("box"), draw.box.x, draw.box.y, draw.box.w, draw.box.h);
  glUniform2f(program.uniform("frame"), pixels_.size.x, pixels_.size.y);
  return program;
}

void GridPainter::draw_cells(const Draw& draw, Pass pass, Box clip) const {
  const std::vector<Box> parts = draw.inside(clip);
  if (parts.empty()) return;
  const Program& program = use(pass, draw);
  glUniform1i(program.uniform("cells"), 0);
  glUniform2f(program.uniform("count"), draw.count.x, draw.count.y);
  const Theme& theme = *draw.theme;
  if (pass != fills) glUniform1f(program.uniform("line"), draw.line);
  if (pass == marks) {
    const bool text_is_bright = mark_over({0, 0, 0}, theme) == theme.of(Ink::text);
    set_colour(program, "bright", theme.of(text_is_bright ? Ink::text : Ink::window));
    set_colour(program, "dark", theme.of(text_is_bright ? Ink::window : Ink::text));
  } else if (pass == frames) {
    set_colour(program, "now", theme.of(Ink::now));
    set_colour(program, "seam", theme.of(Ink::on_ink));
  }
  for (const Box& part : parts) {
    pixels_.clip_to(part);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
}

void GridPainter::draw_lines(const Draw& draw, Point every, float ahead, Color ink) const {
  const Program& program = use(lines, draw);
  // One before each column or row, and one behind the last.
  const float uprights = std::ceil(draw.count.x / every.x) + 1, levels = std::ceil(draw.count.y / every.y) + 1;
  glUniform2f(program.uniform("cell"), draw.box.w / draw.count.x, draw.box.h / draw.count.y);
  glUniform2f(program.uniform("every"), std::min(every.x, draw.count.x), std::min(every.y, draw.count.y));
  glUniform1f(program.uniform("uprights"), uprights);
  glUniform1f(program.uniform("ahead"), ahead);
  glUniform1f(program.uniform("past"), draw.line);
  set_colour(program, "ink", ink);
  for (const Box& part : draw.inside(draw.box)) {
    pixels_.clip_to(part);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(uprights + levels));
  }
}

// Lines and frames do not lie within a cell: how a tile looks depends on the cells beside it too.
void GridPainter::Draw::describe(const Box& clip, Damage& damage) const {
  const Box seen = common(clip, box);
  const std::array<float, 7> numbers{box.x, box.y, box.w, box.h, block.x, block.y, line};
  const std::array<unsigned, 4> others{rules ? 1U : 0U, border.r, border.g, border.b};
  const std::uint64_t all = mixed(looks_of(numbers.data(), sizeof numbers), looks_of(others.data(), sizeof others));
  const auto side = static_cast<float>(Damage::side);
  for (float top = std::floor(seen.y / side) * side; top < seen.bottom(); top += side)
    for (float left = std::floor(seen.x / side) * side; left < seen.right(); left += side) {
      const Box tile = common({left, top, side, side}, seen);
      const Point cell{box.w / count.x, box.h / count.y};
      const Box cells{(tile.x - box.x) / cell.x - 1, (tile.y - box.y) / cell.y - 1, tile.w / cell.x + 2,
                      tile.h / cell.y + 2};
      damage.cover(tile, mixed(all, texture->looks(cells)));
    }
}

// What of a box may be drawn.
std::vector<Box> GridPainter::Draw::inside(const Box& clip) const {
  std::vector<Box> parts;
  for (const Box& part : boxes())
    if (const Box seen = common(part, clip); !seen.is_empty()) parts.push_back(seen);
  return parts;
}

void GridPainter::Draw::draw() const {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture->name());
  glBindVertexArray(painter->no_vertices_);
  glDisable(GL_BLEND);
  painter->draw_cells(*this, fills, box);
  glEnable(GL_BLEND);
  painter->draw_cells(*this, GridPainter::marks, marked);
  glDisable(GL_BLEND);
  // A border takes pixels on both of its sides where cells are large.
  if (rules) painter->draw_lines(*this, {1, 1}, 0, theme->of(Ink::rule));
  painter->draw_lines(*this, block, rules ? line : 0, border);
  glEnable(GL_BLEND);
  painter->draw_cells(*this, frames, lit);
}

}  // namespace tilescope
