// says: 4 736 shared bytes; should be at most 4 300.8
//! rows = 32
//! columns = 64
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "ROWS"]
const int TILE = 32;  // threads in a row, and the sides of a tile
const int ROWS = 8;   // rows of threads

// 37 has no factor in common with 32, so there are no conflicts.
__global__ void turn(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 5];
  int x = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  for (int y = threadIdx.y; y < TILE; y += ROWS)
    if (top + y < rows && left + x < columns)
      tile[y][x] = in[(top + y) * columns + left + x];
  __syncthreads();  // the tile is full
  for (int y = threadIdx.y; y < TILE; y += ROWS)
    if (left + y < columns && top + x < rows)
      out[(left + y) * rows + top + x] = tile[x][y];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
