// says: 128 of 256 elements are wrong
// Each tile is turned, and stays where it was.
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
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  if (row < rows && col < columns)
    tile[ty][tx] = in[row * columns + col];
  __syncthreads();
  if (row < columns && col < rows)
    out[row * rows + col] = tile[tx][ty];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
