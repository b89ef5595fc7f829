// Fills the cells of a matrix. It does nothing else, because without a GPU it runs on the CPU for every pixel.
uniform sampler2D cells;

in vec2 place;
out vec4 colour;

void main() { colour = vec4(texelFetch(cells, ivec2(place), 0).rgb, 1.0); }
