#include "app/export/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "app/export/base64.h"
#include "app/export/png.h"
#include "app/export/xml.h"
#include "app/stage/letters.h"
#include "app/stage/marks.h"
#include "app/stage/pattern.h"
#include "app/stage/solid.h"

namespace tilescope {

namespace {

// At most two decimals, and no trailing zeros.
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string hex(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }

std::string opacity_attribute(const char* name, float opacity) {
  return opacity < 1 ? fmt::format(" {}=\"{}\"", name, number(std::max(opacity, 0.0F))) : "";
}

class SvgWriter {
 public:
  explicit SvgWriter(const Theme& theme) : theme_(theme) {}

  void begin(const Picture& picture);
  void contents(const Picture& picture);
  void shape(const Shape& shape);
  void grid(const Grid& grid);
  void solid(const Solid& solid);
  void line(const Line& line);
  void triangle(const Triangle& triangle);
  void label(const Label& label);
  std::string end() && { return std::move(out_) + "</svg>\n"; }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }
  void rectangle(const Box& box, const std::string& attributes, float rounding = 0);
  void frame(const Box& box, float width, Color color, float rounding = 0);
  void polygon(std::span<const Point> corners, const std::string& attributes);
  void stroke(Point from, Point to, const std::string& attributes);
  void pattern(Mark mark, const Box& box, Color color);
  void fills(const Grid& grid);
  void image(const Grid& grid);
  void rules(const Grid& grid, std::uint32_t block_rows, std::uint32_t block_columns, float width, Ink ink);
  void mark(const Box& cell, Mark mark, Color color);

  const Theme& theme_;
  std::string out_;
};

void SvgWriter::begin(const Picture& picture) {
  const std::string w = number(picture.width), h = number(picture.height);
  add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n", w, h);
  rectangle({0, 0, picture.width, picture.height}, fmt::format("fill=\"{}\"", hex(theme_.of(picture.ground))));
}

void SvgWriter::contents(const Picture& picture) {
  for (const Shape& each : picture.shapes) shape(each);
  for (const Grid& each : picture.grids) grid(each);
  for (const Solid& each : picture.solids) solid(each);
  for (const Shape& each : picture.frames) shape(each);
  for (const Line& each : picture.lines) line(each);
  for (const Triangle& each : picture.triangles) triangle(each);
  for (const Label& each : picture.labels) label(each);
  for (const Clipped& part : picture.clipped) {  // an inner svg element clips
    const std::string x = number(part.box.x), y = number(part.box.y), w = number(part.box.w), h = number(part.box.h);
    add("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n", x, y, w, h);
    contents(part.picture);
    add("</svg>\n");
  }
}

void SvgWriter::rectangle(const Box& box, const std::string& attributes, float rounding) {
  add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.x), number(box.y), number(box.w), number(box.h));
  if (rounding > 0) add(" rx=\"{}\"", number(std::min({rounding, box.w / 2, box.h / 2})));
  add(" {}/>\n", attributes);
}

// Drawn inside the box, like a painter's outline.
void SvgWriter::frame(const Box& box, float width, Color color, float rounding) {
  if (2 * width >= std::min(box.w, box.h)) return rectangle(box, fmt::format("fill=\"{}\"", hex(color)), rounding);
  rectangle(box.inset(width / 2),
            fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", hex(color), number(width)),
            std::max(0.0F, rounding - width / 2));
}

void SvgWriter::polygon(std::span<const Point> corners, const std::string& attributes) {
  add("<polygon points=\"");
  for (const Point& corner : corners)
    add("{}{},{}", &corner == corners.data() ? "" : " ", number(corner.x), number(corner.y));
  add("\" {}/>\n", attributes);
}

void SvgWriter::stroke(Point from, Point to, const std::string& attributes) {
  add("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", number(from.x), number(from.y), number(to.x),
      number(to.y), attributes);
}

void SvgWriter::pattern(Mark mark, const Box& box, Color color) {
  if (mark == Mark::hatch) {
    const std::string attributes =
        fmt::format("fill=\"{}\" fill-opacity=\"{}\"", hex(color), number(marks::hatch_opacity));
    for (const Stripe& stripe : hatch(box, marks::hatch_period, marks::hatch_width))
      polygon(std::span(stripe.corners).first(stripe.count), attributes);
  } else if (mark == Mark::cross) {
    const std::string attributes = fmt::format("stroke=\"{}\" stroke-width=\"1.5\" stroke-opacity=\"{}\"", hex(color),
                                               number(marks::cross_opacity));
    stroke({box.x, box.y}, {box.right(), box.bottom()}, attributes);
    stroke({box.x, box.bottom()}, {box.right(), box.y}, attributes);
  }
}

