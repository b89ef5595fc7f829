// says: 256 sectors stored to out; should be at most 32
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

// The first column of threads stores whole rows of the tile.
__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (top + ty < rows && left + tx < columns)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();
  if (tx == 0 && left + ty < columns)
    for (int k = 0; k < TILE && top + k < rows; ++k)
      out[(left + ty) * rows + top + k] = tile[k][ty];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
