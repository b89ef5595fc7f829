// says: Race on tile, line
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

// Of two threads that mirror each other the later one stores both elements.
__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (top + ty < rows && left + tx < columns)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  if (tx <= ty) {
    if (left + ty < columns && top + tx < rows)
      out[(left + ty) * rows + top + tx] = tile[tx][ty];
    if (left + tx < columns && top + ty < rows)
      out[(left + tx) * rows + top + ty] = tile[ty][tx];
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
