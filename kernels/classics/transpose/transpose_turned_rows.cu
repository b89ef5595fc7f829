// The transpose through a tile that is not padded but turned: each row of it begins one bank later and goes round, so a
// column lies in 32 banks. No lane waits, and not a byte is spent.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. The block is TILE x TILE.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_turned_rows(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  tile[ty][(tx + ty) % TILE] = in[(top + ty) * columns + left + tx];
  __syncthreads();  // nobody reads the tile before it is full
  out[(left + ty) * rows + top + tx] = tile[tx][(ty + tx) % TILE];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
