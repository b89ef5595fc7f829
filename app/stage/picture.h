// What is drawn, before it is painted: rectangles, lines, labels and grids of cells, in pixels from the top left.
// Pictures are plain data. The painter puts them on the screen, the SVG writer into a file, and tests read them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/ask.h"

namespace tilescope {

struct Point {
  float x = 0, y = 0;

  bool operator==(const Point&) const = default;
};

// std::hypot changes with versions of glibc, and a program that calls it would not start with an older version.
[[nodiscard]] inline float distance(Point a, Point b) {
  const double x = b.x - a.x, y = b.y - a.y;
  return static_cast<float>(std::sqrt(x * x + y * y));
}

struct Box {
  float x = 0, y = 0, w = 0, h = 0;

  [[nodiscard]] float right() const { return x + w; }
  [[nodiscard]] float bottom() const { return y + h; }
  [[nodiscard]] Point middle() const { return {x + w / 2, y + h / 2}; }
  [[nodiscard]] bool contains(Point point) const {
    return point.x >= x && point.x < right() && point.y >= y && point.y < bottom();
  }
  [[nodiscard]] Box inset(float by) const { return {x + by, y + by, w - 2 * by, h - 2 * by}; }
  [[nodiscard]] bool is_empty() const { return w <= 0 || h <= 0; }
  bool operator==(const Box&) const = default;
};

// The common part of both; empty if they do not overlap.
[[nodiscard]] inline Box common(const Box& a, const Box& b) {
  const float left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  return {left, top, std::min(a.right(), b.right()) - left, std::min(a.bottom(), b.bottom()) - top};
}

// Colours by their meaning; a Theme gives their values. All of them are in inks.inc.
enum class Ink : std::uint8_t {
#define INK(name, dark, light, contrast) name,
#include "app/stage/inks.inc"
};
inline constexpr std::array ink_names{
#define INK(name, dark, light, contrast) std::string_view(#name),
#include "app/stage/inks.inc"
};
inline constexpr std::size_t ink_count = ink_names.size();

// Told by shape as well, for readers who do not see the colour.
enum class Mark : std::uint8_t {
  none,
  ring,    // is read now
  corner,  // is written now: a filled corner
  hatch,   // is left over from an earlier phase
  cross,   // is padding: a zero without an element
  dot,     // was touched before
};

// The look of a cell: an ink over the background, with a strength.
struct Cell {
  Ink ink = Ink::cell;
  Mark mark = Mark::none;
  std::uint8_t strength = 0;  // 0: all background; 255: all ink
  bool lit = false;           // framed with Ink::now
  bool heat = false;          // strength is a magnitude, shown in cividis; ink is not used

  bool operator==(const Cell&) const = default;
};
static_assert(sizeof(Cell) == 5);

// What a place in a picture stands for: it can be pointed at, clicked, and found by a script.
struct Target {
  enum class Kind : std::uint8_t {
    none,
    element,
    thread,
    lane,  // of several threads, by the first of them
    block,
    line,
    moment,
    launch,
    act,
    finding,
    choice,    // on the switchboard
    option,    // of the view that explains
    tile,      // a tile width, of a what-if
    place,     // a part of a CPU's accesses
    bank,      // or a sector: `array` is the number of its access in the warp's step
    window,    // of recorded blocks: a larger one, or with 0 a smaller one
    executor,  // who recorded it
    variable,  // of the names of the threads' variables
    pin,       // the same, to be kept at the top
    parting,   // where the launch in focus and the one beside first differ
    point,     // of the cube: a multiply-add, or several that share a cell
  };
  Kind kind = Kind::none;
  std::uint8_t launch = 0;   // 0: the launch in focus; 1: the one beside it
  std::uint8_t array = 0;    // of an element
  std::uint32_t number = 0;  // element, thread, block, source line, finding, choice, option, tile width, part or bank
  std::uint64_t moment = 0;
  Ask ask = Act::close;  // of an act: the command of a button

  bool operator==(const Target&) const = default;
};

// A matrix: rows x columns of cells of equal size. Scripts use its name.
struct Grid {
  Box box;
  std::uint32_t rows = 0, columns = 0;
  std::vector<Cell> cells;                          // row by row
  std::uint32_t block_rows = 0, block_columns = 0;  // a stronger line after this many; 0: none
  Ink border = Ink::border;
  std::string name;
  Target first;  // of element 0; the others continue from it
  // If a cell stands for a square of elements: its side, and the rows and columns of all elements.
  std::uint32_t merged = 1, all_rows = 0, all_columns = 0;

