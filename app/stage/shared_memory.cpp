// The focused block's shared memory: every cell's state, who wrote it, and how full the arrays are.
#include <fmt/format.h>

#include <algorithm>

#include "app/stage/corner.h"
#include "app/stage/outline.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

struct Shape2 {
  std::uint32_t rows = 1, columns = 1;
};

Shape2 shape_of(const ArrayInfo& array) {
  const auto columns = static_cast<std::uint32_t>(array.sides.empty() ? 1 : array.sides.back());
  return {std::max(1U, static_cast<std::uint32_t>(array.elements()) / std::max(1U, columns)), columns};
}

Cell look_of(const SharedCell& cell, Ink ink) {
  Cell look{ink, Mark::none, 0, false, false};
  if (cell.state == SharedCell::State::stale) look.strength = 45, look.mark = Mark::hatch;
  if (cell.state == SharedCell::State::filled) look.strength = 120;
  if (cell.padded && cell.state == SharedCell::State::filled) look = {Ink::work, Mark::cross, 60, false, false};
  if (cell.read) look.mark = cell.padded ? Mark::cross : Mark::ring, look.strength = cell.padded ? 110 : 235, look.lit = true;
  if (cell.written) look.mark = cell.padded ? Mark::cross : Mark::corner, look.strength = cell.padded ? 110 : 235, look.lit = true;
  return look;
}

void draw_cells(Picture& picture, Box box, const SharedNow& shared, const Frame& frame, const StageOptions& options,
                const View& view) {
  const ArrayInfo& info = frame.scenery->arrays()[shared.array];
  const Shape2 shape = shape_of(info);
  Grid grid;
  grid.box = box;
  grid.rows = shape.rows;
  grid.columns = shape.columns;
  grid.name = info.name;
  grid.border = ink_of(*frame.scenery, shared.array);
  grid.first = target_of(options, Target::Kind::element, 0, shared.array);
  for (const SharedCell& cell : shared.cells) grid.cells.push_back(look_of(cell, grid.border));
  const float side = box.w / static_cast<float>(shape.columns);
  float widest = 0;
  for (const SharedCell& cell : shared.cells)
    if (cell.state != SharedCell::State::empty)
      widest = std::max(widest, text_width(value_name(cell.value), 1, Face::bold));
  const float size = side >= 1.35F * view.text ? size_in_cell(side, widest, 0.4F, view) : 0;
  const float writer = std::min(0.23F * side, 0.8F * view.text);
  const bool names_writer = side >= 2.9F * view.text && writer >= view.least * view.text;
  if (size > 0)
    for (std::uint32_t n = 0; n < shared.cells.size(); ++n) {
      const SharedCell& cell = shared.cells[n];
      const Box place = grid.cell_box(n / shape.columns, n % shape.columns);
      const bool bright = grid.cells[n].strength > 140;
      if (cell.state == SharedCell::State::empty) continue;
      const Box value{place.x + side * 0.03F, place.y + side * (names_writer ? 0.06F : 0.1F), side * 0.94F,
                      side * (names_writer ? 0.62F : 0.8F)};
      const Ink ink = bright ? Ink::on_ink : cell.state == SharedCell::State::stale ? Ink::dim : Ink::text;
      put(picture, value, value_name(cell.value), size, ink, Face::bold, Align::center);
      if (names_writer)
        put(picture, {place.x + side * 0.1F, place.y + side * 0.7F, side * 0.8F, side * 0.25F},
            thread_name(frame.scenery->launch(), cell.thread), writer, bright ? Ink::on_ink : Ink::dim, Face::mono,
            Align::right);
    }
  if (options.suspect && options.suspect->array == shared.array && options.suspect->element < shared.cells.size())
    picture.frames.push_back({grid.cell_box(options.suspect->element / shape.columns,
                                            options.suspect->element % shape.columns),
                              Ink::none, Ink::bad, std::max(3.0F, 0.2F * view.text), 0, 1, Mark::none});
  picture.grids.push_back(std::move(grid));
  if (options.launch == 0)
    draw_outline(picture, box, shape.rows, shape.columns, view.linked_in(shared.array), Ink::text, 2);
}

}  // namespace

void draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  const std::size_t back = picture.shapes.size();
  picture.shapes.push_back({room, Ink::window, Ink::edge, 1, 0.4F * text, 1, Mark::none});
  const Box inner = room.inset(0.7F * text);
  const bool is_low = room.h < 9.5F * text;  // then its cells come before its title
  if (!is_low || frame.shared.empty())
    put(picture, {inner.x, inner.y, inner.w, 1.3F * text},
        first_that_fits(
            {fmt::format("shared memory of block {}", block_name(frame.scenery->launch(), frame.block)),
             fmt::format("shared memory of {}", block_name(frame.scenery->launch(), frame.block)), "shared memory"},
            inner.w, 0.8F * text, Face::bold),
        0.9F * text, Ink::text, Face::bold);
  if (frame.shared.empty()) {
    put(picture, {inner.x, inner.y + 1.6F * text, inner.w, 1.3F * text}, "this kernel uses none", 0.9F * text,
        Ink::dim);
    picture.shapes[back].box.h = 4.2F * text;
    return;
  }
  float columns = 0, rows = 0;
  for (const SharedNow& shared : frame.shared) {
    const Shape2 shape = shape_of(frame.scenery->arrays()[shared.array]);
    columns += static_cast<float>(shape.columns);
    rows = std::max(rows, static_cast<float>(shape.rows));
  }
  const auto arrays = static_cast<float>(frame.shared.size());
  const float gap = 1.2F * text, title = is_low ? 0 : 1.5F * text, head = title + 1.6F * text;
  const float foot = (is_low ? 0.1F : 2.0F) * text;  // then how full they are stands beside their names
  float cell = std::min({(inner.w - gap * (arrays - 1)) / columns, (inner.h - head - foot) / rows, 5.2F * text});
  if (cell >= 8) cell = std::floor(cell);
  if (cell <= 0) return;
  picture.shapes[back].box.h = std::min(room.h, head + foot + cell * rows + 1.4F * text);  // no more than it takes
  float x = inner.x;
  for (const SharedNow& shared : frame.shared) {
    const ArrayInfo& info = frame.scenery->arrays()[shared.array];
    const Shape2 shape = shape_of(info);
    const Box box{x, inner.y + head, cell * static_cast<float>(shape.columns), cell * static_cast<float>(shape.rows)};
    const Ink ink = ink_of(*frame.scenery, shared.array);
    const float share = (inner.w - gap * (arrays - 1)) * static_cast<float>(shape.columns) / columns;
    const float w = std::max(box.w, std::min(share, 8 * text));
    put(picture, {x, inner.y + title, w, 1.4F * text}, info.name, 1.1F * text, ink, Face::bold);
    draw_cells(picture, box, shared, frame, options, view);
    const auto padded = std::count_if(shared.cells.begin(), shared.cells.end(), [](const SharedCell& one) {
      return one.padded && one.state == SharedCell::State::filled;
    });
    const std::string fill = fmt::format("{} of {}", shared.filled, shared.cells.size());
    const std::string zeros = padded > 0 ? fmt::format(", {} with 0", padded) : "";
    const float name = is_low ? text_width(info.name, 1.1F * text, Face::bold) + 0.4F * text : 0;
    const Box words{x + name, is_low ? inner.y : box.bottom() + 0.15F * text, w - name, (is_low ? 1.4F : 1.2F) * text};
    put(picture, words,
        first_that_fits(
            {fill + " filled" + zeros, fill + zeros, fill, fmt::format("{}/{}", shared.filled, shared.cells.size()),
             fmt::format("{} %", 100 * shared.filled / std::max<std::size_t>(1, shared.cells.size())), ""},
            words.w, 0.8F * text, Face::sans),
        0.8F * text, Ink::dim);
    x += std::max(w, box.w) + gap;
    if (is_low) continue;
    const Box bar{box.x, box.bottom() + 1.4F * text, box.w, 0.4F * text};
    picture.shapes.push_back({bar, Ink::cell, Ink::rule, 1, 0.2F * text, 1, Mark::none});
    Box full = bar;
    full.w *= static_cast<float>(shared.filled) / static_cast<float>(std::max<std::size_t>(1, shared.cells.size()));
    if (full.w > 0) picture.shapes.push_back({full, ink, Ink::none, 0, 0.2F * text, 1, Mark::none});
  }
}

}  // namespace tilescope
