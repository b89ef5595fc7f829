// The four corners of a box, which is in pixels from the top left of the frame.
uniform vec4 box;    // x, y, width, height
uniform vec2 frame;  // width, height

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = (box.xy + corner * box.zw) / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}
