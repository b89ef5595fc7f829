// The transpose through a padded tile with a quarter of the threads: each copies one element in each of four rows, ROWS
// apart. The sectors and banks stay the same; the work that each thread does only once is done a quarter as often.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. The block is TILE wide and
// ROWS high.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "ROWS"]
const int TILE = 32;
const int ROWS = 8;

__global__ void transpose_rows_of_four(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  int tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  for (int ty = threadIdx.y; ty < TILE; ty += ROWS)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();  // no thread reads the tile before all of its rows are stored
  for (int ty = threadIdx.y; ty < TILE; ty += ROWS)
    out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
