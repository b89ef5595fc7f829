// Fills the cells of a matrix. It runs for every pixel, without a GPU on the CPU: so it does nothing else.
uniform sampler2D cells;

in vec2 place;
out vec4 colour;

void main() { colour = vec4(texelFetch(cells, ivec2(place), 0).rgb, 1.0); }
