// Slow, though less so: the transpose passes through a tile in shared memory, where it costs no sectors to go down a
// column. Loads and stores of global memory take 4 sectors each; but the 32 lanes that read a column of the tile all
// want the same bank, which serves them one after the other: 32 ways.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. The block is TILE x TILE.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_tiled(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();  // nobody reads the tile before it is full
  out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
