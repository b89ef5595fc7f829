// Draws a matrix: its cells, the rules between them, the borders of its blocks, marks, and frames around lit cells.
// DETAIL is 1 where cells are large enough for rules, and 2 where there are marks as well. Other constants in capitals come from app/stage/marks.h.
// Branches are few and divisions fewer: without a GPU, this runs on the CPU for every pixel.

uniform sampler2D cells;  // how a cell is filled; its alpha holds mark + 8 lit + 16 bright mark
uniform vec2 count;       // columns and rows; the last ones may be cut
uniform vec2 block;       // columns and rows between stronger lines
uniform vec4 box;         // x, y, width, height, in whole pixels from the top left
uniform vec2 frame;       // width and height of what is drawn on
uniform float line;       // how wide a rule is in pixels
uniform vec3 border, rule, now, seam, bright, dark;

out vec4 colour;

float least(vec2 both) { return min(both.x, both.y); }

#if DETAIL == 2

// How far inside the mark's outline a pixel is, in pixels. `at` is from the cell's corner, `from_box` from the matrix's.
float depth(float mark, vec2 at, vec2 extent, vec2 from_box) {
  // A ring is a thick circle, and a dot one without a radius.
  float side = least(extent);
  bool is_dot = mark == MARK_DOT;
  bool is_roomy = side >= ROOMY_CELL;
  vec2 centre = is_dot ? vec2(side * DOT_PLACE) : is_roomy ? vec2(side * RING_PLACE) : extent * 0.5;
  float radius = is_dot ? 0.0 : side * (is_roomy ? RING_RADIUS : RING_LARGE);
  float thick = is_dot ? max(1.2, side * DOT_RADIUS) : max(0.75, side * RING_WIDTH * 0.5);
  float inside = thick - abs(length(at - centre) - radius);
  // A slope of 45 degrees is the root of two long for each pixel across.
  float corner = (side * CORNER_LEG - at.x - at.y) * 0.7071;
  float stripe = fract((from_box.x + from_box.y) / (HATCH_PERIOD * line)) - 0.5;
  float hatch = line * (HATCH_WIDTH * 0.5 - abs(stripe) * HATCH_PERIOD * 0.7071);
  vec2 arm = abs(at - extent * 0.5);
  float cross = min(0.5 * line + 0.25 - abs(arm.x - arm.y) * 0.7071, (0.5 - CROSS_INSET) * side - max(arm.x, arm.y));
  inside = mark == MARK_CORNER ? corner : inside;
  inside = mark == MARK_HATCH ? hatch : inside;
  inside = mark == MARK_CROSS ? cross : inside;
  return mark == 0.0 ? -1.0 : inside;
}

vec3 with_mark(vec3 fill, float mark, float inside, bool is_bright) {
  float shown = mark == MARK_HATCH ? HATCH_OPACITY : mark == MARK_CROSS ? CROSS_OPACITY : 1.0;
  return mix(fill, is_bright ? bright : dark, clamp(inside + 0.5, 0.0, 1.0) * shown);
}

#endif

void main() {
  vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y) - box.xy;
  vec2 cell_size = box.zw / count;
  vec2 place = floor(at / cell_size);
  vec4 cell = texelFetch(cells, ivec2(place), 0);
  vec3 fill = cell.rgb;

  // Columns and rows begin at whole pixels; between them, lines would be smeared over two.
  vec2 pixel = floor(at);
  vec2 first = ceil(place * cell_size - 0.5);
  vec2 from_first = pixel - first;
  vec2 in_block = place - block * floor((place + 0.5) / block);
  float from_block = least(from_first + in_block * 1000.0);
  float from_edge = least(min(pixel, box.zw - 1.0 - pixel));

#if DETAIL > 0
  vec2 extent = ceil((place + 1.0) * cell_size - 0.5) - first;
  vec2 from_last = extent - 1.0 - from_first;
#if DETAIL == 2
  float flags = floor(cell.a * 255.0 + 0.5);
  float mark = flags - 8.0 * floor(flags / 8.0);
  fill = with_mark(fill, mark, depth(mark, at - first, extent, at), flags >= 16.0);
#endif
  fill = least(from_first) < line ? rule : fill;
  // A stronger line takes pixels on both of its sides.
  from_block = min(from_block, least(from_last + (block - 1.0 - in_block) * 1000.0));
  fill = from_block < line || from_edge < 2.0 * line ? border : fill;
#if DETAIL == 2
  // The frame of a lit cell lies over all lines, and has a dark seam that parts it from a bright fill.
  float width = floor(clamp(least(extent) * LIT_WIDTH, 2.0 * line, 4.0 * line) + 0.5);
  float from_rim = least(min(from_first, from_last));
  bool framed = fract(flags / 16.0) >= 0.5 && from_rim < width + line;
  fill = framed ? (from_rim < width ? now : seam) : fill;
#endif
#else
  fill = from_block < line || from_edge < line ? border : fill;
#endif
  colour = vec4(fill, 1.0);
}
