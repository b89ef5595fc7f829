// Slow, but less so: the transpose through a tile in shared memory, where going down a column costs no extra sectors.
// Loads and stores of global memory take 4 sectors each. But the 32 lanes that read a column of the tile need the
// same bank, which serves them one after another: a 32-way bank conflict.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. A block is TILE x TILE.
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
  __syncthreads();  // no thread reads the tile before it is full
  out[(left + ty) * rows + top + tx] = tile[tx][ty];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
