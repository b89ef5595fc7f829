#include "app/gl/grid_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gl/boxes.h"
#include "app/gl/damage.h"
#include "app/gl/gl.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/lattice.h"
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
         define("CORNER_LEG", corner_leg) + define("CORNER_LEG_BESIDE_NUMBER", corner_leg_beside_number) +
         define("AIRY_CELL", airy_cell) + define("DOT_PLACE", dot_place) + define("DOT_RADIUS", dot_radius) +
         define("CROSS_INSET", cross_inset) + define("LIT_WIDTH", lit_width) + define("HATCH_PERIOD", hatch_period) +
         define("HATCH_WIDTH", hatch_width) + define("HATCH_OPACITY", hatch_opacity) +
         define("CROSS_OPACITY", cross_opacity);
}

void set_colour(const Program& program, const char* name, Color color) {
  glUniform3f(program.uniform(name), static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
              static_cast<float>(color.b) / 255);
}

// More cells than any matrix has, so that no block ends.
constexpr float no_blocks = 1e6F;

}  // namespace

GridPainter::GridPainter(BoxPainter& boxes) : boxes_(boxes) {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
}

GridPainter::~GridPainter() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
}

void GridPainter::begin_frame(Point size, Point pixels) {
  ++frame_;
  pixels_ = Pixels(size, pixels);
  runs_.clear();
  open_ = false;
  seen_.clear();
  // Textures that were not drawn for a second or two are freed.
  std::erase_if(textures_, [&](const auto& entry) { return entry.second.last_frame + 120 < frame_; });
}

void GridPainter::add(const Grid& grid, Box box, float scale, const Theme& theme, ImDrawList& list) {
  if (grid.rows == 0 || grid.columns == 0 || grid.cells.size() != std::size_t{grid.rows} * grid.columns) return;
  Draw draw;
  draw.theme = &theme;
  draw.border = theme.of(grid.border);
  draw.box = pixels_.of(box);
  if (draw.box.w < 1 || draw.box.h < 1) return;
  const auto columns = static_cast<float>(grid.columns), rows = static_cast<float>(grid.rows);
  const float cell = std::min(draw.box.w / columns, draw.box.h / rows);
  GridTexture::View view{1, cell >= marks::smallest_cell, theme.inks};
  while (cell * static_cast<float>(view.merged) < 1) view.merged *= 2;
  draw.count = {columns / static_cast<float>(view.merged), rows / static_cast<float>(view.merged)};
  // Lines between blocks whose cells are at most a pixel wide would hide the cells.
  const auto shown = [&](std::uint32_t block) {
    return block == 0 || view.merged > 1 || static_cast<float>(block) * cell < marks::smallest_block
               ? no_blocks
               : static_cast<float>(block);
  };
  draw.block = {shown(grid.block_columns), shown(grid.block_rows)};
  draw.line = cell < 16 ? 1 : std::max(1.0F, std::round(0.75F * scale * pixels_.per_unit.x));
  draw.rules = view.marks;
  compile();  // here, where an error can be reported
  draw.texture = &texture_of(grid);
  draw.texture->show(grid, view);
  if (!open_ || runs_.back().meets(draw.box)) add_to(list, runs_.emplace_back(*this));
  open_ = true;
  runs_.back().add(draw);
}

GridTexture& GridPainter::texture_of(const Grid& grid) {
  Kept& kept = textures_[{grid.name, seen_[grid.name]++}];
  kept.last_frame = frame_;
  return kept.texture;
}

void GridPainter::compile() {
  if (programs_[fills]) return;
  programs_[marks] = std::make_unique<Program>("shaders/box.vert", "shaders/marks.frag", defines());
  programs_[frames] = std::make_unique<Program>("shaders/box.vert", "shaders/frames.frag", defines());
  boxes_.prepare();
  programs_[fills] = std::make_unique<Program>("shaders/box.vert", "shaders/fills.frag", "");
}

void GridPainter::send() {
  for (const Run& run : runs_) texels_sent_ += run.send();
}

void GridPainter::warm_up(const Theme& theme) {
  compile();
  Grid grid;
  grid.rows = grid.columns = 1;
  grid.cells = {{}};
  GridTexture texture;
  texture.show(grid, {1, true, theme.inks});
  texture.send();
  Draw draw;
  draw.texture = &texture;
  draw.box = {-16, -16, 8, 8};
  draw.count = {1, 1};
  draw.theme = &theme;
  for (const Pass pass : {fills, marks, frames}) shade(pass, draw, {draw.box});
}

std::vector<Box> GridPainter::covered() const {
  std::vector<Box> boxes;
  for (const Run& run : runs_)
    for (const std::vector<Box>& parts : run.parts()) boxes.insert(boxes.end(), parts.begin(), parts.end());
  return boxes;
}

// Lines and frames extend beyond their cell, so the look of a tile depends on the neighbouring cells, too.
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

// Large cells are drawn as boxes of one colour, small cells as texels.
void GridPainter::fill(const Draw& draw, const std::vector<Box>& parts, Filled& filled) {
  const Lattice lattice = draw.lattice();
  if (!lattice.has_large_cells()) return shade(fills, draw, parts);
  for (const Box& part : parts) {
    const Cells met = lattice.met_by(part);
    for (std::uint32_t row = met.top; row < met.bottom; ++row)
      for (std::uint32_t column = met.left; column < met.right; ++column)
        if (const Box box = common(lattice.filled_by({column, row, column + 1, row + 1}), part); !box.is_empty())
          filled.push_back({box, draw.texture->fill(draw.texture->cell(row, column))});
  }
}

