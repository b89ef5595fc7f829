// A picture with every primitive, mark and ink, for tests and for looking at.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/stage/picture.h"

namespace tilescope::test {

struct NamedMark {
  Mark mark;
  const char* name;
};
inline constexpr std::array all_marks{NamedMark{Mark::none, "none"},     NamedMark{Mark::ring, "ring"},
                                      NamedMark{Mark::corner, "corner"}, NamedMark{Mark::hatch, "hatch"},
                                      NamedMark{Mark::cross, "cross"},   NamedMark{Mark::dot, "dot"}};

// A 4 x 6 grid: the marks in the columns, on four fills in the rows.
inline Grid marks_grid(Box box) {
  Grid grid{box, 4, 6, {}, 2, 2, Ink::a, "marks", {Target::Kind::element, 0, 0, 0, 0}};
  for (std::uint32_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 6; ++column) {
      Cell cell{row < 2 ? Ink::a : Ink::b, all_marks[column].mark, static_cast<std::uint8_t>(row * 85)};
      cell.lit = row == 2 && column % 2 == 0;
      if (row == 1) cell.ink = Ink::now, cell.strength = 255;
      grid.cells.push_back(cell);
    }
  return grid;
}

inline Grid heat_grid(Box box, std::uint32_t side, std::uint32_t block) {
  Grid grid{box, side, side, {}, block, block, Ink::border, "heat", {Target::Kind::element, 0, 1, 0, 0}};
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const std::uint32_t row = i / side, column = i % side;
    Cell cell;
    cell.heat = true;
    cell.strength = static_cast<std::uint8_t>((row + column) * 255 / (2 * side - 2));
    cell.lit = row == side / 3 && column == side / 2;
    grid.cells.push_back(cell);
  }
  return grid;
}

inline void add_ink_swatches(Picture& picture, Point at) {
  for (std::size_t i = 1; i < ink_count; ++i) {
    const Box box{at.x + static_cast<float>((i - 1) % 12) * 62, at.y + static_cast<float>((i - 1) / 12) * 62, 56, 34};
    picture.shapes.push_back({box, static_cast<Ink>(i), Ink::edge, 1, 5});
    picture.labels.push_back(
        {{box.x - 3, box.bottom(), 62, 20}, std::string(ink_names[i]), 13, Face::sans, Align::center, Ink::dim});
  }
}

inline void add_shapes(Picture& picture, Point at) {
  const auto place = [&](int n) { return Box{at.x + static_cast<float>(n) * 106, at.y, 96, 44}; };
  picture.shapes.push_back({place(0), Ink::wait, Ink::none, 1, 4});
  picture.shapes.push_back({place(1), Ink::wait, Ink::on_ink, 1, 4, 1, Mark::hatch});
  picture.shapes.push_back({place(2), Ink::work, Ink::on_ink, 1, 4, 1, Mark::cross});
  picture.shapes.push_back({place(3), Ink::c, Ink::c, 2, 10, 0.25F});
  picture.shapes.push_back({place(4), Ink::none, Ink::now, 3, 8});
  picture.shapes.push_back({place(5), Ink::none, Ink::dim, 1, 22});
  picture.shapes.push_back({place(6), Ink::other, Ink::none, 1, 2, 0.4F});
  constexpr std::array<const char*, 7> names{"wait", "hatch", "cross", "opacity", "line", "pill", "40 %"};
  for (int n = 0; n < 7; ++n) {
    const Ink ink = n < 3 ? Ink::on_ink : Ink::text;
    picture.labels.push_back({place(n), names[static_cast<std::size_t>(n)], 15, Face::bold, Align::center, ink});
  }
}

inline void add_lines(Picture& picture, Point at) {
  picture.lines.push_back({{at.x, at.y}, {at.x + 200, at.y}, Ink::a, 2});
  picture.lines.push_back({{at.x, at.y + 20}, {at.x + 200, at.y + 20}, Ink::a, 2, true});
  picture.lines.push_back({{at.x, at.y + 40}, {at.x + 200, at.y + 40}, Ink::b, 2, false, true});
  picture.lines.push_back({{at.x, at.y + 60}, {at.x + 200, at.y + 60}, Ink::b, 3, true, true});
  picture.lines.push_back({{at.x + 240, at.y}, {at.x + 240, at.y + 70}, Ink::now, 3});
  picture.lines.push_back({{at.x + 260, at.y}, {at.x + 260, at.y + 70}, Ink::wait, 1, true});
  picture.lines.push_back({{at.x + 290, at.y}, {at.x + 390, at.y + 70}, Ink::c, 2, false, true});
  picture.lines.push_back({{at.x + 340, at.y}, {at.x + 440, at.y + 70}, Ink::bad, 2, true, true});
  picture.lines.push_back({{at.x + 490, at.y + 70}, {at.x + 490, at.y}, Ink::text, 1, false, true});
  picture.triangles.push_back(
      {{{{at.x + 530, at.y + 10}, {at.x + 580, at.y + 35}, {at.x + 530, at.y + 60}}}, Ink::text});
  picture.triangles.push_back({{{{at.x + 600, at.y}, {at.x + 630, at.y}, {at.x + 615, at.y + 18}}}, Ink::now});
}

