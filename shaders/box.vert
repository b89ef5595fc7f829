// The four corners of a box, which is in pixels from the top left of the frame.
uniform vec4 box;    // x, y, width, height
uniform vec2 frame;  // width, height
uniform vec2 count;  // columns and rows of cells in the box; the last ones may be cut

out vec2 place;  // in cells from the top left of the box

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = (box.xy + corner * box.zw) / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  // A pixel whose middle is the border of two cells belongs to the second, however that is rounded.
  place = corner * count + 0.02 * count / box.zw;
}