  // The element at a point of its box.
  [[nodiscard]] std::uint32_t number_at(Point point) const;
  [[nodiscard]] Box cell_box(std::uint32_t row, std::uint32_t column) const {
    const float w = box.w / static_cast<float>(columns), h = box.h / static_cast<float>(rows);
    return {box.x + w * static_cast<float>(column), box.y + h * static_cast<float>(row), w, h};
  }
  [[nodiscard]] Box cell_box(std::uint32_t number) const { return cell_box(number / columns, number % columns); }
};

// A side of a small box in space, or a flat cell: a parallelogram on the picture.
struct Facet {
  Point corner;              // from the top left of the solid's box; two edges begin there
  std::uint32_t number = 0;  // of the target, counted on from the first one
  std::uint8_t edges = 0;    // which pair of the solid's
  std::uint8_t of = 0;       // which of the solid's targets
  Cell cell;
  std::uint8_t filler = 0;  // so that equal facets have equal bytes

  bool operator==(const Facet&) const = default;
};
static_assert(sizeof(Facet) == 20);

// Things in space, projected from a point of view.
struct Solid {
  struct Edges {
    Point one, other;
    float shade = 1;  // the brightness of such a side
    bool operator==(const Edges&) const = default;
  };
  Box box;  // contains all of it
  std::vector<Edges> edges;
  std::vector<Facet> facets;   // farther facets come first
  std::vector<Target> firsts;  // of number 0, by Facet::of

  // The frontmost facet at that point; null: there is none.
  [[nodiscard]] const Facet* at(Point point) const;
  [[nodiscard]] std::array<Point, 4> corners(const Facet& facet, float inset = 0) const;
};

struct Shape {
  Box box;
  Ink fill = Ink::none;
  Ink line = Ink::none;
  float width = 1;  // of the line, which is drawn inside the box
  float rounding = 0;
  float opacity = 1;       // of the fill
  Mark mark = Mark::none;  // hatch or cross, drawn in the line's ink over the fill
};

struct Line {
  Point from, to;
  Ink ink = Ink::border;
  float width = 1;
  bool dashed = false;
  bool arrow = false;  // at its end
};

// Filled; for icons and markers.
struct Triangle {
  std::array<Point, 3> corners;
  Ink ink = Ink::text;
};

enum class Face : std::uint8_t { sans, bold, mono };
enum class Align : std::uint8_t { left, center, right };

// One line of text in a box, vertically centred. Text that is too wide is made smaller until it fits.
struct Label {
  Box box;
  std::string text;
  float size = 16;  // of the letters' em square
  Face face = Face::sans;
  Align align = Align::left;
  Ink ink = Ink::text;
  float gap = -1;  // at least 0: it begins this far after the end of the previous label, wherever the font puts that
};

struct Hit {
  Box box;
  Target target;
};

// A place that reacts to a click.
[[nodiscard]] inline Target button(const Ask& ask) { return {.kind = Target::Kind::act, .ask = ask}; }

// Which rows of a longer list are in a picture.
struct RowsShown {
  std::size_t first = 0, count = 0, all = 0;
};

// Painted in this order: shapes, grids, solids, frames, lines, triangles, and labels on top.
struct Picture {
  float width = 0, height = 0;
  Ink ground = Ink::window;  // behind all of it; none: nothing is cleared
  std::vector<Shape> shapes;
  std::vector<Grid> grids;
  std::vector<Solid> solids;
  std::vector<Shape> frames;  // shapes that lie over the grids
  std::vector<Line> lines;
  std::vector<Triangle> triangles;
  std::vector<Label> labels;
  std::optional<RowsShown> rows;  // empty unless a list is longer than its room
  std::vector<Hit> hits;          // the last one that contains a point wins; grids come first

  [[nodiscard]] Target at(Point point) const;
  // Keeps only what lies entirely between two heights.
  void keep_between(float top, float bottom);
  // Puts another picture's contents here, its top left at `origin`.
  void add(Picture part, Point origin);
};

}  // namespace tilescope
