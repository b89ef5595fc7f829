// Pictures before they are painted: rectangles, lines, labels and grids of cells, in pixels from the top left. They are
// plain data: the painter shows them, the SVG writer saves them, and tests read them.
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

// Not std::hypot: it has a new version in newer glibc, so the program would not start with an older one.
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

// The intersection; empty if the boxes do not overlap.
[[nodiscard]] inline Box common(const Box& a, const Box& b) {
  const float left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  return {left, top, std::min(a.right(), b.right()) - left, std::min(a.bottom(), b.bottom()) - top};
}

// Colours by meaning; a Theme gives the values. See inks.inc.
enum class Ink : std::uint8_t {
#define INK(name, dark, light, contrast) name,
#include "app/stage/inks.inc"
};
inline constexpr std::array ink_names{
#define INK(name, dark, light, contrast) std::string_view(#name),
#include "app/stage/inks.inc"
};
inline constexpr std::size_t ink_count = ink_names.size();

// States are shown by shape as well as colour, for readers who cannot tell the colours apart.
enum class Mark : std::uint8_t {
  none,
  ring,    // read now
  corner,  // written now: a filled corner
  hatch,   // left over from an earlier phase
  cross,   // padding, a zero without an element; or a wrong value
  dot,     // touched before
};

// The look of a cell: an ink of some strength over the background.
struct Cell {
  Ink ink = Ink::cell;
  Mark mark = Mark::none;
  std::uint8_t strength = 0;  // 0: background only; 255: ink only
  bool lit = false;           // framed with Ink::now
  bool heat = false;          // strength is a magnitude, shown in cividis; ink is not used

  bool operator==(const Cell&) const = default;
};
static_assert(sizeof(Cell) == 5);

// The meaning of a place in a picture: it can be pointed at, clicked, and found by a script.
struct Target {
  enum class Kind : std::uint8_t {
    none,
    element,
    thread,
    lane,  // of several threads, named by the first one
    block,
    line,
    moment,
    as_ran,  // a moment, to be seen in the order in which threads ran
    launch,
    act,
    finding,
    choice,    // on the switchboard
    option,    // of a view
    tile,      // a tile width of a what-if
    place,     // a part of a CPU's accesses
    bank,      // or a sector; `array` is the number of its access in the warp's step
    window,    // of recorded blocks: 0 for a smaller one, otherwise a larger one
    executor,  // the executor that recorded the launch
    variable,  // the number of a variable's name
    pin,       // pins a variable at the top
    parting,   // where the launch in focus and the one beside it first differ
    point,     // of the cube: a multiply-add, or several that share a cell
  };
  Kind kind = Kind::none;
  std::uint8_t launch = 0;   // 0: the launch in focus; 1: the one beside it
  std::uint8_t array = 0;    // of the element
  std::uint32_t number = 0;  // element, thread, block, source line, finding, choice, option, tile width, part or bank
  std::uint64_t moment = 0;
  Ask ask = Act::close;  // the command, if the kind is act

  bool operator==(const Target&) const = default;
};

// A matrix: rows x columns of cells of equal size. Scripts use its name.
struct Grid {
  Box box;
  std::uint32_t rows = 0, columns = 0;
  std::vector<Cell> cells;                          // row by row
  std::uint32_t block_rows = 0, block_columns = 0;  // a stronger line after this many cells; 0: none
  Ink border = Ink::border;
  std::string name;
  Target first;  // of element 0; the other elements count on from it
  // If a cell stands for a square of elements: its side, and the rows and columns in elements.
  std::uint32_t merged = 1, all_rows = 0, all_columns = 0;

  // The element at a point in the box.
  [[nodiscard]] std::uint32_t number_at(Point point) const;
  [[nodiscard]] Box cell_box(std::uint32_t row, std::uint32_t column) const {
    const float w = box.w / static_cast<float>(columns), h = box.h / static_cast<float>(rows);
    return {box.x + w * static_cast<float>(column), box.y + h * static_cast<float>(row), w, h};
  }
  [[nodiscard]] Box cell_box(std::uint32_t number) const { return cell_box(number / columns, number % columns); }
};

// One side of a small box in space, or a flat cell: a parallelogram in the picture.
struct Facet {
  Point corner;              // relative to the solid's box; two edges begin there
  std::uint32_t number = 0;  // added to the target's number
  std::uint8_t edges = 0;    // the index of the pair in Solid::edges
  std::uint8_t of = 0;       // the index of the target in Solid::firsts
  Cell cell;
  std::uint8_t filler = 0;  // gives equal facets equal bytes

  bool operator==(const Facet&) const = default;
};
static_assert(sizeof(Facet) == 20);

// Facets in space, projected from one point of view.
struct Solid {
  struct Edges {
    Point one, other;
    float shade = 1;  // the brightness of sides with these edges
    bool operator==(const Edges&) const = default;
  };
  Box box;  // contains all facets
  std::vector<Edges> edges;
  std::vector<Facet> facets;   // farther facets first
  std::vector<Target> firsts;  // the targets with number 0, by Facet::of

  // The frontmost facet at a point; null if there is none.
  [[nodiscard]] const Facet* at(Point point) const;
  [[nodiscard]] std::array<Point, 4> corners(const Facet& facet, float inset = 0) const;
};

struct Shape {
  Box box;
  Ink fill = Ink::none;
  Ink line = Ink::none;
  float width = 1;  // of the outline, which is drawn inside the box
  float rounding = 0;
  float opacity = 1;       // of the fill
  Mark mark = Mark::none;  // hatch or cross in the ink of the outline, over the fill
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

// One line of text in a box, vertically centred. If it is too wide, it is drawn smaller.
struct Label {
  Box box;
  std::string text;
  float size = 16;  // the em size
  Face face = Face::sans;
  Align align = Align::left;
  Ink ink = Ink::text;
  float gap = -1;  // if not negative: begins this far after the drawn end of the previous label
};

struct Hit {
  Box box;
  Target target;
};

// The target of a button.
[[nodiscard]] inline Target button(const Ask& ask) { return {.kind = Target::Kind::act, .ask = ask}; }

struct Clipped;

// Painted in this order: shapes, grids, solids, frames, lines, triangles, labels, clipped parts.
struct Picture {
  float width = 0, height = 0;
  Ink ground = Ink::window;  // the background; none: nothing is cleared
  std::vector<Shape> shapes;
  std::vector<Grid> grids;
  std::vector<Solid> solids;
  std::vector<Shape> frames;  // shapes over the grids
  std::vector<Line> lines;
  std::vector<Triangle> triangles;
  std::vector<Label> labels;
  std::vector<Hit> hits;  // the last one that contains a point wins; grids have precedence
  std::vector<Clipped> clipped;
  std::optional<Box> wanted;  // keep this in sight when the picture scrolls

  [[nodiscard]] Target at(Point point) const;
  // Whether something in sight stands for this place: a cell of a grid, or a box.
  [[nodiscard]] bool shows(const Target& place) const;
  // Keeps only items that are entirely between two heights.
  void keep_between(float top, float bottom);
  [[nodiscard]] bool has_solid_at(Point point) const;
  // Without clipped parts: their items, as far as they are entirely in sight.
  [[nodiscard]] Picture in_sight() const;
  // Adds another picture's contents, with its top left at `origin`.
  void add(Picture part, Point origin);
  // Likewise, but only what is inside the box can be seen and clicked.
  void add_clipped(Picture part, Point origin, const Box& box);
};

// A picture that is seen only inside a box; both have the coordinates of the picture that contains them.
struct Clipped {
  Box box;
  Picture picture;
};

}  // namespace tilescope