void SvgWriter::shape(const Shape& shape) {
  if (shape.box.w <= 0 || shape.box.h <= 0) return;
  if (shape.fill != Ink::none && shape.opacity > 0)
    rectangle(
        shape.box,
        fmt::format("fill=\"{}\"{}", hex(theme_.of(shape.fill)), opacity_attribute("fill-opacity", shape.opacity)),
        shape.rounding);
  pattern(shape.mark, shape.box.inset(std::floor(shape.rounding * 0.3F)),
          theme_.of(shape.line == Ink::none ? Ink::text : shape.line));
  if (shape.line != Ink::none && shape.width > 0) frame(shape.box, shape.width, theme_.of(shape.line), shape.rounding);
}

void SvgWriter::solid(const Solid& solid) {
  for (const Facet& facet : solid.facets) {
    const Solid::Edges& edges = solid.edges[facet.edges];
    const FacetLayers layers = layers_of(facet, edges.shade, is_roomy(edges), theme_);
    for (std::size_t n = 0; n < layers.count; ++n)
      polygon(solid.corners(facet, layers.all[n].inset), fmt::format("fill=\"{}\"", hex(layers.all[n].color)));
  }
}

// Neighbouring cells of one colour become one rectangle.
void SvgWriter::fills(const Grid& grid) {
  add("<g shape-rendering=\"crispEdges\">\n");
  for (std::uint32_t row = 0; row < grid.rows; ++row) {
    const auto fill = [&](std::uint32_t column) {
      return fill_of(grid.cells[std::size_t{row} * grid.columns + column], theme_);
    };
    for (std::uint32_t column = 0, behind = 0; column < grid.columns; column = behind) {
      for (behind = column + 1; behind < grid.columns && fill(behind) == fill(column);) ++behind;
      Box box = grid.cell_box(row, column);
      box.w *= static_cast<float>(behind - column);
      rectangle(box, fmt::format("fill=\"{}\"", hex(fill(column))));
    }
  }
  add("</g>\n");
}

// One pixel per cell, which viewers show as squares: one rectangle per cell would make huge files.
void SvgWriter::image(const Grid& grid) {
  Image pixels{static_cast<int>(grid.columns), static_cast<int>(grid.rows), {}};
  pixels.rgba.reserve(4 * grid.cells.size());
  for (const Cell& cell : grid.cells) {
    const Color fill = cell.lit ? theme_.of(Ink::now) : fill_of(cell, theme_);
    pixels.rgba.insert(pixels.rgba.end(), {fill.r, fill.g, fill.b, 255});
  }
  add("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(grid.box.x), number(grid.box.y), number(grid.box.w),
      number(grid.box.h));
  add(" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
      base64(png_of(pixels)));
}

void SvgWriter::rules(const Grid& grid, std::uint32_t block_rows, std::uint32_t block_columns, float width, Ink ink) {
  std::string path;
  for (std::uint32_t row = block_rows; block_rows != 0 && row < grid.rows; row += block_rows)
    path += fmt::format("M{} {}H{}", number(grid.box.x), number(grid.cell_box(row, 0).y), number(grid.box.right()));
  for (std::uint32_t column = block_columns; block_columns != 0 && column < grid.columns; column += block_columns)
    path += fmt::format("M{} {}V{}", number(grid.cell_box(0, column).x), number(grid.box.y), number(grid.box.bottom()));
  if (!path.empty())
    add("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", path, hex(theme_.of(ink)), number(width));
}

void SvgWriter::mark(const Box& cell, Mark mark, Color color) {
  const float side = std::min(cell.w, cell.h);
  const std::string fill = fmt::format("fill=\"{}\"", hex(color));
  switch (mark) {
    case Mark::none: return;
    case Mark::ring: {
      const bool roomy = side >= marks::roomy_cell;
      const float place = side * marks::ring_place;
      const Point centre = roomy ? Point{cell.x + place, cell.y + place} : cell.middle();
      return add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                 number(centre.x), number(centre.y), number(side * (roomy ? marks::ring_radius : marks::ring_large)),
                 hex(color), number(std::max(1.5F, side * marks::ring_width)));
    }
    case Mark::corner: {
      const float leg = marks::corner_leg_of(side);
      return polygon(std::array{Point{cell.x, cell.y}, Point{cell.x + leg, cell.y}, Point{cell.x, cell.y + leg}}, fill);
    }
    case Mark::dot:
      return add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(cell.x + side * marks::dot_place),
                 number(cell.y + side * marks::dot_place), number(std::max(1.2F, side * marks::dot_radius)), fill);
    case Mark::hatch: return pattern(mark, cell, color);
    case Mark::cross: {
      const float arm = side * (0.5F - marks::cross_inset);
      return pattern(mark, {cell.middle().x - arm, cell.middle().y - arm, 2 * arm, 2 * arm}, color);
    }
  }
}

