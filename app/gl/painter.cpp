#include "app/gl/painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/gl/fonts.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/painters.h"
#include "app/stage/letters.h"
#include "app/stage/marks.h"
#include "app/stage/pattern.h"

namespace tilescope {

namespace {

// Corners with at most this radius, in boxes of at most this height, are drawn as steps.
constexpr float small_rounding = 5, small_height = 40;

ImU32 packed(Color color, float opacity = 1) {
  const auto alpha = static_cast<int>(std::lround(255 * std::clamp(opacity, 0.0F, 1.0F)));
  return IM_COL32(color.r, color.g, color.b, alpha);
}

constexpr float code_pitch = 0.6F;  // of JetBrains Mono, as a multiple of the text size

Box around(Point one, Point other) {
  const Point low{std::min(one.x, other.x), std::min(one.y, other.y)};
  return {low.x, low.y, std::max(one.x, other.x) - low.x, std::max(one.y, other.y) - low.y};
}

ImVec2 vec(Point point) { return {point.x, point.y}; }

// Converts a picture's coordinates to the screen's, with sides on whole pixels.
struct Placing {
  Point origin;
  float scale = 1;

  [[nodiscard]] Point of(Point point) const { return {origin.x + point.x * scale, origin.y + point.y * scale}; }
  [[nodiscard]] Box snapped(const Box& box) const {
    const Point from = of({box.x, box.y}), to = of({box.right(), box.bottom()});
    const float left = std::round(from.x), top = std::round(from.y);
    return {left, top, std::round(to.x) - left, std::round(to.y) - top};
  }
  // The width of a line: whole pixels, at least one.
  [[nodiscard]] float line(float width) const { return std::max(1.0F, std::round(width * scale)); }
};

class Painter {
 public:
  Painter(Placing placing, ImDrawList& list, const Fonts& fonts, const Theme& theme, BoxPainter& boxes)
      : placing_(placing), list_(list), fonts_(fonts), theme_(theme), boxes_(boxes) {}

  void shape(const Shape& shape);
  void line(const Line& line);
  void triangle(const Triangle& triangle);
  void label(const Label& label);

 private:
  void code(const FittedLabel& fitted, const SizedFont& font, ImU32 colour);
  void fill(const Box& box, float rounding, Color color, float opacity);
  void fill_small(const Box& box, float rounding, Color color, float opacity);
  void outline(const Box& box, float width, float rounding, Color color);
  void pattern(const Shape& shape, const Box& box, float rounding);
  void stroke(Point from, Point to, float width, Color color);
  void filled(const std::array<Point, 3>& corners, Color color);
  // The list, prepared for something that ImGui draws in this box.
  ImDrawList& over(const Box& box) {
    boxes_.make_room(box);
    return list_;
  }
  void bar(const Box& box, Color color, float opacity = 1) { boxes_.fill(box, color, opacity, list_); }

