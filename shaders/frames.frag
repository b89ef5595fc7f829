// Frames the lit cells of a matrix, over all lines, with a dark seam between the frame and a bright fill.

uniform sampler2D cells;  // the alpha of a cell's texel holds its mark + 8 lit + 16 bright mark
uniform vec2 count;       // columns and rows
uniform vec4 box;         // x, y, width, height, in whole pixels from the top left
uniform vec2 frame;       // width and height of the drawing area
uniform float line;       // the width of a rule in pixels
uniform vec3 now, seam;

out vec4 colour;

float least(vec2 both) { return min(both.x, both.y); }

void main() {
  vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y) - box.xy;
  vec2 cell_size = box.zw / count;
  vec2 place = floor(at / cell_size);
  float flags = floor(texelFetch(cells, ivec2(place), 0).a * 255.0 + 0.5);
  vec2 first = ceil(place * cell_size - 0.5);
  vec2 extent = ceil((place + 1.0) * cell_size - 0.5) - first;
  vec2 from_first = floor(at) - first;
  float from_rim = least(min(from_first, extent - 1.0 - from_first));
  float width = floor(clamp(least(extent) * LIT_WIDTH, 2.0 * line, 4.0 * line) + 0.5);
  bool framed = fract(flags / 16.0) >= 0.5 && from_rim < width + line;
  colour = vec4(from_rim < width ? now : seam, framed ? 1.0 : 0.0);
}
