// Stripes across a box, from lower left to upper right.
noperspective in vec4 fill;
noperspective in vec2 pattern;
in vec2 from_first;

out vec4 colour;

void main() {
  // Distances to a 45-degree line are those along a row divided by the square root of two.
  float off = abs(fract((from_first.x + from_first.y) / pattern.x) - 0.5) * pattern.x * 0.7071;
  colour = vec4(fill.rgb, fill.a * clamp(pattern.y * 0.5 - off + 0.5, 0.0, 1.0));
}
