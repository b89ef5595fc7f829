// One colour.
uniform vec3 ink;

out vec4 colour;

void main() { colour = vec4(ink, 1.0); }
