#include "app/gl/grid_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "app/stage/marks.h"

namespace tilescope {

namespace {

std::string define(const char* name, float value) { return fmt::format("#define {} {:.6f}\n", name, value); }
std::string define(const char* name, Mark mark) { return define(name, static_cast<float>(mark)); }

std::string defines(std::size_t detail) {
  using namespace marks;
  return fmt::format("#define DETAIL {}\n", detail) + define("MARK_CORNER", Mark::corner) +
         define("MARK_HATCH", Mark::hatch) + define("MARK_CROSS", Mark::cross) + define("MARK_DOT", Mark::dot) +
         define("RING_PLACE", ring_place) + define("RING_RADIUS", ring_radius) + define("RING_LARGE", ring_large) +
         define("ROOMY_CELL", roomy_cell) + define("RING_WIDTH", ring_width) + define("CORNER_LEG", corner_leg) +
         define("DOT_PLACE", dot_place) + define("DOT_RADIUS", dot_radius) + define("CROSS_INSET", cross_inset) +
         define("LIT_WIDTH", lit_width) + define("HATCH_PERIOD", hatch_period) + define("HATCH_WIDTH", hatch_width) +
         define("HATCH_OPACITY", hatch_opacity) + define("CROSS_OPACITY", cross_opacity);
}

// More than any matrix has: no block ends.
constexpr float no_blocks = 1e6F;

}  // namespace

GridPainter::GridPainter() { glGenVertexArrays(1, &no_vertices_); }

GridPainter::~GridPainter() { glDeleteVertexArrays(1, &no_vertices_); }

void GridPainter::begin_frame(Point size, Point pixels) {
  ++frame_;
  pixels_ = pixels;
  pixels_per_unit_ = {pixels.x / std::max(size.x, 1.0F), pixels.y / std::max(size.y, 1.0F)};
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
  draw.box = in_pixels(box);
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
  draw.line = cell < 16 ? 1 : std::max(1.0F, std::round(0.75F * scale * pixels_per_unit_.x));
  const bool has_marks = std::any_of(grid.cells.begin(), grid.cells.end(),
                                     [](const Cell& each) { return each.mark != Mark::none || each.lit; });
  // Compiled here, where a fault can be reported.
  draw.program = &program(!view.marks ? fills_alone : has_marks ? rules_and_marks : rules_alone);
  draw.texture = texture_of(grid, view);
  queue(draw, list);
}

void GridPainter::fill(Box box, Color color, ImDrawList& list) {
  Draw draw;
  draw.painter = this;
  draw.box = in_pixels(box);
  draw.fill = color;
  if (draw.box.w >= 1 && draw.box.h >= 1) queue(draw, list);
}

void GridPainter::queue(const Draw& draw, ImDrawList& list) {
  draws_.push_back(draw);
  list.AddCallback(&GridPainter::draw, &draws_.back());
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

Box GridPainter::in_pixels(Box box) const {
  const float left = std::round(box.x * pixels_per_unit_.x), top = std::round(box.y * pixels_per_unit_.y);
  return {left, top, std::round(box.right() * pixels_per_unit_.x) - left,
          std::round(box.bottom() * pixels_per_unit_.y) - top};
}

unsigned GridPainter::texture_of(const Grid& grid, const GridTexture::View& view) {
  Kept& kept = textures_[{grid.name, seen_[grid.name]++}];
  kept.last_frame = frame_;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  texels_sent_ += kept.texture.show(grid, view);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  return kept.texture.name();
}

const Program& GridPainter::program(Detail detail) {
  std::unique_ptr<Program>& program = programs_[detail];
  if (!program) program = std::make_unique<Program>("shaders/box.vert", "shaders/grid.frag", defines(detail));
  return *program;
}

void GridPainter::set_uniforms(const Draw& draw) const {
  const Program& program = *draw.program;
  const auto set_colour = [&](const char* name, Color color) {
    glUniform3f(program.uniform(name), static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
                static_cast<float>(color.b) / 255);
  };
  glUniform4f(program.uniform("box"), draw.box.x, draw.box.y, draw.box.w, draw.box.h);
  glUniform2f(program.uniform("frame"), pixels_.x, pixels_.y);
  glUniform1i(program.uniform("cells"), 0);
  glUniform2f(program.uniform("count"), draw.count.x, draw.count.y);
  glUniform2f(program.uniform("block"), draw.block.x, draw.block.y);
  glUniform1f(program.uniform("line"), draw.line);
  const Theme& theme = *draw.theme;
  const bool text_is_bright = mark_over({0, 0, 0}, theme) == theme.of(Ink::text);
  set_colour("border", draw.border);
  set_colour("rule", theme.of(Ink::rule));
  set_colour("now", theme.of(Ink::now));
  set_colour("seam", theme.of(Ink::on_ink));
  set_colour("bright", theme.of(text_is_bright ? Ink::text : Ink::window));
  set_colour("dark", theme.of(text_is_bright ? Ink::window : Ink::text));
}

// Clearing is the fastest fill there is, and exact where a renderer's own shading of large areas is not.
void GridPainter::clear(const Draw& draw, Box clip) const {
  const float left = std::max(draw.box.x, clip.x), right = std::min(draw.box.right(), clip.right());
  const float top = std::max(draw.box.y, clip.y), bottom = std::min(draw.box.bottom(), clip.bottom());
  if (right <= left || bottom <= top) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(left), static_cast<GLint>(pixels_.y - bottom), static_cast<GLsizei>(right - left),
            static_cast<GLsizei>(bottom - top));
  glClearColor(static_cast<float>(draw.fill.r) / 255, static_cast<float>(draw.fill.g) / 255,
               static_cast<float>(draw.fill.b) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void GridPainter::draw(const ImDrawList*, const ImDrawCmd* command) {
  const Draw& draw = *static_cast<const Draw*>(command->UserCallbackData);
  const GridPainter& self = *draw.painter;
  const ImVec4& clip = command->ClipRect;
  const float left = clip.x * self.pixels_per_unit_.x, right = clip.z * self.pixels_per_unit_.x;
  const float top = clip.y * self.pixels_per_unit_.y, bottom = clip.w * self.pixels_per_unit_.y;
  if (right <= left || bottom <= top) return;
  if (draw.texture == 0) return self.clear(draw, {left, top, right - left, bottom - top});
  glUseProgram(draw.program->name());
  glDisable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(left), static_cast<GLint>(self.pixels_.y - bottom), static_cast<GLsizei>(right - left),
            static_cast<GLsizei>(bottom - top));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, draw.texture);
  self.set_uniforms(draw);
  glBindVertexArray(self.no_vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace tilescope
