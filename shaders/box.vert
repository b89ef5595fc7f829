// Parts of a matrix, as the corners of their triangles, in pixels from the top left of the frame.
layout(location = 0) in vec2 corner;

uniform vec4 box;    // of the matrix: x, y, width, height
uniform vec2 frame;  // width, height
uniform vec2 count;  // columns and rows of cells in the box; the last ones may be cut

out vec2 place;  // in cells from the top left of the box

void main() {
  vec2 at = corner / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
  // A pixel whose centre lies on the border of two cells belongs to the second, despite rounding.
  place = (corner - box.xy + 0.02) * count / box.zw;
}
