#include "app/gl/grid_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/program.h"
#include "app/stage/marks.h"

namespace tilescope {

namespace {

constexpr std::size_t heat_points = 9;

std::string define(const char* name, auto value) { return fmt::format("#define {} {}\n", name, value); }
std::string define_float(const char* name, float value) { return fmt::format("#define {} {:.6f}\n", name, value); }

std::string defines(int look) {
  using namespace marks;
  return define("LOOK", look) + define("INK_COUNT", ink_count) + define("HEAT_COUNT", heat_points) +
         define("INK_CELL", static_cast<int>(Ink::cell)) + define("INK_NOW", static_cast<int>(Ink::now)) +
         define("INK_TEXT", static_cast<int>(Ink::text)) + define("INK_WINDOW", static_cast<int>(Ink::window)) +
         define("INK_RULE", static_cast<int>(Ink::rule)) + define("INK_ON_INK", static_cast<int>(Ink::on_ink)) +
         define("MARK_RING", fmt::format("{}u", static_cast<int>(Mark::ring))) +
         define("MARK_CORNER", fmt::format("{}u", static_cast<int>(Mark::corner))) +
         define("MARK_HATCH", fmt::format("{}u", static_cast<int>(Mark::hatch))) +
         define("MARK_CROSS", fmt::format("{}u", static_cast<int>(Mark::cross))) +
         define("MARK_DOT", fmt::format("{}u", static_cast<int>(Mark::dot))) +
         define_float("RING_RADIUS", ring_radius) + define_float("RING_WIDTH", ring_width) +
         define_float("CORNER_LEG", corner_leg) + define_float("DOT_PLACE", dot_place) +
         define_float("DOT_RADIUS", dot_radius) + define_float("CROSS_INSET", cross_inset) +
         define_float("LIT_WIDTH", lit_width) + define_float("HATCH_PERIOD", hatch_period) +
         define_float("HATCH_WIDTH", hatch_width) + define_float("HATCH_OPACITY", hatch_opacity) +
         define_float("CROSS_OPACITY", cross_opacity);
}

using Rgb = std::array<float, 3>;

Rgb rgb(Color color) {
  return {static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255, static_cast<float>(color.b) / 255};
}

std::uint32_t packed(const Cell& cell) {
  return static_cast<std::uint32_t>(cell.ink) | (static_cast<std::uint32_t>(cell.mark) & 7U) << 8 |
         (cell.lit ? 8U : 0U) << 8 | (cell.heat ? 16U : 0U) << 8 | static_cast<std::uint32_t>(cell.strength) << 16;
}

}  // namespace

GridPainter::GridPainter() { glGenVertexArrays(1, &no_vertices_); }

GridPainter::~GridPainter() {
  for (auto& [key, texture] : textures_) glDeleteTextures(1, &texture.name);
  glDeleteVertexArrays(1, &no_vertices_);
}

void GridPainter::begin_frame(Point size, Point pixels) {
  ++frame_;
  pixels_ = pixels;
  pixels_per_unit_ = {pixels.x / std::max(size.x, 1.0F), pixels.y / std::max(size.y, 1.0F)};
  draws_.clear();
  seen_.clear();
  // What was not drawn for a second or two may go.
  std::erase_if(textures_, [&](auto& entry) {
    if (entry.second.last_frame + 120 > frame_) return false;
    glDeleteTextures(1, &entry.second.name);
    return true;
  });
}

void GridPainter::add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list) {
  if (grid.rows == 0 || grid.columns == 0 || grid.cells.size() != std::size_t{grid.rows} * grid.columns) return;
  Draw draw;
  draw.painter = this;
  draw.theme = &theme;
  // On whole pixels, or lines would be smeared.
  const float left = std::round(box.x * pixels_per_unit_.x), top = std::round(box.y * pixels_per_unit_.y);
  draw.box = {left, top, std::round(box.right() * pixels_per_unit_.x) - left,
              std::round(box.bottom() * pixels_per_unit_.y) - top};
  if (draw.box.w < 1 || draw.box.h < 1) return;
  draw.rows = grid.rows;
  draw.columns = grid.columns;
  draw.border = grid.border;
  const float cell =
      std::min(draw.box.w / static_cast<float>(grid.columns), draw.box.h / static_cast<float>(grid.rows));
  draw.look = cell < 1 ? shared_pixels : cell < marks::smallest_cell ? small_cells : marked_cells;
  draw.line = std::max(1, static_cast<int>(std::lround(0.25F + scale * pixels_per_unit_.x / 1.5F)));
  if (cell < 16) draw.line = 1;
  const auto shown = [&](std::uint32_t block) { return static_cast<float>(block) * cell >= 8 ? block : 0; };
  draw.block_rows = shown(grid.block_rows);
  draw.block_columns = shown(grid.block_columns);
  (void)program(draw.look);  // compiled here, where a fault can be reported
  draw.texture = &texture_of(grid);
  draws_.push_back(draw);
  list.AddCallback(&GridPainter::draw, &draws_.back());
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

const GridPainter::Texture& GridPainter::texture_of(const Grid& grid) {
  Texture& texture = textures_[{grid.name, seen_[grid.name]++}];
  texture.last_frame = frame_;
  upload(texture, grid);
  return texture;
}

// Only the rows from the first to the last that changed.
void GridPainter::upload(Texture& texture, const Grid& grid) {
  std::size_t first = 0, behind = grid.rows;
  const std::size_t columns = grid.columns;
  const bool fresh = texture.name == 0 || texture.rows != grid.rows || texture.columns != grid.columns;
  if (!fresh) {
    const auto same_row = [&](std::size_t row) {
      return std::memcmp(&texture.cells[row * columns], &grid.cells[row * columns], columns * sizeof(Cell)) == 0;
    };
    while (first < behind && same_row(first)) ++first;
    while (behind > first && same_row(behind - 1)) --behind;
    if (first == behind) return;
  }
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  if (texture.name == 0) glGenTextures(1, &texture.name);
  glBindTexture(GL_TEXTURE_2D, texture.name);
  if (fresh) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, static_cast<GLsizei>(grid.columns), static_cast<GLsizei>(grid.rows), 0,
                 GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, nullptr);
  }
  std::vector<std::uint32_t> texels((behind - first) * columns);
  std::transform(grid.cells.begin() + static_cast<std::ptrdiff_t>(first * columns),
                 grid.cells.begin() + static_cast<std::ptrdiff_t>(behind * columns), texels.begin(), packed);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first), static_cast<GLsizei>(columns),
                  static_cast<GLsizei>(behind - first), GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texels.data());
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  texture.rows = grid.rows;
  texture.columns = grid.columns;
  texture.cells = grid.cells;
  uploaded_cells_ += texels.size();
}

