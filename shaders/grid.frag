// Draws a matrix: its cells, the rules between them, the borders of its blocks, marks, and frames around lit cells.
// LOOK says how much of that: 0 where several cells share a pixel, 1 where cells are small, 2 where marks can be read.
// The constants in capitals come from app/stage/marks.h.

uniform usampler2D cells;   // ink, mark + 8 lit + 16 heat, strength
uniform ivec2 count;        // columns, rows
uniform ivec2 block;        // columns and rows between stronger lines; 0: none
uniform vec4 box;           // x, y, width, height, in whole pixels from the top left
uniform vec2 frame;
uniform vec3 inks[INK_COUNT];
uniform vec3 heat[HEAT_COUNT];
uniform vec3 border;
uniform int line;           // the width of a rule in pixels

out vec4 colour;

vec3 cividis(float magnitude) {
  float at = magnitude * float(HEAT_COUNT - 1);
  int low = min(int(at), HEAT_COUNT - 2);
  return mix(heat[low], heat[low + 1], at - float(low));
}

vec3 fill_of(uvec4 cell) {
  float strength = float(cell.b) / 255.0;
  return (cell.g & 16u) != 0u ? cividis(strength) : mix(inks[INK_CELL], inks[cell.r], strength);
}

#if LOOK == 0

// Up to 4 x 4 of the cells under this pixel, averaged; one lit cell among them is enough to be seen.
void main() {
  vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y) - box.xy - 0.5;
  vec2 per_pixel = vec2(count) / box.zw;
  ivec2 samples = clamp(ivec2(ceil(per_pixel)), 1, 4);
  vec2 stride = per_pixel / vec2(samples);
  vec3 sum = vec3(0.0);
  bool lit = false;
  for (int y = 0; y < samples.y; ++y)
    for (int x = 0; x < samples.x; ++x) {
      ivec2 place = ivec2(at * per_pixel + (vec2(x, y) + 0.5) * stride);
      uvec4 cell = texelFetch(cells, clamp(place, ivec2(0), count - 1), 0);
      sum += fill_of(cell);
      lit = lit || (cell.g & 8u) != 0u;
    }
  colour = vec4(lit ? inks[INK_NOW] : sum / float(samples.x * samples.y), 1.0);
}

#else

// The first pixel of a column or row; between whole pixels, lines would be smeared over two.
vec2 first_pixel(ivec2 cell, vec2 cell_size) { return ceil(vec2(cell) * cell_size - 0.5); }

bool any_line(bvec2 wanted) { return wanted.x || wanted.y; }

#if LOOK == 2

float within(float distance) { return clamp(distance + 0.5, 0.0, 1.0); }

// How much of the mark covers this pixel. `at` is in the cell, `extent` the cell's size, `from_box` in the matrix.
float coverage(uint mark, vec2 at, vec2 extent, vec2 from_box) {
  float side = min(extent.x, extent.y);
  if (mark == MARK_RING) {
    float radius = side * RING_RADIUS, width = max(1.5, side * RING_WIDTH);
    return within(width / 2.0 - abs(length(at - extent / 2.0) - radius));
  }
  if (mark == MARK_CORNER) return within((side * CORNER_LEG - at.x - at.y) * 0.7071);
  if (mark == MARK_DOT) return within(max(1.2, side * DOT_RADIUS) - length(at - side * DOT_PLACE));
  if (mark == MARK_HATCH) {
    float stripe = abs(mod(from_box.x + from_box.y, HATCH_PERIOD * float(line)) - HATCH_PERIOD * float(line) / 2.0);
    return within((HATCH_WIDTH * float(line) * 0.7071 - stripe) * 0.7071) * HATCH_OPACITY;
  }
  if (mark == MARK_CROSS) {
    vec2 from_middle = abs(at - extent / 2.0);
    float across = abs(from_middle.x * extent.y - from_middle.y * extent.x) / length(extent);
    bool inside = all(lessThan(from_middle, extent * (0.5 - CROSS_INSET)));
    return inside ? within(0.5 * float(line) - across + 0.25) * CROSS_OPACITY : 0.0;
  }
  return 0.0;
}

// Whichever of window and text stands out from the fill.
vec3 mark_colour(vec3 fill) {
  vec3 weights = vec3(0.2126, 0.7152, 0.0722);
  float bright = dot(fill * fill, weights);
  bool text_is_bright = dot(inks[INK_TEXT], weights) > 0.5;
  return (bright > 0.18) == text_is_bright ? inks[INK_WINDOW] : inks[INK_TEXT];
}

#endif

void main() {
  vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y) - box.xy;
  vec2 cell_size = box.zw / vec2(count);
  ivec2 place = clamp(ivec2(at / cell_size), ivec2(0), count - 1);
  uvec4 cell = texelFetch(cells, place, 0);
  vec3 fill = fill_of(cell);
  bool lit = (cell.g & 8u) != 0u;

  vec2 pixel = floor(at);
  vec2 first = first_pixel(place, cell_size);
  vec2 from_first = pixel - first;

#if LOOK == 2
  vec2 extent = first_pixel(place + 1, cell_size) - first;
  vec2 from_last = extent - 1.0 - from_first;
  fill = mix(fill, mark_colour(fill), coverage(cell.g & 7u, at - first, extent, at));
  if (any_line(lessThan(from_first, vec2(line)))) fill = inks[INK_RULE];
#else
  if (lit) fill = inks[INK_NOW];
#endif

  // A stronger line takes pixels on both of its sides, where there is room.
  bvec2 begins = bvec2(block.x > 0 && place.x % block.x == 0, block.y > 0 && place.y % block.y == 0);
  bvec2 near_first = lessThan(from_first, vec2(line));
  bool strong = (begins.x && near_first.x) || (begins.y && near_first.y);
  float edge = float(line);
#if LOOK == 2
  bvec2 ends = bvec2(block.x > 0 && (place.x + 1) % block.x == 0, block.y > 0 && (place.y + 1) % block.y == 0);
  bvec2 near_last = lessThan(from_last, vec2(line));
  strong = strong || (ends.x && near_last.x) || (ends.y && near_last.y);
  edge *= 2.0;
#endif
  bool at_edge = any_line(lessThan(pixel, vec2(edge))) || any_line(greaterThanEqual(pixel, box.zw - edge));
  if (strong || at_edge) fill = border;

#if LOOK == 2
  // The frame of a lit cell lies over all lines, and has a dark seam that parts it from a bright fill.
  float side = min(extent.x, extent.y);
  float width = floor(clamp(side * LIT_WIDTH, 2.0 * float(line), 5.0 * float(line)) + 0.5);
  float from_edge = min(min(from_first.x, from_first.y), min(from_last.x, from_last.y));
  if (lit && from_edge < width) fill = inks[INK_NOW];
  else if (lit && from_edge < width + float(line)) fill = inks[INK_ON_INK];
#endif
  colour = vec4(fill, 1.0);
}

#endif