  Placing placing_;
  ImDrawList& list_;
  const Fonts& fonts_;
  const Theme& theme_;
  BoxPainter& boxes_;
  float label_end_ = 0;  // the right end of the last label
};

void Painter::shape(const Shape& shape) {
  const Box box = placing_.snapped(shape.box);
  if (box.w <= 0 || box.h <= 0) return;
  const float rounding = std::min({shape.rounding * placing_.scale, box.w / 2, box.h / 2});
  if (shape.fill != Ink::none && shape.opacity > 0) fill(box, rounding, theme_.of(shape.fill), shape.opacity);
  if (shape.mark != Mark::none) pattern(shape, box, rounding);
  if (shape.line != Ink::none && shape.width > 0)
    outline(box, placing_.line(shape.width), rounding, theme_.of(shape.line));
}

void Painter::fill(const Box& box, float rounding, Color color, float opacity) {
  if (rounding <= 0) return bar(box, color, opacity);
  if (rounding <= small_rounding * placing_.scale && box.h < small_height)
    return fill_small(box, rounding, color, opacity);
  const float round = std::min(std::ceil(rounding) + 1, box.h / 2), straight = box.h - 2 * round;
  const ImVec2 top_left{box.x, box.y}, bottom_right{box.right(), box.bottom()};
  const ImU32 colour = packed(color, opacity);
  if (straight < 1) return over(box).AddRectFilled(top_left, bottom_right, colour, rounding);
  bar({box.x, box.y + round, box.w, straight}, color, opacity);
  over({box.x, box.y, box.w, round})
      .AddRectFilled(top_left, {box.right(), box.y + round}, colour, rounding, ImDrawFlags_RoundCornersTop);
  over({box.x, box.bottom() - round, box.w, round})
      .AddRectFilled({box.x, box.bottom() - round}, bottom_right, colour, rounding, ImDrawFlags_RoundCornersBottom);
}

// Draws corners as steps of whole pixels: a few boxes instead of dozens of triangles, for hundreds of shapes.
void Painter::fill_small(const Box& box, float rounding, Color color, float opacity) {
  const float cut = rounding >= 2.5F ? 2 : 1;
  for (float row = 0; row < cut; ++row) {
    const float in = cut - row;
    bar({box.x + in, box.y + row, box.w - 2 * in, 1}, color, opacity);
    bar({box.x + in, box.bottom() - row - 1, box.w - 2 * in, 1}, color, opacity);
  }
  bar({box.x, box.y + cut, box.w, box.h - 2 * cut}, color, opacity);
}

// Drawn inside the box. Outlines with square corners are four bars, without blur from antialiasing.
void Painter::outline(const Box& box, float width, float rounding, Color color) {
  const float half = width / 2;
  if (2 * width >= std::min(box.w, box.h)) {
    fill(box, rounding, color, 1);
  } else if (rounding > 0.5F) {
    ImDrawList& path = over(box);
    path.PathRect({box.x + half, box.y + half}, {box.right() - half, box.bottom() - half},
                  std::max(0.0F, rounding - half));
    path.PathStroke(packed(color), ImDrawFlags_Closed, width);
  } else {
    bar({box.x, box.y, box.w, width}, color);
    bar({box.x, box.bottom() - width, box.w, width}, color);
    bar({box.x, box.y + width, width, box.h - 2 * width}, color);
    bar({box.right() - width, box.y + width, width, box.h - 2 * width}, color);
  }
}

void Painter::pattern(const Shape& shape, const Box& box, float rounding) {
  const Color colour = theme_.of(shape.line == Ink::none ? Ink::text : shape.line);
  // The pattern keeps this distance from the edge, to avoid round corners.
  const Box inner = box.inset(std::floor(rounding * 0.3F));
  if (shape.mark == Mark::hatch) {
    boxes_.hatch(inner, colour, marks::hatch_opacity, marks::hatch_period * placing_.scale,
                 marks::hatch_width * placing_.scale, list_);
  } else if (shape.mark == Mark::cross) {
    const ImU32 strokes = packed(colour, marks::cross_opacity);
    const float width = std::max(1.0F, placing_.scale * 1.5F);
    ImDrawList& list = over(inner.inset(-width));
    list.AddLine({inner.x, inner.y}, {inner.right(), inner.bottom()}, strokes, width);
    list.AddLine({inner.x, inner.bottom()}, {inner.right(), inner.y}, strokes, width);
  }
}

// Lines along an axis lie on whole pixels; others are antialiased.
void Painter::stroke(Point from, Point to, float width, Color color) {
  const bool level = std::abs(from.y - to.y) < 0.01F, upright = std::abs(from.x - to.x) < 0.01F;
  if (!level && !upright) return over(around(from, to).inset(-width)).AddLine(vec(from), vec(to), packed(color), width);
  Point low{std::round(std::min(from.x, to.x)), std::round(std::min(from.y, to.y))};
  Point high{std::round(std::max(from.x, to.x)), std::round(std::max(from.y, to.y))};
  if (level) {
    low.y = std::round(from.y - width / 2);
    high.y = low.y + width;
  } else {
    low.x = std::round(from.x - width / 2);
    high.x = low.x + width;
  }
  bar({low.x, low.y, high.x - low.x, high.y - low.y}, color);
}

void Painter::line(const Line& line) {
  Line placed = line;
  placed.from = placing_.of(line.from);
  placed.to = placing_.of(line.to);
  placed.width = placing_.line(line.width);
  const Color color = theme_.of(line.ink);
  if (line.arrow) {
    const ArrowHead head = arrow_head(placed);
    filled(head.corners, color);
    placed.to = head.stop;
  }
  if (!line.dashed) return stroke(placed.from, placed.to, placed.width, color);
  for (const Dash& dash : dashes(placed)) stroke(dash.from, dash.to, placed.width, color);
}

void Painter::triangle(const Triangle& triangle) {
  std::array<Point, 3> corners = triangle.corners;
  for (Point& corner : corners) corner = placing_.of(corner);
  filled(corners, theme_.of(triangle.ink));
}

void Painter::filled(const std::array<Point, 3>& corners, Color color) {
  Point low = corners[0], high = low;
  for (const Point corner : corners) {
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  over(around(low, high)).AddTriangleFilled(vec(corners[0]), vec(corners[1]), vec(corners[2]), packed(color));
}

void Painter::label(const Label& label) {
  FittedLabel fitted = fit_label(label, placing_.origin, placing_.scale, fonts_);
  if (fitted.em <= 0) return;
  if (label.gap >= 0) fitted.place.x = std::round(label_end_ + label.gap * placing_.scale);
  label_end_ = fitted.place.x + fitted.width;
  const SizedFont font = fonts_.of(label.face, fitted.em);
  fonts_.note_missing(font, fitted.text);
  if (fitted.pitch > 0) return code(fitted, font, packed(theme_.of(label.ink)));
  list_.AddText(font.font, font.size, vec(fitted.place), packed(theme_.of(label.ink)), fitted.text.data(),
                fitted.text.data() + fitted.text.size());
}

// Draws letter by letter, so that columns of code stay at the picture's places.
void Painter::code(const FittedLabel& fitted, const SizedFont& font, ImU32 colour) {
  float x = fitted.place.x;
  for (std::string_view rest = fitted.text; !rest.empty();) {
    const char* const begin = rest.data();
    const char32_t letter = take_letter(rest);
    if (letter != U' ')
      list_.AddText(font.font, font.size, {std::round(x), fitted.place.y}, colour, begin, rest.data());
    x += fitted.pitch * static_cast<float>(columns_of_letter(letter));
  }
}

// The label's top left, chosen so that capital letters are in the middle of the box.
Point place_of(const FittedLabel& fitted, const Label& label, const Placing& placing, const SizedFont& font) {
  const Point corner = placing.of({label.box.x, label.box.y});
  const float spare = label.box.w * placing.scale - fitted.width;
  const float left = corner.x + (label.align == Align::left ? 0 : label.align == Align::center ? spare / 2 : spare);
  const float baseline = std::round(corner.y + (label.box.h * placing.scale + font.cap) / 2);
  return {left, baseline - std::round(font.ascent)};
}

FittedLabel fit_code(const Label& label, const Placing& placing, const Fonts& fonts) {
  const auto columns = static_cast<float>(columns_in(label.text));
  const float room = label.box.w * placing.scale;
  FittedLabel fitted{label.text, label.size * placing.scale, {}, 0, 0};
  if (columns * code_pitch * fitted.em > room + 0.5F) fitted.em = std::max(smallest_text, room / columns / code_pitch);
  fitted.pitch = code_pitch * fitted.em;
  const auto most = static_cast<std::size_t>(std::max(0.0F, (room + 0.5F) / fitted.pitch));
  if (columns > static_cast<float>(most)) {
    while (!fitted.text.empty() && columns_in(fitted.text) + 1 > most) drop_letter(fitted.text);
    fitted.text += "…";
  }
  fitted.width = static_cast<float>(columns_in(fitted.text)) * fitted.pitch;
  fitted.place = place_of(fitted, label, placing, fonts.of(Face::mono, fitted.em));
  return fitted;
}

}  // namespace

FittedLabel fit_label(const Label& label, Point origin, float scale, const Fonts& fonts) {
  FittedLabel fitted{label.text, 0, {}, 0, 0};
  const float wanted = label.size * scale;
  if (wanted < illegible_text || label.text.empty()) return fitted;
  const Placing placing{origin, scale};
  const float room = label.box.w * scale;
  if (label.face == Face::mono) return fit_code(label, placing, fonts);
  SizedFont font = fonts.of(label.face, wanted);
  fitted.width = Fonts::width(font, fitted.text);
  for (int tries = 0; fitted.width > room && tries < 4 && font.em > smallest_text; ++tries) {
    font = fonts.of(label.face, std::max(smallest_text, std::min(font.em * room / fitted.width, font.em - 0.5F)));
    fitted.width = Fonts::width(font, fitted.text);
  }
  for (std::string kept = label.text; !kept.empty() && fitted.width > room;) {
    drop_letter(kept);
    fitted.text = kept + "…";
    fitted.width = Fonts::width(font, fitted.text);
  }
  fitted.em = font.em;
  fitted.place = place_of(fitted, label, placing, font);
  fitted.place.x = std::round(fitted.place.x);
  return fitted;
}

void paint(const Picture& picture, Point origin, float scale, ImDrawList& list, const Fonts& fonts, const Theme& theme,
           Painters& painters) {
  const Placing placing{origin, scale};
  Painter painter(placing, list, fonts, theme, painters.boxes);
  painters.boxes.begin_picture(picture.ground == Ink::none ? std::nullopt : std::optional(theme.of(picture.ground)));
  for (const Shape& shape : picture.shapes) painter.shape(shape);
  painters.boxes.close();
  for (const Grid& grid : picture.grids) painters.grids.add(grid, placing.snapped(grid.box), scale, theme, list);
  painters.grids.close();
  for (const Solid& solid : picture.solids) painters.solids.add(solid, origin, scale, theme, list);
  for (const Shape& frame : picture.frames) painter.shape(frame);
  for (const Line& line : picture.lines) painter.line(line);
  for (const Triangle& triangle : picture.triangles) painter.triangle(triangle);
  for (const Label& label : picture.labels) painter.label(label);
  painters.boxes.close();
  for (const Clipped& part : picture.clipped) {
    const Box box = placing.snapped(part.box);
    list.PushClipRect({box.x, box.y}, {box.right(), box.bottom()}, true);
    paint(part.picture, origin, scale, list, fonts, theme, painters);
    list.PopClipRect();
  }
}

}  // namespace tilescope
