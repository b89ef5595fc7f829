// The lines between columns and between rows of a matrix, or of its blocks: one thin box for each instance.
uniform vec4 box;           // of the matrix: x, y, width, height, in whole pixels from the top left of the frame
uniform vec2 frame;         // width, height
uniform vec2 cell;          // width and height of a cell in pixels
uniform vec2 every;         // columns and rows from line to line
uniform float uprights;     // how many lines are between columns; the others are between rows
uniform float ahead, past;  // pixels that a line takes before and behind the place it stands for

void main() {
  bool level = float(gl_InstanceID) >= uprights;
  float number = float(gl_InstanceID) - (level ? uprights : 0.0);
  float side = level ? box.w : box.z;
  // Cells begin at whole pixels. The first and the last line lie inside.
  float place = clamp(ceil(number * (level ? every.y * cell.y : every.x * cell.x) - 0.5), ahead, side - past);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  float across = place - ahead + (level ? corner.y : corner.x) * (ahead + past);
  vec2 at = level ? vec2(corner.x * box.z, across) : vec2(across, corner.y * box.w);
  at = (box.xy + at) / frame;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}
