// Boxes, as the corners of their triangles, in pixels from the top left of the frame.
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ink;
layout(location = 2) in vec4 stripes;  // distance between stripes along a row, width of a stripe; offset

uniform vec2 frame;  // width, height

// Equal at all corners. With `flat`, a renderer without a GPU would not draw rectangles, which are faster.
noperspective out vec4 fill;
noperspective out vec2 pattern;
out vec2 from_first;  // pixels from the origin of the stripes

void main() {
  vec2 at = corner / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  fill = ink;
  pattern = stripes.xy;
  from_first = stripes.zw;
}
