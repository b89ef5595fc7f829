// Draws the marks of cells over their fills. Constants in capitals come from app/stage/marks.h.
// There are few branches and fewer divisions, because without a GPU this runs on the CPU for every pixel.

uniform sampler2D cells;  // the alpha of a cell's texel holds its mark + 8 lit + 16 bright mark
uniform vec2 count;       // columns and rows
uniform vec4 box;         // x, y, width, height, in whole pixels from the top left
uniform vec2 frame;       // width and height of the drawing area
uniform float line;       // the width of a rule in pixels
uniform vec3 bright, dark;

out vec4 colour;

float least(vec2 both) { return min(both.x, both.y); }

// A pixel's depth inside the mark's outline, in pixels. `at` is from the cell's corner, `from_box` from the matrix's.
float depth(float mark, vec2 at, vec2 extent, vec2 from_box) {
  // A ring is a thick circle; a dot is a ring with radius 0.
  float side = least(extent);
  bool is_dot = mark == MARK_DOT;
  bool is_roomy = side >= ROOMY_CELL;
  vec2 centre = is_dot ? vec2(side * DOT_PLACE) : is_roomy ? vec2(side * RING_PLACE) : extent * 0.5;
  float radius = is_dot ? 0.0 : side * (is_roomy ? RING_RADIUS : RING_LARGE);
  float thick = is_dot ? max(1.2, side * DOT_RADIUS) : max(0.75, side * RING_WIDTH * 0.5);
  float inside = thick - abs(length(at - centre) - radius);
  // Distances to a 45-degree line are those along a row divided by the square root of two.
  float leg = is_roomy && side < AIRY_CELL * line ? CORNER_LEG_BESIDE_NUMBER : CORNER_LEG;
  float corner = (side * leg - at.x - at.y) * 0.7071;
  float stripe = fract((from_box.x + from_box.y) / (HATCH_PERIOD * line)) - 0.5;
  float hatch = line * (HATCH_WIDTH * 0.5 - abs(stripe) * HATCH_PERIOD * 0.7071);
  vec2 arm = abs(at - extent * 0.5);
  float cross = min(0.5 * line + 0.25 - abs(arm.x - arm.y) * 0.7071, (0.5 - CROSS_INSET) * side - max(arm.x, arm.y));
  inside = mark == MARK_CORNER ? corner : inside;
  inside = mark == MARK_HATCH ? hatch : inside;
  inside = mark == MARK_CROSS ? cross : inside;
  return mark == 0.0 ? -1.0 : inside;
}

void main() {
  vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y) - box.xy;
  vec2 cell_size = box.zw / count;
  vec2 place = floor(at / cell_size);
  float flags = floor(texelFetch(cells, ivec2(place), 0).a * 255.0 + 0.5);
  float mark = flags - 8.0 * floor(flags / 8.0);
  vec2 first = ceil(place * cell_size - 0.5);
  vec2 extent = ceil((place + 1.0) * cell_size - 0.5) - first;
  float shown = mark == MARK_HATCH ? HATCH_OPACITY : mark == MARK_CROSS ? CROSS_OPACITY : 1.0;
  float inside = depth(mark, at - first, extent, at);
  colour = vec4(flags >= 16.0 ? bright : dark, clamp(inside + 0.5, 0.0, 1.0) * shown);
}
