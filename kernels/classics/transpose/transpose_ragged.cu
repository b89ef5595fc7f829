// The transpose of a matrix of any size. A tile may extend beyond the matrix, so loads and stores need guards. The two
// guards differ, because a thread loads one element and stores another.
// in is rows x columns, out is columns x rows, row-major. A block is TILE x TILE.
//! rows = 50
//! columns = 40
//! in = { sides = [50, 40], fill = "ramp" }
//! out = { sides = [40, 50] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_ragged(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (top + ty < rows && left + tx < columns)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();  // no thread reads the tile before it is full; all threads wait here, with or without an element
  if (left + ty < columns && top + tx < rows)
    out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
