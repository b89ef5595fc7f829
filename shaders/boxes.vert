// Boxes, one for each instance, in pixels from the top left of the frame.
layout(location = 0) in vec4 box;      // x, y, width, height
layout(location = 1) in vec4 ink;
layout(location = 2) in vec4 stripes;  // pixels along a row from one to the next, how wide one is; where they begin

uniform vec2 frame;  // width, height

flat out vec4 fill;
flat out vec2 pattern;
out vec2 from_first;  // pixels from where the stripes begin

void main() {
  vec2 corner = box.xy + vec2(gl_VertexID & 1, gl_VertexID >> 1) * box.zw;
  from_first = corner - stripes.zw;
  vec2 at = corner / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  fill = ink;
  pattern = stripes.xy;
}
