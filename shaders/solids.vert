// Parallelograms of a solid, as the corners of their triangles, in pixels from the top left of the frame.
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ink;

uniform vec2 frame;  // width, height

noperspective out vec4 fill;  // the same at all corners

void main() {
  vec2 at = corner / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  fill = ink;
}
