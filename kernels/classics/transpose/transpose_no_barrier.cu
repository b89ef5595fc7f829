// Wrong: the transpose through a tile without its barrier. A thread reads a cell of the tile that another thread
// writes, usually in another warp, and nothing guarantees that the cell has already been written.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. A block is TILE x TILE.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_no_barrier(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  tile[ty][tx] = in[(top + ty) * columns + left + tx];
  // the mistake: a barrier is missing here
  out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
