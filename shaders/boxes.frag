// One colour for each box.
noperspective in vec4 fill;

out vec4 colour;

void main() { colour = fill; }