const Program& GridPainter::program(Look look) {
  std::unique_ptr<Program>& program = programs_[look];
  if (!program) program = std::make_unique<Program>("shaders/grid.vert", "shaders/grid.frag", defines(look));
  return *program;
}

void GridPainter::draw(const ImDrawList*, const ImDrawCmd* command) {
  const Draw& draw = *static_cast<const Draw*>(command->UserCallbackData);
  GridPainter& self = *draw.painter;
  const float left = command->ClipRect.x * self.pixels_per_unit_.x,
              right = command->ClipRect.z * self.pixels_per_unit_.x;
  const float top = command->ClipRect.y * self.pixels_per_unit_.y,
              bottom = command->ClipRect.w * self.pixels_per_unit_.y;
  if (right <= left || bottom <= top) return;
  const Program& program = self.program(draw.look);
  glUseProgram(program.name());
  glDisable(GL_BLEND);
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(left), static_cast<GLint>(self.pixels_.y - bottom), static_cast<GLsizei>(right - left),
            static_cast<GLsizei>(bottom - top));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, draw.texture->name);
  glUniform1i(program.uniform("cells"), 0);
  glUniform2i(program.uniform("count"), static_cast<GLint>(draw.columns), static_cast<GLint>(draw.rows));
  glUniform2i(program.uniform("block"), static_cast<GLint>(draw.block_columns), static_cast<GLint>(draw.block_rows));
  glUniform4f(program.uniform("box"), draw.box.x, draw.box.y, draw.box.w, draw.box.h);
  glUniform2f(program.uniform("frame"), self.pixels_.x, self.pixels_.y);
  glUniform1i(program.uniform("line"), draw.line);
  std::array<Rgb, ink_count> inks;
  std::transform(draw.theme->inks.begin(), draw.theme->inks.end(), inks.begin(), rgb);
  glUniform3fv(program.uniform("inks"), static_cast<GLsizei>(ink_count), inks[0].data());
  std::array<Rgb, heat_points> heat;
  for (std::size_t i = 0; i < heat_points; ++i)
    heat[i] = rgb(cividis(static_cast<float>(i) / static_cast<float>(heat_points - 1)));
  glUniform3fv(program.uniform("heat"), static_cast<GLsizei>(heat_points), heat[0].data());
  glUniform3fv(program.uniform("border"), 1, rgb(draw.theme->of(draw.border)).data());
  glBindVertexArray(self.no_vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace tilescope