inline void add_texts(Picture& picture, Point at) {
  constexpr std::array sizes{11.0F, 13.0F, 15.0F, 17.0F, 20.0F, 26.0F, 34.0F, 48.0F};
  float y = at.y;
  for (const float size : sizes) {
    const float h = size * 1.4F;
    picture.labels.push_back({{at.x, y, 320, h}, "T = 16 × 16 − k·2", size, Face::sans, Align::left, Ink::text});
    picture.labels.push_back({{at.x + 345, y, 200, h}, "Sum 0123", size, Face::bold, Align::left, Ink::a});
    picture.labels.push_back({{at.x + 545, y, 195, h}, "As[ty]", size, Face::mono, Align::right, Ink::dim});
    y += h + 2;
  }
}

inline void add_fitting(Picture& picture, Point at) {
  constexpr std::array widths{200.0F, 140.0F, 100.0F, 60.0F, 24.0F};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const Box box{at.x, at.y + static_cast<float>(i) * 30, widths[i], 26};
    picture.shapes.push_back({box, Ink::cell, Ink::rule, 1, 3});
    picture.labels.push_back({box.inset(2), "shared memory of block", 16, Face::sans, Align::center, Ink::text});
  }
}

inline Picture gallery() {
  Picture picture;
  picture.width = 1600, picture.height = 900;
  picture.shapes.push_back({{12, 12, 776, 876}, Ink::panel, Ink::edge, 1, 8});
  picture.shapes.push_back({{800, 12, 788, 876}, Ink::panel, Ink::edge, 1, 8});
  picture.labels.push_back({{32, 20, 500, 36}, "Every primitive, every ink", 22, Face::bold, Align::left, Ink::text});
  add_ink_swatches(picture, {32, 70});
  add_shapes(picture, {32, 210});
  add_lines(picture, {40, 290});
  add_texts(picture, {32, 390});
  add_fitting(picture, {1370, 640});
  picture.grids.push_back(marks_grid({840, 80, 480, 320}));
  for (std::uint32_t row = 0; row < 4; ++row)
    for (std::uint32_t column = 0; column < 6; ++column) {
      const Ink ink = row == 1 ? Ink::on_ink : Ink::text;
      picture.labels.push_back({picture.grids[0].cell_box(row, column), std::to_string(row * 6 + column + 1), 22,
                                Face::sans, Align::center, ink});
    }
  for (std::uint32_t column = 0; column < 6; ++column) {
    Box box = picture.grids[0].cell_box(0, column);
    box.y -= 26, box.h = 24;
    picture.labels.push_back({box, all_marks[column].name, 13, Face::sans, Align::center, Ink::dim});
  }
  picture.frames.push_back({{838, 238, 164, 164}, Ink::none, Ink::c, 3, 0});
  picture.grids.push_back(marks_grid({1350, 80, 90, 60}));
  picture.grids.back().border = Ink::b;
  picture.grids.push_back(marks_grid({1350, 170, 42, 28}));
  picture.grids.push_back(heat_grid({840, 450, 256, 256}, 64, 16));
  picture.grids.push_back(heat_grid({1120, 450, 200, 200}, 512, 16));
  picture.grids.push_back(heat_grid({1350, 220, 210, 210}, 10, 5));
  picture.grids.push_back(heat_grid({1350, 450, 160, 160}, 23, 0));
  picture.labels.push_back({{840, 712, 256, 20}, "64 × 64, 4 pixels a cell", 13, Face::sans, Align::center, Ink::dim});
  picture.labels.push_back({{1120, 656, 200, 20}, "512 × 512 in 200 pixels", 13, Face::sans, Align::center, Ink::dim});
  return picture;
}

// As much content as a full stage: three grids, 500 labels, 100 shapes.
inline Picture busy_stage(std::uint32_t side) {
  Picture picture;
  picture.width = 1920, picture.height = 1080;
  picture.shapes.push_back({{0, 0, 1920, 1080}, Ink::panel, Ink::none});
  for (int n = 0; n < 3; ++n) {
    Grid grid = heat_grid({40 + static_cast<float>(n) * 620, 60, 600, 600}, side, 16);
    grid.name = std::string(1, static_cast<char>('A' + n));
    for (Cell& cell : grid.cells) cell.heat = n == 2, cell.ink = n == 0 ? Ink::a : Ink::b;
    picture.grids.push_back(std::move(grid));
  }
  for (int i = 0; i < 100; ++i) {
    const Box box{40 + static_cast<float>(i % 20) * 92, 700 + static_cast<float>(i / 20) * 34, 84, 26};
    picture.shapes.push_back({box, Ink::wait, Ink::on_ink, 1, 4, 1, i % 3 == 0 ? Mark::hatch : Mark::none});
  }
  for (int i = 0; i < 500; ++i) {
    const Box box{40 + static_cast<float>(i % 25) * 74, 60 + static_cast<float>(i / 25) * 45, 70, 24};
    picture.labels.push_back({box, std::to_string(i * 37), 16, static_cast<Face>(i % 3), Align::center, Ink::text});
  }
  return picture;
}

}  // namespace tilescope::test
