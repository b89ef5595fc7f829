// Stripes across a box, from lower left to upper right.
noperspective in vec4 fill;
noperspective in vec2 pattern;
in vec2 from_first;

out vec4 colour;

void main() {
  // A slope of 45 degrees is the root of two long for each pixel across.
  float off = abs(fract((from_first.x + from_first.y) / pattern.x) - 0.5) * pattern.x * 0.7071;
  colour = vec4(fill.rgb, fill.a * clamp(pattern.y * 0.5 - off + 0.5, 0.0, 1.0));
}
