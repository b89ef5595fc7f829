// Fills each box with one colour.
noperspective in vec4 fill;

out vec4 colour;

void main() { colour = fill; }