namespace {

// The parts of the chosen cells that are drawn: all of a small cell; of a large one, the part that `places` gives.
template <class Shows, class Places>
std::vector<Box> boxes_of(const Lattice& lattice, const std::vector<Box>& parts, const Shows& shows,
                          const Places& places) {
  std::vector<Box> boxes;
  const auto add = [&](const Box& box) {
    if (!box.is_empty()) boxes.push_back(box);
  };
  for (const Box& part : parts) {
    const Cells met = lattice.met_by(part);
    if (!lattice.has_large_cells()) {
      for (const Cells& cells : cover(met, shows)) add(common(lattice.pixels_of(cells), part));
      continue;
    }
    for (std::uint32_t row = met.top; row < met.bottom; ++row)
      for (std::uint32_t column = met.left; column < met.right; ++column)
        if (shows(row, column))
          places(row, column, lattice.pixels_of({column, row, column + 1, row + 1}),
                 [&](const Box& place) { add(common(place, part)); });
  }
  return boxes;
}

}  // namespace

std::vector<Box> GridPainter::marks_of(const Draw& draw, const std::vector<Box>& parts) {
  const auto mark = [&](std::uint32_t row, std::uint32_t column) { return draw.texture->cell(row, column).mark; };
  return boxes_of(
      draw.lattice(), parts, [&](std::uint32_t row, std::uint32_t column) { return mark(row, column) != Mark::none; },
      [&](std::uint32_t row, std::uint32_t column, const Box& cell, const auto& add) {
        add(place_of(mark(row, column), cell));
      });
}

std::vector<Box> GridPainter::frames_of(const Draw& draw, const std::vector<Box>& parts) {
  return boxes_of(
      draw.lattice(), parts,
      [&](std::uint32_t row, std::uint32_t column) { return draw.texture->cell(row, column).lit; },
      [&](std::uint32_t, std::uint32_t, const Box& cell, const auto& add) {
        for (const Box& side : rim_of(cell, draw.line)) add(side);
      });
}

// If cells are large, a border takes pixels on both of its sides.
void GridPainter::add_lines(const Draw& draw, const std::vector<Box>& parts, Filled& filled) {
  const Lattice lattice = draw.lattice();
  const auto add = [&](Point every, float ahead, Color ink) {
    for (const Box& part : parts)
      for (const Box& line : lattice.lines(every, ahead, draw.line, part)) filled.push_back({line, ink});
  };
  if (draw.rules) add({1, 1}, 0, draw.theme->of(Ink::rule));
  add(draw.block, draw.rules ? draw.line : 0, draw.border);
}

void GridPainter::shade(Pass pass, const Draw& draw, const std::vector<Box>& boxes) {
  if (boxes.empty()) return;
  const Program& program = *programs_[pass];
  glUseProgram(program.name());
  glUniform4f(program.uniform("box"), draw.box.x, draw.box.y, draw.box.w, draw.box.h);
  glUniform2f(program.uniform("frame"), pixels_.size.x, pixels_.size.y);
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
  (pass == fills ? glDisable : glEnable)(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, draw.texture->name());
  std::vector<Point> corners;
  corners.reserve(6 * boxes.size());
  for (const Box& box : boxes)
    for (const Point corner : triangles_of(box)) corners.push_back(corner);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Point)), corners.data(),
               GL_STREAM_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Point), nullptr);
  glEnableVertexAttribArray(0);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
}

bool GridPainter::Run::is_seen(const Box& clip) const {
  return std::any_of(draws_.begin(), draws_.end(),
                     [&](const Draw& draw) { return !common(clip, draw.box).is_empty(); });
}

std::size_t GridPainter::Run::send() const {
  std::size_t texels = 0;
  for (const Draw& draw : draws_) texels += draw.texture->send();
  return texels;
}

void GridPainter::Run::describe(const Box& clip, Damage& damage) const {
  for (const Draw& draw : draws_) draw.describe(clip, damage);
}

std::vector<std::vector<Box>> GridPainter::Run::parts() const {
  std::vector<std::vector<Box>> parts(draws_.size());
  for (std::size_t n = 0; n < draws_.size(); ++n)
    for (const Box& box : boxes())
      if (const Box seen = common(box, draws_[n].box); !seen.is_empty()) parts[n].push_back(seen);
  return parts;
}

// Draws pass by pass, because the boxes of all grids are filled at once.
void GridPainter::Run::draw() const {
  const std::vector<std::vector<Box>> parts = this->parts();
  const auto for_each = [&](const auto& pass) {
    for (std::size_t n = 0; n < draws_.size(); ++n)
      if (!parts[n].empty()) pass(draws_[n], parts[n]);
  };
  Filled filled, lines;
  for_each([&](const Draw& draw, const auto& seen) { painter_.fill(draw, seen, filled); });
  painter_.boxes_.fill_now(filled);
  for_each([&](const Draw& draw, const auto& seen) {
    if (draw.rules) painter_.shade(marks, draw, marks_of(draw, seen));
    add_lines(draw, seen, lines);
  });
  painter_.boxes_.fill_now(lines);
  for_each([&](const Draw& draw, const auto& seen) {
    if (draw.rules) painter_.shade(frames, draw, frames_of(draw, seen));
  });
}

}  // namespace tilescope
