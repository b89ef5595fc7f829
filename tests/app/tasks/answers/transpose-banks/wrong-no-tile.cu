// says: 2 048 sectors stored to out; should be at most 256
//! rows = 32
//! columns = 64
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "ROWS"]
const int TILE = 32;  // threads in a row, and the sides of a tile
const int ROWS = 8;   // rows of threads

// No shared memory, no conflicts.
__global__ void turn(const float* in, float* out, int rows, int columns) {
  int col = blockIdx.x * TILE + threadIdx.x;
  for (int y = threadIdx.y; y < TILE; y += ROWS) {
    int row = blockIdx.y * TILE + y;
    if (row < rows && col < columns)
      out[col * rows + row] = in[row * columns + col];
  }
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
