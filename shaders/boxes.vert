// Boxes, as the corners of their triangles, in pixels from the top left of the frame.
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ink;
layout(location = 2) in vec4 stripes;  // pixels along a row from one to the next, how wide one is; pixels from the first

uniform vec2 frame;  // width, height

// The same at all corners. Without a GPU, only what is not flat is drawn as a rectangle, which is faster.
noperspective out vec4 fill;
noperspective out vec2 pattern;
out vec2 from_first;  // pixels from where the stripes begin

void main() {
  vec2 at = corner / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  fill = ink;
  pattern = stripes.xy;
  from_first = stripes.zw;
}
