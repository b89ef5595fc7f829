// One colour, without blending: what large areas are filled with.
uniform vec3 fill;

out vec4 colour;

void main() { colour = vec4(fill, 1.0); }