void SvgWriter::grid(const Grid& grid) {
  if (grid.rows == 0 || grid.columns == 0 || grid.cells.size() != std::size_t{grid.rows} * grid.columns) return;
  const Box first = grid.cell_box(0, 0);
  const float cell_side = std::min(first.w, first.h);
  const bool marked = cell_side >= marks::smallest_cell;
  const auto shown = [&](std::uint32_t block) {
    return cell_side >= 1 && static_cast<float>(block) * cell_side >= marks::smallest_block ? block : 0;
  };
  if (marked) {
    fills(grid);
    for (std::uint32_t i = 0; i < grid.cells.size(); ++i)
      mark(grid.cell_box(i / grid.columns, i % grid.columns), grid.cells[i].mark,
           mark_over(fill_of(grid.cells[i], theme_), theme_));
    rules(grid, 1, 1, 1, Ink::rule);
  } else {
    image(grid);
  }
  rules(grid, shown(grid.block_rows), shown(grid.block_columns), marked ? 2 : 1, grid.border);
  frame(grid.box, marked ? 2 : 1, theme_.of(grid.border));
  for (std::uint32_t i = 0; marked && i < grid.cells.size(); ++i) {
    if (!grid.cells[i].lit) continue;
    const Box box = grid.cell_box(i / grid.columns, i % grid.columns);
    const float width = std::clamp(std::min(box.w, box.h) * marks::lit_width, 2.0F, 4.0F);
    frame(box, width, theme_.of(Ink::now));
    frame(box.inset(width), 1, theme_.of(Ink::on_ink));
  }
}

void SvgWriter::line(const Line& line) {
  Line body = line;
  const std::string color = hex(theme_.of(line.ink));
  if (line.arrow) {
    const ArrowHead head = arrow_head(line);
    polygon(head.corners, fmt::format("fill=\"{}\"", color));
    body.to = head.stop;
  }
  const std::string attributes = fmt::format("stroke=\"{}\" stroke-width=\"{}\"", color, number(line.width));
  if (!line.dashed) return stroke(body.from, body.to, attributes);
  for (const Dash& dash : dashes(body)) stroke(dash.from, dash.to, attributes);
}

void SvgWriter::triangle(const Triangle& triangle) {
  polygon(triangle.corners, fmt::format("fill=\"{}\"", hex(theme_.of(triangle.ink))));
}

// The approximate width of a letter as a fraction of the em square, because viewers may have other fonts.
float letter_width(char letter, Face face) {
  if (face == Face::mono) return 0.6F;
  if ((static_cast<unsigned char>(letter) & 0xc0U) == 0x80U) return 0;  // another byte of the same character
  constexpr std::string_view narrow = "iljIt.,:;'|!()[]{}f r", wide = "MWmw@%";
  const float regular = narrow.find(letter) != std::string_view::npos ? 0.31F
                        : wide.find(letter) != std::string_view::npos ? 0.88F
                                                                      : 0.61F;
  return face == Face::bold ? regular * 1.05F : regular;
}

float width_of(const std::string& text, Face face) {
  float em = 0;
  for (const char letter : text) em += letter_width(letter, face);
  return em;
}

// Shrinks and then shortens the text until it is about as wide as its box.
void fit(std::string& text, float& size, const Label& label) {
  constexpr float smallest = 10;
  const float em = width_of(text, label.face);
  if (em * size > label.box.w) size = std::min(size, std::max(smallest, label.box.w / em));
  if (em * size <= label.box.w * 1.01F) return;
  while (!text.empty() && (width_of(text, label.face) + 0.9F) * size > label.box.w) drop_letter(text);
  text += "…";
}

void SvgWriter::label(const Label& label) {
  if (label.text.empty()) return;
  std::string text = label.text;
  float size = label.size;
  fit(text, size, label);
  const Point middle = label.box.middle();
  const float x = label.align == Align::left ? label.box.x : label.align == Align::right ? label.box.right() : middle.x;
  constexpr float capital = 0.73F;
  add("<text x=\"{}\" y=\"{}\" fill=\"{}\" font-size=\"{}\"", number(x), number(middle.y + capital * size / 2),
      hex(theme_.of(label.ink)), number(size));
  add(" font-family=\"{}\"", label.face == Face::mono ? "'JetBrains Mono', 'DejaVu Sans Mono', Consolas, monospace"
                                                      : "Inter, 'Helvetica Neue', Arial, sans-serif");
  if (label.face == Face::bold) add(" font-weight=\"600\"");
  if (label.align != Align::left) add(" text-anchor=\"{}\"", label.align == Align::center ? "middle" : "end");
  // Fits the text to its box in any font.
  if (size < label.size) add(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(label.box.w));
  add(" xml:space=\"preserve\">{}</text>\n", xml_text(text));
}

}  // namespace

std::string svg_of(const Picture& picture, const Theme& theme) {
  SvgWriter writer(theme);
  writer.begin(picture);
  writer.contents(picture);
  return std::move(writer).end();
}

}  // namespace tilescope
