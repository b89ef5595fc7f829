// says: Uninitialised read of tile, line 20
// Right where no tile overhangs.
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  bool inside = top + ty < rows && left + tx < columns;
  if (inside)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();
  if (inside)
    out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
